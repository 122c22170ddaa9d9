/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How everything on a chart looks: one table of styles, one of colours a theme, and what tells
 * variants apart (colour, dash and marker, always all three). No other file but layout.c knows a
 * colour or a number of pixels.
 */
#ifndef RENDER_STYLE_H
#define RENDER_STYLE_H

#include "render/chart.h"

enum style {
	STYLE_BACKGROUND,
	STYLE_GRID,
	STYLE_BOOT,    /* between two boots of a chart over runs */
	STYLE_REFERENCE, /* at 1, where values are multiples of a baseline */
	STYLE_CHANGE,  /* upright, where something changed */
	STYLE_AXIS,    /* the lines the values stand on */
	STYLE_TICK,    /* small strokes at the x labels */
	STYLE_BAND,    /* an interval, filled */
	STYLE_WHISKER, /* an interval of a lone point */
	STYLE_CURVE,   /* through the centres of a swept series */
	STYLE_RUNS,    /* through the samples of one boot */
	STYLE_CENTRE,  /* a whole cell's centre over its samples */
	STYLE_MARKER,
	STYLE_DOT,     /* a marker where there are too many for their shapes */
	STYLE_FAILURE, /* the cross of a cell without a value */
	STYLE_LEADER,  /* from a line's end to its label */
	STYLE_KEY,     /* the sample of a line in the legend */
	STYLE_TITLE,
	STYLE_TAG,     /* the scale's name */
	STYLE_NOTE,    /* what must not be overlooked */
	STYLE_LABEL,   /* names of variants */
	STYLE_CHANGE_TEXT,
	STYLE_AXIS_TEXT,
	STYLE_TICK_TEXT,
	STYLE_CAPTION,
	STYLE_EMPTY,   /* in place of a curve */
	STYLE_N
};

enum colour {
	COLOUR_BACKGROUND,
	COLOUR_GRID,
	COLOUR_AXIS,
	COLOUR_MUTED,
	COLOUR_INK,
	COLOUR_SERIES, /* the variant's */
	COLOUR_N
};

struct style_rule {
	const char *name; /* in display lists */
	enum colour colour;
	double opacity;
	double width_px; /* of a stroke; a marker's radius; 0: filled */
	double font_px;  /* 0: no text */
};

struct style_dash {
	double on_off_px[4];
	int length; /* 0: a whole line */
};

enum marker {
	MARKER_CIRCLE,
	MARKER_SQUARE,
	MARKER_UP,
	MARKER_DIAMOND,
	MARKER_DOWN,
	MARKER_N,
	MARKER_CROSS = MARKER_N, /* of failures only */
};

struct rgb {
	unsigned char red, green, blue;
};

const struct style_rule *style_rule(enum style style);
struct rgb style_colour(enum chart_theme theme, enum colour colour, unsigned series);
const struct style_dash *style_dash(unsigned series);
enum marker style_marker(unsigned series);

/* A marker's corners, relative to its centre for a radius of 1: x, y, x, y …; 0 for the circle. */
#define STYLE_CORNERS_MAX 4
#define STYLE_CROSS_PX 3.2 /* half the width of a failure's cross */
size_t style_corners(enum marker marker, double corners[static 2 * STYLE_CORNERS_MAX]);

#endif
