/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A series brought down to what pixels can show: points in pixels, few enough to draw. Up to two
 * points a column of pixels stay as they are; where there are more, each column keeps its lowest
 * and its highest in the order they came, and the widest interval.
 */
#ifndef RENDER_CURVE_H
#define RENDER_CURVE_H

#include "render/layout.h"

struct curve_point {
	struct point_px at;
	double low_px, high_px; /* of the interval, where there is one; low is further down */
	bool has_interval;
	bool starts; /* nothing joins it to the point before */
	bool beyond; /* no value: where the line leaves a cut x axis */
};

struct curve {
	struct curve_point *points;
	size_t length;
};

/* Together the curves of a picture have at most so many points. */
#define CURVE_POINTS_MAX 20000

struct curve curve_of(const struct series_set *set, size_t index, const struct layout *layout,
	const struct axes *axes);
void curve_release(struct curve *curve);

/* The length of the stretch of joined points that starts at `from`. */
size_t curve_stretch(const struct curve *curve, size_t from);

#endif
