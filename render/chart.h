/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart in, a picture out. The same series and options give the same bytes, in any process.
 * Every chart exists in two scales over the same data and the same x range: `zero` includes
 * zero, `zoom` fits the centres and says that its axis is broken.
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

struct chart_options {
	enum chart_scale scale;
	enum chart_theme theme;
	unsigned width_px, height_px; /* 320…4096 x 200…4096 */
};

/* The size of a chart on a page. */
#define CHART_PAGE_WIDTH_PX 1000
#define CHART_PAGE_HEIGHT_PX 600

/* Adds the picture to *out, or nothing at all. A set without any value is a picture that says so. */
bool chart_png(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err);
bool chart_svg(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err);

const char *chart_scale_name(enum chart_scale scale); /* "zero", "zoom" */

#endif
