/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "web/query.h"
#include "web/view.h"

enum { KEY_X = 256, KEY_Y, KEY_SERIES, KEY_BASE, KEY_STAT, KEY_BAND, KEY_RELATIVE, KEY_LOG_X,
	KEY_SCALE, KEY_SIZE };

static const struct form {
	const char *ending;
	chart_function *draw;
} forms[] = {{"png", chart_png}, {"svg", chart_svg}, {"pdf", chart_pdf}};

static const struct size {
	const char *name, *ending;
	struct chart_options options;
} sizes[] = {
	{"page", "", {.width_px = CHART_PAGE_WIDTH_PX, .height_px = CHART_PAGE_HEIGHT_PX}},
	{"full", "", {.width_px = 1920, .height_px = 1080, .type = 1.25}},
	{"preview", ".preview", {.width_px = CHART_PREVIEW_WIDTH_PX,
		.height_px = CHART_PREVIEW_HEIGHT_PX, .type = CHART_PREVIEW_TYPE, .brief = true}},
};

struct arguments {
	const char *id, *out, *chart;
	enum chart_theme theme;
	const struct size *size;
	bool forms[ARRAY_LENGTH(forms)];
	struct text query; /* what a page's address would ask for */
	bool no_query;
};

/* A chart as an address of web/view.h asks for it: the same words give the same picture. */
static const struct {
	int key;
	const char *name, *value; /* NULL: the option's */
} asked[] = {
	{KEY_SCALE, "scale", NULL}, {KEY_X, "x", NULL}, {KEY_Y, "y", NULL},
	{KEY_SERIES, "series", NULL}, {KEY_BASE, "base", NULL}, {KEY_STAT, "stat", NULL},
	{KEY_BAND, "band", NULL}, {KEY_RELATIVE, "relative", "1"}, {KEY_LOG_X, "logx", "1"},
};

static void parse_formats(struct arguments *arguments, const char *list, struct argp_state *state)
{
	for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		size_t length = strcspn(at, ","), form = 0;
		while (form < ARRAY_LENGTH(forms) && (strlen(forms[form].ending) != length ||
			strncmp(forms[form].ending, at, length) != 0))
			form++;
		if (form == ARRAY_LENGTH(forms))
			argp_error(state, "unknown format '%.*s': expected png, svg or pdf",
				(int)length, at);
		else
			arguments->forms[form] = true;
	}
}

static void parse_size(struct arguments *arguments, const char *name, struct argp_state *state)
{
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++)
		if (strcmp(sizes[i].name, name) == 0) {
			arguments->size = &sizes[i];
			return;
		}
	argp_error(state, "unknown size '%s': expected page, full or preview", name);
}

static void end_arguments(struct arguments *arguments, struct argp_state *state)
{
	bool any = false;
	if (!arguments->out)
		argp_error(state, "--out DIR is expected");
	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++)
		any = any || arguments->forms[i];
	if (!any)
		parse_formats(arguments, "png,svg", state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'o':
		arguments->out = arg;
		return 0;
	case 'c':
		arguments->chart = arg;
		return 0;
	case 'f':
		parse_formats(arguments, arg, state);
		return 0;
	case KEY_SIZE: /* -s is the store */
		parse_size(arguments, arg, state);
		return 0;
	case 't':
		arguments->theme = strcmp(arg, "dark") == 0 ? CHART_THEME_DARK : CHART_THEME_LIGHT;
		if (strcmp(arg, "dark") != 0 && strcmp(arg, "light") != 0)
			argp_error(state, "unknown theme '%s': expected light or dark", arg);
		return 0;
	case ARGP_KEY_END:
		end_arguments(arguments, state);
		return command_one(key, arg, state, &arguments->id, "campaign id");
	default:
		for (size_t i = 0; i < ARRAY_LENGTH(asked); i++)
			if (asked[i].key == key) {
				query_add(&arguments->query, &arguments->no_query, asked[i].name,
					asked[i].value ? asked[i].value : arg);
				return 0;
			}
		return command_one(key, arg, state, &arguments->id, "campaign id");
	}
}

static const struct argp_option options[] = {
	{"out", 'o', "DIR", 0, "The folder to write to; made where it is missing", 0},
	{"format", 'f', "LIST", 0, "Of png, svg and pdf; png,svg where it is not given", 0},
	{"size", KEY_SIZE, "SIZE", 0,
		"page (the default), full (a screen), or preview (1200x630, large type)", 0},
	{"theme", 't', "THEME", 0, "light (the default) or dark", 0},
	{"chart", 'c', "CHART", 0, "Only this chart, such as ring.bound", 0},
	{"scale", KEY_SCALE, "SCALE", 0, "Only zero or only zoom", 1},
	{"x", KEY_X, "FROM..TO", 0, "The range of counts (or runs)", 1},
	{"y", KEY_Y, "FROM..TO", 0, "The range of values, in the chart's unit", 1},
	{"log-x", KEY_LOG_X, NULL, 0, "Counts on a logarithmic axis", 1},
	{"series", KEY_SERIES, "LIST", 0, "Only these variants, by their slugs", 1},
	{"stat", KEY_STAT, "NUMBER", 0, "centre (the default), median, min or mean", 1},
	{"band", KEY_BAND, "BAND", 0,
		"interval (the default), range (lowest to highest sample) or none", 1},
	{"relative", KEY_RELATIVE, NULL, 0, "Values as multiples of the baseline's", 1},
	{"baseline", KEY_BASE, "VARIANT", 0, "Another baseline, by its slug", 1},
	{0},
};

static bool render_file(const struct series_set *set, const struct chart_options *chart,
	const struct form *form, const struct arguments *arguments, struct error *err)
{
	struct text picture = TEXT_EMPTY;
	char *path = xasprintf("%s/%s.%s%s.%s", arguments->out, set->chart->slug,
		chart_scale_name(chart->scale), arguments->size->ending, form->ending);
	bool ok = form->draw(set, chart, &picture, err) && text_write_file(&picture, path, err);
	if (ok)
		printf("%s\n", path);
	text_release(&picture);
	free(path);
	return ok;
}

static bool render_chart(const struct series_set *set, const struct arguments *arguments,
	const struct view *view, struct error *err)
{
	struct chart_options chart = arguments->size->options;
	chart.theme = arguments->theme;
	view_set_options(view, &chart);
	for (chart.scale = CHART_SCALE_ZERO; chart.scale <= CHART_SCALE_ZOOM; chart.scale++) {
		bool zero = chart.scale == CHART_SCALE_ZERO;
		if (view->scales == (zero ? VIEW_ZOOM : VIEW_ZERO))
			continue;
		for (size_t form = 0; form < ARRAY_LENGTH(forms); form++)
			if (arguments->forms[form] &&
				!render_file(set, &chart, &forms[form], arguments, err))
				return false;
	}
	return true;
}

static bool render_charts(const struct arguments *arguments, const struct campaign *campaign,
	const struct samples *samples, const struct view *view, struct error *err)
{
	struct series_view how = view_series(view);
	bool ok = true;
	for (size_t i = 0; ok && i < campaign->charts_n; i++) {
		struct series_set set, shown;
		if (arguments->chart && strcmp(arguments->chart, campaign->charts[i].slug) != 0)
			continue;
		series_set_init(&set, campaign, i, samples);
		series_view_init(&shown, &set, &how);
		ok = render_chart(&shown, arguments, view, err);
		series_set_release(&shown);
		series_set_release(&set);
	}
	return ok;
}

/* Whether there is something to draw and a place for it. */
static bool prepare(const struct arguments *arguments, const struct campaign *campaign,
	struct error *err)
{
	if (campaign->withdrawn)
		return error_set(err, "amendment %u withdrew campaign %s", campaign->withdrawn,
			campaign->id);
	if (arguments->chart && campaign_chart_find(campaign, arguments->chart) < 0)
		return error_set(err, "campaign %s has no chart '%s'", campaign->id,
			arguments->chart);
	if (mkdir(arguments->out, 0777) != 0 && errno != EEXIST)
		return error_set(err, "%s: %s", arguments->out, strerror(errno));
	return true;
}

static int render(const struct arguments *arguments, const struct campaign *campaign,
	const struct samples *samples)
{
	const char *query = arguments->query.bytes ? arguments->query.bytes + 1 : "";
	struct request request = {.query = query};
	struct view view;
	struct error err;
	if (view_read_chart(&view, &request, campaign, &err) != 200)
		return command_fail(EXIT_USAGE, &err);
	bool ok = prepare(arguments, campaign, &err) &&
		render_charts(arguments, campaign, samples, &view, &err);
	view_release(&view);
	int written = command_flush();
	return ok ? written : command_fail(EXIT_FAILED, &err);
}

int cmd_render(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "CAMPAIGN",
		"Draws the charts of a campaign, zero-based and zoomed, and prints the files it "
		"wrote. \"latest\" is the newest campaign."
		"\vWhat a chart shows is asked for as in the address of its page.",
		NULL, NULL, NULL};
	struct arguments arguments = {.size = sizes, .no_query = true};
	struct campaign campaign;
	struct samples samples;
	command_parse(&argp, argc, argv, globals, &arguments);

	int code = EXIT_FAILED;
	if (command_load(globals, arguments.id, &campaign, &samples)) {
		code = render(&arguments, &campaign, &samples);
		samples_release(&samples);
		campaign_release(&campaign);
	}
	text_release(&arguments.query);
	return code;
}
