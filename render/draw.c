/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/draw.h"

/* Dividing lines between boots help up to here; more are only noise. */
#define BOOTS_DIVIDED_MAX 40

static void horizontal(const struct drawing *drawing, enum style style, double y)
{
	const struct box_px *plot = &drawing->layout->plot;
	marks_line(drawing->marks, style, 0, (struct point_px){plot->x, y},
		(struct point_px){plot->x + plot->width, y});
}

static void draw_background(const struct drawing *drawing)
{
	marks_add(drawing->marks, MARK_RECTANGLE, STYLE_BACKGROUND, 0);
	marks_point(drawing->marks, 0, 0);
	marks_point(drawing->marks, drawing->layout->width_px, drawing->layout->height_px);
}

static void draw_grid(const struct drawing *drawing)
{
	const struct scale *y = &drawing->axes->y;
	for (size_t i = 0; i < y->ticks_n; i += drawing->layout->y_stride)
		horizontal(drawing, STYLE_GRID,
			layout_y_px(drawing->layout, drawing->axes, y->ticks[i].value));
}

/* A line half way between the last run of a boot and the first of the next. */
static void draw_boots(const struct drawing *drawing)
{
	const struct box_px *plot = &drawing->layout->plot;
	if (drawing->set->chart->swept || drawing->set->length == 0)
		return;
	const struct series *series = &drawing->set->series[0];
	if (series->length == 0 || series->points[series->length - 1].boot > BOOTS_DIVIDED_MAX)
		return;
	for (size_t i = 1; i < series->length; i++) {
		if (series->points[i].boot == series->points[i - 1].boot)
			continue;
		double between = (series->points[i].x + series->points[i - 1].x) / 2;
		double x = layout_x_px(drawing->layout, drawing->axes, between);
		if (axes_hold_x(drawing->axes, between))
			marks_line(drawing->marks, STYLE_BOOT, 0, (struct point_px){x, plot->y},
				(struct point_px){x, drawing->layout->floor_px});
	}
}

/* What all is compared with. */
static void draw_reference(const struct drawing *drawing)
{
	if (drawing->set->relative_to && axes_hold_y(drawing->axes, 1))
		horizontal(drawing, STYLE_REFERENCE,
			layout_y_px(drawing->layout, drawing->axes, 1));
}

static void draw_changes(const struct drawing *drawing)
{
	const struct series_trend *trend = drawing->set->trend;
	for (size_t i = 0; trend && i < trend->marks_n; i++) {
		double x = layout_x_px(drawing->layout, drawing->axes, trend->marks[i].x);
		if (axes_hold_x(drawing->axes, trend->marks[i].x))
			marks_line(drawing->marks, STYLE_CHANGE, 0,
				(struct point_px){x, drawing->layout->plot.y},
				(struct point_px){x, drawing->layout->floor_px});
	}
}

/* The vertical axis; broken, it has a zigzag between its lowest value and the floor. */
static void draw_y_axis(const struct drawing *drawing)
{
	const struct layout *layout = drawing->layout;
	double x = layout->plot.x, low = layout->plot.y + layout->plot.height;
	double part = (layout->floor_px - low) / 6;
	marks_add(drawing->marks, MARK_LINE, STYLE_AXIS, 0);
	marks_point(drawing->marks, x, layout->plot.y);
	if (drawing->axes->broken) {
		marks_point(drawing->marks, x, low + part);
		marks_point(drawing->marks, x + LAYOUT_ZIGZAG_PX, low + 2 * part);
		marks_point(drawing->marks, x - LAYOUT_ZIGZAG_PX, low + 4 * part);
		marks_point(drawing->marks, x, low + 5 * part);
	}
	marks_point(drawing->marks, x, layout->floor_px);
}

static void draw_x_axis(const struct drawing *drawing)
{
	const struct layout *layout = drawing->layout;
	const struct scale *x = &drawing->axes->x;
	for (size_t i = 0; i < x->ticks_n; i++) {
		double at = layout_x_px(layout, drawing->axes, x->ticks[i].value);
		if (layout->x_kept[i])
			marks_line(drawing->marks, STYLE_TICK, 0,
				(struct point_px){at, layout->floor_px},
				(struct point_px){at, layout->floor_px + LAYOUT_TICK_PX});
	}
	horizontal(drawing, STYLE_AXIS, layout->floor_px);
	/* Values below zero hang from a line of their own. */
	if (drawing->axes->y.low < 0 && drawing->axes->y.high >= 0)
		horizontal(drawing, STYLE_AXIS, layout_y_px(layout, drawing->axes, 0));
}

static void draw_legend(const struct drawing *drawing)
{
	const struct layout *layout = drawing->layout;
	for (size_t i = 0; i < layout->keys_n; i++) {
		const struct layout_key *key = &layout->keys[i];
		unsigned style = drawing->set->series[key->series].style;
		marks_add(drawing->marks, MARK_DASHED, STYLE_KEY, style);
		marks_point(drawing->marks, key->at.x, key->at.y);
		marks_point(drawing->marks, key->at.x + LAYOUT_KEY_PX, key->at.y);
		marks_add(drawing->marks, MARK_MARKERS, STYLE_MARKER, style);
		marks_point(drawing->marks, key->at.x + LAYOUT_KEY_PX / 2, key->at.y);
	}
}

/*
 * From where the line ends to the marker before its label, which may have been moved. A line
 * that ends early is not led on to the edge: that would look like data.
 */
static void draw_ends(const struct drawing *drawing)
{
	const struct layout *layout = drawing->layout;
	for (size_t i = 0; i < layout->ends_n; i++) {
		const struct layout_key *end = &layout->ends[i];
		const struct series *series = &drawing->set->series[end->series];
		const struct curve *curve = &drawing->curves[end->series];
		struct point_px from = {layout->plot.x + layout->plot.width, end->at.y};
		if (!drawing->set->chart->swept && summary_has_value(&series->whole))
			from.y = layout_y_px(layout, drawing->axes, series->whole.centre);
		else if (curve->length > 0)
			from = curve->points[curve->length - 1].at;
		struct point_px marker = {end->at.x + LAYOUT_END_MARKER_PX, end->at.y};
		if (from.x >= layout->plot.x + layout->plot.width - LAYOUT_LEADER_PX &&
			from.y >= layout->plot.y && from.y <= layout->plot.y + layout->plot.height)
			marks_line(drawing->marks, STYLE_LEADER, series->style, from, marker);
		marks_add(drawing->marks, MARK_MARKERS, STYLE_MARKER, series->style);
		marks_point(drawing->marks, marker.x, marker.y);
	}
}

void draw_chart(const struct series_set *set, const struct axes *axes,
	const struct layout *layout, struct marks *marks)
{
	struct curve *curves = xcalloc(set->length, sizeof(*curves));
	struct drawing drawing = {set, axes, layout, curves, marks};
	marks->width_px = layout->width_px;
	marks->height_px = layout->height_px;
	marks->type = layout->type;
	for (size_t i = 0; i < set->length; i++)
		curves[i] = curve_of(set, i, layout, axes);
	draw_background(&drawing);
	draw_grid(&drawing);
	draw_boots(&drawing);
	draw_reference(&drawing);
	draw_changes(&drawing);
	draw_bands(&drawing);
	draw_y_axis(&drawing);
	draw_x_axis(&drawing);
	draw_ends(&drawing);
	draw_lines(&drawing);
	draw_points(&drawing);
	draw_failures(&drawing);
	draw_legend(&drawing);
	for (size_t i = 0; i < layout->texts_n; i++)
		marks_text(marks, layout->texts[i].style, layout->texts[i].anchor,
			layout->texts[i].at, layout->texts[i].text);
	for (size_t i = 0; i < set->length; i++)
		curve_release(&curves[i]);
	free(curves);
}
