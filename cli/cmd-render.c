/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "render/chart.h"

struct arguments {
	const char *id, *out;
	enum chart_theme theme;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'o':
		arguments->out = arg;
		return 0;
	case 't':
		arguments->theme = strcmp(arg, "dark") == 0 ? CHART_THEME_DARK : CHART_THEME_LIGHT;
		if (strcmp(arg, "dark") != 0 && strcmp(arg, "light") != 0)
			argp_error(state, "unknown theme '%s': expected light or dark", arg);
		return 0;
	case ARGP_KEY_END:
		if (!arguments->out)
			argp_error(state, "--out DIR is expected");
		return command_one(key, arg, state, &arguments->id, "campaign id");
	default:
		return command_one(key, arg, state, &arguments->id, "campaign id");
	}
}

static const struct argp_option options[] = {
	{"out", 'o', "DIR", 0, "The folder to write to; made where it is missing", 0},
	{"theme", 't', "THEME", 0, "light (the default) or dark", 0},
	{0},
};

typedef bool draw_function(const struct series_set *, const struct chart_options *, struct text *,
	struct error *);

static const struct {
	const char *ending;
	draw_function *draw;
} forms[] = {{"png", chart_png}, {"svg", chart_svg}};

static bool render_file(const struct series_set *set, const struct chart_options *chart,
	size_t form, const char *folder, struct error *err)
{
	struct text picture = TEXT_EMPTY;
	char *path = xasprintf("%s/%s.%s.%s", folder, set->chart->slug,
		chart_scale_name(chart->scale), forms[form].ending);
	bool ok = forms[form].draw(set, chart, &picture, err) &&
		text_write_file(&picture, path, err);
	if (ok)
		printf("%s\n", path);
	text_release(&picture);
	free(path);
	return ok;
}

static bool render_chart(const struct series_set *set, const struct arguments *arguments,
	struct error *err)
{
	struct chart_options chart = {.theme = arguments->theme, .width_px = CHART_PAGE_WIDTH_PX,
		.height_px = CHART_PAGE_HEIGHT_PX};
	for (chart.scale = CHART_SCALE_ZERO; chart.scale <= CHART_SCALE_ZOOM; chart.scale++)
		for (size_t form = 0; form < ARRAY_LENGTH(forms); form++)
			if (!render_file(set, &chart, form, arguments->out, err))
				return false;
	return true;
}

static int render(const struct arguments *arguments, const struct campaign *campaign,
	const struct samples *samples)
{
	struct error err;
	bool ok = true;
	if (campaign->withdrawn) {
		error_set(&err, "amendment %u withdrew campaign %s", campaign->withdrawn,
			campaign->id);
		return command_fail(EXIT_FAILED, &err);
	}
	if (mkdir(arguments->out, 0777) != 0 && errno != EEXIST) {
		error_set(&err, "%s: %s", arguments->out, strerror(errno));
		return command_fail(EXIT_FAILED, &err);
	}
	for (size_t i = 0; ok && i < campaign->charts_n; i++) {
		struct series_set set;
		series_set_init(&set, campaign, i, samples);
		ok = render_chart(&set, arguments, &err);
		series_set_release(&set);
	}
	int written = command_flush();
	return ok ? written : command_fail(EXIT_FAILED, &err);
}

int cmd_render(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "CAMPAIGN",
		"Draws every chart of a campaign, zero-based and zoomed, as PNG and SVG, and prints "
		"the files it wrote. \"latest\" is the newest campaign.",
		NULL, NULL, NULL};
	struct arguments arguments = {0};
	struct campaign campaign;
	struct samples samples;
	command_parse(&argp, argc, argv, globals, &arguments);

	if (!command_load(globals, arguments.id, &campaign, &samples))
		return EXIT_FAILED;
	int code = render(&arguments, &campaign, &samples);
	samples_release(&samples);
	campaign_release(&campaign);
	return code;
}
