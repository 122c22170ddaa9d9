/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Views of a chart's series: which number is shown, which band, and what has no ratio. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "model/series-view.h"

static const struct summary cell = {SUMMARY_SAMPLES, 4, 3, 6, 12, 1, 5, 4, 2, 9, 1.5};
static const struct summary boots = {SUMMARY_BOOTS, 4, 3, 6, 12, 3, 5, 4.5, 2, 9, 1.5};

/* Two series over the same three x; the first lacks the second, which is 0 in the third. */
struct fixture {
	struct campaign_chart chart;
	struct series_point points[2][3];
	struct series series[2];
	struct series_set set;
};

static void fixture_init(struct fixture *fixture)
{
	*fixture = (struct fixture){.chart = {.swept = true}};
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < 3; j++) {
			fixture->points[i][j].x = (double)j + 2;
			fixture->points[i][j].summary = i ? boots : cell;
		}
		fixture->series[i] = (struct series){.label = i ? "b" : "a", .style = (unsigned)i,
			.points = fixture->points[i], .length = 3};
		fixture->series[i].whole = stats_summary(NULL, 0);
	}
	fixture->points[0][1].summary = stats_summary(NULL, 0);
	fixture->points[0][2].summary.centre = 0;
	fixture->set = (struct series_set){.chart = &fixture->chart, .series = fixture->series,
		.length = 2};
}

static void assert_is(double value, double expected)
{
	if (isnan(value) != isnan(expected) || fabs(value - expected) > 1e-12)
		fail_msg("%.17g is not %.17g", value, expected);
}

static void check(const struct summary *summary, double centre, double low, double high)
{
	assert_is(summary->centre, centre);
	assert_is(summary->low, low);
	assert_is(summary->high, high);
}

static void test_statistics(void **state)
{
	(void)state;
	static const struct {
		struct series_view how;
		double samples[3], boots[3];
	} rows[] = {
		{{.band = SERIES_INTERVAL}, {4, 3, 6}, {4, 3, 6}},
		{{.band = SERIES_RANGE}, {4, 2, 9}, {4, 2, 9}},
		{{.band = SERIES_NO_BAND}, {4, NAN, NAN}, {4, NAN, NAN}},
		/* The interval over boots is one of their geometric mean. */
		{{.statistic = SERIES_MEDIAN}, {4, 3, 6}, {4.5, NAN, NAN}},
		{{.statistic = SERIES_MIN}, {2, NAN, NAN}, {2, NAN, NAN}},
		{{.statistic = SERIES_MEAN, .band = SERIES_RANGE}, {5, 2, 9}, {5, 2, 9}},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct fixture fixture;
		struct series_set view;
		fixture_init(&fixture);
		series_view_init(&view, &fixture.set, &rows[i].how);
		assert_int_equal(view.statistic, rows[i].how.statistic);
		assert_int_equal(view.band, rows[i].how.band);
		assert_null(view.relative_to);
		const double *one = rows[i].samples, *other = rows[i].boots;
		check(&view.series[0].points[0].summary, one[0], one[1], one[2]);
		check(&view.series[1].points[0].summary, other[0], other[1], other[2]);
		assert_int_equal(view.series[0].points[1].summary.kind, SUMMARY_NOTHING);
		assert_int_equal(view.series[0].points[0].summary.n, 12);
		/* What it was made of is as it was. */
		check(&fixture.set.series[0].points[0].summary, 4, 3, 6);
		series_set_release(&view);
	}
}

static void test_hidden(void **state)
{
	(void)state;
	static const bool hidden[] = {true, false}, all[] = {true, true};
	struct fixture fixture;
	struct series_set view;
	fixture_init(&fixture);
	series_view_init(&view, &fixture.set, &(struct series_view){.hidden = hidden});
	assert_int_equal(view.length, 1);
	assert_string_equal(view.series[0].label, "b");
	assert_int_equal(view.series[0].style, 1);
	series_set_release(&view);
	series_view_init(&view, &fixture.set, &(struct series_view){.hidden = all});
	assert_int_equal(view.length, 0);
	series_set_release(&view);
}

/* Relative to a hidden base too. No value below, none at x and 0 there are all no ratio. */
static void test_relative(void **state)
{
	(void)state;
	static const bool hidden[] = {true, false};
	struct fixture fixture;
	struct series_set view;
	fixture_init(&fixture);
	series_view_init(&view, &fixture.set,
		&(struct series_view){.hidden = hidden, .relative = true, .base = 0,
			.statistic = SERIES_MEAN, .band = SERIES_RANGE});
	const struct series_point *points = view.series[0].points;
	assert_string_equal(view.relative_to, "a");
	check(&points[0].summary, 1, 0.4, 1.8);
	assert_int_equal(points[1].summary.kind, SUMMARY_NOTHING);
	assert_string_equal(points[1].reason, "the baseline has no value above 0 here");
	series_set_release(&view);
	series_view_init(&view, &fixture.set,
		&(struct series_view){.relative = true, .base = 0});
	assert_int_equal(view.series[1].points[2].summary.kind, SUMMARY_NOTHING);
	check(&view.series[0].points[0].summary, 1, 0.75, 1.5);
	series_set_release(&view);
	/* A base that is none of them changes nothing. */
	series_view_init(&view, &fixture.set,
		&(struct series_view){.relative = true, .base = 2});
	assert_null(view.relative_to);
	series_set_release(&view);
}

/* Launches are divided by the base's whole cell, whatever run they are. */
static void test_runs(void **state)
{
	(void)state;
	struct fixture fixture;
	struct series_set view;
	fixture_init(&fixture);
	fixture.chart.swept = false;
	fixture.series[0].whole = cell;
	fixture.series[1].whole = boots;
	series_view_init(&view, &fixture.set,
		&(struct series_view){.relative = true, .base = 0, .statistic = SERIES_MIN});
	assert_is(view.series[1].points[2].summary.centre, 1);
	assert_is(view.series[1].whole.centre, 1);
	assert_is(view.series[1].whole.mean, 2.5);
	series_set_release(&view);
}

static void test_names(void **state)
{
	(void)state;
	enum series_statistic statistic;
	enum series_band band;
	for (enum series_statistic i = 0; i < SERIES_STATISTIC_N; i++) {
		assert_true(series_statistic_parse(series_statistic_name(i), &statistic));
		assert_int_equal(statistic, i);
	}
	for (enum series_band i = 0; i < SERIES_BAND_N; i++) {
		assert_true(series_band_parse(series_band_name(i), &band));
		assert_int_equal(band, i);
	}
	assert_false(series_statistic_parse("p99", &statistic));
	assert_false(series_band_parse("", &band));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_statistics), cmocka_unit_test(test_hidden),
		cmocka_unit_test(test_relative), cmocka_unit_test(test_runs),
		cmocka_unit_test(test_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
