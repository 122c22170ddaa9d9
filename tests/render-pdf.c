/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PDF: one page of the picture's size, letters as letters, dated by the data and not by the day,
 * and the same bytes again, whatever was drawn in between and by whom.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/chart.h"
#include "tests/render-fixture.h"
#include "tests/threads.h"

static const struct chart_options page = {.scale = CHART_SCALE_ZOOM, .width_px = 1000,
	.height_px = 600};

static struct text pdf_of(enum render_shape shape, const struct chart_options *options)
{
	struct render_fixture *fixture = render_shape(shape);
	struct text out = TEXT_EMPTY;
	struct error err;
	fixture->campaign.started_us = INT64_C(1798761601999999);
	if (!chart_pdf(&fixture->set, options, &out, &err))
		fail_msg("%s", err.message);
	render_shape_release(fixture);
	return out;
}

static bool contains(const struct text *text, const char *words)
{
	return memmem(text->bytes, text->length, words, strlen(words)) != NULL;
}

/* The library writes the date without its "D:". Readers take it; a change of that is to be seen. */
static void test_metadata(void **state)
{
	(void)state;
	struct text pdf = pdf_of(SHAPE_SWEEP, &page);
	assert_memory_equal(pdf.bytes, "%PDF-1.", 7);
	assert_memory_equal(pdf.bytes + pdf.length - 6, "%%EOF\n", 6);
	assert_true(contains(&pdf, "/CreationDate (20270101000001Z)"));
	assert_true(contains(&pdf, "/Creator (schedlab)"));
	/* "ring, bound", in UTF-16 as hexadecimal digits. */
	assert_true(contains(&pdf, "/Title <FEFF00720069006E0067002C00200062006F0075006E0064"));
	assert_true(contains(&pdf, "/MediaBox [ 0 0 750 450 ]"));
	/* An embedded font and a table back to characters: text that can be searched. */
	assert_true(contains(&pdf, "+DejaVuSans"));
	assert_true(contains(&pdf, "/ToUnicode"));
	assert_in_range(pdf.length, 5000, 100000);
	text_release(&pdf);
}

static void check_same(const struct text *one, const struct text *other)
{
	assert_int_equal(one->length, other->length);
	assert_memory_equal(one->bytes, other->bytes, one->length);
}

static void test_same_bytes(void **state)
{
	(void)state;
	struct text one = pdf_of(SHAPE_DENSE, &page);
	struct text between = pdf_of(SHAPE_HOSTILE, &page);
	struct text other = pdf_of(SHAPE_DENSE, &page);
	check_same(&one, &other);
	text_release(&one);
	text_release(&between);
	text_release(&other);
}

static struct text hostile(void)
{
	return pdf_of(SHAPE_HOSTILE, &page);
}

static void test_threads(void **state)
{
	(void)state;
	threads_assert_same(hostile);
}

static void test_every_shape(void **state)
{
	(void)state;
	for (enum render_shape shape = 0; shape < SHAPE_MILLION; shape++) {
		struct chart_options options = {.scale = (enum chart_scale)(shape % 2),
			.theme = (enum chart_theme)(shape / 2 % 2), .width_px = 880,
			.height_px = 550, .type = shape % 3 ? 0 : 2.2, .brief = shape % 3 == 0};
		struct text pdf = pdf_of(shape, &options);
		assert_true(contains(&pdf, "/MediaBox [ 0 0 660 412.5 ]"));
		assert_false(contains(&pdf, "nan"));
		text_release(&pdf);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_metadata),
		cmocka_unit_test(test_same_bytes),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_every_shape),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
