/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From addresses to pages, and from picture names to what they show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "web/asset.h"
#include "web/pages.h"
#include "web/picture.h"

static void test_routes(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		page_function *page;
		enum request_word word;
		const char *wanted;
	} cases[] = {
		{"/", page_index, REQUEST_ID, ""},
		{"/robots.txt", page_robots, REQUEST_ID, ""},
		{"/c/20261130-k3f7qd", page_campaign, REQUEST_ID, "20261130-k3f7qd"},
		{"/c/20261130-k3f7qd.jsonl", page_jsonl, REQUEST_ID, "20261130-k3f7qd"},
		{"/c/x/plan.yaml", page_plan, REQUEST_ID, "x"},
		{"/c/x/env", page_env, REQUEST_ID, "x"},
		{"/c/x/env/6.1-rt/config", page_fact, REQUEST_FACT, "config"},
		{"/c/x/env/6.1-rt/config", page_fact, REQUEST_VARIANT, "6.1-rt"},
		{"/c/x/env/6.1-rt/2/sched.base_slice_ns", page_fact, REQUEST_ENTRY, "2"},
		{"/c/x/r/2/env", page_env, REQUEST_REVISION, "2"},
		{"/c/x/ring.bound", page_chart, REQUEST_CHART, "ring.bound"},
		{"/c/x/r/1/ring.bound", page_chart, REQUEST_CHART, "ring.bound"},
		{"/c/x/ring.bound/6.1-rt/12", page_cell, REQUEST_COUNT, "12"},
		{"/c/x/ring.bound/6.1-rt/12", page_cell, REQUEST_VARIANT, "6.1-rt"},
		{"/c/x/r/0/ring.bound/6.1-rt/12", page_cell, REQUEST_REVISION, "0"},
		{"/c/x/ring.bound/6.1-rt/12/3.txt", page_output, REQUEST_LAUNCH, "3"},
		{"/c/x/r/0/ring.bound/6.1-rt/12/3.txt", page_output, REQUEST_LAUNCH, "3"},
		{"/c/x/ring.bound.dat", page_dat, REQUEST_CHART, "ring.bound"},
		{"/c/x/ring.bound.csv", page_csv, REQUEST_CHART, "ring.bound"},
		{"/c/x/ring.bound.gp", page_gnuplot, REQUEST_CHART, "ring.bound"},
		{"/c/x/ring.bound.json", page_json, REQUEST_CHART, "ring.bound"},
		{"/c/x/ring.bound.zero.png", page_png, REQUEST_CHART, "ring.bound.zero"},
		{"/c/x/ring.bound.zoom.dark.svg", page_svg, REQUEST_CHART, "ring.bound.zoom.dark"},
		{"/static/0123/schedlab.css", page_asset, REQUEST_FILE, "schedlab.css"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct request request = {0};
		const struct route *route = route_find(cases[i].path, &request);
		assert_non_null(route);
		assert_ptr_equal(route->page, cases[i].page);
		assert_string_equal(request.words[cases[i].word], cases[i].wanted);
	}
}

static void test_no_routes(void **state)
{
	(void)state;
	static const char *const paths[] = {
		"", "x", "//", "/c", "/c/", "/c/x/", "/c//env", "/c/x/env/", "/c/x/env/v", "/c/.",
		"/c/..", "/c/../etc", "/c/x/../env", "/c/.hidden", "/c/x/.dat", "/c/x%2fenv",
		"/c/%2e%2e", "/c/x\\env", "/c/x;y", "/c/x y", "/c/<script>", "/c/x\n", "/c/\xc3\xa9",
		"/static/../x", "/static/schedlab.css", "/etc/passwd", "/C/x", "/c/x/env/a/b/c/d",
		"/c/x/ring.bound/", "/robots.txt/", "/c/ID/", "/index.html",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
		struct request request = {0};
		assert_null(route_find(paths[i], &request));
		for (size_t word = 0; word < REQUEST_WORD_N; word++)
			assert_string_equal(request.words[word], "");
	}
}

/* A word longer than any slug or id fits nowhere and is cut nowhere. */
static void test_long_words(void **state)
{
	(void)state;
	for (size_t length = REQUEST_WORD_BYTES - 2; length < REQUEST_WORD_BYTES + 3; length++) {
		char path[REQUEST_WORD_BYTES + 16] = "/c/";
		memset(path + 3, 'x', length);
		struct request request = {0};
		const struct route *route = route_find(path, &request);
		assert_int_equal(route != NULL, length < REQUEST_WORD_BYTES);
	}
}

static void test_pictures(void **state)
{
	(void)state;
	static const char *const names[] = {
		"ring.bound.zero", "ring.bound.zoom", "ring.bound.zero.dark",
		"ring.bound.zoom.small", "ring.bound.zoom.narrow.dark", "ring.zero.bound.zoom",
		"dark.unbound.zero.small.dark", "ring.bound.zoom.preview",
		"ring.bound.zero.preview.dark",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		struct picture picture;
		char again[PICTURE_NAME_BYTES];
		assert_true(picture_parse(names[i], &picture));
		picture_name(&picture, again);
		assert_string_equal(again, names[i]);
	}
	static const char *const wrong[] = {"", "ring.bound", "zero", ".zero", "ring.bound.dark",
		"ring.bound.zero.dark.small", "ring.bound.zero.zero.x", "ring.bound.small"};
	struct picture picture;
	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++)
		assert_false(picture_parse(wrong[i], &picture));

	assert_true(picture_parse("ring.bound.zoom.small.dark", &picture));
	assert_string_equal(picture.chart, "ring.bound");
	assert_int_equal(picture.scale, CHART_SCALE_ZOOM);
	struct chart_options options = picture_options(&picture);
	assert_int_equal(options.theme, CHART_THEME_DARK);
	assert_true(options.width_px < CHART_PAGE_WIDTH_PX);
	assert_true(picture_parse("ring.bound.zero.preview", &picture));
	options = picture_options(&picture);
	assert_int_equal(options.width_px, 1200);
	assert_int_equal(options.height_px, 630);
	assert_true(options.type > 2 && options.brief);
}

static void test_assets(void **state)
{
	(void)state;
	const struct asset *css = asset_find("schedlab.css");
	char address[ASSET_ADDRESS_BYTES];
	assert_non_null(css);
	assert_true(css->end - css->start > 1000);
	asset_address(css, address);
	struct request request = {0};
	const struct route *route = route_find(address, &request);
	assert_non_null(route);
	assert_ptr_equal(route->page, page_asset);
	assert_null(asset_find("nothing"));
	assert_null(asset_find(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_routes),
		cmocka_unit_test(test_no_routes),
		cmocka_unit_test(test_long_words),
		cmocka_unit_test(test_pictures),
		cmocka_unit_test(test_assets),
	};
	return cmocka_run_group_tests_name("web route", tests, NULL, NULL);
}
