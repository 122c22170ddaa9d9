/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/draw.h"

#define BAR_APART_PX 4.0

/* One stretch in which every point has an interval: along its upper edge, back along the lower. */
static void band(struct marks *marks, unsigned style, const struct curve_point *points, size_t n)
{
	if (n == 1) {
		marks_line(marks, STYLE_WHISKER, style,
			(struct point_px){points[0].at.x, points[0].low_px},
			(struct point_px){points[0].at.x, points[0].high_px});
		return;
	}
	marks_add(marks, MARK_POLYGON, STYLE_BAND, style);
	for (size_t i = 0; i < n; i++)
		marks_point(marks, points[i].at.x, points[i].high_px);
	for (size_t i = n; i > 0; i--)
		marks_point(marks, points[i - 1].at.x, points[i - 1].low_px);
}

/* A bar for every point of a trend, as long as bars do not touch. */
static bool has_bars(const struct drawing *drawing, const struct curve *curve)
{
	return drawing->set->trend &&
		drawing->layout->plot.width >= BAR_APART_PX * (double)curve->length;
}

static void bars_along(const struct drawing *drawing, unsigned style, const struct curve *curve)
{
	for (size_t i = 0; i < curve->length; i++)
		if (curve->points[i].has_interval && !curve->points[i].beyond)
			band(drawing->marks, style, &curve->points[i], 1);
}

static void bands_along(struct marks *marks, unsigned style, const struct curve *curve)
{
	for (size_t i = 0, n; i < curve->length; i += n) {
		size_t stretch = curve_stretch(curve, i);
		for (n = 1; n < stretch; n++)
			if (curve->points[i + n].has_interval != curve->points[i].has_interval)
				break;
		if (curve->points[i].has_interval)
			band(marks, style, &curve->points[i], n);
	}
}

/* Where nothing is swept the interval is the whole cell's, so its band is as wide as the plot. */
static void band_across(const struct drawing *drawing, const struct series *series)
{
	const struct box_px *plot = &drawing->layout->plot;
	if (!summary_has_interval(&series->whole))
		return;
	marks_add(drawing->marks, MARK_RECTANGLE, STYLE_BAND, series->style);
	marks_point(drawing->marks, plot->x,
		layout_y_px(drawing->layout, drawing->axes, series->whole.high));
	marks_point(drawing->marks, plot->x + plot->width,
		layout_y_px(drawing->layout, drawing->axes, series->whole.low));
}

/* Bands alone may leave the plot: the zoomed scale fits centres. */
void draw_bands(const struct drawing *drawing)
{
	const struct box_px *plot = &drawing->layout->plot;
	marks_add(drawing->marks, MARK_CLIP, STYLE_BAND, 0);
	marks_point(drawing->marks, plot->x - 1, plot->y);
	marks_point(drawing->marks, plot->x + plot->width + 1, plot->y + plot->height);
	for (size_t i = 0; i < drawing->set->length; i++) {
		const struct series *series = &drawing->set->series[i];
		if (has_bars(drawing, &drawing->curves[i]))
			bars_along(drawing, series->style, &drawing->curves[i]);
		else if (drawing->set->chart->swept)
			bands_along(drawing->marks, series->style, &drawing->curves[i]);
		else
			band_across(drawing, series);
	}
	marks_add(drawing->marks, MARK_UNCLIP, STYLE_BAND, 0);
}
