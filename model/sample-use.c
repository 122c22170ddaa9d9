/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/sample-use.h"

#include <math.h>

/* The place of each cell's first launch in a list of all launches; the last is their number. */
static size_t *first_launches(const struct campaign *campaign)
{
	size_t *first = xcalloc(campaign->cells_n + 1, sizeof(*first));
	for (size_t i = 0; i < campaign->cells_n; i++)
		first[i + 1] = first[i] + (size_t)campaign->cells[i].repeats * campaign->boots;
	return first;
}

static size_t launch_of(const struct campaign *campaign, const size_t *first,
	const struct sample *sample)
{
	size_t boot = campaign->entries[sample->entry].number - 1;
	return first[sample->cell] + boot * campaign->cells[sample->cell].repeats +
		sample->round - 1;
}

enum sample_use *sample_uses(const struct campaign *campaign, const struct samples *samples)
{
	enum sample_use *uses = xcalloc(samples->length, sizeof(*uses));
	size_t *first = first_launches(campaign);
	/* 1 + the sample that stands for a launch so far. */
	size_t *standing = xcalloc(first[campaign->cells_n], sizeof(*standing));

	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		size_t *stands = &standing[launch_of(campaign, first, sample)];
		bool disturbed = sample->status == SAMPLE_DISTURBED;
		if (sample->status == SAMPLE_INTERRUPTED || sample->excluded)
			continue;
		uses[i] = !isfinite(sample->value) ? SAMPLE_WITHOUT
			: disturbed                ? SAMPLE_FOR_LACK
						   : SAMPLE_USED;
		const struct sample *other = *stands ? &samples->samples[*stands - 1] : NULL;
		if (other && other->status == SAMPLE_DISTURBED)
			uses[*stands - 1] = SAMPLE_LEFT_OUT;
		if (other && other->status != SAMPLE_DISTURBED && disturbed)
			uses[i] = SAMPLE_LEFT_OUT;
		else
			*stands = i + 1;
	}
	free(standing);
	free(first);
	return uses;
}
