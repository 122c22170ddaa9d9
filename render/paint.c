/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/paint-work.h"

#include <math.h>

#define JAGGED_POINTS 64
#define TOLERANCE_PX 0.1
#define JOIN_TOLERANCE_PX 0.3

static void set_colour(const struct painter *painter, const struct mark *mark)
{
	const struct style_rule *rule = style_rule(mark->style);
	struct rgb rgb = style_colour(painter->theme, rule->colour, mark->series);
	cairo_set_source_rgba(painter->cr, rgb.red / 255.0, rgb.green / 255.0, rgb.blue / 255.0,
		rule->opacity);
}

static const struct point_px *points_of(const struct painter *painter, const struct mark *mark)
{
	return &painter->marks->points[mark->first];
}

static void trace(const struct painter *painter, const struct mark *mark)
{
	const struct point_px *points = points_of(painter, mark);
	struct point_px fitted[2];
	if (marks_fit_line(painter->marks, mark, fitted))
		points = fitted;
	for (size_t i = 0; i < mark->points_n; i++)
		cairo_line_to(painter->cr, points[i].x, points[i].y);
}

static void paint_line(const struct painter *painter, const struct mark *mark)
{
	const struct style_dash *dash = style_dash(mark->series);
	bool dashed = mark->kind == MARK_DASHED && dash->length > 0;
	cairo_set_line_width(painter->cr, style_rule(mark->style)->width_px);
	cairo_set_dash(painter->cr, dash->on_off_px, dashed ? dash->length : 0, 0);
	/* Of the round joins only: a third of a pixel is plenty for corners this small. */
	cairo_set_tolerance(painter->cr, JOIN_TOLERANCE_PX);
	trace(painter, mark);
	cairo_stroke(painter->cr);
	cairo_set_tolerance(painter->cr, TOLERANCE_PX);
}

/*
 * Edges are smoothed in 16 steps instead of 256, and the faint ones of bands with many corners
 * not at all: no difference to the eye, much to time and bytes.
 */
static void paint_polygon(const struct painter *painter, const struct mark *mark)
{
	bool jagged = mark->points_n > JAGGED_POINTS && style_rule(mark->style)->opacity < 0.5;
	cairo_set_antialias(painter->cr, jagged ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_FAST);
	trace(painter, mark);
	cairo_fill(painter->cr);
	cairo_set_antialias(painter->cr, CAIRO_ANTIALIAS_FAST);
}

static void trace_rectangle(const struct painter *painter, const struct mark *mark)
{
	const struct point_px *points = points_of(painter, mark);
	cairo_rectangle(painter->cr, points[0].x, points[0].y, points[1].x - points[0].x,
		points[1].y - points[0].y);
}

static void trace_marker(const struct painter *painter, struct point_px at, double radius_px,
	const double *corners, size_t corners_n)
{
	if (corners_n == 0) {
		cairo_new_sub_path(painter->cr);
		cairo_arc(painter->cr, at.x, at.y, radius_px, 0, 2 * M_PI);
	}
	for (size_t i = 0; i < corners_n; i++)
		(i ? cairo_line_to : cairo_move_to)(painter->cr, at.x + radius_px * corners[2 * i],
			at.y + radius_px * corners[2 * i + 1]);
	cairo_close_path(painter->cr);
}

static void paint_markers(const struct painter *painter, const struct mark *mark)
{
	double corners[2 * STYLE_CORNERS_MAX];
	size_t corners_n = style_corners(style_marker(mark->series), corners);
	for (size_t i = 0; i < mark->points_n; i++)
		trace_marker(painter, points_of(painter, mark)[i],
			style_rule(mark->style)->width_px, corners, corners_n);
	cairo_fill(painter->cr);
}

static void paint_crosses(const struct painter *painter, const struct mark *mark)
{
	double corners[2 * STYLE_CORNERS_MAX];
	size_t corners_n = style_corners(MARKER_CROSS, corners);
	cairo_set_line_width(painter->cr, style_rule(mark->style)->width_px);
	cairo_set_dash(painter->cr, NULL, 0, 0);
	for (size_t i = 0; i < mark->points_n; i++) {
		struct point_px at = points_of(painter, mark)[i];
		for (size_t j = 0; j < corners_n; j++)
			(j % 2 ? cairo_line_to : cairo_move_to)(painter->cr,
				at.x + STYLE_CROSS_PX * corners[2 * j],
				at.y + STYLE_CROSS_PX * corners[2 * j + 1]);
	}
	cairo_stroke(painter->cr);
}

static void paint_mark(const struct painter *painter, const struct mark *mark)
{
	set_colour(painter, mark);
	switch (mark->kind) {
	case MARK_RECTANGLE:
		trace_rectangle(painter, mark);
		cairo_fill(painter->cr);
		break;
	case MARK_LINE:
	case MARK_DASHED:
		paint_line(painter, mark);
		break;
	case MARK_POLYGON:
		paint_polygon(painter, mark);
		break;
	case MARK_MARKERS:
		paint_markers(painter, mark);
		break;
	case MARK_CROSSES:
		paint_crosses(painter, mark);
		break;
	case MARK_TEXT:
		painter->text(painter, mark);
		break;
	case MARK_CLIP:
		cairo_save(painter->cr);
		trace_rectangle(painter, mark);
		cairo_clip(painter->cr);
		break;
	case MARK_UNCLIP:
		cairo_restore(painter->cr);
		break;
	}
}

void paint_marks(const struct painter *painter)
{
	cairo_set_line_join(painter->cr, CAIRO_LINE_JOIN_ROUND);
	cairo_set_antialias(painter->cr, CAIRO_ANTIALIAS_FAST);
	for (size_t i = 0; i < painter->marks->length; i++)
		paint_mark(painter, &painter->marks->marks[i]);
}

bool paint_end(const struct painter *painter, cairo_surface_t *surface, struct error *err)
{
	/* Its errors stick: the first one is still there, and everything after it is missing. */
	cairo_status_t status = cairo_status(painter->cr);
	cairo_destroy(painter->cr);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return status == CAIRO_STATUS_SUCCESS ||
		error_set(err, "cannot draw the chart: %s", cairo_status_to_string(status));
}
