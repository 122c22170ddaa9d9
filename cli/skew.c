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

/* The chart and variant of the rows below, where they are not those of the rows above. */
static void add_heading(struct text *text, const struct campaign *campaign,
	const struct campaign_cell *cell, const struct campaign_cell *above)
{
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	if (above && above->chart == cell->chart && above->variant == cell->variant)
		return;
	text_add(text, "\n%s, ", chart->slug);
	text_add_line(text, campaign->variants[cell->variant].label);
	text_add(text, ": ");
	text_add_line(text, chart->unit_text);
	text_add(text, "\n%5s %4s %4s %8s %7s %7s %7s %7s %7s %8s %7s\n", "count", "runs", "sets",
		"distinct", "lowest", "highest", "median", "below", "above", "in a set", "between");
}

static void add_row(struct text *text, const struct campaign_cell *cell, const struct skew *skew)
{
	char inside[SPREAD_BYTES], between[SPREAD_BYTES], count[SPREAD_BYTES] = "-";
	if (cell->count)
		snprintf(count, sizeof(count), "%u", cell->count);
	text_add(text, "%5s", count);
	if (!skew->runs) {
		text_add(text, "  no values\n");
		return;
	}
	text_add(text, " %4u %4u %8u %7.4g %7.4g %7.4g %7.3g %+7.3g %8s %7s\n", skew->runs,
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
	if (strcmp(campaign->machine, "import") == 0)
		return error_set(err, "campaign %s is imported: its layouts are not known",
			campaign->id);
	if (!plan_parse(campaign->plan, "the campaign's plan", &plan, err))
		return false;
	unsigned set = plan.layout == PLAN_LAYOUT_REDRAWN ? 1 : plan.set;
	enum sample_use *uses = sample_uses(campaign, samples);
	text_add(text, "layout: %s\nValues to %d digits; the median is that of the distinct ones. "
		       "Spread is\nhighest - lowest: inside a set the median over sets, between "
		       "sets that of\ntheir medians. Sets of placement each are its CPUs.\n",
		layouts[plan.layout], SKEW_DIGITS);
	const struct campaign_cell *above = NULL;
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		struct skew skew = skew_of(campaign, samples, uses, i, set);
		if (cell->skipped)
			continue;
		add_heading(text, campaign, cell, above);
		add_row(text, cell, &skew);
		above = cell;
	}
	free(uses);
	plan_release(&plan);
	return true;
}
