/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a display list to pixels: the only file that knows the drawing library. */
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

#endif
