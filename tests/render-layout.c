/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every shape in every size: nothing overlaps, nothing leaves the picture, names stay apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/layout.h"
#include "tests/render-fixture.h"

static const unsigned sizes_px[][2] = {
	{320, 200}, {400, 300}, {1000, 600}, {1200, 630}, {320, 4096}, {4096, 200},
};

/* Every byte that starts a character is 0.55 em wide: no font is needed to test a layout. */
static double width_px(void *context, double size_px, const char *text)
{
	(void)context;
	double width = 0;
	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80 ? 0.55 * size_px : 0;
	return width;
}

static const struct measure measure = {width_px, NULL};

/* Boxes have room for accents: half a pixel of it is shared. */
static bool overlap(const struct box_px *a, const struct box_px *b)
{
	return a->width > 0 && b->width > 0 && a->x < b->x + b->width && b->x < a->x + a->width &&
		a->y + 0.5 < b->y + b->height && b->y + 0.5 < a->y + a->height;
}

static void check_texts(const struct layout *layout)
{
	for (size_t i = 0; i < layout->texts_n; i++) {
		const struct layout_text *text = &layout->texts[i];
		struct box_px box = layout_text_box(text, &measure);
		if (box.x < 0 || box.y < 0 || box.x + box.width > layout->width_px ||
			box.y + box.height > layout->height_px)
			fail_msg("'%s' leaves the picture", text->text);
		if (text->style != STYLE_EMPTY && overlap(&box, &layout->plot))
			fail_msg("'%s' is on the plot", text->text);
		for (size_t j = 0; j < i; j++) {
			struct box_px other = layout_text_box(&layout->texts[j], &measure);
			if (overlap(&box, &other))
				fail_msg("'%s' overlaps '%s'", text->text, layout->texts[j].text);
		}
	}
}

static size_t count(const struct layout *layout, enum style style)
{
	size_t n = 0;
	for (size_t i = 0; i < layout->texts_n; i++)
		n += layout->texts[i].style == style;
	return n;
}

static void check_axes(const struct layout *layout, const struct axes *axes)
{
	size_t x_labels = 0, least = axes->x.ticks_n > 1 ? 2 : 1;
	for (size_t i = 0; i < axes->x.ticks_n; i++)
		x_labels += layout->x_kept[i];
	assert_true(layout->x_kept[0] && layout->x_kept[axes->x.ticks_n - 1]);
	assert_true(x_labels >= least);
	assert_true(count(layout, STYLE_TICK_TEXT) >= x_labels + 2);
	assert_true(layout->floor_px >= layout->plot.y + layout->plot.height);
	assert_int_equal(axes->broken, layout->floor_px > layout->plot.y + layout->plot.height);
}

static void check_layout(const struct render_fixture *fixture, const struct chart_options *options,
	enum render_shape shape)
{
	struct axes axes;
	struct error err;
	if (!axes_fit(&fixture->set, options, &axes, &err))
		fail_msg("%s", err.message);
	struct words words = words_of(&fixture->set, options, &axes);
	struct layout layout = layout_of(&fixture->set, &words, &axes, options, &measure);
	if (layout.plot.width < 60 || layout.plot.height < 24)
		fail_msg("shape %d in %ux%u: a plot of %.0fx%.0f", (int)shape, options->width_px,
			options->height_px, layout.plot.width, layout.plot.height);
	check_texts(&layout);
	check_axes(&layout, &axes);
	layout_release(&layout);
	words_release(&words);
}

/* The same set as a page's address may ask for it. */
static void check_asked(const struct render_fixture *fixture, struct chart_options options,
	enum render_shape shape)
{
	check_layout(fixture, &options, shape);
	options.log_x = true;
	check_layout(fixture, &options, shape);
	options.x = (struct chart_range){true, 2.2, 7.123456789};
	options.y = (struct chart_range){true, 3.000001, 4.5};
	check_layout(fixture, &options, shape);
	options.log_x = false;
	options.y = (struct chart_range){true, -1e99, 1e99};
	check_layout(fixture, &options, shape);
	options.x = (struct chart_range){true, -1e99, -1e98};
	check_layout(fixture, &options, shape);
}

static void test_every_shape(void **state)
{
	(void)state;
	for (enum render_shape shape = 0; shape < SHAPE_N; shape++) {
		struct render_fixture *fixture = render_shape(shape);
		fixture->chart.emulated = shape % 2;
		for (size_t i = 0; i < ARRAY_LENGTH(sizes_px); i++)
			for (enum chart_scale scale = 0; scale <= CHART_SCALE_ZOOM; scale++) {
				struct chart_options options = {.scale = scale,
					.width_px = sizes_px[i][0],
					.height_px = sizes_px[i][1]};
				check_asked(fixture, options, shape);
			}
		render_shape_release(fixture);
	}
}

/* With large type and a long verdict too, and with names that need a legend in spite of it. */
static void test_preview(void **state)
{
	(void)state;
	for (enum render_shape shape = 0; shape < SHAPE_N; shape++) {
		struct render_fixture *fixture = render_shape(shape);
		struct chart_options options = {.width_px = CHART_PREVIEW_WIDTH_PX,
			.height_px = CHART_PREVIEW_HEIGHT_PX, .type = CHART_PREVIEW_TYPE,
			.brief = true};
		check_layout(fixture, &options, shape);
		options.caption = "6.1-rt is 12.4 % slower (10.1 to 14.7 %) than 6.1, "
				  "6.1-cloud: no difference proven; and so on with more words "
				  "than there is room for on a picture of this size, and then "
				  "some more of them";
		check_layout(fixture, &options, shape);
		render_shape_release(fixture);
	}
}

static struct layout layout_at(const struct render_fixture *fixture, struct chart_options options,
	struct axes *axes)
{
	struct error err;
	assert_true(axes_fit(&fixture->set, &options, axes, &err));
	struct words words = words_of(&fixture->set, &options, axes);
	struct layout layout = layout_of(&fixture->set, &words, axes, &options, &measure);
	words_release(&words);
	return layout;
}

/* The two scales of a chart differ in y alone. */
static void test_same_x(void **state)
{
	(void)state;
	struct axes zero, zoom;
	struct render_fixture *fixture = render_shape(SHAPE_GAPS);
	struct chart_options options = {.width_px = 1000, .height_px = 600};
	struct layout layout = layout_at(fixture, options, &zero);
	assert_false(zero.broken);
	assert_true(zero.y.low <= 0);
	layout_release(&layout);
	options.scale = CHART_SCALE_ZOOM;
	layout = layout_at(fixture, options, &zoom);
	assert_true(zoom.broken);
	layout_release(&layout);
	assert_memory_equal(&zero.x, &zoom.x, sizeof(zero.x));
	render_shape_release(fixture);
}

/* Long names keep both ends and stay different. */
static void test_long_names(void **state)
{
	(void)state;
	struct axes axes;
	struct render_fixture *fixture = render_shape(SHAPE_LONG);
	struct layout layout = layout_at(fixture,
		(struct chart_options){.width_px = 1000, .height_px = 600}, &axes);
	const char *names[8];
	size_t n = 0;
	for (size_t i = 0; i < layout.texts_n; i++)
		if (layout.texts[i].style == STYLE_LABEL)
			names[n++] = layout.texts[i].text;
	assert_int_equal(n, 8);
	for (size_t i = 0; i < n; i++) {
		assert_memory_equal(names[i], "linux-7", 7);
		assert_non_null(strstr(names[i], "…"));
		for (size_t j = i / 4 * 4; j < i; j++)
			assert_string_not_equal(names[i], names[j]);
	}
	layout_release(&layout);
	render_shape_release(fixture);
}

/* Crosses have a strip of their own below the axis: none of them is a zero. */
static void test_failures(void **state)
{
	(void)state;
	struct axes axes;
	struct render_fixture *fixture = render_shape(SHAPE_GAPS);
	struct layout layout = layout_at(fixture,
		(struct chart_options){.width_px = 1000, .height_px = 600}, &axes);
	assert_int_equal(layout.failures_n, 2);
	assert_true(layout.failures_px[0] <= 0);
	assert_true(layout.failures_px[1] > layout.floor_px);
	assert_true(layout.failures_px[1] < layout.x_labels_px);
	layout_release(&layout);
	render_shape_release(fixture);
}

static void test_not_finite(void **state)
{
	(void)state;
	static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
	struct chart_options options = {.width_px = 1000, .height_px = 600};
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		struct axes axes;
		struct error err;
		struct render_fixture *fixture = render_shape(SHAPE_SWEEP);
		fixture->set.series[1].points[3].summary.centre = bad[i];
		assert_false(axes_fit(&fixture->set, &options, &axes, &err));
		assert_string_equal(err.message,
			"chart ring.bound: a value of variant 2 is not finite");
		render_shape_release(fixture);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_shape),
		cmocka_unit_test(test_preview),
		cmocka_unit_test(test_same_x),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_not_finite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
