/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/axes.h"

#include <math.h>

/* About so many pixels from tick to tick. */
#define Y_TICK_PX 62
#define X_TICK_PX 72
/* What lies above and below, left and right of the plot; no need to be exact. */
#define Y_OUTSIDE_PX 170
#define X_OUTSIDE_PX 160
/* Texts below the axis are cut so that the first and the last have room in any case. */
#define X_LABEL_BYTES 24
#define X_LABEL_NARROW_BYTES 14
#define X_LABEL_NARROW_PX 560

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

static bool fail_value(const struct series_set *set, size_t variant, const char *what,
	struct error *err)
{
	return error_set(err, "chart %s: %s of variant %zu is not finite", set->chart->slug, what,
		variant + 1);
}

/* Data that can be drawn; what is not shown is held to it as well. */
static bool check_values(const struct series_set *set, struct error *err)
{
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		for (size_t j = 0; j < series->length; j++) {
			const struct series_point *point = &series->points[j];
			if (!drawable(point->x) || (summary_has_value(&point->summary) &&
				!drawable(point->summary.centre)))
				return fail_value(set, i, "a value", err);
		}
		if (summary_has_value(&series->whole) && !drawable(series->whole.centre))
			return fail_value(set, i, "the centre", err);
	}
	return true;
}

/* Merges a series' x into `values` (ascending, distinct); gives up with more than there is room. */
static size_t merge_x(const struct series *series, struct range range, double *values, size_t n,
	size_t room)
{
	for (size_t i = 0, at = 0; i < series->length && n <= room; i++) {
		double x = series->points[i].x;
		if (x < range.low || x > range.high)
			continue;
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

static unsigned ticks_about(double side_px, unsigned outside_px, unsigned each_px)
{
	double about = (side_px - outside_px) / each_px;
	return about < 2 ? 2 : about > 16 ? 16 : (unsigned)about;
}

/* All x of the data; of a logarithmic axis those above 0. */
static struct range range_of_x(const struct series_set *set, bool log)
{
	struct range range = nothing;
	for (size_t i = 0; i < set->length; i++)
		for (size_t j = 0; j < set->series[i].length; j++)
			if (!log || set->series[i].points[j].x >= SCALE_SMALLEST)
				extend(&range, set->series[i].points[j].x);
	if (range.low > range.high)
		range = log ? (struct range){1, 10} : (struct range){0, 1};
	return range;
}

/* A logarithmic range from 0 or below begins at the first count that is above. */
static struct range choose_x(const struct series_set *set, const struct chart_options *options)
{
	struct range data = range_of_x(set, options->log_x);
	struct range range = {options->x.from, options->x.to};
	if (!options->x.given)
		return data;
	if (options->log_x && range.low < SCALE_SMALLEST)
		range.low = fmin(data.low, range.high / 2);
	return options->log_x && range.high < SCALE_SMALLEST ? data : range;
}

static struct scale fit_x(const struct series_set *set, const struct chart_options *options,
	double width_px)
{
	double values[SCALE_TICKS_MAX];
	unsigned about = ticks_about(width_px, X_OUTSIDE_PX, X_TICK_PX);
	struct range range = choose_x(set, options);
	size_t n = 0, most = 2 * about;
	if (set->trend)
		return scale_labels(range.low, range.high, set->trend->labels,
			set->trend->labels_n, width_px < X_LABEL_NARROW_PX ? X_LABEL_NARROW_BYTES
									   : X_LABEL_BYTES);
	if (options->log_x)
		return scale_log(range.low, range.high, about);
	for (size_t i = 0; i < set->length; i++)
		n = merge_x(&set->series[i], range, values, n, most);
	return scale_counts(range.low, range.high, values, n <= most ? n : 0, about);
}

/* The shown values between the ends of the x axis, or of the whole cells where they are drawn. */
static void gather_y(const struct series_set *set, struct axes *axes, struct range *centres,
	struct range *intervals)
{
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		for (size_t j = 0; j < series->length; j++) {
			const struct summary *summary = &series->points[j].summary;
			if (!summary_has_value(summary))
				continue;
			if (!axes_hold_x(axes, series->points[j].x)) {
				axes->beside++;
				continue;
			}
			extend(centres, summary->centre);
			if (!summary_has_interval(summary))
				continue;
			extend(intervals, summary->low);
			extend(intervals, summary->high);
		}
		if (summary_has_value(&series->whole))
			extend(centres, series->whole.centre);
	}
}

/*
 * A zero-based axis has room for the intervals as well, but an interval from two boots can be so
 * wide that nothing else would be seen: up to half of the values' own height, no further.
 */
static struct scale fit_y(struct range centres, struct range intervals,
	const struct chart_options *options, double height_px)
{
	/* At a glance there is less beside the plot. */
	unsigned about = ticks_about(height_px, Y_OUTSIDE_PX, Y_TICK_PX) + options->brief;
	if (options->y.given)
		return scale_range(options->y.from, options->y.to, about);
	if (centres.low > centres.high)
		return scale_zero(0, 1, about);
	if (options->scale == CHART_SCALE_ZOOM)
		return scale_zoom(centres.low, centres.high, about < 3 ? 3 : about);
	double room = (fmax(centres.high, 0) - fmin(centres.low, 0)) / 2;
	double high = fmin(fmax(centres.high, intervals.high), centres.high + room);
	double low = fmax(fmin(centres.low, intervals.low), fmin(centres.low - room, 0));
	return scale_zero(centres.low < 0 ? low : fmax(low, 0), high, about);
}

static size_t count_outside(const struct series_set *set, const struct axes *axes)
{
	size_t n = 0;
	for (size_t i = 0; i < set->length; i++)
		for (size_t j = 0; j < set->series[i].length; j++) {
			const struct series_point *point = &set->series[i].points[j];
			n += summary_has_value(&point->summary) && axes_hold_x(axes, point->x) &&
				!axes_hold_y(axes, point->summary.centre);
		}
	return n;
}

bool axes_fit(const struct series_set *set, const struct chart_options *options,
	struct axes *axes, struct error *err)
{
	struct range centres = nothing, intervals = nothing;
	double type = axes_type(options);
	if (!check_values(set, err))
		return false;
	*axes = (struct axes){.x_cut = options->x.given || options->log_x,
		.y_cut = options->y.given};
	axes->x = fit_x(set, options, options->width_px / type);
	gather_y(set, axes, &centres, &intervals);
	axes->empty = centres.low > centres.high;
	/* What all is compared with is on the axis too. */
	if (set->relative_to && !axes->empty)
		extend(&centres, 1);
	axes->y = fit_y(centres, intervals, options, options->height_px / type);
	axes->broken = axes->y.low > 0 || axes->y.high < 0;
	axes->outside = axes->y_cut ? count_outside(set, axes) : 0;
	return true;
}

bool axes_hold_x(const struct axes *axes, double x)
{
	return x >= axes->x.low && x <= axes->x.high;
}

bool axes_hold_y(const struct axes *axes, double y)
{
	return y >= axes->y.low && y <= axes->y.high;
}
