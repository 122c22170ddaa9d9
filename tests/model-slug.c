/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/slug.h"

#define TEN "0123456789"

static void names_become_slugs(void **state)
{
	(void)state;
	static const struct {
		const char *name, *slug;
	} names[] = {
		{"6.1", "6.1"},
		{"6.1-rt", "6.1-rt"},
		{"Debian amd64", "debian-amd64"},
		{"  a  b  ", "a-b"},
		{"a--b", "a-b"},
		{"<script>alert('x')</script>", "script-alert-x-script"},
		{"../../etc/passwd", "etc-passwd"},
		{"..", "x"},
		{".hidden", "hidden"},
		{"-rf", "rf"},
		{"", "x"},
		{"中文", "x"},
		{"6.1 中文 b", "6.1-b"},
		{"a\nb\"c", "a-b-c"},
		{"\xff\xfe", "x"},
		{"x.", "x."},
		{TEN TEN TEN TEN "a", TEN TEN TEN TEN},
		{TEN TEN TEN "012345678 b", TEN TEN TEN "012345678"}, /* cut behind a dash */
	};
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		char slug[SLUG_BYTES];
		slug_make(names[i].name, slug);
		assert_string_equal(slug, names[i].slug);
		assert_true(slug_is_valid(slug));
	}
}

static void equal_slugs_are_numbered(void **state)
{
	(void)state;
	char *taken[300];
	for (size_t i = 0; i < ARRAY_LENGTH(taken); i++) {
		char slug[SLUG_BYTES];
		/* Three kinds of name that would be the same. */
		static const char *const names[] = {"中", "x", TEN TEN TEN TEN TEN};
		slug_make_distinct(names[i % 3], taken, i, slug);
		assert_true(slug_is_valid(slug));
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(slug, taken[j]);
		taken[i] = xstrdup(slug);
	}
	assert_string_equal(taken[0], "x");
	assert_string_equal(taken[1], "x-2");
	assert_string_equal(taken[3], "x-3");
	assert_string_equal(taken[5], TEN TEN TEN "01234567-2");
	assert_string_equal(taken[299], TEN TEN TEN "012345-100");
	for (size_t i = 0; i < ARRAY_LENGTH(taken); i++)
		free(taken[i]);
}

static void a_cut_before_the_number_leaves_no_double_dash(void **state)
{
	(void)state;
	char *taken[] = {xstrdup(TEN TEN TEN "0123456-89")};
	char slug[SLUG_BYTES];
	slug_make_distinct(taken[0], taken, 1, slug);
	assert_string_equal(slug, TEN TEN TEN "0123456-2");
	free(taken[0]);
}

static void what_is_no_slug_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"", ".", ".a", "-a", "A", "a b", "a/b", "a\n", "é", "a%", TEN TEN TEN TEN "0"};
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		assert_false(slug_is_valid(bad[i]));
	assert_true(slug_is_valid("a"));
	assert_true(slug_is_valid(TEN TEN TEN TEN));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_become_slugs),
		cmocka_unit_test(equal_slugs_are_numbered),
		cmocka_unit_test(a_cut_before_the_number_leaves_no_double_dash),
		cmocka_unit_test(what_is_no_slug_is_refused),
	};
	return cmocka_run_group_tests_name("model-slug", tests, NULL, NULL);
}
