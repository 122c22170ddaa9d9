/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/dat.h"

#include "model/revision.h"
#include "model/rows.h"

#include <math.h>

/* What the three columns of a series are. */
static void add_meaning(struct text *out, const struct series_set *set)
{
	static const char *const statistics[SERIES_STATISTIC_N] = {
		"centre", "median of all launches", "lowest value", "mean"};
	static const char *const bands[SERIES_BAND_N] = {
		"the 95 % interval from low to high", "lowest and highest value", "no band"};
	text_add(out, "# %s, and %s; NaN: none\n", statistics[set->statistic], bands[set->band]);
	if (!set->relative_to)
		return;
	text_add(out, "# as multiples of ");
	text_add_line(out, set->relative_to);
	text_add(out, "\n");
}

static void add_comments(struct text *out, const struct series_set *set)
{
	const struct campaign *campaign = set->campaign;
	const struct campaign_chart *chart = set->chart;

	text_add(out, "# ");
	text_add_line(out, campaign->title);
	char name[REVISION_NAME_BYTES];
	text_add(out, "\n# campaign %s, chart %s: %s", revision_name(campaign, name), chart->slug,
		chart->unit_text);
	text_add(out, ", %s is better%s\n", better_name(chart->better),
		chart->emulated ? ", emulated" : "");
	revision_add_lines(out, campaign, "# ");
	for (size_t i = 0; i < set->length; i++) {
		text_add(out, "# %s: ", set->series[i].slug);
		text_add_line(out, set->series[i].label);
		text_add(out, "\n");
	}
	add_meaning(out, set);
	text_add(out, "# %s", chart->swept ? "count" : "run");
	for (size_t i = 0; i < set->length; i++)
		text_add(out, "\t%s\t%s.low\t%s.high", set->series[i].slug, set->series[i].slug,
			set->series[i].slug);
	text_add(out, "\n");
}

static void add_number(struct text *out, double value)
{
	char number[TEXT_NUMBER_BYTES];
	text_add(out, "\t%s", isfinite(value) ? text_number(value, number) : "NaN");
}

void dat_add(struct text *out, const struct series_set *set)
{
	struct rows rows;
	rows_init(&rows, set);
	add_comments(out, set);
	for (size_t row = 0; row < rows.length; row++) {
		char number[TEXT_NUMBER_BYTES];
		text_add(out, "%s", text_number(rows.x[row], number));
		for (size_t column = 0; column < rows.columns; column++) {
			const struct series_point *point = rows_at(&rows, row, column);
			add_number(out, point ? point->summary.centre : NAN);
			add_number(out, point ? point->summary.low : NAN);
			add_number(out, point ? point->summary.high : NAN);
		}
		text_add(out, "\n");
	}
	rows_release(&rows);
}
