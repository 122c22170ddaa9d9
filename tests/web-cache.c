/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The picture cache: bounded, least used goes first, many threads; and ETag comparison. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "web/cache.h"
#include "web/reply.h"

static void put(struct cache *cache, const char *key, const char *bytes)
{
	struct text text = TEXT_EMPTY;
	text_add(&text, "%s", bytes);
	cache_put(cache, key, &text);
	text_release(&text);
}

static bool holds(struct cache *cache, const char *key, const char *bytes)
{
	struct text text = TEXT_EMPTY;
	bool found = cache_get(cache, key, &text);
	if (found)
		assert_string_equal(text.bytes, bytes);
	else
		assert_int_equal(text.length, 0);
	if (!found)
		cache_give_up(cache, key); /* whoever puts it makes it without being asked to */
	text_release(&text);
	return found;
}

static void test_bounds(void **state)
{
	(void)state;
	struct cache *cache = cache_new(10);
	assert_false(holds(cache, "a", ""));
	put(cache, "a", "1234");
	put(cache, "b", "5678");
	assert_true(holds(cache, "a", "1234")); /* so b is the one unused for longest */
	put(cache, "c", "90");
	assert_true(holds(cache, "b", "5678"));
	assert_true(holds(cache, "a", "1234"));
	put(cache, "d", "xy");
	assert_false(holds(cache, "c", ""));
	put(cache, "big", "12345678901");
	assert_false(holds(cache, "big", ""));
	assert_true(holds(cache, "d", "xy"));
	put(cache, "all", "1234567890");
	assert_true(holds(cache, "all", "1234567890"));
	assert_false(holds(cache, "a", ""));
	put(cache, "all", "other");
	assert_true(holds(cache, "all", "1234567890"));
	cache_free(cache);
	cache_free(NULL);
}

static void *use(void *context)
{
	struct cache *cache = context;
	for (unsigned i = 0; i < 2000; i++) {
		char key[16];
		snprintf(key, sizeof(key), "%u", i % 23);
		if (!holds(cache, key, key))
			put(cache, key, key);
	}
	return NULL;
}

static void test_threads(void **state)
{
	(void)state;
	struct cache *cache = cache_new(20);
	pthread_t threads[4];
	for (size_t i = 0; i < ARRAY_LENGTH(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, use, cache), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(threads); i++)
		pthread_join(threads[i], NULL);
	cache_free(cache);
}

struct shared {
	struct cache *cache;
	atomic_uint made;
	bool fails;
};

/* Takes a while to make what is not there; the first fails where it may. */
static void *make_once(void *context)
{
	struct shared *shared = context;
	struct text text = TEXT_EMPTY;
	if (!cache_get(shared->cache, "slow", &text)) {
		unsigned nth = atomic_fetch_add(&shared->made, 1);
		usleep(20000);
		if (shared->fails && nth == 0)
			cache_give_up(shared->cache, "slow");
		else
			put(shared->cache, "slow", "made");
	} else {
		assert_string_equal(text.bytes, "made");
	}
	text_release(&text);
	return NULL;
}

/* Who asks meanwhile waits for the one who makes it, or makes it where that one could not. */
static void test_once(void **state)
{
	(void)state;
	for (unsigned fails = 0; fails < 2; fails++) {
		struct shared shared = {.cache = cache_new(20), .fails = fails};
		pthread_t threads[8];
		for (size_t i = 0; i < ARRAY_LENGTH(threads); i++)
			assert_int_equal(pthread_create(&threads[i], NULL, make_once, &shared), 0);
		for (size_t i = 0; i < ARRAY_LENGTH(threads); i++)
			pthread_join(threads[i], NULL);
		assert_int_equal(atomic_load(&shared.made), 1 + fails);
		assert_int_equal(cache_puts(shared.cache), 1);
		cache_free(shared.cache);
	}
}

static void test_etags(void **state)
{
	(void)state;
	static const char *const matching[] = {
		"*", " *", "\"abc\"", "W/\"abc\"", "\"x\", \"abc\"", "\"x\",W/\"abc\" ,\"y\""};
	static const char *const other[] = {
		"", ",", "abc", "\"ab\"", "\"abcd\"", "\"x\", \"y\"", "W/", "\"x\" *"};
	for (size_t i = 0; i < ARRAY_LENGTH(matching); i++)
		assert_true(reply_matches(matching[i], "\"abc\""));
	for (size_t i = 0; i < ARRAY_LENGTH(other); i++)
		assert_false(reply_matches(other[i], "\"abc\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_once),
		cmocka_unit_test(test_etags),
	};
	return cmocka_run_group_tests_name("web cache", tests, NULL, NULL);
}
