/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cross-checks: what the numbers say of themselves, as notes. None of them changes a verdict.
 */
#include "model/compare-pair.h"

#include <math.h>

#define SELF_CHECK 0.10 /* pingpong / 2 against a ring of 2 with its overhead, bound */
#define IDENTICAL_MIN 3

static const char *label_of(const struct compare_pair *pair, int s)
{
	return s == BASE ? pair->base_campaign->variants[pair->base].label
			 : pair->other_campaign->variants[pair->other].label;
}

/* CLOCK_MONOTONIC_RAW counts nanoseconds: that in the chart's unit, 0 where it is no time. */
static double clock_step(const struct campaign_chart *chart)
{
	static const struct {
		const char *unit;
		double step;
	} steps[] = {{"s", 1e-9}, {"ms", 1e-6}, {"us", 1e-3}, {"ns", 1}};
	size_t length = strcspn(chart->unit, "/");
	for (size_t i = 0; i < ARRAY_LENGTH(steps) && chart->clock == CLOCK_WALL; i++)
		if (strlen(steps[i].unit) == length &&
			strncmp(steps[i].unit, chart->unit, length) == 0)
			return steps[i].step;
	return 0;
}

static void check_values(struct compare_pair *pair, const struct compare_table *table, int s)
{
	double step = clock_step(pair->chart), first = NAN;
	size_t n = 0, fine = 0;
	bool identical = true;
	for (size_t i = 0; i < table->cells_n; i++) {
		const struct compare_values *values = table->sides[s].values[i];
		for (size_t j = 0; values && j < values->n; j++) {
			double value = values->obs[j].value;
			first = n++ ? first : value;
			identical &= value == first;
			fine += value > 0 && value < step;
		}
	}
	if (identical && n >= IDENTICAL_MIN)
		compare_note(&pair->notes, &pair->notes_n, "all %zu values of %s are %.6g", n,
			label_of(pair, s), first);
	if (fine)
		compare_note(&pair->notes, &pair->notes_n,
			"%zu of %zu values of %s are below the 1 ns the clock can tell", fine, n,
			label_of(pair, s));
}

/* The same work a group: more groups cannot take less. Said where the intervals say so. */
static void check_growth(struct compare_pair *pair, int s)
{
	const struct workload *workload = workload_find(pair->chart->workload);
	if (!workload || workload->timed || !pair->chart->swept)
		return;
	const struct summary *before = NULL;
	double x = 0;
	for (size_t i = 0; i < pair->cells_n; i++) {
		const struct compare_cell *cell = &pair->cells[i];
		const struct summary *summary = s == BASE ? &cell->base : &cell->other;
		if (isnan(summary->low))
			continue;
		if (before && summary->high < before->low)
			compare_note(&pair->notes, &pair->notes_n,
				"%s: %g %s take less than %g, which do less work",
				label_of(pair, s), cell->x, pair->chart->x_text, x);
		before = summary;
		x = cell->x;
	}
}

void compare_pair_check(struct compare_pair *pair, const struct compare_table *table)
{
	for (int s = 0; s < SIDES; s++) {
		check_values(pair, table, s);
		check_growth(pair, s);
	}
}

/* Median over the variant's undisturbed launches of that bound cell, overhead included; NaN. */
static double median_raw(const struct compare_side *side, const char *workload, unsigned count,
	enum clock clock)
{
	const struct campaign *campaign = side->campaign;
	double *raws = NULL, median = NAN;
	size_t n = 0;
	for (size_t i = 0; i < side->samples->length; i++) {
		const struct sample *sample = &side->samples->samples[i];
		const struct campaign_cell *cell = &campaign->cells[sample->cell];
		const struct campaign_chart *chart = &campaign->charts[cell->chart];
		if (cell->variant != side->variant || cell->count != count ||
			chart->placement != PLACEMENT_BOUND || chart->clock != clock ||
			sample->status != SAMPLE_OK || !isfinite(sample->raw) ||
			strcmp(chart->workload, workload) != 0)
			continue;
		double *raw = xgrow(&raws, &n, sizeof(*raw));
		*raw = sample->raw;
	}
	if (n)
		median = stats_median(raws, n);
	free(raws);
	return median;
}

void compare_check_side(struct comparison *comparison, const struct compare_side *side)
{
	for (int clock = 0; clock < CLOCK_N; clock++) {
		double ring = median_raw(side, "ring", 2, (enum clock)clock);
		double half = median_raw(side, "pingpong", 0, (enum clock)clock) / 2;
		if (isnan(ring) || isnan(half) || fabs(half - ring) <= SELF_CHECK * ring)
			continue;
		compare_note(&comparison->notes, &comparison->notes_n,
			"%s, bound: half a pingpong is %.4g, but a ring of 2 with its overhead "
			"%.4g: the same work, more than 10 %% apart",
			side->campaign->variants[side->variant].label, half, ring);
	}
}

static bool same_sides(const struct compare_pair *a, const struct compare_pair *b)
{
	return a->base_campaign == b->base_campaign && a->other_campaign == b->other_campaign &&
		a->base == b->base && a->other == b->other &&
		a->chart->placement == b->chart->placement && a->chart->clock == b->chart->clock;
}

/* -1 or 1 where the cell at that count is proven lower or higher, else 0. */
static int proven_at(const struct compare_pair *pair, double x)
{
	for (size_t i = 0; i < pair->cells_n; i++)
		if (pair->cells[i].x == x && pair->cells[i].marked)
			return pair->cells[i].ratio.ratio > 1 ? 1 : -1;
	return 0;
}

void compare_check_verdicts(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->length; i++)
		for (size_t j = 0; j < comparison->length; j++) {
			const struct compare_pair *ring = &comparison->pairs[i];
			const struct compare_pair *pingpong = &comparison->pairs[j];
			if (strcmp(ring->chart->workload, "ring") != 0 ||
				strcmp(pingpong->chart->workload, "pingpong") != 0 ||
				!same_sides(ring, pingpong) ||
				proven_at(ring, 2) * proven_at(pingpong, 0) >= 0)
				continue;
			compare_note(&comparison->notes, &comparison->notes_n,
				"%s, %s: a ring of 2 and pingpong do the same work, and yet one "
				"is proven higher and the other lower",
				label_of(ring, OTHER),
				placement_name(ring->chart->placement));
		}
}
