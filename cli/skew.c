/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/skew.h"

#include <math.h>

#include "model/plan.h"
#include "model/skew.h"

#define SPREAD_BYTES 16

static const char *spread_text(double spread, char buffer[static SPREAD_BYTES])
{
	if (isnan(spread))
		return "-";
	snprintf(buffer, SPREAD_BYTES, "%.3g", spread);
	return buffer;
}

static void add_row(struct text *text, const struct campaign *campaign, size_t number,
	const struct skew *skew)
{
	const struct campaign_cell *cell = &campaign->cells[number];
	char inside[SPREAD_BYTES], between[SPREAD_BYTES], count[SPREAD_BYTES] = "-";
	if (cell->count)
		snprintf(count, sizeof(count), "%u", cell->count);
	text_add(text, "%-20s %-14s %5s", campaign->charts[cell->chart].slug,
		campaign->variants[cell->variant].slug, count);
	if (!skew->runs) {
		text_add(text, "  no values\n");
		return;
	}
	text_add(text, " %4u %4u %8u %9.4g %9.4g %9.4g %8.3g %+8.3g %10s %10s\n", skew->runs,
		skew->sets, skew->distinct, skew->low, skew->high, skew->median,
		skew->low - skew->median, skew->high - skew->median,
		spread_text(skew->inside, inside), spread_text(skew->between, between));
}

bool skew_add(struct text *text, const struct campaign *campaign, const struct samples *samples,
	struct error *err)
{
	static const char *const layouts[] = {
		[PLAN_LAYOUT_REDRAWN] = "drawn anew for every launch",
		[PLAN_LAYOUT_FIXED] = "the same for all launches",
		[PLAN_LAYOUT_SETS] = "drawn anew for every set of runs",
	};
	struct plan plan;
	if (!plan_parse(campaign->plan, "the campaign's plan", &plan, err))
		return false;
	unsigned set = plan.layout == PLAN_LAYOUT_REDRAWN ? 1 : plan.set;
	enum sample_use *uses = sample_uses(campaign, samples);
	text_add(text, "layout: %s\nValues to %d digits; the median is that of the distinct ones. "
		       "Spread is highest - lowest:\ninside a set the median over sets, between "
		       "sets that of their medians. Sets of placement each are its CPUs.\n\n",
		layouts[plan.layout], SKEW_DIGITS);
	text_add(text, "%-20s %-14s %5s %4s %4s %8s %9s %9s %9s %8s %8s %10s %10s\n", "chart",
		"variant", "count", "runs", "sets", "distinct", "lowest", "highest", "median",
		"below", "above", "in a set", "between");
	for (size_t i = 0; i < campaign->cells_n; i++) {
		struct skew skew = skew_of(campaign, samples, uses, i, set);
		if (!campaign->cells[i].skipped)
			add_row(text, campaign, i, &skew);
	}
	free(uses);
	plan_release(&plan);
	return true;
}
