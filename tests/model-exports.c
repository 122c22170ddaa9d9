/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of a chart, and its numbers as CSV, gnuplot columns and script, JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>

#include "model/formats/csv.h"
#include "model/formats/dat.h"
#include "model/formats/gnuplot.h"
#include "model/formats/json.h"
#include "model/rows.h"

/* Two variants over counts 2 and 3; one launch of b failed, and b's label is hostile. */
struct world {
	struct campaign campaign;
	struct samples samples;
	struct series_set set;
};

static char title[] = "Two\nlines";
static struct campaign_variant variants[] = {
	{(char[]){"a"}, (char[]){"a"}, NULL, (char[]){""}},
	{(char[]){"b, \"=1+2\"\n`id`'"}, (char[]){"b"}, NULL, (char[]){""}},
};
static struct campaign_chart charts[] = {{(char[]){"ring.bound"}, (char[]){"ring"}, PLACEMENT_BOUND,
	CLOCK_WALL, false, true, (char[]){"us/switch"}, (char[]){"µs per switch"},
	(char[]){"processes"}, (char[]){""}, BETTER_LOWER}};
static struct campaign_cell cells[] = {
	{.variant = 0, .count = 2, .repeats = 2},
	{.variant = 0, .count = 3, .repeats = 2},
	{.variant = 1, .count = 2, .repeats = 2},
	{.variant = 1, .count = 3, .repeats = 2, .skipped = (char[]){"no room"}},
};
static struct campaign_boot entries[] = {
	{0, CLOCK_WALL, 1, 1, (char[]){"x"}, 0, NULL, {0}},
	{1, CLOCK_WALL, 1, 1, (char[]){"y"}, 0, NULL, {0}},
};
#define LAUNCH(cell_index, entry_index, round_number) \
	.cell = (cell_index), .entry = (entry_index), .round = (round_number), .attempt = 1, \
	.raw = NAN, .overhead = NAN, .spread = NAN
static struct sample launches[] = {
	{LAUNCH(0, 0, 1), .value = 4.5, .started_us = 1796064001123456, .duration_ns = 110000000},
	{LAUNCH(0, 0, 2), .value = 4.6, .started_us = 1796064002000000, .duration_ns = 110000000},
	{LAUNCH(1, 0, 1), .value = 0.771, .started_us = 1796064003000000, .duration_ns = 110000000},
	{LAUNCH(2, 1, 1), .status = SAMPLE_TIMEOUT, .value = NAN, .started_us = 1796064004000000,
		.duration_ns = 5, .reason = (char[]){"hung, killed"}},
};

static struct world *world_new(void)
{
	struct world *world = xcalloc(1, sizeof(*world));
	world->campaign = (struct campaign){.id = "20261130-k3f7qd", .title = title,
		.state = CAMPAIGN_OPEN, .boots = 1, .variants = variants, .variants_n = 2,
		.charts = charts, .charts_n = 1, .cells = cells, .cells_n = 4, .entries = entries,
		.entries_n = 2};
	world->samples = (struct samples){launches, ARRAY_LENGTH(launches)};
	series_set_init(&world->set, &world->campaign, 0, &world->samples);
	return world;
}

static void world_free(struct world *world)
{
	series_set_release(&world->set);
	free(world);
}

static void test_csv(void **state)
{
	(void)state;
	struct world *world = world_new();
	struct text text = TEXT_EMPTY;
	csv_add_header(&text);
	csv_add_samples(&text, &world->campaign, &world->samples);
	assert_string_equal(text.bytes,
		"campaign,variant,placement,workload,count,boot,round,attempt,value,unit,status,"
		"reason,started,duration_ns\n"
		"20261130-k3f7qd,a,bound,ring,2,1,1,1,4.5,us/switch,ok,,"
		"2026-11-30T18:40:01.123456Z,110000000\n"
		"20261130-k3f7qd,a,bound,ring,2,1,2,1,4.6,us/switch,ok,,"
		"2026-11-30T18:40:02.000000Z,110000000\n"
		"20261130-k3f7qd,a,bound,ring,3,1,1,1,0.771,us/switch,ok,,"
		"2026-11-30T18:40:03.000000Z,110000000\n"
		"20261130-k3f7qd,\"b, \"\"=1+2\"\"\n`id`'\",bound,ring,2,1,1,1,,us/switch,timeout,"
		"\"hung, killed\",2026-11-30T18:40:04.000000Z,5\n");
	text_release(&text);
	world_free(world);
}

static void test_csv_without_counts(void **state)
{
	(void)state;
	struct world *world = world_new();
	struct text text = TEXT_EMPTY;
	charts[0].swept = false;
	csv_add_samples(&text, &world->campaign, &(struct samples){launches, 1});
	charts[0].swept = true;
	assert_non_null(strstr(text.bytes, ",bound,ring,,1,1,1,4.5,"));
	text_release(&text);
	world_free(world);
}

static void test_dat(void **state)
{
	(void)state;
	struct world *world = world_new();
	struct text text = TEXT_EMPTY;
	dat_add(&text, &world->set);
	assert_string_equal(text.bytes,
		"# Two lines\n"
		"# campaign 20261130-k3f7qd, chart ring.bound: µs per switch, lower is better\n"
		"# a: a\n"
		"# b: b, \"=1+2\" `id`'\n"
		"# centre, and the 95 % interval from low to high; NaN: none\n"
		"# count\ta\ta.low\ta.high\tb\tb.low\tb.high\n"
		"2\t4.55\tNaN\tNaN\tNaN\tNaN\tNaN\n"
		"3\t0.771\tNaN\tNaN\tNaN\tNaN\tNaN\n");
	text_release(&text);
	world_free(world);
}

/* A label stays inside its quotes, whatever it holds. */
static void test_gnuplot(void **state)
{
	(void)state;
	struct world *world = world_new();
	struct text text = TEXT_EMPTY;
	gnuplot_add(&text, &world->set);
	assert_non_null(strstr(text.bytes, "set title 'ring.bound: Two lines'\n"));
	assert_non_null(strstr(text.bytes, "title 'b, \"=1+2\" `id`'''\n"));
	assert_non_null(strstr(text.bytes, "set yrange [* < 0 : 0 < *]\n"));
	assert_non_null(strstr(text.bytes, "'ring.bound.dat'"));
	assert_null(strstr(text.bytes, "$data"));
	text_release(&text);
	world_free(world);
}

static void test_json(void **state)
{
	(void)state;
	struct world *world = world_new();
	struct text text = TEXT_EMPTY;
	json_add_chart(&text, &world->set);
	json_t *json = json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(json);
	assert_string_equal(json_string_value(json_object_get(json, "better")), "lower");
	assert_string_equal(json_string_value(json_object_get(json, "unit")), "us/switch");
	assert_true(json_is_null(json_object_get(json, "digest")));
	json_t *series = json_object_get(json, "series");
	assert_int_equal(json_array_size(series), 2);
	json_t *points = json_object_get(json_array_get(series, 0), "points");
	json_t *point = json_array_get(points, 1);
	assert_int_equal(json_integer_value(json_object_get(point, "x")), 3);
	assert_int_equal(json_integer_value(json_object_get(point, "n")), 1);
	assert_true(json_is_null(json_object_get(point, "low")));
	assert_non_null(strstr(text.bytes, "\"centre\": 0.771,"));
	points = json_object_get(json_array_get(series, 1), "points");
	assert_true(json_is_null(json_object_get(json_array_get(points, 0), "centre")));
	point = json_array_get(points, 0);
	assert_int_equal(json_integer_value(json_object_get(point, "failed")), 1);
	point = json_array_get(points, 1);
	assert_string_equal(json_string_value(json_object_get(point, "reason")), "no room");
	json_decref(json);
	text_release(&text);
	world_free(world);
}

/* Series that do not have the same x stand side by side by x, not by position. */
static void test_rows(void **state)
{
	(void)state;
	struct series_point first[] = {{.x = 2}, {.x = 4}, {.x = 5}};
	struct series_point second[] = {{.x = 1}, {.x = 4}};
	struct series series[] = {
		{.points = first, .length = 3}, {.points = second, .length = 2}, {.length = 0}};
	const struct series_set set = {.series = series, .length = 3};
	struct rows rows;
	rows_init(&rows, &set);
	static const double wanted[] = {1, 2, 4, 5};
	assert_int_equal(rows.length, 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(rows.x[i] == wanted[i]);
	assert_null(rows_at(&rows, 0, 0));
	assert_ptr_equal(rows_at(&rows, 0, 1), &second[0]);
	assert_ptr_equal(rows_at(&rows, 2, 0), &first[1]);
	assert_ptr_equal(rows_at(&rows, 2, 1), &second[1]);
	assert_ptr_equal(rows_at(&rows, 3, 0), &first[2]);
	assert_null(rows_at(&rows, 3, 2));
	rows_release(&rows);

	rows_init(&rows, &(struct series_set){0});
	assert_int_equal(rows.length, 0);
	rows_release(&rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_csv_without_counts),
		cmocka_unit_test(test_dat),
		cmocka_unit_test(test_gnuplot),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_rows),
	};
	return cmocka_run_group_tests_name("model exports", tests, NULL, NULL);
}
