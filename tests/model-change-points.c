/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Changes of level whose truth is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/change-points.h"
#include "tests/simulated.h"

#define N_MAX 400

static size_t find(const double *values, size_t n, struct change_point **changes)
{
	size_t found;
	*changes = change_points_find(values, n, 1e-4, &found);
	return found;
}

static size_t count(const double *values, size_t n)
{
	struct change_point *changes;
	size_t found = find(values, n, &changes);
	free(changes);
	return found;
}

static void noise_is_no_change(void **state)
{
	(void)state;
	static const size_t lengths[] = {8, 20, 60, N_MAX};
	static const enum simulated_noise noises[] = {SIMULATED_NORMAL, SIMULATED_HEAVY};
	uint64_t seed = 11;
	unsigned claims = 0, series = 0;
	for (size_t k = 0; k < ARRAY_LENGTH(noises); k++)
		for (size_t l = 0; l < ARRAY_LENGTH(lengths); l++)
			for (unsigned i = 0; i < 250; i++, series++) {
				struct simulated how = {.noise = noises[k]};
				double values[N_MAX];
				for (size_t v = 0; v < lengths[l]; v++)
					values[v] = 0.02 * simulated_luck(&how, &seed);
				claims += count(values, lengths[l]) > 0;
			}
	/* A thousandth is promised; of 2,000 that is 2, and 8 would be once in a thousand. */
	if (claims > 7)
		fail_msg("%u of %u series of noise have a change", claims, series);
}

static void a_step_is_found_where_it_is(void **state)
{
	(void)state;
	static const size_t places[] = {6, 30, 100, 194};
	uint64_t seed = 5;
	for (size_t p = 0; p < ARRAY_LENGTH(places); p++) {
		double values[200];
		struct change_point *changes;
		for (size_t i = 0; i < 200; i++)
			values[i] = 3 + 0.01 * simulated_gauss(&seed) + 0.06 * (i >= places[p]);
		assert_int_equal(find(values, 200, &changes), 1);
		assert_int_equal(changes[0].at, places[p]);
		assert_true(changes[0].low < 0.06 && changes[0].high > 0.06);
		assert_true(changes[0].low > 0.04 && changes[0].high < 0.08);
		assert_true(changes[0].p <= CHANGE_ALPHA);
		assert_int_equal(changes[0].before, places[p]);
		assert_int_equal(changes[0].after, 200 - places[p]);
		free(changes);
	}
}

/* Binary segmentation would not see it: both sides of any one place look alike. */
static void a_short_bump_is_two_changes(void **state)
{
	(void)state;
	uint64_t seed = 6;
	double values[300];
	struct change_point *changes;
	for (size_t i = 0; i < 300; i++)
		values[i] = 0.01 * simulated_gauss(&seed) + 0.05 * (i >= 150 && i < 160);
	assert_int_equal(find(values, 300, &changes), 2);
	assert_in_range(changes[0].at, 149, 151);
	assert_in_range(changes[1].at, 159, 161);
	assert_true(changes[0].step > 0 && changes[1].step < 0);
	free(changes);
}

static void many_changes_are_found(void **state)
{
	(void)state;
	uint64_t seed = 7;
	double values[400];
	struct change_point *changes;
	for (size_t i = 0; i < 400; i++)
		values[i] = 0.01 * simulated_gauss(&seed) + 0.04 * (double)(i / 50 % 3);
	assert_int_equal(find(values, 400, &changes), 7);
	for (size_t i = 0; i < 7; i++)
		assert_in_range(changes[i].at, 50 * (i + 1) - 2, 50 * (i + 1) + 2);
	free(changes);
}

static void what_is_too_short_or_equal_has_none(void **state)
{
	(void)state;
	double values[20] = {0};
	for (size_t n = 0; n <= 20; n++)
		assert_int_equal(count(values, n), 0);
	for (size_t i = 4; i < 8; i++)
		values[i] = 1;
	assert_int_equal(count(values, 7), 0);
	assert_int_equal(count(values, 8), 1); /* four equal values beside four others */
	values[19] = 1000; /* one outlier is no level */
	for (size_t i = 0; i < 19; i++)
		values[i] = 0;
	assert_int_equal(count(values, 20), 0);
}

static void shift_and_direction_change_nothing(void **state)
{
	(void)state;
	uint64_t seed = 8;
	double values[100], shifted[100], mirrored[100];
	struct change_point *a, *b, *c;
	for (size_t i = 0; i < 100; i++) {
		values[i] = 0.01 * simulated_gauss(&seed) + 0.03 * (i >= 40);
		shifted[i] = values[i] + 1e6;
		mirrored[i] = -values[i];
	}
	assert_int_equal(find(values, 100, &a), 1);
	assert_int_equal(find(shifted, 100, &b), 1);
	assert_int_equal(find(mirrored, 100, &c), 1);
	assert_int_equal(a[0].at, b[0].at);
	assert_int_equal(a[0].at, c[0].at);
	assert_true(fabs(a[0].step - b[0].step) < 1e-6);
	assert_true(fabs(a[0].step + c[0].step) < 1e-12);
	assert_true(fabs(a[0].p - c[0].p) < 1e-9);
	free(a);
	free(b);
	free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noise_is_no_change),
		cmocka_unit_test(a_step_is_found_where_it_is),
		cmocka_unit_test(a_short_bump_is_two_changes),
		cmocka_unit_test(many_changes_are_found),
		cmocka_unit_test(what_is_too_short_or_equal_has_none),
		cmocka_unit_test(shift_and_direction_change_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
