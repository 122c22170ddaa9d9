/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/draw.h"

static bool within(const struct box_px *plot, double y_px)
{
	return y_px >= plot->y && y_px <= plot->y + plot->height;
}

/* Moves an end that is off the plot along its line to the plot's edge, where the line has one. */
static void cut_end(struct point_px *end, struct point_px other, const struct box_px *plot)
{
	bool above = end->y < plot->y;
	double edge = above ? plot->y : plot->y + plot->height;
	if (within(plot, end->y) || (above ? other.y < edge : other.y > edge))
		return;
	end->x += (other.x - end->x) * (edge - end->y) / (other.y - end->y);
	end->y = edge;
}

/* Only what is on the plot: the painter's own clipping is not for coordinates far outside. */
static void cut_line(struct marks *marks, enum mark_kind kind, enum style style, unsigned series,
	const struct curve_point *points, size_t n, const struct box_px *plot)
{
	bool open = false;
	for (size_t i = 1; i < n; i++) {
		struct point_px from = points[i - 1].at, to = points[i].at;
		cut_end(&from, to, plot);
		cut_end(&to, from, plot);
		bool seen = within(plot, from.y) && within(plot, to.y);
		if (seen && !open) {
			marks_add(marks, kind, style, series);
			marks_point(marks, from.x, from.y);
		}
		if (seen)
			marks_point(marks, to.x, to.y);
		open = seen && within(plot, points[i].at.y);
	}
}

/* A gap stays a gap, and a lone point draws no line. */
static void lines_along(const struct drawing *drawing, enum mark_kind kind, enum style style,
	unsigned series, const struct curve *curve)
{
	struct marks *marks = drawing->marks;
	for (size_t i = 0, n; i < curve->length; i += n) {
		n = curve_stretch(curve, i);
		if (n < 2)
			continue;
		if (drawing->axes->x_cut || drawing->axes->y_cut) {
			cut_line(marks, kind, style, series, &curve->points[i], n,
				&drawing->layout->plot);
			continue;
		}
		marks_add(marks, kind, style, series);
		for (size_t j = i; j < i + n; j++)
			marks_point(marks, curve->points[j].at.x, curve->points[j].at.y);
	}
}

static void centre_across(const struct drawing *drawing, const struct series *series)
{
	const struct box_px *plot = &drawing->layout->plot;
	if (!summary_has_value(&series->whole) ||
		!axes_hold_y(drawing->axes, series->whole.centre))
		return;
	double y = layout_y_px(drawing->layout, drawing->axes, series->whole.centre);
	marks_add(drawing->marks, MARK_DASHED, STYLE_CENTRE, series->style);
	marks_point(drawing->marks, plot->x, y);
	marks_point(drawing->marks, plot->x + plot->width, y);
}

void draw_lines(const struct drawing *drawing)
{
	for (size_t i = 0; i < drawing->set->length; i++) {
		const struct series *series = &drawing->set->series[i];
		if (drawing->set->chart->swept) {
			lines_along(drawing, MARK_DASHED, STYLE_CURVE, series->style,
				&drawing->curves[i]);
			continue;
		}
		lines_along(drawing, MARK_LINE, STYLE_RUNS, series->style,
			&drawing->curves[i]);
		centre_across(drawing, series);
	}
}
