/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Drawn pictures, kept by what they show: the key names the content, so nothing in here is ever
 * stale, only unused. Bounded; the one unused for longest makes room. Safe from any thread.
 */
#ifndef WEB_CACHE_H
#define WEB_CACHE_H

#include "model/text.h"

struct cache;

struct cache *cache_new(size_t limit_bytes);
void cache_free(struct cache *cache); /* NULL is fine */

/*
 * Adds the bytes kept under the key to *out. False where there are none: then the caller makes
 * them, and others who ask for the same wait until it calls cache_put() or cache_give_up().
 */
bool cache_get(struct cache *cache, const char *key, struct text *out);

/* Keeps a copy. A key that is there already is left as it is: the same key is the same content. */
void cache_put(struct cache *cache, const char *key, const struct text *bytes);

/* The bytes cannot be made. */
void cache_give_up(struct cache *cache, const char *key);

/* How often something was put that was not there: pictures drawn. */
uint64_t cache_puts(struct cache *cache);

#endif
