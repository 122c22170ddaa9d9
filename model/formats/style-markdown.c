/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/style.h"
#include "model/number.h"
#include "model/verdict.h"

/* One line in which no character means anything to Markdown or HTML. */
static void add_escaped(struct text *out, const char *string)
{
	struct text line = TEXT_EMPTY;
	text_add_line(&line, string);
	for (size_t i = 0; i < line.length; i++) {
		char c = line.bytes[i];
		if (c == '<')
			text_add(out, "&lt;");
		else if (c == '&')
			text_add(out, "&amp;");
		else
			text_add(out, strchr("\\`*_{}[]#|~!>@", c) ? "\\%c" : "%c", c);
	}
	text_release(&line);
}

static void add_name(struct text *out, char *name)
{
	add_escaped(out, name);
	free(name);
}

static void add_row(struct text *out, const struct compare_pair *pair,
	const struct compare_cell *cell)
{
	char base[NUMBER_BYTES], other[NUMBER_BYTES];
	char change[VERDICT_CHANGE_BYTES], interval[VERDICT_INTERVAL_BYTES];
	if (pair->chart->swept)
		text_add(out, "| %.10g ", cell->x);
	else
		text_add(out, "| all runs ");
	text_add(out, "| %s | %s ", number_text(cell->base.centre, base),
		number_text(cell->other.centre, other));
	verdict_change(cell->ratio.ratio, VERDICT_UTF8, change);
	verdict_interval(&cell->ratio, VERDICT_UTF8, interval);
	text_add(out, "| %s | %s | %s |\n", verdict_has_change(pair) ? change : "n/a",
		verdict_has_change(pair) ? interval : "", cell->marked ? verdict_mark(pair) : "");
}

static void add_table(struct text *out, const struct compare_pair *pair,
	const struct choice *choice)
{
	text_add(out, "| ");
	add_escaped(out, pair->chart->swept ? pair->chart->x_text : "");
	text_add(out, " | ");
	add_name(out, verdict_name_base(pair, VERDICT_UTF8));
	text_add(out, " | ");
	add_name(out, verdict_name_other(pair, VERDICT_UTF8));
	text_add(out, " | change | 95 %% interval | |\n| ---: | ---: | ---: | ---: | ---: | --- |\n");
	for (size_t i = 0; i < pair->cells_n; i++)
		if (choice_shows_cell(choice, pair, i))
			add_row(out, pair, &pair->cells[i]);
	text_add(out, "\n");
}

static void add_pair(struct text *out, const struct compare_pair *pair,
	const struct choice *choice)
{
	struct text line = TEXT_EMPTY;
	text_add(out, "### %s\n\n", pair->chart->slug);
	add_escaped(out, pair->chart->unit_text);
	text_add(out, ", %s. ", verdict_direction(pair->higher_is_better));
	verdict_add_sentence(&line, pair, VERDICT_UTF8);
	add_escaped(out, line.bytes);
	text_release(&line);
	verdict_add_basis(&line, pair);
	text_add(out, pair->cells_n ? ". (%s)\n\n" : ".\n\n", line.bytes);
	text_release(&line);
	if (choice_shows_any(choice, pair))
		add_table(out, pair, choice);
	else if (pair->cells_n)
		text_add(out, "(" CHOICE_NONE ")\n\n");
}

void style_markdown(struct text *out, const struct judgement *judgement,
	const struct choice *choice)
{
	text_add(out, VERDICT_FORMULA ".\n\n");
	for (size_t i = 0; i < judgement->length; i++) {
		const struct judged *judged = &judgement->judged[i];
		for (size_t c = 0; c < judged->comparability.length; c++) {
			text_add(out, "- ");
			add_escaped(out, judged->comparability.items[c].text);
			text_add(out, "\n");
		}
		text_add(out, "%s", judged->comparability.length ? "\n" : "");
		for (size_t p = 0; p < judged->pairs_n; p++)
			add_pair(out, &judgement->comparison.pairs[judged->first + p], choice);
	}
}
