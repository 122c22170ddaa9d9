/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/counts.h"
#include "model/text.h"

static char *join(const struct counts *counts)
{
	struct text text = TEXT_EMPTY;
	for (size_t i = 0; i < counts->length; i++)
		text_add(&text, "%s%u", i ? " " : "", counts->values[i]);
	return text_take(&text);
}

static void specs_become_sets(void **state)
{
	(void)state;
	static const struct {
		const char *specs[5], *values;
	} sets[] = {
		{{"4"}, "4"},
		{{"2..5"}, "2 3 4 5"},
		{{"8..64/8"}, "8 16 24 32 40 48 56 64"},
		{{"8..63/8"}, "8 16 24 32 40 48 56"}, /* the end only where a step falls on it */
		{{"7..7"}, "7"},
		{{"1..3/5"}, "1"},
		{{"64", "2", "4", "2"}, "2 4 64"},
		{{"8..12/2", "2", "9..11"}, "2 8 9 10 11 12"},
		{{"1..3", "1..3"}, "1 2 3"},
		{{"1000000"}, "1000000"},
		{{"999999..1000000/1000000"}, "999999"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(sets); i++) {
		struct counts counts = {NULL, 0};
		struct error err;
		for (size_t j = 0; sets[i].specs[j]; j++)
			assert_true(counts_add(&counts, sets[i].specs[j], &err));
		char *values = join(&counts);
		assert_string_equal(values, sets[i].values);
		free(values);
		counts_release(&counts);
		assert_int_equal(counts.length, 0);
	}
}

static void bad_specs_change_nothing(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"", "0", "0..", "0..4", "2..", "..4", "2...4", "4..2", "a", "2..b", "2..4/", "2..4/0",
		"2..4/x", "2..4/2/2", "-1", "+1", " 1", "1 ", "1,2", "0x10", "1000001", "1..1000001",
		"99999999999999999999", "1..99999999999999999999", "18446744073709551617", "1/2", "1.5",
		"2.4"};
	struct counts counts = {NULL, 0};
	struct error err;
	assert_true(counts_add(&counts, "3..4", &err));
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		assert_false(counts_add(&counts, bad[i], &err));
		assert_non_null(strstr(err.message, "expected N, FROM..TO or FROM..TO/STEP"));
		assert_int_equal(counts.length, 2);
	}
	counts_add(&counts, "0..", &err);
	assert_string_equal(err.message,
		"bad count '0..': expected N, FROM..TO or FROM..TO/STEP, from 1 to 1000000 and "
		"ascending");
	counts_release(&counts);
}

static void a_million_counts_are_no_burden(void **state)
{
	(void)state;
	struct counts counts = {NULL, 0};
	struct error err;
	assert_true(counts_add(&counts, "1..1000000", &err));
	assert_int_equal(counts.length, COUNTS_LARGEST);
	for (size_t i = 0; i < counts.length; i++)
		if (counts.values[i] != i + 1)
			fail_msg("value %u at %zu", counts.values[i], i);
	counts_release(&counts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(specs_become_sets),
		cmocka_unit_test(bad_specs_change_nothing),
		cmocka_unit_test(a_million_counts_are_no_burden),
	};
	return cmocka_run_group_tests_name("model-counts", tests, NULL, NULL);
}
