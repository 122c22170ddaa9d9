/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The display list: everything on a picture in painting order, as plain data. Painters know
 * nothing of charts, charts nothing of painters, and tests read the list as text.
 */
#ifndef RENDER_MARKS_H
#define RENDER_MARKS_H

#include "render/style.h"

enum mark_kind {
	MARK_RECTANGLE, /* filled; points: two opposite corners */
	MARK_LINE,      /* stroked through its points */
	MARK_DASHED,    /* the same with its series' dash */
	MARK_POLYGON,   /* filled */
	MARK_MARKERS,   /* its series' marker at every point */
	MARK_CROSSES,   /* a failure at every point */
	MARK_TEXT,      /* points: one, on the baseline */
	MARK_CLIP,      /* until MARK_UNCLIP nothing is seen outside of this rectangle */
	MARK_UNCLIP
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct point_px {
	double x, y; /* from the picture's upper left corner, y downwards */
};

struct mark {
	enum mark_kind kind;
	enum style style;
	unsigned series;         /* for its colour, dash and marker */
	enum anchor anchor;      /* of a text */
	size_t first, points_n;  /* in marks.points */
	char *text;
};

struct marks {
	double width_px, height_px; /* of the layout */
	double type;                /* pixels of the picture for each of these */
	struct mark *marks;
	size_t length;
	struct point_px *points;
	size_t points_n;
};

void marks_release(struct marks *marks);

/* Starts a mark; its points follow by marks_point(). */
struct mark *marks_add(struct marks *marks, enum mark_kind kind, enum style style,
	unsigned series);
/* Adds a point to the last mark, kept within what a painter can take (NaN becomes 0). */
void marks_point(struct marks *marks, double x, double y);

void marks_line(struct marks *marks, enum style style, unsigned series, struct point_px from,
	struct point_px to);
void marks_text(struct marks *marks, enum style style, enum anchor anchor, struct point_px at,
	const char *text);

/*
 * What painters do alike, so that formats do not differ. A straight upright or level line is
 * moved to where its pixels are sharp (false for any other mark); a text starts on a whole
 * pixel's baseline.
 */
bool marks_fit_line(const struct marks *marks, const struct mark *mark,
	struct point_px fitted[static 2]);
struct point_px marks_text_start(const struct marks *marks, const struct mark *mark,
	double width_px);

/* One mark a line: kind, style, series, points with one decimal, text. */
void marks_print(const struct marks *marks, struct text *out);

#endif
