/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a display list to pixels or a page: paint*.c are the only files that know the drawing
 * library.
 */
#ifndef RENDER_PAINT_H
#define RENDER_PAINT_H

#include "render/font.h"
#include "render/marks.h"

/* Opaque pixels, 0x00RRGGBB in the low 24 bits; what the highest byte holds is undefined. */
struct pixels {
	uint32_t *pixels;
	size_t width, height, stride; /* stride in pixels */
};

/* The caller frees pixels.pixels. Nothing on failure. */
bool paint_pixels(const struct marks *marks, enum chart_theme theme, struct font *font,
	struct pixels *pixels, struct error *err);

/* What a file says of itself. */
struct pdf_words {
	const char *title, *subject;
	const char *date; /* "2026-11-30T18:40:01Z" */
};

/* One page with all of it, as letters and lines. Adds to *out, or nothing on failure. */
bool paint_pdf(const struct marks *marks, enum chart_theme theme, struct font *font,
	const struct pdf_words *words, struct text *out, struct error *err);

#endif
