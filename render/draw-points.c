/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/draw.h"

#include <math.h>

/* Markers of a line are thinned where they would be closer; samples shrink to dots. */
#define MARKER_APART_PX 16.0
#define MARKER_THINNED_PX 56.0
#define SAMPLE_APART_PX 8.0
#define CROSS_APART_PX 6.0

/* Whether there is a value there, and on the plot. */
static bool seen(const struct drawing *drawing, const struct curve_point *point)
{
	const struct box_px *plot = &drawing->layout->plot;
	return !point->beyond && (!drawing->axes->y_cut ||
		(point->at.y >= plot->y && point->at.y <= plot->y + plot->height));
}

static double apart_px(const struct drawing *drawing, const struct curve *curve)
{
	return drawing->layout->plot.width / fmax(1, (double)curve->length - 1);
}

/*
 * Every point where there is room. Else one every so often, each series at another place so that
 * they do not cover each other, and always those that no line joins.
 */
static void markers_along(const struct drawing *drawing, size_t index)
{
	const struct curve *curve = &drawing->curves[index];
	double apart = apart_px(drawing, curve);
	size_t stride = apart >= MARKER_APART_PX ? 1 : (size_t)ceil(MARKER_THINNED_PX / apart);
	size_t offset = stride * (2 * index + 1) / (2 * drawing->set->length) % stride;
	marks_add(drawing->marks, MARK_MARKERS, STYLE_MARKER, drawing->set->series[index].style);
	double last_px = -INFINITY, least_px = stride > 1 ? MARKER_THINNED_PX / 2 : 0;
	for (size_t i = 0, n; i < curve->length; i += n) {
		n = curve_stretch(curve, i);
		for (size_t j = i; j < i + n; j++) {
			struct point_px at = curve->points[j].at;
			bool chosen = j % stride == offset && at.x >= last_px + least_px;
			if ((n > 1 && !chosen) || !seen(drawing, &curve->points[j]))
				continue;
			marks_point(drawing->marks, at.x, at.y);
			last_px = at.x;
		}
	}
}

static void samples_along(const struct drawing *drawing, size_t index)
{
	const struct curve *curve = &drawing->curves[index];
	enum style style = apart_px(drawing, curve) >= SAMPLE_APART_PX ? STYLE_MARKER : STYLE_DOT;
	marks_add(drawing->marks, MARK_MARKERS, style, drawing->set->series[index].style);
	for (size_t i = 0; i < curve->length; i++)
		if (seen(drawing, &curve->points[i]))
			marks_point(drawing->marks, curve->points[i].at.x, curve->points[i].at.y);
}

void draw_points(const struct drawing *drawing)
{
	for (size_t i = 0; i < drawing->set->length; i++)
		if (drawing->curves[i].length > 0)
			(drawing->set->chart->swept ? markers_along : samples_along)(drawing, i);
}

/* Crosses closer than their size are one cross. */
void draw_failures(const struct drawing *drawing)
{
	const struct layout *layout = drawing->layout;
	for (size_t i = 0; i < drawing->set->length; i++) {
		const struct series *series = &drawing->set->series[i];
		double last = -INFINITY;
		if (layout->failures_px[i] <= 0)
			continue;
		marks_add(drawing->marks, MARK_CROSSES, STYLE_FAILURE, series->style);
		for (size_t j = 0; j < series->length; j++) {
			const struct series_point *point = &series->points[j];
			double x = layout_x_px(layout, drawing->axes, point->x);
			if (point->failed == 0 || summary_has_value(&point->summary) ||
				!axes_hold_x(drawing->axes, point->x) || x < last + CROSS_APART_PX)
				continue;
			marks_point(drawing->marks, x, layout->failures_px[i]);
			last = x;
		}
	}
}
