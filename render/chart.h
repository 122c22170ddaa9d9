/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart in, a picture out. The same series and options give the same bytes, in any process.
 * Every chart exists in two scales over the same data and the same x range: `zero` includes
 * zero, `zoom` fits the centres and says that its axis is broken. What is shown of the data
 * (statistic, band, multiples of a baseline, a trend) is said by the set: model/series-view.h.
 *
 * Stages, each a function of the one before: series (model) -> scale -> layout -> display list
 * (marks) -> paint. Only paint knows the drawing library.
 */
#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include "model/series.h"
#include "model/text.h"

enum chart_scale { CHART_SCALE_ZERO, CHART_SCALE_ZOOM };
enum chart_theme { CHART_THEME_LIGHT, CHART_THEME_DARK };

/* Of an axis, in the units of the data. Not given: all of the data, as the scale says. */
struct chart_range {
	bool given;
	double from, to;
};

/* All 0 but the size is a chart as on a page. */
struct chart_options {
	enum chart_scale scale;
	enum chart_theme theme;
	unsigned width_px, height_px; /* of the picture: 320…4096 x 200…4096 */
	/* A range wins over the scale: the axis then says where it starts. */
	struct chart_range x, y;
	bool log_x;          /* counts not above 0 are left out, and that is said */
	double type;         /* how much larger than on a page all is drawn: 1…4; 0 is 1 */
	bool brief;          /* to be seen at a glance: no legend where the lines are labelled … */
	const char *caption; /* … and this below the title, such as a verdict; or NULL */
};

/* The colours that variants have in turn; a stylesheet with the same has them as .hue0 to .hue4. */
#define CHART_HUES 5

/* The size of a chart on a page, and of one in other people's previews (with `brief`). */
#define CHART_PAGE_WIDTH_PX 1000
#define CHART_PAGE_HEIGHT_PX 600
#define CHART_PREVIEW_WIDTH_PX 1200
#define CHART_PREVIEW_HEIGHT_PX 630
#define CHART_PREVIEW_TYPE 2.2

/* False, with what would be right, where a size or a range cannot be drawn. */
bool chart_options_check(const struct chart_options *options, struct error *err);

/* Adds the picture to *out, or nothing at all. A set without any value is a picture that says so. */
typedef bool chart_function(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err);
chart_function chart_png, chart_svg, chart_pdf;

const char *chart_scale_name(enum chart_scale scale); /* "zero", "zoom" */

/*
 * Where the picture of the same set and options shows what, for scripts that read values out of
 * it. Pixels are those of the PNG, from its upper left corner.
 */
struct chart_axis {
	double from, to;       /* in the units of the data */
	double from_px, to_px; /* where these two are; y grows downwards */
	bool log;              /* in between by logarithms */
};

struct chart_line {
	const char *label, *slug;
	char colour[8];              /* "#0072b2", of the theme */
	const struct series *series; /* its points: of the set */
};

struct chart_geometry {
	double plot_x_px, plot_y_px, plot_width_px, plot_height_px;
	struct chart_axis x, y;
	struct chart_line *lines; /* one a series, in the order of the set */
	size_t lines_n;
};

bool chart_geometry(const struct series_set *set, const struct chart_options *options,
	struct chart_geometry *geometry, struct error *err);
void chart_geometry_release(struct chart_geometry *geometry);

#endif
