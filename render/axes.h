/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From series to scales: what both axes of a chart must hold. The x axis is the same in both
 * scales of a chart, and holds the counts of failed and missing cells too.
 */
#ifndef RENDER_AXES_H
#define RENDER_AXES_H

#include "render/chart.h"
#include "render/scale.h"

struct axes {
	struct scale x, y;
	bool empty;  /* no series has a value */
	bool broken; /* the y axis does not hold 0: the chart has to say so */
};

/* The shown middle of a point or whole cell; false where it has no value. */
bool summary_has_value(const struct summary *summary);
bool summary_has_interval(const struct summary *summary);

/* Fails where a value or count is not finite or beyond SCALE_LARGEST. */
bool axes_fit(const struct series_set *set, const struct chart_options *options,
	struct axes *axes, struct error *err);

#endif
