/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/ministat.h"

#include "model/revision.h"
#include "model/sample-use.h"

void ministat_add(struct text *out, const struct campaign *campaign, const struct samples *samples,
	size_t index)
{
	const struct campaign_cell *cell = &campaign->cells[index];
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	char x[TEXT_NUMBER_BYTES];
	enum sample_use *uses = sample_uses(campaign, samples);
	char name[REVISION_NAME_BYTES];
	text_add(out, "# campaign %s, %s, ", revision_name(campaign, name), chart->slug);
	text_add_line(out, campaign->variants[cell->variant].label);
	if (chart->swept)
		text_add(out, ", %s", text_number(campaign_cell_x(cell), x));
	text_add(out, "; ");
	text_add_line(out, campaign_chart_unit(chart));
	text_add(out, ", %s is better\n", better_name(chart->better));
	revision_add_lines(out, campaign, "# ");
	for (size_t i = 0; i < samples->length; i++) {
		char value[TEXT_NUMBER_BYTES];
		if (samples->samples[i].cell == index &&
			(uses[i] == SAMPLE_USED || uses[i] == SAMPLE_FOR_LACK))
			text_add(out, "%s\n", text_number(samples->samples[i].value, value));
	}
	free(uses);
}
