/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/axes.h"

#include <math.h>

/* About so many pixels from tick to tick. */
#define Y_TICK_PX 62
#define X_TICK_PX 72
/* What lies above and below, left and right of the plot; no need to be exact. */
#define Y_OUTSIDE_PX 170
#define X_OUTSIDE_PX 160

struct range {
	double low, high;
};

static const struct range nothing = {INFINITY, -INFINITY};

static void extend(struct range *range, double value)
{
	range->low = fmin(range->low, value);
	range->high = fmax(range->high, value);
}

bool summary_has_value(const struct summary *summary)
{
	return summary->kind != SUMMARY_NOTHING;
}

bool summary_has_interval(const struct summary *summary)
{
	return summary_has_value(summary) && isfinite(summary->low) && isfinite(summary->high);
}

static bool drawable(double value)
{
	return isfinite(value) && fabs(value) <= SCALE_LARGEST;
}

static bool extend_point(const struct series_point *point, struct range *x, struct range *centres,
	struct range *intervals)
{
	if (!drawable(point->x))
		return false;
	extend(x, point->x);
	if (!summary_has_value(&point->summary))
		return true;
	if (!drawable(point->summary.centre))
		return false;
	extend(centres, point->summary.centre);
	if (summary_has_interval(&point->summary)) {
		extend(intervals, point->summary.low);
		extend(intervals, point->summary.high);
	}
	return true;
}

/* Merges a series' x into `values` (ascending, distinct); gives up with more than there is room. */
static size_t merge_x(const struct series *series, double *values, size_t n, size_t room)
{
	for (size_t i = 0, at = 0; i < series->length && n <= room; i++) {
		double x = series->points[i].x;
		while (at < n && values[at] < x)
			at++;
		if (at < n && !(values[at] > x))
			continue;
		if (n < room)
			memmove(values + at + 1, values + at, (n - at) * sizeof(*values));
		if (n < room)
			values[at] = x;
		n++;
	}
	return n;
}

static unsigned ticks_about(unsigned side_px, unsigned outside_px, unsigned each_px)
{
	unsigned inside_px = side_px > outside_px ? side_px - outside_px : 0;
	unsigned about = inside_px / each_px;
	return about < 2 ? 2 : about > 16 ? 16 : about;
}

static struct scale fit_x(const struct series_set *set, struct range range, unsigned width_px)
{
	double values[SCALE_TICKS_MAX];
	unsigned about = ticks_about(width_px, X_OUTSIDE_PX, X_TICK_PX);
	size_t n = 0, most = 2 * about;
	for (size_t i = 0; i < set->length; i++)
		n = merge_x(&set->series[i], values, n, most);
	if (range.low > range.high)
		range = (struct range){0, 1};
	return scale_counts(range.low, range.high, values, n <= most ? n : 0, about);
}

/*
 * A zero-based axis has room for the intervals as well, but an interval from two boots can be so
 * wide that nothing else would be seen: up to half of the values' own height, no further.
 */
static struct scale fit_y(struct range centres, struct range intervals,
	const struct chart_options *options)
{
	unsigned about = ticks_about(options->height_px, Y_OUTSIDE_PX, Y_TICK_PX);
	if (centres.low > centres.high)
		return scale_zero(0, 1, about);
	if (options->scale == CHART_SCALE_ZOOM)
		return scale_zoom(centres.low, centres.high, about < 3 ? 3 : about);
	double room = (fmax(centres.high, 0) - fmin(centres.low, 0)) / 2;
	double high = fmin(fmax(centres.high, intervals.high), centres.high + room);
	double low = fmax(fmin(centres.low, intervals.low), fmin(centres.low - room, 0));
	return scale_zero(centres.low < 0 ? low : fmax(low, 0), high, about);
}

bool axes_fit(const struct series_set *set, const struct chart_options *options,
	struct axes *axes, struct error *err)
{
	struct range x = nothing, centres = nothing, intervals = nothing;
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		for (size_t j = 0; j < series->length; j++)
			if (!extend_point(&series->points[j], &x, &centres, &intervals))
				return error_set(err,
					"chart %s: a value of variant %zu is not finite",
					set->chart->slug, i + 1);
		if (!summary_has_value(&series->whole))
			continue;
		if (!drawable(series->whole.centre))
			return error_set(err, "chart %s: the centre of variant %zu is not finite",
				set->chart->slug, i + 1);
		extend(&centres, series->whole.centre);
	}
	axes->empty = centres.low > centres.high;
	axes->x = fit_x(set, x, options->width_px);
	axes->y = fit_y(centres, intervals, options);
	axes->broken = axes->y.low > 0 || axes->y.high < 0;
	return true;
}
