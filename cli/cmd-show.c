/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "cli/command.h"
#include "cli/skew.h"
#include "model/mail.h"
#include "model/revision.h"
#include "model/rows.h"
#include "model/url.h"
#include "web/number.h"

struct arguments {
	const char *id, *baseline;
	struct choice choice;
	bool mail, skew;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	struct error err;
	switch (key) {
	case 'm':
		arguments->mail = true;
		return 0;
	case 'k':
		arguments->skew = true;
		return 0;
	case 'b':
		arguments->baseline = arg;
		return 0;
	case 'r':
		if (!choice_set(&arguments->choice, arg, &err))
			argp_error(state, "--rows: %s", err.message);
		return 0;
	default:
		return command_one(key, arg, state, &arguments->id, "campaign id");
	}
}

static const struct argp_option options[] = {
	{"mail", 'm', NULL, 0, "As text for a mail: ASCII, 72 columns, with verdicts", 0},
	{"skew", 'k', NULL, 0, "Spread inside and between sets of runs that share a layout", 0},
	{"baseline", 'b', "VARIANT", 0, "--mail: compare with this variant", 0},
	{"rows", 'r', "LIST", 0, "--mail: show these counts, 15..25 or 2,4,8..64/8", 0},
	{0},
};

#define CELL_BYTES (5 * NUMBER_BYTES)
#define WIDTH 80       /* of a table, in columns of the terminal; one series may need more */
#define X_WIDTH 10     /* of its first column */
#define WIDTH_LEAST 16 /* of the others */
#define GAP 2          /* between them */

/* Some series of a chart, which stand side by side. */
struct columns {
	const struct series_set *set;
	size_t from, to;
	int width; /* of each */
};

/* "6.532 (6.528 to 6.541) 12/3", as much of it as there is; gives its length. */
static int cell_text(const struct summary *summary, char cell[static CELL_BYTES])
{
	char centre[NUMBER_BYTES], low[NUMBER_BYTES], high[NUMBER_BYTES];
	if (summary->kind == SUMMARY_NOTHING)
		return snprintf(cell, CELL_BYTES, "-");
	number_text(summary->centre, centre);
	if (isnan(summary->low))
		return snprintf(cell, CELL_BYTES, "%s %u/%u", centre, summary->n, summary->boots);
	return snprintf(cell, CELL_BYTES, "%s (%s to %s) %u/%u", centre,
		number_text(summary->low, low), number_text(summary->high, high), summary->n,
		summary->boots);
}

/* What the chart's longest number and label need. */
static int column_width(const struct series_set *set)
{
	char cell[CELL_BYTES];
	int width = WIDTH_LEAST;
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		int length = (int)text_utf8_fit(series->label, WIDTH - X_WIDTH - GAP);
		width = length > width ? length : width;
		length = cell_text(&series->whole, cell);
		width = length > width ? length : width;
		for (size_t j = 0; set->chart->swept && j < series->length; j++) {
			length = cell_text(&series->points[j].summary, cell);
			width = length > width ? length : width;
		}
	}
	return width;
}

static void add_summary(struct text *text, int width, const struct summary *summary)
{
	char cell[CELL_BYTES];
	cell_text(summary, cell);
	text_add(text, "%*s", width + GAP, cell);
}

/* To the right, as the numbers below it; a long one keeps its beginning. */
static void add_label(struct text *text, int width, const char *label)
{
	struct text line = TEXT_EMPTY;
	text_add_line(&line, label);
	size_t length = line.length ? text_utf8_fit(line.bytes, (size_t)width) : 0;
	for (size_t i = 0; i < length; i++)
		width -= (line.bytes[i] & 0xc0) != 0x80; /* a character's first byte */
	text_add(text, "%*s", width + GAP, "");
	text_add_bytes(text, line.bytes, length);
	text_release(&line);
}

static void add_swept(struct text *text, const struct columns *columns)
{
	struct rows rows;
	rows_init(&rows, columns->set);
	for (size_t r = 0; r < rows.length; r++) {
		text_add(text, "%-*.10g", X_WIDTH, rows.x[r]);
		for (size_t c = columns->from; c < columns->to; c++) {
			const struct series_point *point = rows_at(&rows, r, c);
			add_summary(text, columns->width,
				point ? &point->summary : &columns->set->series[c].whole);
		}
		text_add(text, "\n");
	}
	rows_release(&rows);
}

static void add_table(struct text *text, const struct columns *columns)
{
	const struct series_set *set = columns->set;
	int begun = (int)text->length;
	text_add_line(text, set->chart->swept ? set->chart->x_text : "");
	int length = (int)text->length - begun;
	text_add(text, "%*s", length < X_WIDTH ? X_WIDTH - length : 0, "");
	for (size_t i = columns->from; i < columns->to; i++)
		add_label(text, columns->width, set->series[i].label);
	text_add(text, "\n");
	if (set->chart->swept) {
		add_swept(text, columns);
		return;
	}
	text_add(text, "%-*s", X_WIDTH, "all runs");
	for (size_t i = columns->from; i < columns->to; i++)
		add_summary(text, columns->width, &set->series[i].whole);
	text_add(text, "\n");
}

/* One table of all series, or where they are too wide for that several, one below the other. */
static void add_tables(struct text *text, const struct series_set *set)
{
	int width = column_width(set);
	size_t fit = width + GAP < WIDTH - X_WIDTH ? (size_t)((WIDTH - X_WIDTH) / (width + GAP)) : 1;
	for (size_t from = 0; from < set->length; from += fit) {
		size_t to = from + fit < set->length ? from + fit : set->length;
		text_add(text, "%s", from ? "\n" : "");
		add_table(text, &(struct columns){set, from, to, width});
	}
}

/* What is not in the numbers, or is only for lack of better ones. */
static void add_disturbed(struct text *text, const struct series_set *set)
{
	unsigned left_out = 0, for_lack = 0;
	for (size_t i = 0; i < set->length; i++)
		for (size_t j = 0; j < set->series[i].length; j++) {
			left_out += set->series[i].points[j].disturbed;
			for_lack += set->series[i].points[j].for_lack;
		}
	if (left_out)
		text_add(text, "disturbed samples left out: %u\n", left_out);
	if (for_lack)
		text_add(text, "disturbed samples used, as every attempt was: %u\n", for_lack);
}

static void add_chart(struct text *text, const struct series_set *set)
{
	const struct campaign_chart *chart = set->chart;
	text_add(text, "\n%s%s", chart->slug, chart->like[0] ? " (" : "");
	text_add_line(text, chart->like);
	text_add(text, "%s: ", chart->like[0] ? ")" : "");
	text_add_line(text, chart->unit_text);
	text_add(text, ", %s is better%s\n", better_name(chart->better),
		chart->emulated ? ";\nemulated wall time, no verdict" : "");
	add_tables(text, set);
	add_disturbed(text, set);
}

static void add_campaign(struct text *text, const struct campaign *campaign,
	const struct samples *samples)
{
	char started[TEXT_TIME_BYTES];
	char name[REVISION_NAME_BYTES];
	text_add(text, "%s  ", revision_name(campaign, name));
	text_add_line(text, campaign->title);
	text_add(text, "\n%s, host ", text_time(campaign->started_us, started));
	text_add_line(text, campaign->host);
	text_add(text, ", machine ");
	text_add_line(text, campaign->machine);
	text_add(text, "%s", campaign->accel[0] ? " " : "");
	text_add_line(text, campaign->accel);
	text_add(text, ", ");
	text_add_line(text, campaign->tool);
	text_add(text, "\n");
	if (campaign->digest)
		text_add(text, "%s\ndigest %s\n", campaign->withdrawn ? "withdrawn" : "complete",
			campaign->digest);
	else
		text_add(text, "not complete\n");
	revision_add_lines(text, campaign, "");
	if (campaign->withdrawn)
		return;
	text_add(text, "\nOne kernel boot: median of the samples with its exact 95 %% interval (from 6\n"
		       "samples on). Several: geometric mean of the boots' medians with the 95 %% t\n"
		       "interval of their logarithms. Behind each number: launches/boots that it\n"
		       "rests on.\n");
	for (size_t i = 0; i < campaign->charts_n; i++) {
		struct series_set set;
		series_set_init(&set, campaign, i, samples);
		add_chart(text, &set);
		series_set_release(&set);
	}
}

/* False after saying what is wrong. */
static bool add_skew(struct text *text, const struct campaign *campaign,
	const struct samples *samples)
{
	struct error err;
	if (skew_add(text, campaign, samples, &err))
		return true;
	command_fail(EXIT_FAILED, &err);
	return false;
}

/* False after saying what is wrong. */
static bool add_mail(struct text *text, const struct arguments *arguments,
	const struct campaign *campaign, const struct samples *samples)
{
	struct error err;
	struct judgement judgement;
	char url[URL_BYTES];
	ptrdiff_t base = campaign->baseline;
	if (arguments->baseline)
		base = campaign_variant_find(campaign, arguments->baseline);
	if (base < 0) {
		error_set(&err, "campaign %s has no variant '%s' to be the baseline", campaign->id,
			arguments->baseline);
		command_fail(EXIT_FAILED, &err);
		return false;
	}
	judgement_of_campaign(&judgement, campaign, samples, (size_t)base);
	mail_add_campaign(text, campaign, samples, &judgement, (size_t)base, &arguments->choice,
		url_of_site(url));
	judgement_release(&judgement);
	return true;
}

int cmd_show(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "CAMPAIGN",
		"Prints a campaign's numbers as text. \"latest\" is the newest campaign.", NULL, NULL,
		NULL};
	struct arguments arguments = {.choice = {.limit = MAIL_ROWS}};
	struct campaign campaign;
	struct samples samples;
	struct text text = TEXT_EMPTY;
	command_parse(&argp, argc, argv, globals, &arguments);

	if (!command_load(globals, arguments.id, &campaign, &samples))
		return EXIT_FAILED;
	bool ok = true;
	if (arguments.mail)
		ok = add_mail(&text, &arguments, &campaign, &samples);
	else if (arguments.skew)
		ok = add_skew(&text, &campaign, &samples);
	else
		add_campaign(&text, &campaign, &samples);
	int code = ok ? command_write(&text) : EXIT_FAILED;
	text_release(&text);
	choice_release(&arguments.choice);
	samples_release(&samples);
	campaign_release(&campaign);
	return code;
}
