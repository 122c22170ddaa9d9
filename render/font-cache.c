/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/font-cache.h"

/* Sizes are few and fixed (style.c): comparing them for equality is meant. */
static bool same_size(double a_px, double b_px)
{
	return !(a_px < b_px) && !(a_px > b_px);
}

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
	const unsigned char *byte = bytes;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
	return hash;
}

#define HASH_START UINT64_C(0xcbf29ce484222325)

struct font_run *font_cache_run(struct font_cache *cache, double size_px, const char *text,
	bool *found)
{
	uint64_t hash = hash_bytes(HASH_START, &size_px, sizeof(size_px));
	hash = hash_bytes(hash, text, strlen(text));
	struct font_cache_run *place = &cache->runs[(hash ^ hash >> 32) % FONT_CACHE_RUNS];
	*found = place->text && same_size(place->size_px, size_px) &&
		strcmp(place->text, text) == 0;
	if (!*found) {
		free(place->text);
		free(place->run.glyphs);
		*place = (struct font_cache_run){xstrdup(text), size_px, {NULL, 0, 0}};
	}
	return &place->run;
}

struct font_mask *font_cache_mask(struct font_cache *cache, double size_px, unsigned glyph,
	unsigned quarter, bool *found)
{
	uint64_t hash = hash_bytes(HASH_START, &size_px, sizeof(size_px));
	hash = hash_bytes(hash, &glyph, sizeof(glyph));
	hash = hash_bytes(hash, &quarter, sizeof(quarter));
	struct font_cache_mask *place = &cache->masks[(hash ^ hash >> 32) % FONT_CACHE_MASKS];
	*found = same_size(place->size_px, size_px) && place->glyph == glyph &&
		place->quarter == quarter;
	if (!*found) {
		free(place->mask.coverage);
		*place = (struct font_cache_mask){size_px, glyph, quarter, {0, 0, 0, 0, NULL}};
	}
	return &place->mask;
}

void font_cache_release(struct font_cache *cache)
{
	for (size_t i = 0; i < FONT_CACHE_RUNS; i++) {
		free(cache->runs[i].text);
		free(cache->runs[i].run.glyphs);
	}
	for (size_t i = 0; i < FONT_CACHE_MASKS; i++)
		free(cache->masks[i].mask.coverage);
}
