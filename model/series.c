/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/series.h"

#include <math.h>

#include "model/kernel-boots.h"
#include "model/sample-use.h"

/* Everything about one cell's samples, gathered in one pass over all of them. */
struct gathered {
	struct observation *obs;
	size_t n;
	unsigned failed, disturbed, for_lack;
	const char *reason;
};

static bool is_used(enum sample_use use)
{
	return use == SAMPLE_USED || use == SAMPLE_FOR_LACK;
}

/* An interrupted launch is made again, so it is no failure of the cell. */
static bool has_failed(const struct sample *sample)
{
	return sample->status == SAMPLE_FAILED || sample->status == SAMPLE_TIMEOUT;
}

static void gather(struct gathered *cell, const struct sample *sample, enum sample_use use,
	unsigned boot)
{
	cell->disturbed += use == SAMPLE_LEFT_OUT;
	cell->for_lack += use == SAMPLE_FOR_LACK;
	if (is_used(use)) {
		struct observation *obs = xgrow(&cell->obs, &cell->n, sizeof(*obs));
		*obs = (struct observation){sample->value, boot};
	} else if (has_failed(sample)) {
		cell->failed++;
		cell->reason = sample->reason;
	}
}

static struct series_point *point_add(struct series *series, double x)
{
	struct series_point *point = xgrow(&series->points, &series->length, sizeof(*point));
	point->x = x;
	point->summary = stats_summary(NULL, 0);
	return point;
}

static void add_count(struct series *series, const struct campaign_cell *cell,
	struct gathered *gathered)
{
	struct series_point *point = point_add(series, campaign_cell_x(cell));
	point->count = cell->count;
	point->summary = stats_summary(gathered->obs, gathered->n);
	point->failed = gathered->failed;
	point->disturbed = gathered->disturbed;
	point->for_lack = gathered->for_lack;
	point->reason = cell->skipped ? cell->skipped : gathered->reason;
}

/*
 * Nothing is swept: every launch is a point of its own, at x = (boot - 1) * repeats + round, and
 * launches that have not been made are points without a value.
 */
static void add_runs(struct series *series, const struct campaign *campaign, size_t cell_index,
	const struct samples *samples, const enum sample_use *uses)
{
	const struct campaign_cell *cell = &campaign->cells[cell_index];
	size_t first = series->length;
	for (unsigned boot = 1; boot <= campaign->boots; boot++)
		for (unsigned run = 1; run <= cell->repeats; run++) {
			struct series_point *point =
				point_add(series, (boot - 1.0) * cell->repeats + run);
			point->boot = boot;
			point->reason = cell->skipped;
		}
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (sample->cell != cell_index || sample->status == SAMPLE_INTERRUPTED)
			continue;
		unsigned boot = campaign->entries[sample->entry].number;
		size_t at = first + (size_t)(boot - 1) * cell->repeats + sample->round - 1;
		if (boot < 1 || sample->round < 1 || sample->round > cell->repeats ||
			at >= series->length)
			continue;
		struct gathered one = {0};
		gather(&one, sample, uses[i], 0);
		struct series_point *point = &series->points[at];
		point->disturbed += one.disturbed;
		if (uses[i] == SAMPLE_LEFT_OUT)
			continue;
		point->for_lack = one.for_lack;
		point->summary = stats_summary(one.obs, one.n);
		point->failed = one.failed;
		point->reason = one.reason;
		free(one.obs);
	}
}

static struct gathered *gather_chart(const struct campaign *campaign, size_t chart,
	const struct samples *samples, const enum sample_use *uses)
{
	struct gathered *cells = xcalloc(campaign->cells_n, sizeof(*cells));
	unsigned *boots = kernel_boots(campaign);
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (campaign->cells[sample->cell].chart == chart)
			gather(&cells[sample->cell], sample, uses[i], boots[sample->entry]);
	}
	free(boots);
	return cells;
}

void series_set_init(struct series_set *set, const struct campaign *campaign, size_t chart,
	const struct samples *samples)
{
	enum sample_use *uses = sample_uses(campaign, samples);
	struct gathered *cells = gather_chart(campaign, chart, samples, uses);
	*set = (struct series_set){.campaign = campaign, .chart = &campaign->charts[chart],
		.series = xcalloc(campaign->variants_n, sizeof(*set->series)),
		.length = campaign->variants_n};

	for (size_t v = 0; v < campaign->variants_n; v++) {
		struct series *series = &set->series[v];
		series->label = campaign->variants[v].label;
		series->slug = campaign->variants[v].slug;
		series->style = (unsigned)v;
		series->whole = stats_summary(NULL, 0);
		series->campaign = campaign;
		series->chart = set->chart;
	}
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (cell->chart != chart)
			continue;
		struct series *series = &set->series[cell->variant];
		if (set->chart->swept) {
			add_count(series, cell, &cells[i]);
		} else {
			add_runs(series, campaign, i, samples, uses);
			series->whole = stats_summary(cells[i].obs, cells[i].n);
		}
	}
	for (size_t i = 0; i < campaign->cells_n; i++)
		free(cells[i].obs);
	free(cells);
	free(uses);
}

void series_set_release(struct series_set *set)
{
	for (size_t i = 0; i < set->length; i++)
		free(set->series[i].points);
	free(set->series);
	*set = (struct series_set){0};
}
