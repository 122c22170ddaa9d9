/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 *	ring.bound (us/switch)
 *	                                 6.1                 6.1-rt
 *	Amean     2           4.6020 (   0.00%)     4.7020 *  -2.17%*
 *
 * Stars instead of brackets where the difference is proven, as there.
 */
#include <math.h>

#include "model/ascii.h"
#include "model/formats/style.h"
#include "model/verdict.h"

#define NAME_WIDTH 24

/* Positive is better, whichever way the metric points. */
static double gain_percent(const struct compare_pair *pair, const struct compare_cell *cell)
{
	if (!verdict_has_change(pair))
		return NAN;
	return (pair->higher_is_better ? cell->means - 1 : 1 - cell->means) * 100;
}

static void add_value(struct text *out, const struct summary *summary, double percent, bool marked)
{
	if (summary->kind == SUMMARY_NOTHING)
		text_add(out, " %12s %10s", "-", "");
	else if (isfinite(percent))
		text_add(out, " %12.4f %c%8.2f%%%c", summary->mean, marked ? '*' : '(', percent,
			marked ? '*' : ')');
	else
		text_add(out, " %12.4f %10s", summary->mean, "(n/a)");
}

/* Over their columns, as far as they fit; the sentence below has more of them. */
static void add_names(struct text *out, const char *base, const char *other)
{
	char *base_fit = ascii_fit(base, NAME_WIDTH), *other_fit = ascii_fit(other, NAME_WIDTH);
	text_add(out, "%15s %*s %*s\n", "", NAME_WIDTH, base_fit, NAME_WIDTH, other_fit);
	free(other_fit);
	free(base_fit);
}

static void add_pair(struct text *out, const struct compare_pair *pair,
	const struct choice *choice)
{
	char *base = verdict_name_base(pair, VERDICT_ASCII);
	char *other = verdict_name_other(pair, VERDICT_ASCII);
	struct text line = TEXT_EMPTY;
	text_add(out, "%s (%s, %s; positive percentages are better)\n", pair->chart->slug,
		campaign_chart_unit(pair->chart), verdict_direction(pair->higher_is_better));
	if (choice_shows_any(choice, pair))
		add_names(out, base, other);
	else if (pair->cells_n)
		text_add(out, "(" CHOICE_NONE ")\n");
	for (size_t i = 0; i < pair->cells_n; i++) {
		const struct compare_cell *cell = &pair->cells[i];
		if (!choice_shows_cell(choice, pair, i))
			continue;
		if (pair->chart->swept)
			text_add(out, "%-8s %-6.10g", "Amean", cell->x);
		else
			text_add(out, "%-15s", "Amean");
		add_value(out, &cell->base, 0, false);
		add_value(out, &cell->other, gain_percent(pair, cell), cell->marked);
		text_add(out, "\n");
	}
	style_add_sentence(&line, pair);
	ascii_wrap(out, "# ", 2, line.bytes, STYLE_WIDTH);
	text_add(out, "\n");
	text_release(&line);
	free(other);
	free(base);
}

void style_mmtests(struct text *out, const struct judgement *judgement,
	const struct choice *choice)
{
	for (size_t i = 0; i < judgement->length; i++) {
		const struct judged *judged = &judgement->judged[i];
		for (size_t c = 0; c < judged->comparability.length; c++)
			ascii_wrap(out, "# ", 2, judged->comparability.items[c].text, STYLE_WIDTH);
		text_add(out, "%s", judged->comparability.length ? "\n" : "");
		for (size_t p = 0; p < judged->pairs_n; p++)
			add_pair(out, &judgement->comparison.pairs[judged->first + p], choice);
	}
}
