/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a layout to a display list: frame and texts here, a file for each kind of mark of data. */
#ifndef RENDER_DRAW_H
#define RENDER_DRAW_H

#include "render/curve.h"

struct drawing {
	const struct series_set *set;
	const struct axes *axes;
	const struct layout *layout;
	const struct curve *curves; /* one a series */
	struct marks *marks;
};

void draw_chart(const struct series_set *set, const struct axes *axes,
	const struct layout *layout, struct marks *marks);

/* The kinds of marks; each draws all series. */
void draw_bands(const struct drawing *drawing);   /* draw-bands.c */
void draw_lines(const struct drawing *drawing);   /* draw-lines.c */
void draw_points(const struct drawing *drawing);  /* draw-points.c */
void draw_failures(const struct drawing *drawing); /* draw-points.c */

#endif
