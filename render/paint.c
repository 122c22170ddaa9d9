/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/paint.h"

#include <cairo.h>
#include <math.h>

#define JAGGED_POINTS 64
#define TOLERANCE_PX 0.1
#define JOIN_TOLERANCE_PX 0.3

struct painter {
	cairo_t *cr;
	const struct marks *marks;
	enum chart_theme theme;
	struct font *font;
	struct pixels *pixels;
};

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

static uint32_t blend(uint32_t under, struct rgb over, unsigned coverage)
{
	unsigned rest = 255 - coverage;
	unsigned red = ((under >> 16 & 255) * rest + over.red * coverage + 127) / 255;
	unsigned green = ((under >> 8 & 255) * rest + over.green * coverage + 127) / 255;
	unsigned blue = ((under & 255) * rest + over.blue * coverage + 127) / 255;
	return red << 16 | green << 8 | blue;
}

static void paint_mask(const struct painter *painter, const struct font_mask *mask, long x_px,
	long y_px, struct rgb rgb)
{
	struct pixels *pixels = painter->pixels;
	for (int row = 0; row < mask->height_px; row++) {
		long y = y_px + mask->top_px + row;
		if (y < 0 || y >= (long)pixels->height)
			continue;
		for (int column = 0; column < mask->width_px; column++) {
			long x = x_px + mask->left_px + column;
			unsigned coverage = mask->coverage[row * mask->width_px + column];
			if (coverage == 0 || x < 0 || x >= (long)pixels->width)
				continue;
			uint32_t *pixel = &pixels->pixels[(size_t)y * pixels->stride + (size_t)x];
			*pixel = blend(*pixel, rgb, coverage);
		}
	}
}

/*
 * Glyphs are set at quarters of a pixel, which the library's own image text cannot do: unhinted
 * letters set at whole pixels stand unevenly.
 */
static void paint_text(const struct painter *painter, const struct mark *mark)
{
	const struct style_rule *rule = style_rule(mark->style);
	struct rgb rgb = style_colour(painter->theme, rule->colour, mark->series);
	const struct font_run *run = font_shape(painter->font, rule->font_px, mark->text);
	struct point_px at = marks_text_start(painter->marks, mark, run->width_px);
	cairo_surface_t *surface = cairo_get_target(painter->cr);
	cairo_surface_flush(surface);
	for (size_t i = 0; i < run->length; i++) {
		const struct font_glyph *glyph = &run->glyphs[i];
		double quarters = floor((at.x + glyph->x_px) * 4 + 0.5), x_px = floor(quarters / 4);
		const struct font_mask *mask = font_mask(painter->font, rule->font_px,
			glyph->index, (unsigned)(quarters - 4 * x_px));
		paint_mask(painter, mask, (long)x_px, lround(at.y + glyph->y_px), rgb);
	}
	cairo_surface_mark_dirty(surface);
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
		paint_text(painter, mark);
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

bool paint_pixels(const struct marks *marks, enum chart_theme theme, struct font *font,
	struct pixels *pixels, struct error *err)
{
	size_t width = (size_t)marks->width_px, height = (size_t)marks->height_px;
	/* Not cleared: the list begins with the background. */
	*pixels = (struct pixels){xmalloc(width * height * sizeof(uint32_t)), width, height, width};
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)pixels->pixels, CAIRO_FORMAT_RGB24, (int)width, (int)height,
		(int)(width * sizeof(uint32_t)));
	struct painter painter = {cairo_create(surface), marks, theme, font, pixels};
	cairo_set_line_join(painter.cr, CAIRO_LINE_JOIN_ROUND);
	cairo_set_antialias(painter.cr, CAIRO_ANTIALIAS_FAST);
	for (size_t i = 0; i < marks->length; i++)
		paint_mark(&painter, &marks->marks[i]);
	/* Its errors stick: the first one is still there, and everything after it is missing. */
	cairo_status_t status = cairo_status(painter.cr);
	cairo_destroy(painter.cr);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		return true;
	free(pixels->pixels);
	*pixels = (struct pixels){NULL, 0, 0, 0};
	return error_set(err, "cannot draw the chart: %s", cairo_status_to_string(status));
}
