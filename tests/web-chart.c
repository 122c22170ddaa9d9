/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Views of a chart: page, pictures and data show the same, and no picture another's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "tests/fixture.h"
#include "tests/temporary.h"
#include "web/site.h"

#define AT "/c/" FIXTURE_ID "/"
#define WITH "with=" FIXTURE_LATER_ID

static int fill(void **state)
{
	struct error err;
	if (temporary_make(state) != 0)
		return -1;
	char *path = temporary_path(state, "lab.db");
	bool ok = fixture_fill(path, &err) && fixture_later(path, &err);
	free(path);
	return ok ? 0 : -1;
}

static int get_kept(void **state, const char *target, struct cache *pictures, struct page *page)
{
	struct error err;
	char *path = temporary_path(state, "lab.db");
	const struct site site = {.store_path = path, .pictures = pictures};
	page_init(page);
	int status = site_get(&site, target, page, &err);
	free(path);
	return status;
}

static char *body(void **state, const char *target)
{
	struct page page;
	if (get_kept(state, target, NULL, &page) != 200)
		fail_msg("%s: not 200", target);
	char *bytes = text_take(&page.body);
	page_release(&page);
	return bytes;
}

static json_t *json(void **state, const char *target)
{
	char *bytes = body(state, target);
	json_t *object = json_loads(bytes, 0, NULL);
	assert_non_null(object);
	free(bytes);
	return object;
}

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* The views that are tried: of counts and of runs, of every kind of number. */
static const char *const views[] = {
	"ring.bound?", "ring.unbound?x=4..16&stat=min&band=range", "ring.bound?series=6.1-rt,6.1",
	"messaging.unbound?relative=1&base=6.1-rt&stat=mean", "ring.unbound?band=none&logx=1",
	"ring.bound?" WITH ":6.1-rt&relative=1&series=6.1-cloud", "pingpong.unbound?relative=1",
};

/* "ring.bound.json?x=…" */
static char *address(const char *view, const char *ending)
{
	size_t slug = strcspn(view, "?");
	return xasprintf(AT "%.*s%s%s", (int)slug, view, ending, view + slug);
}

/* Every number of the .json that is in the range stands in the page's table, to the same digit. */
static void numbers_are_the_same(void **state)
{
	for (size_t i = 0; i < ARRAY_LENGTH(views); i++) {
		char *page_at = address(views[i], ""), *json_at = address(views[i], ".json");
		char *page = body(state, page_at);
		json_t *chart = json(state, json_at), *series, *point;
		const json_t *axis = json_object_get(
			json_object_get(json_object_get(chart, "pictures"), "zero"), "x");
		double from = json_real_value(json_object_get(axis, "from"));
		double to = json_real_value(json_object_get(axis, "to"));
		size_t s, p, seen = 0;
		const char *table = strstr(page, "id='values'");
		assert_non_null(table);
		json_array_foreach(json_object_get(chart, "series"), s, series)
			json_array_foreach(json_object_get(series, "points"), p, point) {
				double x = json_number_value(json_object_get(point, "x"));
				if (x < from || x > to ||
					!json_is_real(json_object_get(point, "centre")))
					continue;
				char *cell = xasprintf(">%s</td>", text_of(point, "text"));
				if (!strstr(table, cell))
					fail_msg("%s: no %s", page_at, cell);
				free(cell);
				seen++;
			}
		assert_true(seen > 10);
		json_decref(chart);
		free(page);
		free(json_at);
		free(page_at);
	}
}

/* The columns of the .dat are those of the .json. */
static void columns_are_the_same(void **state)
{
	char *dat = body(state, AT "ring.unbound.dat?stat=mean&band=range&series=6.1-rt&relative=1");
	json_t *chart = json(state,
		AT "ring.unbound.json?stat=mean&band=range&series=6.1-rt&relative=1");
	json_t *series = json_array_get(json_object_get(chart, "series"), 0);
	json_t *point = json_array_get(json_object_get(series, "points"), 3);
	char centre[TEXT_NUMBER_BYTES], low[TEXT_NUMBER_BYTES], high[TEXT_NUMBER_BYTES];
	char *row = xasprintf("\n%lld\t%s\t%s\t%s\n",
		json_integer_value(json_object_get(point, "x")),
		text_number(json_real_value(json_object_get(point, "centre")), centre),
		text_number(json_real_value(json_object_get(point, "low")), low),
		text_number(json_real_value(json_object_get(point, "high")), high));
	assert_non_null(strstr(dat, row));
	assert_non_null(strstr(dat, "# mean, and lowest and highest value; NaN: none\n"
				    "# as multiples of 6.1\n"));
	assert_string_equal(text_of(chart, "statistic"), "mean");
	assert_string_equal(text_of(chart, "band"), "range");
	assert_string_equal(text_of(chart, "relative_to"), "6.1");
	free(row);
	json_decref(chart);
	free(dat);
}

/* Where the pictures show what, by their sizes; what the axes show is what was asked for. */
static void places(void **state)
{
	static const struct {
		const char *name;
		int width;
	} pictures[] = {{"zero", 1000}, {"zoom", 1000}, {"zero.narrow", 400}, {"zoom.narrow", 400}};
	json_t *chart = json(state, AT "ring.bound.json?x=4..16&logx=1&base=6.1-cloud&rows=3");
	for (size_t i = 0; i < ARRAY_LENGTH(pictures); i++) {
		json_t *picture = json_object_get(json_object_get(chart, "pictures"),
			pictures[i].name);
		json_t *x = json_object_get(picture, "x"), *plot = json_object_get(picture, "plot");
		double left = json_real_value(json_array_get(plot, 0));
		double width = json_real_value(json_array_get(plot, 2));
		double from_px = json_real_value(json_object_get(x, "from_px"));
		double to_px = json_real_value(json_object_get(x, "to_px"));
		assert_int_equal(json_integer_value(json_object_get(picture, "width")),
			pictures[i].width);
		assert_true(json_real_value(json_object_get(x, "from")) == 4);
		assert_true(json_real_value(json_object_get(x, "to")) == 16);
		assert_true(json_is_true(json_object_get(x, "log")));
		assert_true(left <= from_px && from_px < to_px && to_px <= left + width);
		assert_true(left + width < pictures[i].width);
	}
	assert_string_equal(text_of(chart, "view"), "?x=4..16&base=6.1-cloud&logx=1&rows=3");
	assert_string_equal(text_of(chart, "base"), "6.1-cloud");
	json_t *verdict = json_array_get(json_object_get(chart, "verdicts"), 1);
	assert_string_equal(text_of(verdict, "variant"), "6.1-rt");
	assert_string_equal(text_of(verdict, "verdict"), "slower");
	json_decref(chart);
}

/* Which picture a cache gives for an address is the one that is drawn without it. */
static void pictures_are_kept_apart(void **state)
{
	static const char *const queries[] = {"", "?x=4..16", "?y=1..9000", "?x=4..16&y=1..9000",
		"?series=6.1", "?series=6.1-rt", "?stat=min", "?band=none", "?relative=1",
		"?relative=1&base=6.1-rt", "?logx=1", "?" WITH ":6.1-rt",
		"?" WITH ":6.1", "?" WITH ":6.1&" WITH ":6.1-rt"};
	struct cache *cache = cache_new(8 << 20);
	char *drawn[ARRAY_LENGTH(queries)];
	for (size_t twice = 0; twice < 2; twice++)
		for (size_t i = 0; i < ARRAY_LENGTH(queries); i++) {
			char *target = xasprintf(AT "ring.bound.zoom.narrow.svg%s", queries[i]);
			struct page page;
			assert_int_equal(get_kept(state, target, cache, &page), 200);
			if (!twice)
				drawn[i] = body(state, target);
			assert_string_equal(page.body.bytes, drawn[i]);
			page_release(&page);
			free(target);
		}
	assert_int_equal(cache_puts(cache), ARRAY_LENGTH(queries));
	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++)
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(drawn[i], drawn[j]);
	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++)
		free(drawn[i]);
	cache_free(cache);
}

/* What looks the same is drawn once. */
static void same_picture(void **state)
{
	static const char *const queries[] = {"", "?rows=3..5", "?base=6.1-rt", "?scale=zoom",
		"?stat=centre&band=interval&x=&series=6.1,6.1-cloud,6.1-rt", "?unknown=1"};
	struct cache *cache = cache_new(8 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++) {
		char *target = xasprintf(AT "pingpong.bound.zero.svg%s", queries[i]);
		struct page page;
		assert_int_equal(get_kept(state, target, cache, &page), 200);
		page_release(&page);
		free(target);
	}
	assert_int_equal(cache_puts(cache), 1);
	cache_free(cache);
}

static void statuses(void **state)
{
	static const struct {
		const char *target;
		int status;
		const char *part;
	} cases[] = {
		{AT "ring.bound?scale=zero", 200, "ring.bound.zero.svg'"},
		{AT "ring.bound?y=1..2", 200, "Chosen range:"},
		{AT "ring.bound", 200, "from zero, over processes 2 to 24. 6.1-cloud beside 6.1:"},
		{AT "ring.bound?x=4..16.5&y=1..9", 200,
			"chosen range of values, over processes 4 to 16.5."},
		{AT "ring.bound?y=1..2&x=3..4", 200, ">whole range</a>"},
		{AT "ring.bound?series=6.1-rt", 200, "value='6.1-cloud'/>"},
		{AT "ring.bound?x=3..5", 200, "All 23 rows"},
		{AT "ring.bound?x=1000..2000", 200, "All 23 rows"},
		{AT "ring.bound?" WITH ":6.1", 200, "name='with' value='" FIXTURE_LATER_ID ":6.1'"},
		{AT "ring.bound?x=1..1", 400, "x= is a range"},
		{AT "ring.bound?x=1..1.0000000000001", 400, "too narrow"},
		{AT "ring.bound?series=%3Cscript%3E", 400, "series= is a list"},
		{AT "ring.bound.zero.svg?y=5", 400, "y= is a range"},
		{AT "ring.bound.zero.svg?stat=%00", 400, "stat= is centre"},
		{AT "ring.bound.json?band=all", 400, "band= is interval"},
		{AT "ring.bound.dat?relative=2", 400, "relative= is 1"},
		{AT "ring.bound.csv?relative=2", 200, NULL},
		{AT "ring.bound.zero.pdf?x=4..16", 200, "%PDF-"},
		{"/c/" FIXTURE_EMPTY_ID "/ring.bound?x=1..4&relative=1&logx=1&scale=zoom", 200, NULL},
		{"/c/" FIXTURE_EMPTY_ID "/ring.bound.json?x=1..4&y=0..1", 200, NULL},
		{"/c/" FIXTURE_HOSTILE_ID "/ring.bound?relative=1&stat=median&band=range", 200, NULL},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct page page;
		int status = get_kept(state, cases[i].target, NULL, &page);
		if (status != cases[i].status)
			fail_msg("%s: %d", cases[i].target, status);
		if (cases[i].part && !strstr(page.body.bytes, cases[i].part))
			fail_msg("%s: no '%s'", cases[i].target, cases[i].part);
		page_release(&page);
	}
}

/* A form names everything; the view's own address does not. */
static void form_leads_on(void **state)
{
	static const struct {
		const char *query, *location; /* NULL: shown where it is */
	} cases[] = {
		{"?series=6.1&series=6.1-rt&base=&stat=min&band=&scale=&x=&y=&rows=",
			AT "ring.bound?series=6.1,6.1-rt&stat=min"},
		{"?" WITH ":6.1&series=6.1&series=6.1-cloud&series=6.1-rt&base=&x=4..8",
			AT "ring.bound?" WITH ":6.1&x=4..8"},
		{"?x=", AT "ring.bound"},
		{"?unknown=", NULL},
		{"?x=4..8&scale=zero", NULL},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct page page;
		char *target = xasprintf(AT "ring.bound%s", cases[i].query);
		int status = get_kept(state, target, NULL, &page);
		assert_int_equal(status, cases[i].location ? 302 : 200);
		if (cases[i].location)
			assert_string_equal(page.location, cases[i].location);
		page_release(&page);
		free(target);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_the_same),
		cmocka_unit_test(columns_are_the_same),
		cmocka_unit_test(places),
		cmocka_unit_test(pictures_are_kept_apart),
		cmocka_unit_test(same_picture),
		cmocka_unit_test(statuses),
		cmocka_unit_test(form_leads_on),
	};
	return cmocka_run_group_tests_name("web-chart", tests, fill, temporary_remove);
}
