/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a script is told that a value is, the picture has its line: read back from the SVG. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/chart.h"
#include "tests/render-fixture.h"

/* What a script does with the geometry, to the letter of its header. */
static double pixel_of(const struct chart_axis *axis, double value)
{
	double part = (value - axis->from) / (axis->to - axis->from);
	if (axis->log)
		part = log(value / axis->from) / log(axis->to / axis->from);
	return axis->from_px + part * (axis->to_px - axis->from_px);
}

/* The markers of a series in the SVG: "M" and a corner. Circles start at their left end. */
static size_t read_circles(const struct text *svg, double *x_px, double *y_px, size_t room)
{
	const char *at = strstr(svg->bytes, "<g clip-path");
	size_t n = 0;
	/* Circles are the first series' alone: arcs are drawn by nothing else. */
	while (at && n < room && (at = strstr(at, "a3.6,3.6"))) {
		const char *from = at;
		while (*from != 'M')
			from--;
		char *end;
		x_px[n] = strtod(from + 1, &end) + 3.6;
		y_px[n++] = strtod(end + 1, NULL);
		at = strstr(at + 1, "a3.6,3.6") + 1;
	}
	return n;
}

static void check(const struct chart_options *options, size_t points_n)
{
	struct render_fixture *fixture = render_shape(SHAPE_SWEEP);
	struct chart_geometry geometry;
	struct text svg = TEXT_EMPTY;
	struct error err;
	double x_px[32], y_px[32];
	assert_true(chart_geometry(&fixture->set, options, &geometry, &err));
	assert_true(chart_svg(&fixture->set, options, &svg, &err));
	assert_int_equal(geometry.lines_n, 3);
	assert_string_equal(geometry.lines[1].label, "6.1-cloud");
	assert_string_equal(geometry.lines[1].colour,
		options->theme == CHART_THEME_DARK ? "#e69f00" : "#d55e00");
	assert_ptr_equal(geometry.lines[2].series, &fixture->set.series[2]);
	/* The end label's marker comes first, the legend's last. */
	size_t circles = read_circles(&svg, x_px, y_px, ARRAY_LENGTH(x_px));
	double type = options->type > 0 ? options->type : 1;
	size_t found = 0;
	for (size_t i = 0; i < 11; i++) {
		const struct series_point *point = &geometry.lines[0].series->points[i];
		double x = pixel_of(&geometry.x, point->x);
		double y = pixel_of(&geometry.y, point->summary.centre);
		for (size_t j = 0; j < circles; j++)
			found += fabs(x_px[j] * type - x) < 0.02 * type &&
				fabs(y_px[j] * type - y) < 0.02 * type;
	}
	assert_int_equal(found, points_n);
	assert_true(geometry.plot_x_px > 0 && geometry.x.from_px >= geometry.plot_x_px);
	assert_true(geometry.plot_x_px + geometry.plot_width_px <= options->width_px);
	assert_true(geometry.plot_y_px + geometry.plot_height_px <= options->height_px);
	text_release(&svg);
	chart_geometry_release(&geometry);
	render_shape_release(fixture);
}

static void test_where(void **state)
{
	(void)state;
	struct chart_options options = {.width_px = 1000, .height_px = 600};
	for (options.scale = 0; options.scale <= CHART_SCALE_ZOOM; options.scale++) {
		options.log_x = false;
		check(&options, 11);
		options.log_x = true;
		check(&options, 11);
	}
	options.theme = CHART_THEME_DARK;
	options.x = (struct chart_range){true, 2.5, 8};
	check(&options, 6);
	options.type = 1.5;
	options.log_x = false;
	check(&options, 6);
}

static void test_refuses(void **state)
{
	(void)state;
	struct chart_options options = {.width_px = 1000, .height_px = 600, .x = {true, 3, 2}};
	struct render_fixture *fixture = render_shape(SHAPE_SWEEP);
	struct chart_geometry geometry;
	struct error err;
	assert_false(chart_geometry(&fixture->set, &options, &geometry, &err));
	options.x.given = false;
	fixture->set.series[0].points[0].x = NAN;
	assert_false(chart_geometry(&fixture->set, &options, &geometry, &err));
	render_shape_release(fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_where),
		cmocka_unit_test(test_refuses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
