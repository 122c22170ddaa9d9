/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From series to scales: what both axes of a chart must hold. The x axis is the same in both
 * scales of a chart, and holds the counts of failed and missing cells too; the y axis fits what
 * is seen of the x axis.
 */
#ifndef RENDER_AXES_H
#define RENDER_AXES_H

#include "render/chart.h"
#include "render/scale.h"

struct axes {
	struct scale x, y;
	bool empty;  /* no series has a value on the x axis */
	bool broken; /* the y axis does not hold 0: the chart has to say so */
	bool x_cut, y_cut; /* a range was asked for: there may be data beyond it */
	size_t beside, outside; /* values that x has no place for; that y leaves out */
};

/* How much larger than on a page everything is: layout counts in pixels of a page. */
static inline double axes_type(const struct chart_options *options)
{
	return options->type > 0 ? options->type : 1;
}

/* The shown middle of a point or whole cell; false where it has no value. */
bool summary_has_value(const struct summary *summary);
bool summary_has_interval(const struct summary *summary);

/* Fails where a value or count is not finite or beyond SCALE_LARGEST. */
bool axes_fit(const struct series_set *set, const struct chart_options *options,
	struct axes *axes, struct error *err);

/* Whether x, or y, is between the axis' ends. */
bool axes_hold_x(const struct axes *axes, double x);
bool axes_hold_y(const struct axes *axes, double y);

#endif
