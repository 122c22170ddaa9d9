/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every page of made-up campaigns, without a socket. With a path as its argument this program
 * only writes those campaigns into a store there, for the shell tests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/filled.h"
#include "web/site.h"

static int get(const char *target, struct page *page)
{
	struct error err;
	const struct site site = {.store_path = filled_path};
	page_init(page);
	int status = site_get(&site, target, page, &err);
	if (status != 200)
		assert_true(strlen(err.message) > 5);
	return status;
}

/* The name of a tag, up to what ends it. */
static size_t name_length(const char *at)
{
	return strcspn(at, " \n/>");
}

/* Every element is closed in turn, and nothing but < of a tag stands as such. */
static void assert_balanced(const char *html)
{
	const char *stack[64];
	size_t depth = 0;
	for (const char *at = strchr(html, '<'); at; at = strchr(at, '<')) {
		const char *end = strchr(++at, '>');
		assert_non_null(end);
		assert_true(memchr(at, '<', (size_t)(end - at)) == NULL);
		if (*at == '/') {
			assert_true(depth > 0);
			const char *open = stack[--depth];
			assert_int_equal(name_length(open), name_length(at + 1));
			assert_memory_equal(open, at + 1, name_length(open));
		} else if (*at != '!' && end[-1] != '/') {
			assert_true(depth < ARRAY_LENGTH(stack));
			stack[depth++] = at;
		}
		at = end;
	}
	assert_int_equal(depth, 0);
}

static const char *const ids[] = {FIXTURE_ID, FIXTURE_HOSTILE_ID, FIXTURE_EMPTY_ID};

static void test_pages(void **state)
{
	(void)state;
	static const char *const tails[] = {"", "/env", "/ring.bound", "/ring.unbound",
		"/messaging.bound", "/pingpong.bound", "/pingpong.unbound?unknown=1&x"};
	struct page page;
	assert_int_equal(get("/", &page), 200);
	assert_balanced(page.body.bytes);
	page_release(&page);
	for (size_t i = 0; i < ARRAY_LENGTH(ids); i++)
		for (size_t j = 0; j < ARRAY_LENGTH(tails); j++) {
			char target[96];
			snprintf(target, sizeof(target), "/c/%s%s", ids[i], tails[j]);
			assert_int_equal(get(target, &page), 200);
			assert_string_equal(page.type, "text/html; charset=utf-8");
			assert_balanced(page.body.bytes);
			/* What is hostile in the names is text here, in elements and attributes. */
			assert_null(strstr(page.body.bytes, "<script>"));
			assert_null(strstr(page.body.bytes, "<img src=x"));
			assert_null(strstr(page.body.bytes, "onerror='"));
			assert_null(strstr(page.body.bytes, "\x1b"));
			assert_null(strstr(page.body.bytes, "\xff"));
			page_release(&page);
		}
}

static void test_data(void **state)
{
	(void)state;
	static const struct {
		const char *tail, *type, *begins;
	} cases[] = {
		{"/ring.bound.dat", "text/plain; charset=utf-8", "# "},
		{"/ring.bound.csv", "text/csv; charset=utf-8; header=present", "campaign,variant,"},
		{"/ring.bound.gp", "text/plain; charset=utf-8", "# gnuplot ring.bound.gp"},
		{"/ring.bound.json", "application/json", "{"},
		{"/plan.yaml", "text/plain; charset=utf-8", "title: \""},
		{".jsonl", "application/x-ndjson", "{"},
		{"/ring.bound.zero.svg", "image/svg+xml", "<svg"},
		{"/ring.bound.zoom.dark.png", "image/png", "\x89PNG"},
		{"/pingpong.bound.zoom.small.svg", "image/svg+xml", "<svg"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char target[96];
		struct page page;
		snprintf(target, sizeof(target), "/c/%s%s", FIXTURE_ID, cases[i].tail);
		assert_int_equal(get(target, &page), 200);
		assert_string_equal(page.type, cases[i].type);
		assert_true(page.body.length > strlen(cases[i].begins));
		assert_memory_equal(page.body.bytes, cases[i].begins, strlen(cases[i].begins));
		page_release(&page);
	}
}

static void test_facts(void **state)
{
	(void)state;
	struct page page;
	assert_int_equal(get("/c/" FIXTURE_ID "/env/6.1-rt/release", &page), 200);
	assert_string_equal(page.body.bytes, "6.1.0-57-rt-amd64");
	page_release(&page);
	assert_int_equal(get("/c/" FIXTURE_ID "/env/6.1/6/config", &page), 200);
	assert_non_null(strstr(page.body.bytes, "CONFIG_HZ=250\n"));
	assert_string_equal(page.type, "text/plain; charset=utf-8");
	page_release(&page);
}

static void test_not_found(void **state)
{
	(void)state;
	static const char *const targets[] = {
		"/nothing",
		"/c/20000101-xxxxxx",
		"/c/20000101-xxxxxx.jsonl",
		"/c/20000101-xxxxxx/env",
		"/c/a-name-that-is-longer-than-any-id",
		"/c/" FIXTURE_ID "/nothing.bound",
		"/c/" FIXTURE_ID "/nothing.bound.zero.png",
		"/c/" FIXTURE_ID "/ring.bound.png",
		"/c/" FIXTURE_ID "/nothing.bound.csv",
		"/c/" FIXTURE_ID "/env/nothing/config",
		"/c/" FIXTURE_ID "/env/6.1/nothing",
		"/c/" FIXTURE_ID "/env/6.1/hypervisor",
		"/c/" FIXTURE_ID "/env/6.1/7/config",
		"/c/" FIXTURE_ID "/env/6.1/0/config",
		"/c/" FIXTURE_ID "/env/6.1/x/config",
		"/c/" FIXTURE_ID "/env/6.1/1x/config",
		"/c/" FIXTURE_ID "/env/6.1/01/config",
		"/c/" FIXTURE_ID "/env/6.1/99999999999999999999/config",
		"/static/0000000000000000/schedlab.css",
		"/static/0000000000000000/nothing",
		"/<script>alert(1)</script>",
		"",
		"?",
		"/c/" FIXTURE_ID "/",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(targets); i++) {
		struct page page;
		assert_int_equal(get(targets[i], &page), 404);
		assert_string_equal(page.type, "text/html; charset=utf-8");
		assert_non_null(strstr(page.body.bytes, "<h1>Not found</h1>"));
		assert_null(strstr(page.body.bytes, "<script>"));
		assert_balanced(page.body.bytes);
		page_release(&page);
	}
}

static void test_words(void **state)
{
	(void)state;
	struct page page;
	get("/c/" FIXTURE_ID, &page);
	assert_non_null(strstr(page.body.bytes, "<span class='state complete'>complete</span>"));
	assert_non_null(strstr(page.body.bytes, "2628 of 2628"));
	assert_non_null(strstr(page.body.bytes, "fork: resource temporarily unavailable"));
	assert_non_null(strstr(page.body.bytes, "the guest has too few descriptors for it"));
	assert_non_null(strstr(page.body.bytes, "<b>Counted</b>"));
	assert_non_null(strstr(page.body.bytes, "<b>Emulated</b>"));
	assert_null(strstr(page.body.bytes, "http-equiv='refresh'"));
	page_release(&page);
	get("/c/" FIXTURE_EMPTY_ID, &page);
	assert_non_null(strstr(page.body.bytes, "schedlab resume " FIXTURE_EMPTY_ID));
	assert_null(strstr(page.body.bytes, "http-equiv='refresh'"));
	page_release(&page);
}

static void test_no_store(void **state)
{
	(void)state;
	struct error err;
	struct page page;
	const struct site site = {.store_path = "/nonexistent/lab.db"};
	page_init(&page);
	assert_int_equal(site_get(&site, "/", &page, &err), 503);
	assert_balanced(page.body.bytes);
	assert_non_null(strstr(err.message, "/nonexistent/lab.db"));
	assert_null(strstr(page.body.bytes, "nonexistent")); /* where it is is not for readers */
	page_release(&page);
	page_init(&page);
	assert_int_equal(site_get(&site, "/robots.txt", &page, &err), 200);
	page_release(&page);
}

int main(int argc, char **argv)
{
	if (argc == 2) {
		struct error err;
		bool ok = fixture_fill(argv[1], &err);
		if (!ok)
			fprintf(stderr, "%s\n", err.message);
		return !ok;
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_data),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_not_found),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_no_store),
	};
	return cmocka_run_group_tests_name("web site", tests, filled_make, filled_remove);
}
