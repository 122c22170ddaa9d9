/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/compare.h"

#include <math.h>

#include "model/comparability.h"
#include "model/compare-pair.h"

static const char *const verdict_names[VERDICT_N] = {
	[VERDICT_NO_DATA] = "no data",
	[VERDICT_NOT_COMPARABLE] = "not comparable",
	[VERDICT_NO_DIFFERENCE] = "no difference proven",
	[VERDICT_WITHIN_BOOT] = "differs within one boot",
	[VERDICT_FASTER] = "faster",
	[VERDICT_SLOWER] = "slower",
	[VERDICT_MIXED] = "faster and slower",
};

static const char *const state_words[COMPARE_CELL_STATE_N] = {
	[COMPARE_CELL_TESTED] = "",
	[COMPARE_CELL_NO_BASE] = "no value of the baseline",
	[COMPARE_CELL_NO_OTHER] = "no value",
	[COMPARE_CELL_INCOMPLETE] = "no value in some boot",
	[COMPARE_CELL_NOT_POSITIVE] = "a median of 0 or below",
	[COMPARE_CELL_TRIPS] = "counted over different numbers of trips",
};

const char *verdict_name(enum verdict verdict)
{
	return verdict_names[verdict];
}

const char *compare_cell_state_words(enum compare_cell_state state)
{
	return state_words[state];
}

void compare_init(struct comparison *comparison)
{
	*comparison = (struct comparison){0};
}

static void release_notes(char **notes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(notes[i]);
	free(notes);
}

void compare_release(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->length; i++) {
		struct compare_pair *pair = &comparison->pairs[i];
		free(pair->reason);
		free(pair->cells);
		free(pair->crossings);
		free(pair->left_out);
		release_notes(pair->notes, pair->notes_n);
	}
	free(comparison->pairs);
	release_notes(comparison->notes, comparison->notes_n);
	compare_init(comparison);
}

/* The chart of the same workload and placement, of the same clock where there is one; or -1. */
static ptrdiff_t counterpart(const struct campaign *campaign, const struct campaign_chart *chart)
{
	ptrdiff_t found = -1;
	for (size_t i = 0; i < campaign->charts_n; i++) {
		const struct campaign_chart *other = &campaign->charts[i];
		if (strcmp(other->workload, chart->workload) != 0 ||
			other->placement != chart->placement)
			continue;
		if (other->clock == chart->clock && strcmp(other->unit, chart->unit) == 0)
			return (ptrdiff_t)i;
		found = (ptrdiff_t)i;
	}
	return found;
}

/* Why nothing of the charts may be put side by side at all; NULL where it may. */
static char *nothing_because(const struct campaign *base, const struct campaign *other,
	ptrdiff_t found)
{
	const struct campaign *withdrawn = base->withdrawn ? base : other;
	if (withdrawn->withdrawn)
		return xasprintf("amendment %u withdrew campaign %s", withdrawn->withdrawn,
			withdrawn->id);
	return found < 0 ? xasprintf("%s has no such chart", other->id) : NULL;
}

static void add_pair(struct comparison *comparison,
	const struct compare_source *const sources[static SIDES], size_t chart,
	const char *obstacle)
{
	const struct campaign *base = sources[BASE]->campaign, *other = sources[OTHER]->campaign;
	ptrdiff_t found = counterpart(other, &base->charts[chart]);
	struct compare_pair *pair =
		xgrow(&comparison->pairs, &comparison->length, sizeof(*pair));

	pair->base_campaign = base;
	pair->other_campaign = other;
	pair->chart = &base->charts[chart];
	pair->other_chart = found < 0 ? pair->chart : &other->charts[found];
	pair->base = sources[BASE]->variant;
	pair->other = sources[OTHER]->variant;
	pair->other_times = strcmp(base->id, other->id) != 0;
	pair->higher_is_better = pair->chart->better == BETTER_HIGHER;
	pair->headline = pair->consistency = (struct compare_ratio){NAN, NAN, NAN, NAN};
	pair->means = pair->shape_p = pair->p = pair->q = NAN;
	pair->reason = nothing_because(base, other, found);
	if (pair->reason) {
		pair->other_chart = pair->chart;
		return;
	}
	pair->reason = comparability_charts(pair->chart, pair->other_chart);
	if (pair->reason)
		return;
	const char *emulated = comparability_emulated(pair->chart, pair->other_chart);
	pair->reason = xstrdup_null(emulated ? emulated : obstacle);
	compare_pair_fill(pair, sources, (size_t[SIDES]){chart, (size_t)found});
}

void compare_add(struct comparison *comparison, const struct compare_side *base,
	const struct compare_side *other, const char *obstacle)
{
	struct compare_source of_base, of_other;
	compare_source_init(&of_base, base);
	compare_source_init(&of_other, other);
	const struct compare_source *const sources[SIDES] = {&of_base, &of_other};
	for (size_t i = 0; i < base->campaign->charts_n; i++)
		if (!base->chart || strcmp(base->chart, base->campaign->charts[i].slug) == 0)
			add_pair(comparison, sources, i, obstacle);
	compare_check_side(comparison, base);
	compare_check_side(comparison, other);
	compare_source_release(&of_other);
	compare_source_release(&of_base);
}

void compare_campaign(struct comparison *comparison, const struct campaign *campaign,
	const struct samples *samples, size_t base, const char *const *obstacles)
{
	compare_init(comparison);
	for (size_t i = 0; i < campaign->variants_n; i++) {
		const struct compare_side sides[SIDES] = {
			{campaign, samples, base, NULL}, {campaign, samples, i, NULL}};
		if (i != base)
			compare_add(comparison, &sides[BASE], &sides[OTHER],
				obstacles ? obstacles[i] : NULL);
	}
	compare_decide(comparison);
}
