/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Charts of anything: numbers that are none, in any place, with any options. Each is drawn, or
 * refused with a line; nothing crashes, hangs, or is half written. Fixed seeds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/series-view.h"
#include "render/chart.h"
#include "tests/render-fixture.h"

static chart_function *const forms[] = {chart_png, chart_svg, chart_pdf};

static uint64_t draw(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

static double any_number(uint64_t *seed)
{
	static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e100, -1e100, 1e-300,
		-1e-300, 5e-324, 0, -0.0, 1, -1, 9007199254740993.0, 1e15, 1e16, 0.1, 1e-100, 1e99};
	uint64_t one = draw(seed);
	if (one % 3 == 0)
		return odd[draw(seed) % ARRAY_LENGTH(odd)];
	double part = (double)draw(seed) / 2147483648.0 - 0.3;
	return part * pow(10, (double)(draw(seed) % 24) - 12);
}

/* Mostly what can be drawn: else every chart would be refused for one number or another. */
static double some_number(uint64_t *seed)
{
	double number = any_number(seed);
	return draw(seed) % 64 && !(fabs(number) <= 1e100) ? 4.5 : number;
}

static struct summary any_summary(uint64_t *seed)
{
	struct summary summary = fixture_summary(some_number(seed), any_number(seed));
	if (draw(seed) % 5 == 0)
		return fixture_nothing();
	summary.kind = (enum summary_kind)(SUMMARY_SAMPLES + draw(seed) % 3);
	summary.n = (unsigned)draw(seed) % 20;
	summary.min = any_number(seed);
	summary.max = any_number(seed);
	return summary;
}

static int compare_x(const void *a, const void *b)
{
	const struct series_point *one = a, *other = b;
	return (one->x > other->x) - (one->x < other->x);
}

static void spoil(struct render_fixture *fixture, uint64_t *seed)
{
	for (size_t i = 0; i < fixture->set.length; i++) {
		struct series *series = &fixture->set.series[i];
		series->length = draw(seed) % (series->length + 1);
		for (size_t j = 0; j < series->length; j++) {
			struct series_point *point = &series->points[j];
			point->x = draw(seed) % 2 ? some_number(seed) : point->x;
			point->summary = any_summary(seed);
			point->failed = draw(seed) % 7 == 0;
			point->boot = (unsigned)draw(seed) % 3;
		}
		qsort(series->points, series->length, sizeof(*series->points), compare_x);
		if (!fixture->chart.swept)
			series->whole = any_summary(seed);
	}
}

static struct chart_range any_range(uint64_t *seed)
{
	struct chart_range range = {draw(seed) % 2, some_number(seed), some_number(seed)};
	if (draw(seed) % 8 && range.from > range.to)
		return (struct chart_range){range.given, range.to, range.from};
	return range;
}

static struct chart_options any_options(uint64_t *seed)
{
	struct chart_options options = {
		.scale = (enum chart_scale)(draw(seed) % 2),
		.theme = (enum chart_theme)(draw(seed) % 2),
		.width_px = 320 + (unsigned)draw(seed) % 400,
		.height_px = 200 + (unsigned)draw(seed) % 300,
		.x = any_range(seed),
		.y = any_range(seed),
		.log_x = draw(seed) % 2,
		.brief = draw(seed) % 4 == 0,
	};
	if (draw(seed) % 16 == 0)
		options.type = any_number(seed);
	if (draw(seed) % 8 == 0)
		options.caption = "\xff\x1b<b>";
	return options;
}

static bool draws(const struct series_set *set, const struct chart_options *options,
	chart_function *form)
{
	struct text out = TEXT_EMPTY;
	struct error err = {.message = ""};
	bool drawn = form(set, options, &out, &err);
	if (drawn)
		assert_true(out.length > 500);
	else
		assert_true(out.length == 0 && err.message[0] && !strchr(err.message, '\n'));
	if (drawn && form == chart_svg) {
		assert_null(strstr(out.bytes, "nan"));
		assert_null(strstr(out.bytes, "=\"inf"));
	}
	text_release(&out);
	return drawn;
}

static void check_geometry(const struct series_set *set, const struct chart_options *options,
	bool drawn)
{
	struct chart_geometry geometry;
	struct error err;
	assert_int_equal(chart_geometry(set, options, &geometry, &err), drawn);
	if (!drawn)
		return;
	assert_true(geometry.x.from < geometry.x.to && geometry.y.from < geometry.y.to);
	assert_true(isfinite(geometry.x.from_px) && geometry.x.from_px < geometry.x.to_px);
	assert_true(isfinite(geometry.y.from_px) && geometry.y.from_px > geometry.y.to_px);
	assert_true(!geometry.x.log || geometry.x.from > 0);
	chart_geometry_release(&geometry);
}

static void test_anything(void **state)
{
	(void)state;
	uint64_t seed = 20261130;
	size_t drawn_n = 0, all = 3000;
	for (size_t i = 0; i < all; i++) {
		struct render_fixture *fixture = render_shape(
			(enum render_shape)(draw(&seed) % SHAPE_MANY));
		struct series_set view;
		spoil(fixture, &seed);
		struct chart_options options = any_options(&seed);
		struct series_view how = {
			.statistic = (enum series_statistic)(draw(&seed) % SERIES_STATISTIC_N),
			.band = (enum series_band)(draw(&seed) % SERIES_BAND_N),
			.relative = draw(&seed) % 2,
			.base = draw(&seed) % 4,
		};
		series_view_init(&view, &fixture->set, &how);
		bool drawn = draws(&view, &options, forms[i % ARRAY_LENGTH(forms)]);
		check_geometry(&view, &options, drawn);
		drawn_n += drawn;
		series_set_release(&view);
		render_shape_release(fixture);
	}
	/* The test is one of drawing. */
	assert_in_range(drawn_n, all / 10, all);
}

static void test_ranges(void **state)
{
	(void)state;
	static const struct {
		struct chart_range x, y;
		const char *why; /* NULL: drawn */
	} cases[] = {
		{{true, 4, 2}, {false, 0, 0}, "the x range of a chart begins where it ends"},
		{{true, 3, 3}, {false, 0, 0}, "the x range of a chart begins where it ends"},
		{{true, NAN, 3}, {false, 0, 0}, "the x range of a chart is not finite"},
		{{true, 3, INFINITY}, {false, 0, 0}, "the x range of a chart is not finite"},
		{{false, 0, 0}, {true, -1e300, 1}, "the y range of a chart is not finite"},
		{{false, 0, 0}, {true, 1, 1 + 1e-12}, "the y range of a chart is too narrow"},
		{{false, 0, 0}, {true, 0, 1e-200}, "the y range of a chart is too narrow"},
		{{false, NAN, NAN}, {false, INFINITY, 0}, NULL},
		{{true, -1e100, 1e100}, {true, -1e100, 1e100}, NULL},
		{{true, 1e99, 1e100}, {true, 0, 1e-99}, NULL},
	};
	struct render_fixture *fixture = render_shape(SHAPE_SWEEP);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct chart_options options = {.width_px = 400, .height_px = 300,
			.x = cases[i].x, .y = cases[i].y};
		struct error err;
		bool good = chart_options_check(&options, &err);
		assert_int_equal(good, !cases[i].why);
		assert_true(good || strstr(err.message, cases[i].why));
		for (size_t j = 0; j < ARRAY_LENGTH(forms); j++) {
			assert_int_equal(draws(&fixture->set, &options, forms[j]), good);
			options.log_x = !options.log_x;
		}
	}
	render_shape_release(fixture);
}

/* Says why nothing is to be seen, in the words of the SVG. */
static void check_says(struct render_fixture *fixture, struct chart_options options,
	const char *words)
{
	struct text out = TEXT_EMPTY;
	struct error err;
	options.width_px = 1000;
	options.height_px = 600;
	assert_true(chart_svg(&fixture->set, &options, &out, &err));
	if (!strstr(out.bytes, words))
		fail_msg("'%s' is not said in %.1200s", words, out.bytes);
	text_release(&out);
}

static void test_says(void **state)
{
	(void)state;
	struct render_fixture *fixture = render_shape(SHAPE_SWEEP);
	check_says(fixture, (struct chart_options){.x = {true, 50, 60}},
		"none of the 33 values is on this axis");
	check_says(fixture, (struct chart_options){.y = {true, 3, 4}}, "axis starts at 3");
	check_says(fixture, (struct chart_options){.y = {true, 3, 4}}, "chosen range");
	check_says(fixture, (struct chart_options){.y = {true, 0, 4}}, "zero-based");
	check_says(fixture, (struct chart_options){.y = {true, 0, 4}},
		"19 values above or below the plot");
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 11; j++)
			fixture->set.series[i].points[j].x = (double)j - 5;
	check_says(fixture, (struct chart_options){.log_x = true},
		"18 values beyond the ends of this logarithmic axis");
	check_says(fixture, (struct chart_options){.log_x = true, .x = {true, -4, 0}},
		"18 values beyond the ends of this logarithmic axis");
	for (size_t i = 0; i < 3; i++)
		fixture->set.series[i].length = 6;
	check_says(fixture, (struct chart_options){.log_x = true},
		"none of the 18 values is on this axis");
	render_shape_release(fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_anything),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
