/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/series.h"

#include <math.h>

/* The kernel boots of a campaign as small numbers: entries of one kernel boot share one. */
static unsigned *kernel_boots(const struct campaign *campaign)
{
	unsigned *boots = xcalloc(campaign->entries_n, sizeof(*boots));
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		boots[i] = (unsigned)i;
		for (size_t j = 0; j < i; j++) {
			const struct campaign_boot *other = &campaign->entries[j];
			/* A boot entered twice stays one unit, even over two kernel boots. What
			 * never came up has no boot id, and shares nothing by that. */
			bool same = (*entry->kernel_boot_id &&
					    strcmp(entry->kernel_boot_id,
						    other->kernel_boot_id) == 0) ||
				(entry->variant == other->variant && entry->clock == other->clock &&
					entry->number == other->number);
			if (same) {
				boots[i] = boots[j];
				break;
			}
		}
	}
	return boots;
}

/* Everything about one cell's samples, gathered in one pass over all of them. */
struct gathered {
	struct observation *obs;
	size_t n;
	unsigned failed;
	const char *reason;
};

static bool has_value(const struct sample *sample)
{
	return sample->status == SAMPLE_OK && isfinite(sample->value);
}

/* An interrupted launch is made again, so it is no failure of the cell. */
static bool has_failed(const struct sample *sample)
{
	return sample->status == SAMPLE_FAILED || sample->status == SAMPLE_TIMEOUT;
}

static void gather(struct gathered *cell, const struct sample *sample, unsigned boot)
{
	if (has_value(sample)) {
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
	struct series_point *point = point_add(series, cell->count);
	point->summary = stats_summary(gathered->obs, gathered->n);
	point->failed = gathered->failed;
	point->reason = cell->skipped ? cell->skipped : gathered->reason;
}

/*
 * Nothing is swept: every launch is a point of its own, at x = (boot - 1) * repeats + round, and
 * launches that have not been made are points without a value.
 */
static void add_runs(struct series *series, const struct campaign *campaign, size_t cell_index,
	const struct samples *samples)
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
		if (sample->cell != cell_index || (!has_value(sample) && !has_failed(sample)))
			continue;
		unsigned boot = campaign->entries[sample->entry].number;
		size_t at = first + (size_t)(boot - 1) * cell->repeats + sample->round - 1;
		if (boot < 1 || sample->round < 1 || sample->round > cell->repeats ||
			at >= series->length)
			continue;
		struct gathered one = {0};
		gather(&one, sample, 0);
		struct series_point *point = &series->points[at];
		point->summary = stats_summary(one.obs, one.n);
		point->failed = one.failed;
		point->reason = one.reason;
		free(one.obs);
	}
}

static struct gathered *gather_chart(const struct campaign *campaign, size_t chart,
	const struct samples *samples)
{
	struct gathered *cells = xcalloc(campaign->cells_n, sizeof(*cells));
	unsigned *boots = kernel_boots(campaign);
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (campaign->cells[sample->cell].chart == chart)
			gather(&cells[sample->cell], sample, boots[sample->entry]);
	}
	free(boots);
	return cells;
}

void series_set_init(struct series_set *set, const struct campaign *campaign, size_t chart,
	const struct samples *samples)
{
	struct gathered *cells = gather_chart(campaign, chart, samples);
	*set = (struct series_set){campaign, &campaign->charts[chart],
		xcalloc(campaign->variants_n, sizeof(*set->series)), campaign->variants_n};

	for (size_t v = 0; v < campaign->variants_n; v++) {
		struct series *series = &set->series[v];
		series->label = campaign->variants[v].label;
		series->slug = campaign->variants[v].slug;
		series->style = (unsigned)v;
		series->whole = stats_summary(NULL, 0);
	}
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (cell->chart != chart)
			continue;
		struct series *series = &set->series[cell->variant];
		if (set->chart->swept) {
			add_count(series, cell, &cells[i]);
		} else {
			add_runs(series, campaign, i, samples);
			series->whole = stats_summary(cells[i].obs, cells[i].n);
		}
	}
	for (size_t i = 0; i < campaign->cells_n; i++)
		free(cells[i].obs);
	free(cells);
}

void series_set_release(struct series_set *set)
{
	for (size_t i = 0; i < set->length; i++)
		free(set->series[i].points);
	free(set->series);
	*set = (struct series_set){0};
}
