/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Charts of every shape that has broken a renderer, made by hand: nothing is measured or read.
 * RENDER_SHAPES lists them; render_shape() makes one, render_shape_release() frees it.
 */
#ifndef TESTS_RENDER_FIXTURE_H
#define TESTS_RENDER_FIXTURE_H

#include <math.h>

#include "model/series.h"

enum render_shape {
	SHAPE_SWEEP,    /* three variants over eleven counts, with intervals */
	SHAPE_DENSE,    /* over 199 counts */
	SHAPE_RUNS,     /* three boots of ten runs */
	SHAPE_NOTHING,  /* no variant at all */
	SHAPE_EMPTY,    /* variants without a value */
	SHAPE_FAILED,   /* none but failures */
	SHAPE_LONE,     /* one point */
	SHAPE_GAPS,     /* every third is missing, one failed */
	SHAPE_EQUAL,    /* ten times 9.58 */
	SHAPE_ZEROS,
	SHAPE_NEGATIVE,
	SHAPE_CROSSING, /* from below to above zero */
	SHAPE_OUTLIER,  /* one value a million million times the others */
	SHAPE_TINY,     /* 1.0301 to 1.0309 */
	SHAPE_MANY,     /* sixty variants */
	SHAPE_LONG,     /* names of 90 characters that differ in the last */
	SHAPE_HOSTILE,  /* names of markup, controls, no UTF-8, other scripts */
	SHAPE_WIDE,     /* intervals far beyond the values */
	SHAPE_TREND,    /* forty campaigns with names, three changes, a gap, a failure */
	SHAPE_MILLION,  /* points */
	SHAPE_N
};

struct render_fixture {
	struct campaign campaign;
	struct campaign_chart chart;
	struct series_set set;
};

static inline struct summary fixture_nothing(void)
{
	return (struct summary){SUMMARY_NOTHING, NAN, NAN, NAN, 0, 0, NAN, NAN, NAN, NAN,
		NAN};
}

static inline struct summary fixture_summary(double centre, double half)
{
	bool none = isnan(half);
	return (struct summary){SUMMARY_SAMPLES, centre, centre - half, centre + half,
		none ? 1 : 12, 1, centre, centre, none ? centre : centre - 3 * half,
		none ? centre : centre + 3 * half, none ? NAN : half};
}

static inline struct series *fixture_series(struct render_fixture *fixture, const char *label,
	size_t points)
{
	struct series_set *set = &fixture->set;
	struct series *series = xgrow(&set->series, &set->length, sizeof(*series));
	*series = (struct series){.label = label,
		.slug = label,
		.style = (unsigned)(set->length - 1),
		.points = xcalloc(points, sizeof(*series->points)),
		.length = points,
		.whole = fixture_nothing()};
	for (size_t i = 0; i < points; i++) {
		series->points[i].x = (double)i + 1;
		series->points[i].summary = fixture_nothing();
	}
	return series;
}

/* A rise that flattens, with a ripple: the same on every call. */
static inline double fixture_value(size_t i, size_t n, size_t variant)
{
	double part = (double)i / (double)n;
	return 2 + 0.4 * (double)variant + 3 * part / (part + 0.3) +
		0.07 * sin((double)(i * (variant + 3)));
}

static inline void fixture_sweep(struct render_fixture *fixture, size_t variants, size_t points,
	const char *const *labels, size_t labels_n)
{
	for (size_t v = 0; v < variants; v++) {
		struct series *series = fixture_series(fixture, labels[v % labels_n], points);
		for (size_t i = 0; i < points; i++)
			series->points[i].summary =
				fixture_summary(fixture_value(i, points, v), 0.1);
	}
}

static inline void fixture_runs(struct render_fixture *fixture, const char *label, unsigned boots,
	unsigned runs)
{
	struct series *series = fixture_series(fixture, label, boots * runs);
	double base = 8 + 0.5 * (double)series->style;
	for (size_t i = 0; i < series->length; i++) {
		series->points[i].boot = (unsigned)i / runs + 1;
		series->points[i].summary =
			fixture_summary(base + 0.03 * sin((double)(i * 7)), NAN);
	}
	series->whole = fixture_summary(base, 0.1);
	series->whole.kind = SUMMARY_BOOTS;
	series->whole.boots = boots;
}

static inline void fixture_values(struct render_fixture *fixture, const double *values, size_t n)
{
	struct series *series = fixture_series(fixture, "6.1", n);
	for (size_t i = 0; i < n; i++)
		series->points[i].summary = fixture_summary(values[i], NAN);
}

static inline void fixture_gaps(struct render_fixture *fixture)
{
	static const char *const labels[] = {"6.1", "6.1-rt"};
	fixture_sweep(fixture, 2, 12, labels, 2);
	for (size_t i = 2; i < 12; i += 3)
		fixture->set.series[0].points[i].summary = fixture_nothing();
	struct series_point *failed = &fixture->set.series[1].points[5];
	failed->summary = fixture_nothing();
	failed->failed = 3;
	failed->reason = "fork: Resource temporarily unavailable";
}

static inline void fixture_odd(struct render_fixture *fixture, enum render_shape shape)
{
	static const double equal[] = {9.58, 9.58, 9.58, 9.58, 9.58, 9.58, 9.58, 9.58, 9.58, 9.58};
	static const double zeros[] = {0, 0, 0, 0}, negative[] = {-3, -2.5, -4, -2};
	static const double crossing[] = {-3, -1, 1, 2}, outlier[] = {4, 4.1, 4e12, 4.2};
	static const double tiny[] = {1.0301, 1.0305, 1.0309, 1.0302};
	static const struct {
		const double *values;
		size_t n;
	} of[SHAPE_N] = {
		[SHAPE_EQUAL] = {equal, 10}, [SHAPE_ZEROS] = {zeros, 4},
		[SHAPE_NEGATIVE] = {negative, 4}, [SHAPE_CROSSING] = {crossing, 4},
		[SHAPE_OUTLIER] = {outlier, 4}, [SHAPE_TINY] = {tiny, 4},
	};
	fixture_values(fixture, of[shape].values, of[shape].n);
}

static inline void fixture_named(struct render_fixture *fixture, enum render_shape shape)
{
	static const char *const names[] = {"6.1", "6.1-cloud", "6.1-rt"};
	static const char *const alike[] = {
		"linux-7.2.0-cachyos-bore-lto-x86-64-v3-built-from-a-tree-with-forty-patches-on-top-of-it-A",
		"linux-7.2.0-cachyos-bore-lto-x86-64-v3-built-from-a-tree-with-forty-patches-on-top-of-it-B",
		"linux-7.2.0-cachyos-bore-lto-A-x86-64-v3-built-from-a-tree-with-forty-patches-on-top-of-it",
		"linux-7.2.0-cachyos-bore-lto-x86-64-A-v3-built-from-a-tree-with-forty-patches-on-top-of-it",
	};
	static const char *const hostile[] = {
		"</title><script>alert(1)</script>", "\xff\xfe\xc0\xaf'\"&", "two\nlines\t\x1b[31m",
		"\xe5\x86\x85\xe6\xa0\xb8 \xc2\xb5s", "", "\xef\xbf\xbf\xc2\x85\xe2\x80\xa8",
		"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
	};
	if (shape == SHAPE_LONG)
		fixture_sweep(fixture, 4, 12, alike, 4);
	else if (shape == SHAPE_HOSTILE)
		fixture_sweep(fixture, 7, 12, hostile, 7);
	else if (shape == SHAPE_MANY)
		fixture_sweep(fixture, 60, 12, names, 3);
	else if (shape == SHAPE_MILLION)
		fixture_sweep(fixture, 1, 1000000, names, 1);
	else
		fixture_sweep(fixture, 3, shape == SHAPE_DENSE ? 199 : 11, names, 3);
}

static inline void fixture_trend(struct render_fixture *fixture)
{
	static const char *const labels[40] = {
		"6.1.0", "6.1.1-rc1", "2026-11-30", "</text>", "\xff\x1b[31m", "", "6.1.6",
		"6.1.7-with-a-name-much-longer-than-there-is-room-for", "6.1.8", "6.1.9", "6.1.10",
		"6.1.11", "6.1.12", "6.1.13", "6.1.14", "6.1.15", "6.1.16", "6.1.17", "6.1.18",
		"6.1.19", "6.1.20", "6.1.21", "6.1.22", "6.1.23", "6.1.24", "6.1.25", "6.1.26",
		"6.1.27", "6.1.28", "6.1.29", "6.1.30", "6.1.31", "6.1.32", "6.1.33", "6.1.34",
		"6.1.35", "6.1.36", "6.1.37", "6.1.38", "6.1.39",
	};
	static const struct series_mark marks[] = {
		{9.5, "\xe2\x88\x92 4.1 %"}, {23.5, "+12 % at 6.1.23"}, {25.5, "+1 %"},
	};
	static const struct series_trend trend = {
		"ring, bound \xe2\x80\x94 as lat_ctx -s 0 N, 24 processes", "kernel", labels, 40,
		marks, 3};
	struct series *series = fixture_series(fixture, "6.1", 40);
	for (size_t i = 0; i < 40; i++)
		series->points[i].summary =
			fixture_summary(fixture_value(i, 40, 0) + (i > 22 ? 0.5 : 0), 0.06);
	series->points[13].summary = fixture_nothing();
	series->points[17].summary = fixture_nothing();
	series->points[17].failed = 1;
	fixture->set.trend = &trend;
}

static inline void fixture_without(struct render_fixture *fixture, enum render_shape shape)
{
	for (unsigned i = 0; i < 2; i++) {
		struct series *series = fixture_series(fixture, i ? "6.1-rt" : "6.1", 5);
		for (size_t j = 0; j < 5 && shape == SHAPE_FAILED; j++) {
			series->points[j].failed = 3;
			series->points[j].reason = "the guest's kernel panicked";
		}
	}
}

static inline struct render_fixture *render_shape(enum render_shape shape)
{
	static char slug[] = "ring.bound", workload[] = "ring", unit[] = "us/switch";
	static char unit_text[] = "\xc2\xb5s per switch", like[] = "as lat_ctx -s 0 N";
	static char processes[] = "processes", run[] = "run";
	struct render_fixture *fixture = xcalloc(1, sizeof(*fixture));
	fixture->campaign = (struct campaign){.id = "20261130-k3f7qd",
		.state = CAMPAIGN_COMPLETE};
	fixture->chart = (struct campaign_chart){.slug = slug, .workload = workload,
		.placement = PLACEMENT_BOUND, .swept = shape != SHAPE_RUNS, .unit = unit,
		.unit_text = unit_text, .x_text = shape == SHAPE_RUNS ? run : processes,
		.like = like};
	fixture->set = (struct series_set){.campaign = &fixture->campaign,
		.chart = &fixture->chart};
	switch (shape) {
	case SHAPE_RUNS:
		fixture_runs(fixture, "6.1", 3, 10);
		fixture_runs(fixture, "6.1-rt", 3, 10);
		break;
	case SHAPE_NOTHING:
		break;
	case SHAPE_EMPTY:
	case SHAPE_FAILED:
		fixture_without(fixture, shape);
		break;
	case SHAPE_LONE:
		fixture_series(fixture, "6.1", 1)->points[0].summary = fixture_summary(4.6, 0.2);
		break;
	case SHAPE_GAPS:
		fixture_gaps(fixture);
		break;
	case SHAPE_TREND:
		fixture_trend(fixture);
		break;
	case SHAPE_WIDE:
		fixture_series(fixture, "6.1", 2)->points[0].summary = fixture_summary(4, 1e9);
		fixture->set.series[0].points[1].summary = fixture_summary(5, 1e300);
		break;
	case SHAPE_EQUAL:
	case SHAPE_ZEROS:
	case SHAPE_NEGATIVE:
	case SHAPE_CROSSING:
	case SHAPE_OUTLIER:
	case SHAPE_TINY:
		fixture_odd(fixture, shape);
		break;
	default:
		fixture_named(fixture, shape);
	}
	return fixture;
}

static inline void render_shape_release(struct render_fixture *fixture)
{
	for (size_t i = 0; i < fixture->set.length; i++)
		free(fixture->set.series[i].points);
	free(fixture->set.series);
	free(fixture);
}

#endif
