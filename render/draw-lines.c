/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/draw.h"

/* A gap stays a gap, and a lone point draws no line. */
static void lines_along(struct marks *marks, enum mark_kind kind, enum style style,
	unsigned series, const struct curve *curve)
{
	for (size_t i = 0, n; i < curve->length; i += n) {
		n = curve_stretch(curve, i);
		if (n < 2)
			continue;
		marks_add(marks, kind, style, series);
		for (size_t j = i; j < i + n; j++)
			marks_point(marks, curve->points[j].at.x, curve->points[j].at.y);
	}
}

static void centre_across(const struct drawing *drawing, const struct series *series)
{
	const struct box_px *plot = &drawing->layout->plot;
	if (!summary_has_value(&series->whole))
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
			lines_along(drawing->marks, MARK_DASHED, STYLE_CURVE, series->style,
				&drawing->curves[i]);
			continue;
		}
		lines_along(drawing->marks, MARK_LINE, STYLE_RUNS, series->style,
			&drawing->curves[i]);
		centre_across(drawing, series);
	}
}
