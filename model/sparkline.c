/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/sparkline.h"

#include <math.h>

#define POINTS_MAX 24 /* of one variant */

struct box {
	double left, right, low, high;
};

static bool has_value(const struct series_point *point)
{
	return isfinite(point->summary.centre);
}

static struct box box_of(const struct series_set *set)
{
	struct box box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
	for (size_t i = 0; i < set->length; i++)
		for (size_t p = 0; p < set->series[i].length; p++) {
			const struct series_point *point = &set->series[i].points[p];
			if (!has_value(point))
				continue;
			box.left = fmin(box.left, point->x);
			box.right = fmax(box.right, point->x);
			box.low = fmin(box.low, point->summary.centre);
			box.high = fmax(box.high, point->summary.centre);
		}
	return box;
}

static void add_point(struct text *text, const struct box *box, const struct series_point *point)
{
	double x = (point->x - box->left) / (box->right - box->left) * SPARKLINE_WIDTH;
	double height = box->high - box->low;
	double y = height > 0 ? (box->high - point->summary.centre) / height : 0.5;
	text_add(text, "%.4g,%.4g", x, y * SPARKLINE_HEIGHT);
}

/* At most POINTS_MAX of the values, evenly; the first and the last are among them. */
static void add_series(struct text *text, const struct box *box, const struct series *series)
{
	size_t n = 0, shown = 0, k = 0;
	for (size_t p = 0; p < series->length; p++)
		n += has_value(&series->points[p]);
	if (n < 2)
		return;
	size_t points = n < POINTS_MAX ? n : POINTS_MAX;
	text_add(text, "%s%u:", text->length ? ";" : "", series->style);
	for (size_t p = 0; p < series->length; p++) {
		if (!has_value(&series->points[p]) || k++ != shown * (n - 1) / (points - 1))
			continue;
		text_add(text, "%s", shown++ ? " " : "");
		add_point(text, box, &series->points[p]);
	}
}

void sparkline_add(struct text *text, const struct series_set *set)
{
	struct box box = box_of(set);
	if (!set->chart->swept || !(box.right > box.left))
		return;
	for (size_t i = 0; i < set->length; i++)
		add_series(text, &box, &set->series[i]);
}
