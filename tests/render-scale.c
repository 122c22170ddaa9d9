/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ticks around the boundaries: what is printed is where the tick is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>

#include "model/text.h"
#include "render/scale.h"

/* The labels as one string: "0 2 4 6". */
static void check_labels(const struct scale *scale, const char *wanted)
{
	struct text text = TEXT_EMPTY;
	for (size_t i = 0; i < scale->ticks_n; i++)
		text_add(&text, "%s%s", i ? " " : "", scale->ticks[i].label);
	assert_string_equal(text.bytes, wanted);
	text_release(&text);
}

/* A label's number, grouping commas taken out. */
static double parse_label(const char *label)
{
	char plain[SCALE_LABEL_BYTES], *end;
	size_t n = 0;
	for (; *label; label++)
		if (*label != ',')
			plain[n++] = *label;
	plain[n] = '\0';
	double value = strtod(plain, &end);
	assert_true(*end == '\0' && n > 0);
	return value;
}

static void check_sound(const struct scale *scale, double lowest, double highest)
{
	assert_true(scale->low < scale->high);
	assert_true(scale->low <= lowest && highest <= scale->high);
	assert_true(scale->ticks_n >= 2 && scale->ticks_n <= SCALE_TICKS_MAX);
	for (size_t i = 0; i < scale->ticks_n; i++) {
		const struct scale_tick *tick = &scale->ticks[i];
		double unit = scale_unit(scale, tick->value);
		assert_true(unit > -1e-6 && unit < 1 + 1e-6);
		double off = fabs(parse_label(tick->label) - tick->value);
		assert_true(off <= 4e-16 * fabs(tick->value));
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(tick->label, scale->ticks[j].label);
		if (i > 0)
			assert_true(scale->ticks[i - 1].value < tick->value);
	}
}

static void test_zero(void **state)
{
	(void)state;
	static const struct {
		double lowest, highest;
		unsigned about;
		const char *wanted;
	} cases[] = {
		{2, 6, 6, "0 1 2 3 4 5 6"},
		{1, 9.5, 6, "0 2 4 6 8"},
		{1, 95, 5, "0 20 40 60 80"},
		{0, 0, 5, "0 0.2 0.4 0.6 0.8 1.0"},
		{78.8, 78.8, 5, "0 20 40 60 80"},
		{-3, -2, 4, "-3 -2 -1 0"},
		{-3, 5, 4, "-2 0 2 4"},
		{6523, 7870, 4, "0 2000 4000 6000 8000"},
		{0, 65230, 4, "0 20,000 40,000 60,000"},
		{0, 4e12, 4, "0 1e12 2e12 3e12 4e12"},
		{0, 0.0004, 4, "0 0.0001 0.0002 0.0003 0.0004"},
		{0, 3e-11, 3, "0 1e-11 2e-11 3e-11"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scale scale = scale_zero(cases[i].lowest, cases[i].highest, cases[i].about);
		check_labels(&scale, cases[i].wanted);
		check_sound(&scale, fmin(cases[i].lowest, 0), fmax(cases[i].highest, 0));
	}
}

static void test_zoom(void **state)
{
	(void)state;
	static const struct {
		double lowest, highest;
		unsigned about;
		const char *low, *wanted;
	} cases[] = {
		{2.21, 3.72, 7, "2.1", "2.2 2.4 2.6 2.8 3.0 3.2 3.4 3.6"},
		{8.47, 9.58, 5, "8.4", "8.4 8.6 8.8 9.0 9.2 9.4 9.6"},
		{1.0301, 1.0309, 4, "1.03005", "1.0302 1.0304 1.0306 1.0308"},
		{9.58, 9.58, 5, "9.47", "9.50 9.55 9.60 9.65"},
		{78.8, 78.8, 4, "77.9", "78.0 78.5 79.0 79.5"},
		{0, 0, 4, "0", "0 0.2 0.4 0.6 0.8 1.0"},
		{0.01, 5, 5, "0", "0 1 2 3 4 5"},
		{-3, 5, 4, "-3.5", "-2 0 2 4"},
		{1e12, 1e12, 3, "9.88e11", "9.9e11 1e12 1.01e12"},
		{6523, 6532, 4, "6522.5", "6524 6526 6528 6530 6532"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scale scale = scale_zoom(cases[i].lowest, cases[i].highest, cases[i].about);
		check_labels(&scale, cases[i].wanted);
		assert_string_equal(scale.low_label, cases[i].low);
		check_sound(&scale, cases[i].lowest, cases[i].highest);
		assert_true(fabs(scale_unit(&scale, parse_label(scale.low_label))) < 1e-9);
	}
}

/* Ends that are no whole numbers are said in six digits, so ticks there are only near. */
static void check_log(double lowest, double extent, unsigned about)
{
	struct scale scale = scale_log(lowest, lowest + extent, about);
	assert_true(scale.low < scale.high);
	assert_in_range(scale.ticks_n, 2, SCALE_TICKS_MAX);
	for (size_t i = 0; i < scale.ticks_n; i++) {
		double unit = scale_unit(&scale, scale.ticks[i].value);
		assert_true(unit > -1e-6 && unit < 1 + 1e-6);
		assert_true(i == 0 || scale.ticks[i - 1].value < scale.ticks[i].value);
	}
}

static void test_counts(void **state)
{
	(void)state;
	static const double listed[] = {2, 4, 8, 16, 32, 64, 96};
	struct scale scale = scale_counts(2, 200, NULL, 0, 5);
	check_labels(&scale, "2 50 100 150 200");
	scale = scale_counts(2, 96, listed, ARRAY_LENGTH(listed), 8);
	check_labels(&scale, "2 4 8 16 32 64 96");
	scale = scale_counts(8, 8, listed + 2, 1, 8);
	check_labels(&scale, "7 8 9");
	scale = scale_counts(1, 1e6, NULL, 0, 3);
	check_labels(&scale, "1 500,000 1,000,000");
	scale = scale_counts(1, 3, NULL, 0, 9);
	check_labels(&scale, "1 2 3");
}

static void test_range(void **state)
{
	(void)state;
	static const struct {
		double low, high;
		unsigned about;
		const char *start, *wanted;
	} cases[] = {
		{3, 4.5, 7, "3", "3.0 3.2 3.4 3.6 3.8 4.0 4.2 4.4"},
		{0, 10, 5, "0", "0 2 4 6 8 10"},
		{-1, 1, 2, "-1", "-1 0 1"},
		{4.61234567, 4.7, 3, "4.61235", "4.62 4.64 4.66 4.68 4.70"},
		{1, 1 + 2e-9, 2, "1", "1.000000000 1.000000001"},
		{0, 1e100, 2, "0", "0 5e99 1e100"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scale scale = scale_range(cases[i].low, cases[i].high, cases[i].about);
		check_labels(&scale, cases[i].wanted);
		assert_string_equal(scale.low_label, cases[i].start);
		check_sound(&scale, cases[i].low, cases[i].high);
	}
}

static void test_log(void **state)
{
	(void)state;
	static const struct {
		double low, high;
		unsigned about;
		const char *wanted;
	} cases[] = {
		{1, 200, 10, "1 2 4 8 16 32 64 128 200"},
		{2, 64, 10, "2 4 8 16 32 64"},
		{40, 60, 10, "40 42 44 46 48 50 52 54 56 58 60"},
		{33, 34, 10, "33 34"},
		{7, 7, 10, "3.5 4 8 14"},
		{15, 25, 10, "15 16 17 18 19 20 21 22 23 24 25"},
		{1, 1e6, 4, "1 10 100 1000 10,000 100,000 1,000,000"},
		{0.25, 8, 8, "0.25 0.5 1 2 5 8"},
		{1e-3, 1e3, 3, "0.001 0.01 0.1 1 10 100 1000"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scale scale = scale_log(cases[i].low, cases[i].high, cases[i].about);
		check_labels(&scale, cases[i].wanted);
		check_sound(&scale, cases[i].low, cases[i].high);
	}
	struct scale scale = scale_log(1, 16, 4);
	assert_true(fabs(scale_unit(&scale, 4) - 0.5) < 1e-12);
	scale = scale_log(1e-100, 1e100, 4);
	assert_in_range(scale.ticks_n, 2, SCALE_TICKS_MAX);
}

static void test_labels(void **state)
{
	(void)state;
	static const char *const labels[] = {"6.1.0", "a\nb", "12345678\xc3\xa4", "6.4", "6.5"};
	struct scale scale = scale_labels(1, 5, labels, 5, 9);
	check_labels(&scale, "6.1.0 a b 123456… 6.4 6.5");
	scale = scale_labels(1.5, 3.2, labels, 5, 10);
	check_labels(&scale, "a b 12345678\xc3\xa4");
	scale = scale_labels(3, 3, labels, 5, 10);
	check_labels(&scale, "12345678\xc3\xa4");
	assert_true(scale.low < 3 && scale.high > 3);
	scale = scale_labels(-100, -50, labels, 5, 10);
	check_labels(&scale, "");
	const char *many[1000];
	for (size_t i = 0; i < ARRAY_LENGTH(many); i++)
		many[i] = labels[i % 5];
	scale = scale_labels(1, 1000, many, 1000, 10);
	assert_in_range(scale.ticks_n, 32, SCALE_TICKS_MAX);
}

/* Ranges of every size and place, with a fixed seed. */
static void test_any_range(void **state)
{
	(void)state;
	uint64_t seed = 7;
	for (unsigned i = 0; i < 20000; i++) {
		double part[3];
		for (unsigned j = 0; j < 3; j++) {
			seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
			part[j] = (double)(seed >> 11) / 9007199254740992.0;
		}
		double lowest = (part[0] - 0.3) * pow(10, floor(part[1] * 24 - 12));
		double highest = lowest + fabs(lowest) * pow(10, part[2] * 12 - 10);
		unsigned about = 2 + i % 15;
		struct scale scale = scale_zero(lowest, highest, about);
		check_sound(&scale, fmin(lowest, 0), fmax(highest, 0));
		scale = scale_zoom(lowest, highest, about);
		check_sound(&scale, lowest, highest);
		scale = scale_range(lowest, highest + 2e-9 * fabs(lowest) + 1e-90, about);
		check_sound(&scale, lowest, highest);
		check_log(fabs(lowest) + 1e-90, fabs(highest - lowest), about);
		double count = floor(part[0] * pow(10, floor(part[1] * 7)));
		scale = scale_counts(count, count + floor(part[2] * 1000), NULL, 0, about);
		check_sound(&scale, count, count);
	}
}

/* A comma as the decimal point changes nothing; passes trivially where no such locale is. */
static void test_locale(void **state)
{
	(void)state;
	setlocale(LC_ALL, "de_DE.UTF-8");
	struct scale scale = scale_zoom(2.21, 3.72, 4);
	setlocale(LC_ALL, "C");
	check_labels(&scale, "2.5 3.0 3.5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zero),
		cmocka_unit_test(test_zoom),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_range),
		cmocka_unit_test(test_log),
		cmocka_unit_test(test_labels),
		cmocka_unit_test(test_any_range),
		cmocka_unit_test(test_locale),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
