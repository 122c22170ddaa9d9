/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a font remembers from chart to chart: shaped texts and drawn glyphs. Charts of a campaign
 * repeat nearly all of theirs. Both tables have a fixed number of places, each kept for the last
 * one that hashed to it, so hostile labels cost time but no memory.
 */
#ifndef RENDER_FONT_CACHE_H
#define RENDER_FONT_CACHE_H

#include "render/font.h"

#define FONT_CACHE_RUNS 512
#define FONT_CACHE_MASKS 2048

struct font_cache_run {
	char *text;
	double size_px;
	struct font_run run;
};

struct font_cache_mask {
	double size_px; /* 0: a free place */
	unsigned glyph, quarter;
	struct font_mask mask;
};

struct font_cache {
	struct font_cache_run runs[FONT_CACHE_RUNS];
	struct font_cache_mask masks[FONT_CACHE_MASKS];
};

/* The place of that text or glyph; where it was not there, an empty one for the caller to fill. */
struct font_run *font_cache_run(struct font_cache *cache, double size_px, const char *text,
	bool *found);
struct font_mask *font_cache_mask(struct font_cache *cache, double size_px, unsigned glyph,
	unsigned quarter, bool *found);

void font_cache_release(struct font_cache *cache);

#endif
