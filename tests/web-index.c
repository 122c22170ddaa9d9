/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of campaigns: page by page, filtered, with what hostile names there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/biglab.h"
#include "tests/fixture.h"
#include "tests/temporary.h"
#include "web/site.h"

#define CAMPAIGNS 120
#define ROW "<tr><th scope='row'>"

static void fill(const char *path, bool hostile)
{
	struct error err;
	struct store *store = store_open(path, STORE_WRITE, &err);
	if (!store || !biglab_fill(store, CAMPAIGNS, 0, &err) ||
		(hostile && !fixture_open(store, &err)))
		fail_msg("%s", err.message);
	store_close(store);
}

static char *get(const char *path, const char *target)
{
	const struct site site = {.store_path = path};
	struct page page;
	struct error err;
	page_init(&page);
	assert_int_equal(site_get(&site, target, &page, &err), 200);
	char *body = text_take(&page.body);
	page_release(&page);
	return body;
}

static unsigned count(const char *body, const char *what)
{
	unsigned n = 0;
	for (const char *at = body; (at = strstr(at, what)); at += strlen(what))
		n++;
	return n;
}

/* The address behind a rel, as it is meant: "&amp;" is '&'. */
static char *find_way(const char *body, const char *rel)
{
	char *start = xasprintf("<a rel='%s' href='", rel);
	const char *at = strstr(body, start);
	char *address = at ? xstrndup(at + strlen(start), strcspn(at + strlen(start), "'")) : NULL;
	free(start);
	for (char *amp = address; amp && (amp = strstr(amp, "&amp;")); amp++)
		memmove(amp + 1, amp + 5, strlen(amp + 5) + 1);
	return address;
}

static void every_campaign_is_on_one_page(void **state)
{
	char *path = temporary_path(state, "lab.db"), *target = xstrdup("/?q=nightly");
	unsigned rows = 0, pages = 0, next = CAMPAIGNS;
	fill(path, false);
	while (target) {
		char *body = get(path, target);
		assert_true(++pages <= 3);
		rows += count(body, ROW);
		for (unsigned i = 0; i < count(body, ROW); i++) {
			char title[64];
			snprintf(title, sizeof(title), ">nightly %u</a>", --next);
			assert_non_null(strstr(body, title));
		}
		free(target);
		target = find_way(body, "next");
		free(body);
	}
	assert_int_equal(rows, CAMPAIGNS);
	assert_int_equal(next, 0);
	free(path);
}

static void the_way_back_leads_to_the_same_page(void **state)
{
	char *path = temporary_path(state, "lab.db");
	fill(path, false);
	char *first = get(path, "/"), *older = find_way(first, "next");
	assert_null(find_way(first, "prev"));
	char *second = get(path, older), *newer = find_way(second, "prev");
	char *back = get(path, newer);
	assert_int_equal(count(back, ROW), 50);
	assert_null(find_way(back, "prev"));
	assert_non_null(strstr(back, ">nightly 119</a>"));
	assert_non_null(strstr(back, ">nightly 70</a>"));
	assert_non_null(strstr(second, ">nightly 69</a>"));
	free(first);
	free(older);
	free(second);
	free(newer);
	free(back);
	free(path);
}

static void a_filter_leaves_what_it_says(void **state)
{
	static const struct {
		const char *query;
		unsigned rows;
	} filters[] = {
		{"?q=", 50},
		{"?q=NIGHTLY+000119", 1},
		{"?q=000119+nightly", 1},
		{"?q=000119+weekly", 0},
		{"?machine=lab2", 10},
		{"?machine=lab", 0},
		{"?variant=6.1-rt&machine=lab3", 10},
		{"?variant=6.1-RT&machine=lab3", 10},
		{"?variant=6.13", 0},
		{"?q=%25", 0},
		{"?q=_", 0},
		{"?before=nothing", 0},
		{"?q=lab1&before=20200101-000004", 3},
		{"?machine=%27+OR+1", 0},
	};
	char *path = temporary_path(state, "lab.db");
	fill(path, false);
	for (size_t i = 0; i < ARRAY_LENGTH(filters); i++) {
		char *target = xasprintf("/%s", filters[i].query), *body = get(path, target);
		if (count(body, ROW) != filters[i].rows)
			fail_msg("%s: %u rows", filters[i].query, count(body, ROW));
		free(target);
		free(body);
	}
	free(path);
}

static void hostile_names_stay_text(void **state)
{
	char *path = temporary_path(state, "lab.db");
	fill(path, true);
	char *body = get(path, "/?q=%3Cscript%3E&machine=%22%3E%3Cimg+src%3Dx+onerror%3D"
			       "%27alert(1)%27%3E");
	assert_int_equal(count(body, ROW), 1);
	assert_null(strstr(body, "<script>alert"));
	assert_null(strstr(body, "<img"));
	assert_non_null(strstr(body, "value='&lt;script&gt;'"));
	free(body);
	free(path);
}

static void a_sparkline_is_of_numbers_alone(void **state)
{
	char *path = temporary_path(state, "lab.db");
	struct error err;
	fill(path, false);
	char *body = get(path, "/");
	assert_int_equal(count(body, "<svg class='spark'"), 50);
	assert_int_equal(count(body, "<polyline class='line"), 150);
	free(body);
	struct store *store = store_open(path, STORE_WRITE, &err);
	assert_true(db_run(store, "UPDATE overview SET sparkline ="
				  " '0:1,2 3,4;1:0,0'' onload=x;9:5,6 7,8;x;:'", &err));
	store_close(store);
	body = get(path, "/");
	assert_null(strstr(body, "onload"));
	assert_int_equal(count(body, "<polyline class='line"), 100);
	free(body);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(every_campaign_is_on_one_page),
		temporary_test(the_way_back_leads_to_the_same_page),
		temporary_test(a_filter_leaves_what_it_says),
		temporary_test(hostile_names_stay_text),
		temporary_test(a_sparkline_is_of_numbers_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
