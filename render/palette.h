/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The few colours a chart has, plus the steps between them that smooth its edges. Pixels are
 * sorted into 32 x 32 x 32 boxes, each box stands for the colour most common in it (so plain
 * areas and lines keep their exact colour), and boxes with near neighbours are merged.
 */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include "render/paint.h"

#define PALETTE_MAX 256
#define PALETTE_BOXES 32768

struct palette {
	uint32_t colours[PALETTE_MAX]; /* 0x00RRGGBB, the most common first */
	size_t length;
	unsigned char of_box[PALETTE_BOXES]; /* the index of each box that is used */
};

struct palette *palette_new(const struct pixels *pixels);

/* How many pixels from the first on are equal to it: at least 1, at most length. */
size_t palette_run(const uint32_t *pixels, size_t length);

static inline unsigned palette_box(uint32_t pixel)
{
	return (pixel >> 9 & 0x7c00) | (pixel >> 6 & 0x3e0) | (pixel >> 3 & 0x1f);
}

#endif
