/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts made to fit, and labels moved apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "render/label.h"
#include "render/line.h"
#include "render/words.h"

/* A character is a pixel wide, whatever the size. */
static double width_px(void *context, double size_px, const char *text)
{
	(void)context;
	(void)size_px;
	double n = 0;
	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

static const struct measure measure = {width_px, NULL};

static void test_shorten(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		double most_px;
		const char *wanted;
	} cases[] = {
		{"", 5, ""},
		{"6.1-rt", 6, "6.1-rt"},
		{"6.1-rt", 5, "6.…rt"},
		{"TEST_RUN_BUSY", 9, "TEST…BUSY"},
		{"内核内核内核", 5, "内核…内核"},
		{"abc", 1, "…"},
		{"abc", 0, "…"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *label = label_shorten(&measure, STYLE_LABEL, cases[i].text,
			cases[i].most_px);
		assert_string_equal(label, cases[i].wanted);
		free(label);
	}
}

static void test_shorten_huge(void **state)
{
	(void)state;
	char *text = xmalloc(1000001);
	memset(text, 'n', 1000000);
	memcpy(text + 999999, "Z", 2);
	char *label = label_shorten(&measure, STYLE_LABEL, text, 9);
	assert_string_equal(label, "nnnn…nnnZ");
	free(label);
	free(text);
}

/* Names that differ only where they are cut get their numbers. */
static void test_distinct(void **state)
{
	(void)state;
	static const struct label_name names[] = {
		{"linux-aaaa-lto", 1}, {"linux-bbbb-lto", 2}, {"linux", 3}, {"linux-cccc-lto", 4},
	};
	char **labels = label_shorten_all(&measure, STYLE_LABEL, names, 4, 9);
	assert_string_equal(labels[0], "linu…-lto");
	assert_string_equal(labels[1], "lin…to #2");
	assert_string_equal(labels[2], "linux");
	assert_string_equal(labels[3], "lin…to #4");
	label_free_all(labels, 4);
}

static void check_wrap(const char *text, double most_px, const char *wanted)
{
	struct label_lines lines = label_wrap(&measure, STYLE_CAPTION, text, most_px);
	struct text joined = TEXT_EMPTY;
	for (size_t i = 0; i < lines.length; i++)
		text_add(&joined, "%s|", lines.lines[i]);
	assert_string_equal(joined.bytes ? joined.bytes : "", wanted);
	text_release(&joined);
	label_lines_release(&lines);
}

static void test_wrap(void **state)
{
	(void)state;
	check_wrap("", 10, "");
	check_wrap("n < 6: no interval", 18, "n < 6: no interval|");
	check_wrap("n < 6: no interval", 12, "n < 6: no|interval|");
	check_wrap("a reason-without-any-space here", 10, "a|reaso…pace|here|");
}

static void test_spread(void **state)
{
	(void)state;
	static const struct {
		double from[4], wanted[4];
	} cases[] = {
		{{0, 20, 40, 60}, {0, 20, 40, 60}},
		{{50, 50, 50, 50}, {35, 45, 55, 65}},
		{{0, 0, 0, 90}, {0, 10, 20, 90}},
		{{10, 98, 99, 100}, {10, 80, 90, 100}},
		{{0, 5, 95, 100}, {0, 10, 90, 100}},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		double y[4];
		memcpy(y, cases[i].from, sizeof(y));
		label_spread(y, 4, 10, 0, 100);
		for (size_t j = 0; j < 4; j++)
			assert_true(fabs(y[j] - cases[i].wanted[j]) < 1e-9);
	}
}

static void test_clean(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"plain µ 内核", "plain µ 内核"},
		{"two\nlines\t\x1b[31m\x7f", "two lines  [31m "},
		{"a\xffz", "a\xef\xbf\xbdz"},
		{"\xc2\x85|\xe2\x80\xa8|\xef\xbf\xbf|", " | |   |"},
		{"\xe2\x80\xaeleft\xe2\x81\xa9", " left "},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *clean = line_clean(cases[i][0]);
		assert_string_equal(clean, cases[i][1]);
		free(clean);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shorten),
		cmocka_unit_test(test_shorten_huge),
		cmocka_unit_test(test_distinct),
		cmocka_unit_test(test_wrap),
		cmocka_unit_test(test_spread),
		cmocka_unit_test(test_clean),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
