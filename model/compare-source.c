/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/compare-table.h"

#include "model/kernel-boots.h"
#include "model/sample-use.h"

static int by_boot_then_value(const void *a, const void *b)
{
	const struct observation *x = a, *y = b;
	if (x->boot != y->boot)
		return x->boot < y->boot ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

void compare_source_init(struct compare_source *source, const struct compare_side *side)
{
	const struct campaign *campaign = side->campaign;
	enum sample_use *uses = sample_uses(campaign, side->samples);
	*source = (struct compare_source){campaign, side->variant, kernel_boots(campaign),
		xcalloc(campaign->cells_n, sizeof(*source->cells))};

	for (size_t i = 0; i < side->samples->length; i++) {
		const struct sample *sample = &side->samples->samples[i];
		struct compare_values *values = &source->cells[sample->cell];
		if (campaign->cells[sample->cell].variant != side->variant)
			continue;
		values->disturbed += uses[i] == SAMPLE_LEFT_OUT;
		if (uses[i] != SAMPLE_USED && uses[i] != SAMPLE_FOR_LACK)
			continue;
		struct observation *obs = xgrow(&values->obs, &values->n, sizeof(*obs));
		*obs = (struct observation){sample->value, source->kernel_boots[sample->entry]};
	}
	for (size_t i = 0; i < campaign->cells_n; i++)
		if (source->cells[i].n)
			qsort(source->cells[i].obs, source->cells[i].n,
				sizeof(*source->cells[i].obs), by_boot_then_value);
	free(uses);
}

void compare_source_release(struct compare_source *source)
{
	for (size_t i = 0; i < source->campaign->cells_n; i++)
		free(source->cells[i].obs);
	free(source->cells);
	free(source->kernel_boots);
	*source = (struct compare_source){0};
}
