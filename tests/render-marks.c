/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Display lists: whole ones of small charts against tests/data/render/, and what must hold in
 * any. After a change that is meant: RENDER_GOLDEN=write build/tests/render-marks, then read
 * the diff.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/series-view.h"
#include "render/draw.h"
#include "tests/render-fixture.h"

static double width_px(void *context, double size_px, const char *text)
{
	(void)context;
	return 0.5 * size_px * (double)strlen(text);
}

static void draw(const struct render_fixture *fixture, struct chart_options options,
	struct marks *marks)
{
	struct axes axes;
	struct error err;
	const struct measure measure = {width_px, NULL};
	assert_true(axes_fit(&fixture->set, &options, &axes, &err));
	struct words words = words_of(&fixture->set, &options, &axes);
	struct layout layout = layout_of(&fixture->set, &words, &axes, &options, &measure);
	draw_chart(&fixture->set, &axes, &layout, marks);
	layout_release(&layout);
	words_release(&words);
}

/* Draws the set as it is, or a view of it, against a golden. */
static void check_set(struct render_fixture *fixture, struct chart_options options,
	const char *name)
{
	struct marks marks = {0};
	struct text drawn = TEXT_EMPTY, golden = TEXT_EMPTY;
	struct error err;
	char *path = xasprintf("tests/data/render/%s.txt", name);
	options.width_px = options.type > 1 ? 800 : 400;
	options.height_px = options.type > 1 ? 600 : 300;
	draw(fixture, options, &marks);
	marks_print(&marks, &drawn);
	const char *mode = getenv("RENDER_GOLDEN");
	if (mode && strcmp(mode, "write") == 0)
		assert_true(text_write_file(&drawn, path, &err));
	if (!text_read_file(&golden, path, 1 << 20, &err))
		fail_msg("%s", err.message);
	assert_string_equal(drawn.bytes, golden.bytes);
	text_release(&drawn);
	text_release(&golden);
	marks_release(&marks);
	free(path);
}

static void check_golden(enum render_shape shape, enum chart_scale scale, const char *name)
{
	struct render_fixture *fixture = render_shape(shape);
	check_set(fixture, (struct chart_options){.scale = scale}, name);
	render_shape_release(fixture);
}

/* The golden of gaps shows: lines and bands end at a gap, a lone point is a marker. */
static void test_gaps(void **state)
{
	(void)state;
	check_golden(SHAPE_GAPS, CHART_SCALE_ZERO, "gaps.zero");
}

static void test_lone(void **state)
{
	(void)state;
	check_golden(SHAPE_LONE, CHART_SCALE_ZOOM, "lone.zoom");
}

static void test_empty(void **state)
{
	(void)state;
	check_golden(SHAPE_FAILED, CHART_SCALE_ZERO, "failed.zero");
}

/* Lines end where they leave the ranges, and only values inside of them have markers. */
static void test_cut(void **state)
{
	(void)state;
	struct render_fixture *fixture = render_shape(SHAPE_SWEEP);
	check_set(fixture, (struct chart_options){.x = {true, 2.5, 8}, .y = {true, 3, 4.5}},
		"sweep.cut");
	check_set(fixture, (struct chart_options){.log_x = true, .scale = CHART_SCALE_ZOOM},
		"sweep.log");
	check_set(fixture, (struct chart_options){.x = {true, 100, 200}}, "sweep.beyond");
	check_set(fixture, (struct chart_options){.type = 2, .brief = true,
		.caption = "6.1-rt is slower"}, "sweep.brief");
	render_shape_release(fixture);
}

/* A line at 1, and what has no ratio is a gap. */
static void test_relative(void **state)
{
	(void)state;
	struct render_fixture *fixture = render_shape(SHAPE_GAPS);
	struct series_set view, whole = fixture->set;
	series_view_init(&view, &whole, &(struct series_view){.relative = true,
		.statistic = SERIES_MEDIAN});
	fixture->set = view;
	check_set(fixture, (struct chart_options){.scale = CHART_SCALE_ZOOM}, "gaps.relative");
	series_set_release(&view);
	fixture->set = whole;
	render_shape_release(fixture);
}

/* Names below the axis, bars, and upright lines with their words where these have room. */
static void test_trend(void **state)
{
	(void)state;
	check_golden(SHAPE_TREND, CHART_SCALE_ZOOM, "trend.zoom");
}

/* Number of marks of that kind and style. */
static size_t count(const struct marks *marks, enum mark_kind kind, enum style style)
{
	size_t n = 0;
	for (size_t i = 0; i < marks->length; i++)
		n += marks->marks[i].kind == kind && marks->marks[i].style == style;
	return n;
}

/* Three boots: three thin lines, two lines between boots, one dashed centre with its band. */
static void test_runs(void **state)
{
	(void)state;
	struct render_fixture *fixture = render_shape(SHAPE_RUNS);
	struct marks marks = {0};
	draw(fixture, (struct chart_options){.scale = CHART_SCALE_ZOOM, .width_px = 1000,
		.height_px = 600},
		&marks);
	assert_int_equal(count(&marks, MARK_LINE, STYLE_RUNS), 6);
	assert_int_equal(count(&marks, MARK_LINE, STYLE_BOOT), 2);
	assert_int_equal(count(&marks, MARK_DASHED, STYLE_CENTRE), 2);
	assert_int_equal(count(&marks, MARK_RECTANGLE, STYLE_BAND), 2);
	assert_int_equal(count(&marks, MARK_POLYGON, STYLE_BAND), 0);
	marks_release(&marks);
	render_shape_release(fixture);
}

/* A million points become two a column, and the extremes are among them. */
static void test_decimates(void **state)
{
	(void)state;
	struct render_fixture *fixture = render_shape(SHAPE_MILLION);
	struct series_point *points = fixture->set.series[0].points;
	struct marks marks = {0};
	points[567890].summary = fixture_summary(100, NAN);
	draw(fixture, (struct chart_options){.width_px = 1000, .height_px = 600},
		&marks);
	double highest = 600;
	for (size_t i = 0; i < marks.length; i++) {
		const struct mark *mark = &marks.marks[i];
		if (mark->style != STYLE_CURVE)
			continue;
		assert_in_range(mark->points_n, 1000, 2000);
		for (size_t j = 0; j < mark->points_n; j++)
			highest = fmin(highest, marks.points[mark->first + j].y);
	}
	assert_in_range(marks.points_n, 1000, CURVE_POINTS_MAX);
	/* 100 has 5 % of air above it. */
	assert_in_range((long)highest, 80, 130);
	marks_release(&marks);
	render_shape_release(fixture);
}

/* Only bands may leave the plot, and they are clipped. */
static void test_within(void **state)
{
	(void)state;
	for (enum render_shape shape = 0; shape < SHAPE_MILLION; shape++) {
		struct render_fixture *fixture = render_shape(shape);
		struct marks marks = {0};
		bool clipped = false;
		draw(fixture, (struct chart_options){.scale = (enum chart_scale)(shape % 2),
			.width_px = 640, .height_px = 400}, &marks);
		for (size_t i = 0; i < marks.length; i++) {
			const struct mark *mark = &marks.marks[i];
			clipped = mark->kind == MARK_CLIP || (clipped && mark->kind != MARK_UNCLIP);
			for (size_t j = 0; !clipped && j < mark->points_n; j++) {
				struct point_px at = marks.points[mark->first + j];
				assert_true(at.x >= 0 && at.x <= 640 && at.y >= 0 && at.y <= 400);
			}
		}
		assert_false(clipped);
		marks_release(&marks);
		render_shape_release(fixture);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gaps),
		cmocka_unit_test(test_lone),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_relative),
		cmocka_unit_test(test_trend),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_decimates),
		cmocka_unit_test(test_within),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
