/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/curve.h"

#include <math.h>

/* One column of pixels: its points so far. */
struct column {
	size_t index;
	size_t n;
	struct curve_point lowest, highest; /* by their place on the picture */
	size_t lowest_at, highest_at;       /* the points' indices, for their order */
	double low_px, high_px;
	bool has_interval;
};

static void add_point(struct curve *curve, struct curve_point point)
{
	struct curve_point *added = xgrow(&curve->points, &curve->length, sizeof(*added));
	*added = point;
}

static struct curve_point place(const struct series_point *point, const struct layout *layout,
	const struct axes *axes, bool with_interval)
{
	struct curve_point placed = {
		.at = {layout_x_px(layout, axes, point->x),
			layout_y_px(layout, axes, point->summary.centre)},
		.has_interval = with_interval && summary_has_interval(&point->summary),
	};
	if (placed.has_interval) {
		placed.low_px = layout_y_px(layout, axes, point->summary.low);
		placed.high_px = layout_y_px(layout, axes, point->summary.high);
	}
	return placed;
}

/* The points between the ends of the x axis. */
struct window {
	size_t first, last; /* one behind */
};

static struct window window_of(const struct series *series, const struct axes *axes)
{
	struct window window = {0, series->length};
	while (window.first < window.last && series->points[window.first].x < axes->x.low)
		window.first++;
	while (window.last > window.first && series->points[window.last - 1].x > axes->x.high)
		window.last--;
	return window;
}

static double between(double one, double other, double part)
{
	return one + part * (other - one);
}

/* Adds where the line to point `to` from the one before is at x_px, if there is such a line. */
static void add_crossing(struct curve *curve, const struct series_set *set,
	const struct series *series, size_t to, double x_px, const struct layout *layout,
	const struct axes *axes)
{
	if (to == 0 || to >= series->length)
		return;
	const struct series_point *one = &series->points[to - 1], *other = &series->points[to];
	if (!summary_has_value(&one->summary) || !summary_has_value(&other->summary) ||
		one->boot != other->boot || (axes->x.log && one->x <= 0))
		return;
	struct curve_point from = place(one, layout, axes, set->chart->swept);
	struct curve_point at = place(other, layout, axes, set->chart->swept);
	double part = (x_px - from.at.x) / (at.at.x - from.at.x);
	struct curve_point crossing = {
		.at = {x_px, between(from.at.y, at.at.y, part)},
		.low_px = between(from.low_px, at.low_px, part),
		.high_px = between(from.high_px, at.high_px, part),
		.has_interval = from.has_interval && at.has_interval,
		.starts = curve->length == 0,
		.beyond = true,
	};
	if (isfinite(part))
		add_point(curve, crossing);
}

static void column_add(struct column *column, struct curve_point point, size_t index)
{
	if (column->n == 0 || point.at.y > column->lowest.at.y) {
		column->lowest = point;
		column->lowest_at = index;
	}
	if (column->n == 0 || point.at.y < column->highest.at.y) {
		column->highest = point;
		column->highest_at = index;
	}
	if (point.has_interval) {
		bool first = !column->has_interval;
		column->low_px = first ? point.low_px : fmax(column->low_px, point.low_px);
		column->high_px = first ? point.high_px : fmin(column->high_px, point.high_px);
		column->has_interval = true;
	}
	column->n++;
}

static void column_end(struct curve *curve, struct column *column, bool starts)
{
	if (column->n == 0)
		return;
	bool two = column->lowest_at != column->highest_at;
	bool low_first = column->lowest_at < column->highest_at;
	struct curve_point one = low_first ? column->lowest : column->highest;
	struct curve_point other = low_first ? column->highest : column->lowest;
	one.has_interval = other.has_interval = column->has_interval;
	one.low_px = other.low_px = column->low_px;
	one.high_px = other.high_px = column->high_px;
	one.starts = starts;
	other.starts = false;
	add_point(curve, one);
	if (two)
		add_point(curve, other);
}

/* A gap is a column in which no point has a value. */
static void decimate(struct curve *curve, const struct series_set *set,
	const struct series *series, struct window window, const struct layout *layout,
	const struct axes *axes, size_t columns)
{
	struct column column = {0};
	bool missing = curve->length == 0, seen = false;
	for (size_t i = window.first; i < window.last; i++) {
		double unit = scale_unit(&axes->x, series->points[i].x);
		size_t index = (size_t)(fmax(0, fmin(unit, 1)) * (double)columns);
		if (seen && index != column.index) {
			column_end(curve, &column, missing);
			missing = column.n == 0;
			column = (struct column){0};
		}
		column.index = index;
		seen = true;
		if (summary_has_value(&series->points[i].summary))
			column_add(&column, place(&series->points[i], layout, axes,
				set->chart->swept), i);
	}
	column_end(curve, &column, missing);
}

static void keep_all(struct curve *curve, const struct series_set *set,
	const struct series *series, struct window window, const struct layout *layout,
	const struct axes *axes)
{
	bool missing = curve->length == 0;
	unsigned boot = window.first < window.last ? series->points[window.first].boot : 0;
	for (size_t i = window.first; i < window.last; i++) {
		const struct series_point *point = &series->points[i];
		if (!summary_has_value(&point->summary)) {
			missing = true;
			continue;
		}
		struct curve_point placed = place(point, layout, axes, set->chart->swept);
		placed.starts = missing || point->boot != boot;
		add_point(curve, placed);
		missing = false;
		boot = point->boot;
	}
}

struct curve curve_of(const struct series_set *set, size_t index, const struct layout *layout,
	const struct axes *axes)
{
	struct curve curve = {NULL, 0};
	const struct series *series = &set->series[index];
	const struct box_px *plot = &layout->plot;
	size_t columns = (size_t)fmax(2, plot->width);
	size_t share = CURVE_POINTS_MAX / 2 / set->length;
	struct window window = window_of(series, axes);
	columns = columns < share ? columns : share > 2 ? share : 2;
	if (axes->x_cut)
		add_crossing(&curve, set, series, window.first, plot->x, layout, axes);
	if (window.last - window.first > 2 * columns)
		decimate(&curve, set, series, window, layout, axes, columns);
	else
		keep_all(&curve, set, series, window, layout, axes);
	if (axes->x_cut)
		add_crossing(&curve, set, series, window.last, plot->x + plot->width, layout, axes);
	return curve;
}

void curve_release(struct curve *curve)
{
	free(curve->points);
	*curve = (struct curve){NULL, 0};
}

size_t curve_stretch(const struct curve *curve, size_t from)
{
	size_t to = from + 1;
	while (to < curve->length && !curve->points[to].starts)
		to++;
	return to - from;
}
