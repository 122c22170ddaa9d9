/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/mail-table.h"

#include <math.h>

#include "model/ascii.h"
#include "model/number.h"
#include "model/verdict.h"

/* Of the columns, a blank before each but the first: 72 in all with the mark. */
enum { X_WIDTH = 9, VALUE_WIDTH = 12, CHANGE_WIDTH = 9, INTERVAL_WIDTH = 24 };

static void add_cell(struct text *text, int width, const char *string)
{
	char *fit = ascii_fit(string, (size_t)width);
	text_add(text, " %*s", width, fit);
	free(fit);
}

static void add_value(struct text *text, const struct summary *summary)
{
	char number[NUMBER_BYTES];
	if (summary->kind == SUMMARY_NOTHING || !isfinite(summary->centre))
		snprintf(number, sizeof(number), "-");
	else if (strlen(number_text(summary->centre, number)) > VALUE_WIDTH)
		snprintf(number, sizeof(number), "%.4e", summary->centre);
	add_cell(text, VALUE_WIDTH, number);
}

static void add_x(struct text *text, bool swept, double x)
{
	if (swept)
		text_add(text, "%*.10g", X_WIDTH, x);
	else
		text_add(text, "%*s", X_WIDTH, "all runs");
}

static void add_x_head(struct text *text, const struct campaign_chart *chart)
{
	char *fit = ascii_fit(chart->swept ? chart->x_text : "", X_WIDTH);
	text_add(text, "%*s", X_WIDTH, fit);
	free(fit);
}

/* A line without blanks at its end. */
static void end_line(struct text *text)
{
	while (text->length && text->bytes[text->length - 1] == ' ')
		text->bytes[--text->length] = 0;
	text_add(text, "\n");
}

static void add_pair_cell(struct text *text, const struct compare_pair *pair,
	const struct compare_cell *cell)
{
	char change[VERDICT_CHANGE_BYTES], interval[VERDICT_INTERVAL_BYTES];
	bool shown = verdict_has_change(pair);
	add_x(text, pair->chart->swept, cell->x);
	add_value(text, &cell->base);
	add_value(text, &cell->other);
	verdict_change(cell->ratio.ratio, VERDICT_ASCII, change);
	verdict_interval(&cell->ratio, VERDICT_ASCII, interval);
	add_cell(text, CHANGE_WIDTH, shown ? change : "");
	add_cell(text, INTERVAL_WIDTH, shown ? interval : "");
	text_add(text, "%s", cell->marked ? " *" : "");
	end_line(text);
}

void mail_table_add_pair(struct text *text, const struct compare_pair *pair,
	const struct choice *choice)
{
	bool marked = false;
	if (!choice_shows_any(choice, pair)) {
		text_add(text, "%s", pair->cells_n ? "  (" CHOICE_NONE ")\n" : "");
		return;
	}
	char *base = verdict_name_base(pair, VERDICT_ASCII);
	char *other = verdict_name_other(pair, VERDICT_ASCII);
	add_x_head(text, pair->chart);
	/* The sentence above names both; half a name would help nobody. */
	add_cell(text, VALUE_WIDTH, strlen(base) <= VALUE_WIDTH ? base : "baseline");
	add_cell(text, VALUE_WIDTH, strlen(other) <= VALUE_WIDTH ? other : "variant");
	add_cell(text, CHANGE_WIDTH, verdict_has_change(pair) ? "change" : "");
	add_cell(text, INTERVAL_WIDTH, verdict_has_change(pair) ? "95 % interval of it" : "");
	end_line(text);
	for (size_t i = 0; i < pair->cells_n; i++)
		if (choice_shows_cell(choice, pair, i)) {
			add_pair_cell(text, pair, &pair->cells[i]);
			marked |= pair->cells[i].marked;
		}
	if (marked)
		text_add(text, "%*s * %s\n", X_WIDTH, "", verdict_mark(pair));
	free(other);
	free(base);
}

static void add_summary(struct text *text, bool swept, double x, const struct summary *summary)
{
	char counts[NUMBER_BYTES], low[NUMBER_BYTES], high[NUMBER_BYTES];
	char interval[2 * NUMBER_BYTES] = "";
	add_x(text, swept, x);
	add_value(text, summary);
	if (summary->low <= summary->high)
		snprintf(interval, sizeof(interval), "%.14s to %.14s",
			number_text(summary->low, low), number_text(summary->high, high));
	add_cell(text, 32, interval);
	snprintf(counts, sizeof(counts), "%u / %u", summary->n, summary->boots);
	add_cell(text, 15, counts);
	end_line(text);
}

void mail_table_add_series(struct text *text, const struct series_set *set,
	const struct series *series, const struct choice *choice)
{
	size_t begun = text->length, shown = 0;
	add_x_head(text, set->chart);
	add_cell(text, VALUE_WIDTH, strlen(series->label) <= VALUE_WIDTH ? series->label : "value");
	add_cell(text, 32, "95 % interval");
	add_cell(text, 15, "launches/boots");
	end_line(text);
	if (!set->chart->swept) {
		add_summary(text, false, 0, &series->whole);
		return;
	}
	for (size_t i = 0; i < series->length; i++)
		if (choice_shows(choice, i, series->length, series->points[i].x)) {
			add_summary(text, true, series->points[i].x, &series->points[i].summary);
			shown++;
		}
	if (!shown) {
		text->bytes[text->length = begun] = 0;
		text_add(text, "  (" CHOICE_NONE ")\n");
	}
}
