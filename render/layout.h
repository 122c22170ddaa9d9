/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where everything goes, in pixels. From the top:
 *
 *	title                                                  tag
 *	note
 *	--o-- legend   --x-- legend
 *	y text
 *	             change                   what changed, of a trend
 *	 y |                                               o end label
 *	   |________________________________________________
 *	     x   x         failures, where there are any
 *	     2        50        100        150        200
 *	                      x text
 *	caption                                             source
 *
 * On a broken axis the plot ends a little above the line the x labels belong to; the zigzag of
 * the break is between them.
 */
#ifndef RENDER_LAYOUT_H
#define RENDER_LAYOUT_H

#include "render/label.h"
#include "render/marks.h"
#include "render/words.h"

struct box_px {
	double x, y, width, height;
};

struct layout_text {
	enum style style;
	enum anchor anchor;
	struct point_px at; /* on the baseline */
	char *text;
};

/* A series' line sample in the legend, or the marker before its end label: the left middle. */
struct layout_key {
	size_t series; /* index into the set */
	struct point_px at;
};

struct layout {
	double width_px, height_px; /* in pixels of a page */
	double type;                /* pixels of the picture for each of these */
	struct box_px plot;
	double floor_px; /* y of the x axis: the plot's end, or below the break */
	double x_labels_px, x_text_px, changes_px; /* their baselines */
	struct layout_text *texts;
	size_t texts_n;
	struct layout_key *keys, *ends;
	size_t keys_n, ends_n;
	size_t y_stride; /* every so many of the y scale's ticks is shown */
	bool x_kept[SCALE_TICKS_MAX];
	double *failures_px; /* for each series the y of its crosses, 0 where none failed */
	size_t failures_n;
};

#define LAYOUT_KEY_PX 28.0        /* the length of a line sample */
#define LAYOUT_TICK_PX 4.0        /* of the strokes at x labels */
#define LAYOUT_ZIGZAG_PX 4.5      /* from the broken axis to each side */
#define LAYOUT_END_MARKER_PX 4.0  /* from the left of an end label's marker to its middle */
#define LAYOUT_LEADER_PX 24.0     /* no line is led further to its label */

/* Never fails: what there is no room for is shortened or left out, the plot last. */
struct layout layout_of(const struct series_set *set, const struct words *words,
	const struct axes *axes, const struct chart_options *options,
	const struct measure *measure);
void layout_release(struct layout *layout);

double layout_x_px(const struct layout *layout, const struct axes *axes, double value);
double layout_y_px(const struct layout *layout, const struct axes *axes, double value);

/* What a text covers, from its ascenders to its descenders. */
struct box_px layout_text_box(const struct layout_text *text, const struct measure *measure);

#endif
