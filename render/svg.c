/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/svg.h"

#include <math.h>

/* The glyphs a file uses, by their index in the font. */
struct glyphs {
	unsigned *indices;
	size_t length;
};

struct writer {
	const struct marks *marks;
	enum chart_theme theme;
	struct font *font;
	struct glyphs glyphs;
	unsigned clips;
	struct text *out;
};

static void add_escaped(struct text *out, const char *string)
{
	for (const char *at = string; *at; at++) {
		const char *escape = *at == '&' ? "&amp;" : *at == '<' ? "&lt;"
			: *at == '>' ? "&gt;" : *at == '"' ? "&quot;" : NULL;
		if (escape)
			text_add(out, "%s", escape);
		else
			text_add_bytes(out, at, 1);
	}
}

/* Hundredths by integers, without trailing zeros: the same in every locale. */
static void add_px(struct text *out, double px)
{
	char digits[32];
	long hundredths = lround(px * 100);
	int n = snprintf(digits, sizeof(digits), "%s%ld.%02ld", hundredths < 0 ? "-" : "",
		labs(hundredths) / 100, labs(hundredths) % 100);
	while (digits[n - 1] == '0')
		n--;
	if (digits[n - 1] == '.')
		n--;
	text_add_bytes(out, digits, (size_t)n);
}

static void add_pair(struct text *out, double x, double y)
{
	add_px(out, x);
	text_add_bytes(out, ",", 1);
	add_px(out, y);
}

static void add_attribute(struct text *out, const char *name, double px)
{
	text_add(out, " %s=\"", name);
	add_px(out, px);
	text_add_bytes(out, "\"", 1);
}

static void add_paint(const struct writer *writer, const struct mark *mark, const char *name)
{
	const struct style_rule *rule = style_rule(mark->style);
	struct rgb rgb = style_colour(writer->theme, rule->colour, mark->series);
	text_add(writer->out, " %s=\"#%02x%02x%02x\"", name, rgb.red, rgb.green, rgb.blue);
	if (rule->opacity < 1) {
		text_add(writer->out, " %s-opacity=\"", name);
		add_px(writer->out, rule->opacity);
		text_add_bytes(writer->out, "\"", 1);
	}
}

static const struct point_px *points_of(const struct writer *writer, const struct mark *mark)
{
	return &writer->marks->points[mark->first];
}

/* The first point absolute, the others relative in whole hundredths: that halves the file. */
static void add_path(const struct writer *writer, const struct mark *mark)
{
	const struct point_px *points = points_of(writer, mark);
	struct point_px fitted[2];
	long x_hundredths = 0, y_hundredths = 0;
	if (marks_fit_line(writer->marks, mark, fitted))
		points = fitted;
	for (size_t i = 0; i < mark->points_n; i++) {
		long x = lround(points[i].x * 100), y = lround(points[i].y * 100);
		text_add(writer->out, "%s", i == 0 ? "M" : i == 1 ? "l" : " ");
		add_pair(writer->out, (double)(x - x_hundredths) / 100,
			(double)(y - y_hundredths) / 100);
		x_hundredths = x;
		y_hundredths = y;
	}
}

static void write_line(const struct writer *writer, const struct mark *mark)
{
	const struct style_dash *dash = style_dash(mark->series);
	text_add(writer->out, "<path fill=\"none\"");
	add_paint(writer, mark, "stroke");
	add_attribute(writer->out, "stroke-width", style_rule(mark->style)->width_px);
	if (mark->kind == MARK_DASHED && dash->length > 0) {
		text_add(writer->out, " stroke-dasharray=\"");
		for (int i = 0; i < dash->length; i++) {
			text_add(writer->out, "%s", i ? " " : "");
			add_px(writer->out, dash->on_off_px[i]);
		}
		text_add(writer->out, "\"");
	}
	text_add(writer->out, " d=\"");
	add_path(writer, mark);
	text_add(writer->out, "\"/>\n");
}

static void write_polygon(const struct writer *writer, const struct mark *mark)
{
	text_add(writer->out, "<path");
	add_paint(writer, mark, "fill");
	text_add(writer->out, " d=\"");
	add_path(writer, mark);
	text_add(writer->out, "z\"/>\n");
}

static void add_rectangle(const struct writer *writer, const struct mark *mark)
{
	const struct point_px *points = points_of(writer, mark);
	add_attribute(writer->out, "x", fmin(points[0].x, points[1].x));
	add_attribute(writer->out, "y", fmin(points[0].y, points[1].y));
	add_attribute(writer->out, "width", fabs(points[1].x - points[0].x));
	add_attribute(writer->out, "height", fabs(points[1].y - points[0].y));
}

static void write_rectangle(const struct writer *writer, const struct mark *mark)
{
	text_add(writer->out, "<rect");
	add_paint(writer, mark, "fill");
	add_rectangle(writer, mark);
	text_add(writer->out, "/>\n");
}

static void add_marker(const struct writer *writer, struct point_px at, double radius_px,
	const double *corners, size_t corners_n)
{
	text_add(writer->out, "M");
	if (corners_n == 0) {
		add_pair(writer->out, at.x - radius_px, at.y);
		for (int half = 0; half < 2; half++) {
			text_add(writer->out, "a");
			add_pair(writer->out, radius_px, radius_px);
			text_add(writer->out, " 0 1 1 ");
			add_pair(writer->out, half ? -2 * radius_px : 2 * radius_px, 0);
		}
		return;
	}
	double x = at.x + radius_px * corners[0], y = at.y + radius_px * corners[1];
	add_pair(writer->out, x, y);
	for (size_t i = 1; i < corners_n; i++) {
		text_add(writer->out, i == 1 ? "l" : " ");
		add_pair(writer->out, radius_px * (corners[2 * i] - corners[2 * i - 2]),
			radius_px * (corners[2 * i + 1] - corners[2 * i - 1]));
	}
	text_add(writer->out, "z");
}

static void write_markers(const struct writer *writer, const struct mark *mark)
{
	double corners[2 * STYLE_CORNERS_MAX];
	size_t corners_n = style_corners(style_marker(mark->series), corners);
	text_add(writer->out, "<path");
	add_paint(writer, mark, "fill");
	text_add(writer->out, " d=\"");
	for (size_t i = 0; i < mark->points_n; i++)
		add_marker(writer, points_of(writer, mark)[i], style_rule(mark->style)->width_px,
			corners, corners_n);
	text_add(writer->out, "\"/>\n");
}

static void write_crosses(const struct writer *writer, const struct mark *mark)
{
	double corners[2 * STYLE_CORNERS_MAX];
	size_t corners_n = style_corners(MARKER_CROSS, corners);
	text_add(writer->out, "<path fill=\"none\"");
	add_paint(writer, mark, "stroke");
	add_attribute(writer->out, "stroke-width", style_rule(mark->style)->width_px);
	text_add(writer->out, " d=\"");
	for (size_t i = 0; i < mark->points_n; i++)
		for (size_t j = 0; j < corners_n; j++) {
			struct point_px at = points_of(writer, mark)[i];
			text_add(writer->out, j % 2 ? "L" : "M");
			add_pair(writer->out, at.x + STYLE_CROSS_PX * corners[2 * j],
				at.y + STYLE_CROSS_PX * corners[2 * j + 1]);
		}
	text_add(writer->out, "\"/>\n");
}

static size_t glyph_id(struct glyphs *glyphs, unsigned index)
{
	for (size_t i = 0; i < glyphs->length; i++)
		if (glyphs->indices[i] == index)
			return i;
	unsigned *added = xgrow(&glyphs->indices, &glyphs->length, sizeof(*added));
	*added = index;
	return glyphs->length - 1;
}

/* In the font's units under one transformation: whole numbers instead of pixels. */
static void write_text(struct writer *writer, const struct mark *mark)
{
	double size_px = style_rule(mark->style)->font_px, unit = FONT_UNITS_PER_EM / size_px;
	const struct font_run *run = font_shape(writer->font, size_px, mark->text);
	struct point_px at = marks_text_start(writer->marks, mark, run->width_px);
	text_add(writer->out, "<g");
	add_paint(writer, mark, "fill");
	text_add(writer->out, " transform=\"translate(");
	add_pair(writer->out, at.x, at.y);
	long scale = lround(size_px * 1e7 / FONT_UNITS_PER_EM);
	text_add(writer->out, ") scale(.%07ld,-.%07ld)\">", scale, scale);
	for (size_t i = 0; i < run->length; i++) {
		size_t id = glyph_id(&writer->glyphs, run->glyphs[i].index);
		text_add(writer->out, "<use href=\"#g%zu\" x=\"%ld\"", id,
			lround(run->glyphs[i].x_px * unit));
		if (lround(run->glyphs[i].y_px * unit) != 0)
			text_add(writer->out, " y=\"%ld\"", -lround(run->glyphs[i].y_px * unit));
		text_add(writer->out, "/>");
	}
	text_add(writer->out, "</g>\n");
}

static void write_clip(struct writer *writer, const struct mark *mark)
{
	text_add(writer->out, "<clipPath id=\"c%u\"><rect", writer->clips);
	add_rectangle(writer, mark);
	text_add(writer->out, "/></clipPath>\n<g clip-path=\"url(#c%u)\">\n", writer->clips++);
}

static void write_mark(struct writer *writer, const struct mark *mark)
{
	switch (mark->kind) {
	case MARK_RECTANGLE:
		write_rectangle(writer, mark);
		break;
	case MARK_LINE:
	case MARK_DASHED:
		write_line(writer, mark);
		break;
	case MARK_POLYGON:
		write_polygon(writer, mark);
		break;
	case MARK_MARKERS:
		write_markers(writer, mark);
		break;
	case MARK_CROSSES:
		write_crosses(writer, mark);
		break;
	case MARK_TEXT:
		write_text(writer, mark);
		break;
	case MARK_CLIP:
		write_clip(writer, mark);
		break;
	case MARK_UNCLIP:
		text_add(writer->out, "</g>\n");
		break;
	}
}

static void write_glyphs(const struct writer *writer)
{
	text_add(writer->out, "<defs>\n");
	for (size_t i = 0; i < writer->glyphs.length; i++) {
		text_add(writer->out, "<path id=\"g%zu\" d=\"", i);
		font_outline(writer->font, writer->glyphs.indices[i], writer->out);
		text_add(writer->out, "\"/>\n");
	}
	text_add(writer->out, "</defs>\n");
}

void svg_write(const struct marks *marks, enum chart_theme theme, struct font *font,
	const char *title, const char *description, struct text *out)
{
	struct writer writer = {marks, theme, font, {NULL, 0}, 0, out};
	text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 ", marks->width_px * marks->type, marks->height_px * marks->type);
	add_px(out, marks->width_px);
	text_add_bytes(out, " ", 1);
	add_px(out, marks->height_px);
	text_add(out, "\" role=\"img\" aria-labelledby=\"t d\">\n");
	text_add(out, "<title id=\"t\">");
	add_escaped(out, title);
	text_add(out, "</title>\n<desc id=\"d\">");
	add_escaped(out, description);
	text_add(out, "</desc>\n<g stroke-linejoin=\"round\">\n");
	for (size_t i = 0; i < marks->length; i++)
		write_mark(&writer, &marks->marks[i]);
	text_add(out, "</g>\n");
	write_glyphs(&writer);
	text_add(out, "</svg>\n");
	free(writer.glyphs.indices);
}
