/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/gnuplot.h"

#include "model/revision.h"

/* One label that is too long for the key makes gnuplot leave the whole key out. */
#define KEY_BYTES_MAX 60

/* The light palette of our own charts, so that a variant keeps its colour. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000"};

/*
 * Adds a string for gnuplot. Between single quotes nothing is special but the quote itself; in
 * double quotes a backquote in a label would run a command.
 */
static void add_string(struct text *out, const char *string)
{
	struct text line = TEXT_EMPTY;
	text_add_line(&line, string);
	text_add(out, "'");
	for (size_t i = 0; i < line.length; i++)
		text_add_bytes(out, line.bytes[i] == '\'' ? "''" : &line.bytes[i],
			line.bytes[i] == '\'' ? 2 : 1);
	text_add(out, "'");
	text_release(&line);
}

static void add_settings(struct text *out, const struct series_set *set)
{
	const struct campaign_chart *chart = set->chart;

	text_add(out, "# gnuplot %s.gp, beside %s.dat: draws %s.gp.zero.png and %s.gp.zoom.png\n",
		chart->slug, chart->slug, chart->slug, chart->slug);
	revision_add_lines(out, set->campaign, "# ");
	text_add(out, "set encoding utf8\n"
		      "set terminal pngcairo noenhanced size 1000,600\n"
		      "set key outside top center horizontal\n"
		      "set grid ytics\n"
		      "set border 3\n"
		      "set tics nomirror\n");
	struct text title = TEXT_EMPTY;
	text_add(&title, "%s: %s", chart->slug, set->campaign->title);
	text_add(out, "set title ");
	add_string(out, title.bytes);
	text_release(&title);
	text_add(out, "\nset xlabel ");
	add_string(out, chart->x_text);
	struct text axis = TEXT_EMPTY;
	text_add(&axis, "%s, %s is better%s", chart->unit_text, better_name(chart->better),
		chart->emulated ? " (emulated)" : "");
	text_add(out, "\nset ylabel ");
	add_string(out, axis.bytes);
	text_add(out, "\n");
	text_release(&axis);
}

/* A column of the .dat holds centre, low, high of one variant after the other, behind x. */
static void add_plot(struct text *out, const struct series_set *set)
{
	for (size_t i = 0; i < set->length; i++) {
		const char *colour = colours[i % ARRAY_LENGTH(colours)];
		size_t centre = 2 + 3 * i;
		text_add(out,
			"%s'%s.dat' using 1:%zu:%zu with filledcurves fillcolor '%s' "
			"fillstyle transparent solid 0.15 noborder notitle, \\\n",
			i ? ", \\\n     " : "plot ", set->chart->slug, centre + 1, centre + 2,
			colour);
		text_add(out,
			"     '' using 1:%zu with linespoints linecolor '%s' dashtype %zu "
			"pointtype %zu title ",
			centre, colour, 1 + i % 5, 5 + i % 10);
		bool fits = strlen(set->series[i].label) <= KEY_BYTES_MAX;
		add_string(out, fits ? set->series[i].label : set->series[i].slug);
	}
	text_add(out, "\n");
}

void gnuplot_add(struct text *out, const struct series_set *set)
{
	const char *slug = set->chart->slug;

	add_settings(out, set);
	text_add(out,
		"\n# zero-based: the axis includes zero\n"
		"set output '%s.gp.zero.png'\n"
		"set yrange [* < 0 : 0 < *]\n",
		slug);
	add_plot(out, set);
	text_add(out,
		"\n# zoomed: the axis fits the values\n"
		"set output '%s.gp.zoom.png'\n"
		"set yrange [* : *]\n",
		slug);
	add_plot(out, set);
}
