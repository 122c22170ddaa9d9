/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <limits.h>

#include "cli/command.h"
#include "model/formats/bench.h"
#include "model/formats/csv.h"
#include "model/formats/dat.h"
#include "model/formats/gnuplot.h"
#include "model/formats/json.h"
#include "model/formats/jsonl.h"
#include "model/formats/ministat.h"
#include "model/whole.h"

struct source {
	const struct campaign *campaign;
	const struct samples *samples;
	ptrdiff_t chart;     /* -1: all */
	const char *variant; /* a slug or label, NULL: all */
	long count;          /* -1: all */
};

typedef bool export_function(const struct source *source, struct text *text, struct error *err);

static bool export_jsonl(const struct source *source, struct text *text, struct error *err)
{
	return jsonl_write(source->campaign, source->samples, text, err);
}

static bool export_csv(const struct source *source, struct text *text, struct error *err)
{
	(void)err;
	csv_add_header(text);
	csv_add_samples(text, source->campaign, source->samples);
	return true;
}

/* Of each chart asked for; between two of them what the form wants there. */
static bool export_charts(const struct source *source, struct text *text, const char *between,
	void (*add)(struct text *, const struct series_set *))
{
	bool first = true;
	for (size_t i = 0; i < source->campaign->charts_n; i++) {
		struct series_set set;
		if (source->chart >= 0 && (size_t)source->chart != i)
			continue;
		text_add(text, "%s", first ? "" : between);
		series_set_init(&set, source->campaign, i, source->samples);
		add(text, &set);
		series_set_release(&set);
		first = false;
	}
	return true;
}

static bool export_dat(const struct source *source, struct text *text, struct error *err)
{
	(void)err;
	return export_charts(source, text, "\n\n", dat_add); /* gnuplot: one index each */
}

static bool export_gnuplot(const struct source *source, struct text *text, struct error *err)
{
	(void)err;
	return export_charts(source, text, "\n", gnuplot_add);
}

static bool export_json(const struct source *source, struct text *text, struct error *err)
{
	(void)err;
	if (source->chart >= 0)
		return export_charts(source, text, "", json_add_chart);
	text_add(text, "[\n");
	export_charts(source, text, ",\n", json_add_chart);
	text_add(text, "]\n");
	return true;
}

static bool export_bench(const struct source *source, struct text *text, struct error *err)
{
	(void)err;
	bench_add(text, source->campaign, source->samples, source->chart);
	return true;
}

static bool is_asked_for(const struct source *source, const struct campaign_cell *cell)
{
	const struct campaign_variant *variant = &source->campaign->variants[cell->variant];
	return (source->chart < 0 || (size_t)source->chart == cell->chart) &&
	       (source->count < 0 || source->count == (long)cell->count) &&
	       (!source->variant || strcmp(source->variant, variant->slug) == 0 ||
		       strcmp(source->variant, variant->label) == 0);
}

static bool export_ministat(const struct source *source, struct text *text, struct error *err)
{
	size_t found = 0, cell = 0;
	for (size_t i = 0; i < source->campaign->cells_n; i++)
		if (is_asked_for(source, &source->campaign->cells[i])) {
			cell = i;
			found++;
		}
	if (found != 1)
		return error_set(err,
			"ministat's files hold one cell and this is %zu of them: choose "
			"with --chart, --variant and --count",
			found);
	ministat_add(text, source->campaign, source->samples, cell);
	return true;
}

static const struct form {
	const char *name;
	export_function *write;
	bool by_chart; /* can be had of one chart */
	bool sealed;   /* holds what was sealed, and the amendments beside it */
} forms[] = {
	{"jsonl", export_jsonl, false, true},       /* the canonical form; the default */
	{"csv", export_csv, false, false},          /* one row a sample */
	{"dat", export_dat, true, false},           /* gnuplot columns */
	{"gp", export_gnuplot, true, false},        /* a gnuplot script */
	{"json", export_json, true, false},         /* what is drawn */
	{"bench", export_bench, true, false},       /* Go's benchmark lines */
	{"ministat", export_ministat, true, false}, /* one cell, a number a line */
};

struct arguments {
	const char *id, *chart, *variant;
	long count;
	const struct form *form;
};

static long parse_count(const char *arg, struct argp_state *state)
{
	uint64_t count = 0;
	if (!whole_parse(arg, LONG_MAX, &count))
		argp_error(state, "bad count '%s': expected a whole number", arg);
	return (long)count;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'f':
		for (size_t i = 0; i < ARRAY_LENGTH(forms); i++)
			if (strcmp(forms[i].name, arg) == 0) {
				arguments->form = &forms[i];
				return 0;
			}
		argp_error(state,
			"unknown format '%s': expected jsonl, csv, dat, gp, json, bench "
			"or ministat",
			arg);
		return 0;
	case 'c':
		arguments->chart = arg;
		return 0;
	case 'V':
		arguments->variant = arg;
		return 0;
	case 'n':
		arguments->count = parse_count(arg, state);
		return 0;
	default:
		return command_one(key, arg, state, &arguments->id, "campaign id");
	}
}

static const struct argp_option options[] = {
	{"format", 'f', "FORMAT", 0,
		"jsonl (canonical, the default), csv (a row a sample), dat, gp, json (of charts: "
		"one document with --chart, else an array of them), bench (Go's benchmark lines), "
		"ministat (the values of one cell)",
		0},
	{"chart", 'c', "CHART", 0,
		"Only this chart, for example ring.bound (dat, gp, json, bench, ministat)", 0},
	{"variant", 'V', "VARIANT", 0, "Only this variant (ministat)", 0},
	{"count", 'n', "COUNT", 0, "Only this count (ministat)", 0},
	{0},
};

static int export(const struct arguments *arguments, const struct campaign *campaign,
	const struct samples *samples)
{
	struct error err;
	struct text text = TEXT_EMPTY;
	struct source source = {campaign, samples, -1, arguments->variant, arguments->count};
	bool one_cell = arguments->form->write == export_ministat;
	if ((arguments->variant || arguments->count >= 0) && !one_cell) {
		error_set(&err, "--variant and --count go with --format=ministat");
		return command_fail(EXIT_USAGE, &err);
	}
	if (arguments->chart) {
		source.chart = campaign_chart_find(campaign, arguments->chart);
		if (source.chart < 0) {
			error_set(&err, "campaign %s has no chart '%s'", campaign->id,
				arguments->chart);
			return command_fail(EXIT_FAILED, &err);
		}
		if (!arguments->form->by_chart) {
			error_set(&err, "%s is of a whole campaign: --chart does not go with it",
				arguments->form->name);
			return command_fail(EXIT_USAGE, &err);
		}
	}
	int code = arguments->form->write(&source, &text, &err) ? command_write(&text)
								: command_fail(EXIT_FAILED, &err);
	text_release(&text);
	return code;
}

int cmd_export(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "CAMPAIGN",
		"Writes a campaign to stdout. The canonical form (JSON Lines) holds everything and "
		"can be imported again; it is byte-identical each time.",
		NULL, NULL, NULL};
	struct arguments arguments = {.form = &forms[0], .count = -1};
	struct campaign campaign;
	struct samples samples;
	command_parse(&argp, argc, argv, globals, &arguments);

	struct store *store = command_store(globals, STORE_READ);
	bool found = store &&
		     (arguments.form->sealed ? command_campaign_sealed : command_campaign_whole)(
			     store, arguments.id, &campaign, &samples);
	store_close(store);
	if (!found)
		return EXIT_FAILED;
	int code = export(&arguments, &campaign, &samples);
	samples_release(&samples);
	campaign_release(&campaign);
	return code;
}
