/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "render/paint-work.h"

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
	double type = painter->marks->type, size_px = rule->font_px * type;
	const struct font_run *run = font_shape(painter->font, size_px, mark->text);
	struct point_px at = marks_text_start(painter->marks, mark, run->width_px / type);
	double left_px = at.x * type, baseline_px = at.y * type;
	cairo_surface_t *surface = cairo_get_target(painter->cr);
	cairo_surface_flush(surface);
	for (size_t i = 0; i < run->length; i++) {
		const struct font_glyph *glyph = &run->glyphs[i];
		double quarters = floor((left_px + glyph->x_px) * 4 + 0.5);
		double x_px = floor(quarters / 4);
		const struct font_mask *mask = font_mask(painter->font, size_px, glyph->index,
			 (unsigned)(quarters - 4 * x_px));
		paint_mask(painter, mask, (long)x_px, lround(baseline_px + glyph->y_px), rgb);
	}
	cairo_surface_mark_dirty(surface);
}

bool paint_pixels(const struct marks *marks, enum chart_theme theme, struct font *font,
	struct pixels *pixels, struct error *err)
{
	size_t width = (size_t)lround(marks->width_px * marks->type);
	size_t height = (size_t)lround(marks->height_px * marks->type);
	/* Not cleared: the list begins with the background. */
	*pixels = (struct pixels){xmalloc(width * height * sizeof(uint32_t)), width, height, width};
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)pixels->pixels, CAIRO_FORMAT_RGB24, (int)width, (int)height,
		(int)(width * sizeof(uint32_t)));
	struct painter painter = {cairo_create(surface), marks, theme, font, paint_text, pixels};
	cairo_scale(painter.cr, marks->type, marks->type);
	paint_marks(&painter);
	if (paint_end(&painter, surface, err))
		return true;
	free(pixels->pixels);
	*pixels = (struct pixels){NULL, 0, 0, 0};
	return false;
}
