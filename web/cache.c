/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/cache.h"

#include <pthread.h>

struct item {
	char *key;
	char *bytes;
	size_t length;
	uint64_t used; /* the cache's clock when it was last asked for */
};

/* A few hundred pictures at most: a walk over them costs far less than drawing one. */
struct cache {
	pthread_mutex_t mutex;
	pthread_cond_t changed; /* something is not being made any more */
	struct item *items;
	size_t items_n;
	char **making; /* keys */
	size_t making_n;
	size_t bytes, limit_bytes;
	uint64_t clock, puts;
};

struct cache *cache_new(size_t limit_bytes)
{
	struct cache *cache = xcalloc(1, sizeof(*cache));
	pthread_mutex_init(&cache->mutex, NULL);
	pthread_cond_init(&cache->changed, NULL);
	cache->limit_bytes = limit_bytes;
	return cache;
}

static void item_release(struct item *item)
{
	free(item->key);
	free(item->bytes);
}

void cache_free(struct cache *cache)
{
	if (!cache)
		return;
	for (size_t i = 0; i < cache->items_n; i++)
		item_release(&cache->items[i]);
	free(cache->items);
	for (size_t i = 0; i < cache->making_n; i++)
		free(cache->making[i]);
	free(cache->making);
	pthread_cond_destroy(&cache->changed);
	pthread_mutex_destroy(&cache->mutex);
	free(cache);
}

static struct item *find(struct cache *cache, const char *key)
{
	for (size_t i = 0; i < cache->items_n; i++)
		if (!strcmp(cache->items[i].key, key)) {
			cache->items[i].used = ++cache->clock;
			return &cache->items[i];
		}
	return NULL;
}

/* Makes the place of the longest unused item free for another; the last item moves into it. */
static void drop_oldest(struct cache *cache)
{
	size_t oldest = 0;
	for (size_t i = 1; i < cache->items_n; i++)
		if (cache->items[i].used < cache->items[oldest].used)
			oldest = i;
	cache->bytes -= cache->items[oldest].length;
	item_release(&cache->items[oldest]);
	cache->items[oldest] = cache->items[--cache->items_n];
}

/* Its place among the keys that are being made; making_n where it is not. */
static size_t find_making(const struct cache *cache, const char *key)
{
	size_t i = 0;
	while (i < cache->making_n && strcmp(cache->making[i], key) != 0)
		i++;
	return i;
}

/* Whoever waits for it looks again. */
static void end_making(struct cache *cache, const char *key)
{
	size_t i = find_making(cache, key);
	if (i == cache->making_n)
		return;
	free(cache->making[i]);
	cache->making[i] = cache->making[--cache->making_n];
	pthread_cond_broadcast(&cache->changed);
}

bool cache_get(struct cache *cache, const char *key, struct text *out)
{
	const struct item *item;
	pthread_mutex_lock(&cache->mutex);
	while (!(item = find(cache, key)) && find_making(cache, key) < cache->making_n)
		pthread_cond_wait(&cache->changed, &cache->mutex);
	if (item) {
		text_add_bytes(out, item->bytes, item->length);
	} else {
		cache->making = xreallocarray(
			cache->making, cache->making_n + 1, sizeof(*cache->making));
		cache->making[cache->making_n++] = xstrdup(key);
	}
	pthread_mutex_unlock(&cache->mutex);
	return item != NULL;
}

void cache_give_up(struct cache *cache, const char *key)
{
	pthread_mutex_lock(&cache->mutex);
	end_making(cache, key);
	pthread_mutex_unlock(&cache->mutex);
}

void cache_put(struct cache *cache, const char *key, const struct text *bytes)
{
	pthread_mutex_lock(&cache->mutex);
	end_making(cache, key);
	if (bytes->length <= cache->limit_bytes && !find(cache, key)) {
		cache->puts++;
		while (cache->bytes + bytes->length > cache->limit_bytes)
			drop_oldest(cache);
		cache->items =
			xreallocarray(cache->items, cache->items_n + 1, sizeof(*cache->items));
		char *copy = xmalloc(bytes->length);
		memcpy(copy, bytes->bytes, bytes->length);
		cache->items[cache->items_n++] =
			(struct item){xstrdup(key), copy, bytes->length, ++cache->clock};
		cache->bytes += bytes->length;
	}
	pthread_mutex_unlock(&cache->mutex);
}

uint64_t cache_puts(struct cache *cache)
{
	pthread_mutex_lock(&cache->mutex);
	uint64_t puts = cache->puts;
	pthread_mutex_unlock(&cache->mutex);
	return puts;
}
