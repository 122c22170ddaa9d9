/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one pinned font (DejaVu Sans, embedded): widths for the layout, glyphs, their outlines and
 * pixels for the painters. Nothing installed on the machine is looked at, so text has the same
 * size everywhere. A character the font lacks is drawn as its empty box.
 *
 * Texts are one line of valid UTF-8 without control characters (line.h). Whatever is
 * returned belongs to the font and stays valid until the next call with the same font.
 */
#ifndef RENDER_FONT_H
#define RENDER_FONT_H

#include "model/text.h"

struct font;
struct _cairo; /* the drawing library's context */

struct font_glyph {
	unsigned index;    /* in the font */
	double x_px, y_px; /* its origin, from the start of the baseline; y downwards */
};

struct font_run {
	struct font_glyph *glyphs;
	size_t length;
	double width_px;
};

/* One glyph's coverage, a byte a pixel. */
struct font_mask {
	int left_px, top_px; /* of its first pixel, from the pixel of the origin; y downwards */
	int width_px, height_px;
	unsigned char *coverage;
};

/*
 * A font to be used by one thread at a time. Making one takes longer than drawing a chart, so a
 * released one waits for its next user.
 */
struct font *font_acquire(struct error *err);
void font_release(struct font *font);

const struct font_run *font_shape(struct font *font, double size_px, const char *text);

/* The width alone; of the form that label.h measures with. */
double font_width_px(void *font, double size_px, const char *text);

/* The glyph with its origin `quarter`/4 pixels (0…3) right of a pixel's left edge. */
const struct font_mask *font_mask(struct font *font, double size_px, unsigned glyph,
	unsigned quarter);

/* Adds the outline as SVG path data, in units of 1/2048 em, y upwards. Nothing for a space. */
#define FONT_UNITS_PER_EM 2048
void font_outline(struct font *font, unsigned glyph, struct text *path);

/* Makes it the context's font, unhinted, for glyphs of a run of that size. */
void font_select(struct font *font, struct _cairo *cr, double size_px);

#endif
