/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 *	            6.1                     6.1-rt
 *	---------------- ---------------------------
 *	         %stddev      %change        %stddev
 *	             \           |               \
 *	      4.602 +- 1%       +2.2%      4.702 +- 1%   ring.bound.2.us/switch
 */
#include <math.h>

#include "model/ascii.h"
#include "model/formats/style.h"
#include "model/verdict.h"

#define NAME_WIDTH 16

static void add_value(struct text *out, const struct summary *summary)
{
	if (summary->kind == SUMMARY_NOTHING) {
		text_add(out, "%16s", "no data");
		return;
	}
	double percent = summary->sd / summary->mean * 100;
	text_add(out, "%10.5g", summary->mean);
	if (isfinite(percent) && percent >= 0.5)
		text_add(out, " +-%2.0f%%", percent);
	else
		text_add(out, "%6s", "");
}

static void add_cell(struct text *out, const struct compare_pair *pair,
	const struct compare_cell *cell)
{
	add_value(out, &cell->base);
	if (verdict_has_change(pair) && isfinite(cell->means))
		text_add(out, " %+9.1f%%%s ", (cell->means - 1) * 100, cell->marked ? "*" : " ");
	else
		text_add(out, " %10s  ", "n/a");
	add_value(out, &cell->other);
	text_add(out, "  %s.", pair->chart->slug);
	if (pair->chart->swept)
		text_add(out, "%.10g.", cell->x);
	text_add_line(out, campaign_chart_unit(pair->chart));
	text_add(out, "\n");
}

static void add_judged(struct text *out, const struct compare_pair *pairs, size_t n,
	const struct choice *choice)
{
	char *base = verdict_name_base(&pairs[0], VERDICT_ASCII);
	char *other = verdict_name_other(&pairs[0], VERDICT_ASCII);
	char *base_fit = ascii_fit(base, NAME_WIDTH), *other_fit = ascii_fit(other, NAME_WIDTH);
	text_add(out, "commit:\n  %s\n  %s\n\n", base, other);
	text_add(out, "%*s %*s%*s\n", NAME_WIDTH, base_fit, 12, "", NAME_WIDTH, other_fit);
	text_add(out, "---------------- ---------------------------\n");
	text_add(out, "         %%stddev     %%change         %%stddev\n");
	text_add(out, "             \\          |                \\\n");
	for (size_t i = 0; i < n; i++)
		for (size_t c = 0; c < pairs[i].cells_n; c++)
			if (choice_shows_cell(choice, &pairs[i], c))
				add_cell(out, &pairs[i], &pairs[i].cells[c]);
	text_add(out, "\n");
	for (size_t i = 0; i < n; i++) {
		struct text line = TEXT_EMPTY;
		text_add(&line, "%s (%s): ", pairs[i].chart->slug,
			verdict_direction(pairs[i].higher_is_better));
		style_add_sentence(&line, &pairs[i]);
		ascii_wrap(out, "", 4, line.bytes, STYLE_WIDTH);
		text_release(&line);
	}
	free(other_fit);
	free(base_fit);
	free(other);
	free(base);
}

void style_lkp(struct text *out, const struct judgement *judgement, const struct choice *choice)
{
	text_add(out, "Means and standard deviations over all launches; %%change = variant /\n"
		      "baseline - 1, raw; * marked by the tests.\n\n");
	for (size_t i = 0; i < judgement->length; i++) {
		const struct judged *judged = &judgement->judged[i];
		for (size_t c = 0; c < judged->comparability.length; c++)
			ascii_wrap(out, "# ", 2, judged->comparability.items[c].text, STYLE_WIDTH);
		if (judged->pairs_n)
			add_judged(out, &judgement->comparison.pairs[judged->first],
				judged->pairs_n, choice);
	}
}
