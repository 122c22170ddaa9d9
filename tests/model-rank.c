/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/rank.h"

/* cmocka 1.1.5 compares only floats. */
static void assert_near(double got, double wanted, double relative)
{
	if (!(fabs(got - wanted) <= relative * fabs(wanted)))
		fail_msg("got %.15g, wanted %.15g", got, wanted);
}

static double choose(unsigned n, unsigned k)
{
	double ways = 1;
	for (unsigned i = 1; i <= k; i++)
		ways = ways * (n - k + i) / i;
	return ways;
}

static void fill(double *values, size_t n, double first, double step)
{
	for (size_t i = 0; i < n; i++)
		values[i] = first + step * (double)i;
}

static void full_separation_is_one_way_of_all(void **state)
{
	(void)state;
	double a[60], b[60], last = 1;
	for (unsigned n = 4; n <= 40; n++) {
		fill(a, n, 1, 0.01);
		fill(b, n, 5, 0.01);
		struct rank_test test = rank_test(a, n, b, n);
		assert_true(test.exact);
		assert_near(test.p, 2 / choose(2 * n, n), 1e-12);
		assert_true(test.p < 0.05 && test.p < last);
		last = test.p;
	}
	fill(a, 10, 1, 1);
	fill(b, 10, 20, 1);
	assert_near(rank_test(a, 10, b, 10).p, 1.082509e-05, 1e-6);
	assert_near(rank_test(a, 5, b, 5).p, 2.0 / 252, 1e-12);
	/* With as many values on both sides the largest exact one, and beyond it. */
	fill(a, 51, 1, 1);
	fill(b, 51, 100, 1);
	assert_true(rank_test(a, 50, b, 50).exact && rank_test(a, 50, b, 50).p < 1e-28);
	assert_true(!rank_test(a, 51, b, 51).exact && rank_test(a, 51, b, 51).p < 1e-15);
	assert_true(!rank_test(a, 4, b, 51).exact && rank_test(a, 4, b, 51).p < 0.002);
}

/* Counts every choice of n of the n + m values; at most 2^12 of them. */
static double by_hand(const double *a, size_t n, const double *b, size_t m)
{
	double all[12];
	size_t size = n + m;
	memcpy(all, a, n * sizeof(*a));
	memcpy(all + n, b, m * sizeof(*b));
	double observed = 0;
	unsigned far = 0, ways = 0;
	for (int pass = 0; pass < 2; pass++)
		for (unsigned set = 0; set < 1u << size; set++) {
			if ((size_t)__builtin_popcount(set) != n ||
				(pass == 0 && set != (1u << n) - 1))
				continue;
			double u = 0;
			for (size_t i = 0; i < size; i++)
				for (size_t j = 0; j < size; j++)
					if ((set >> i & 1) && !(set >> j & 1))
						u += (all[i] > all[j]) + 0.5 * (all[i] == all[j]);
			double distance = fabs(u - (double)(n * m) / 2);
			if (pass == 0)
				observed = distance;
			else
				far += distance >= observed - 1e-9;
			ways += pass;
		}
	return (double)far / ways;
}

static void ties_are_counted_as_by_hand(void **state)
{
	(void)state;
	static const struct {
		size_t n, m;
		double a[6], b[6];
	} cases[] = {
		{6, 6, {1, 2, 2, 3, 4, 4}, {2, 4, 5, 5, 6, 7}},
		{5, 5, {8.46, 8.47, 8.47, 8.48, 8.50}, {8.54, 8.54, 8.54, 8.55, 8.55}},
		{4, 6, {1, 1, 1, 5}, {1, 2, 2, 2, 2, 9}},
		{2, 5, {3, 3}, {1, 2, 3, 4, 5}},
		{5, 3, {1, 2, 3, 4, 9}, {5, 6, 7}},
		{6, 5, {1, 3, 5, 7, 9, 11}, {2, 4, 6, 8, 20}},
		{3, 3, {7, 7, 7}, {7, 7, 7}},
		{1, 1, {1}, {2}},
		{1, 6, {9}, {1, 2, 3, 3, 4, 5}},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		double p = rank_test(cases[i].a, cases[i].n, cases[i].b, cases[i].m).p;
		assert_near(p, by_hand(cases[i].a, cases[i].n, cases[i].b, cases[i].m), 1e-12);
		assert_true(p == rank_test(cases[i].b, cases[i].m, cases[i].a, cases[i].n).p);
	}
}

static void approximation_joins_the_exact(void **state)
{
	(void)state;
	double a[51], b[51];
	/* 50 + 50 counted: 41 * 42 / 2 values of a lie above one of b. */
	fill(a, 51, 0, 1);
	fill(b, 51, 8.5, 1);
	double z = (50. * 50 / 2 - 41 * 42 / 2 - 0.5) / sqrt(50. * 50 * 101 / 12);
	assert_true(rank_test(a, 50, b, 50).exact);
	assert_near(rank_test(a, 50, b, 50).p, erfc(z / sqrt(2)), 0.06);
	/* U = 0 of n = m = 51 without ties: z = (1300.5 - 0.5) / sqrt(51^2 * 103 / 12). */
	fill(b, 51, 100, 1);
	assert_near(rank_test(a, 51, b, 51).p, erfc(1300 / sqrt(51. * 51 * 103 / 12) / sqrt(2)),
		1e-9);
	fill(a, 51, 7, 0);
	assert_true(rank_test(a, 51, a, 51).p == 1);
}

/* Two-sided 5 % points of Mann-Whitney's U from the tables: the k-th ratio is U + 1. */
static void critical_values_are_the_tables(void **state)
{
	(void)state;
	static const size_t tables[][3] = {{3, 3, 0}, {3, 5, 1}, {4, 4, 1}, {5, 5, 3}, {6, 6, 6},
		{8, 8, 14}, {10, 10, 24}, {12, 12, 38}, {15, 15, 65}, {20, 20, 128}, {10, 20, 56}};
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++)
		assert_int_equal(rank_critical(tables[i][0], tables[i][1]), tables[i][2]);
	size_t exact = rank_critical(50, 50), approximate = rank_critical(51, 51);
	assert_true(approximate > exact && approximate < exact + 60);
}

static void ratio_is_the_median_of_all(void **state)
{
	(void)state;
	const double a[] = {1, 2, 4}, b[] = {8, 16, 32};
	struct rank_ratio ratio = rank_ratio(a, 3, b, 3); /* 2 4 4 8 8 8 16 16 32 */
	assert_true(ratio.ratio == 8 && isnan(ratio.low) && isnan(ratio.high));
	ratio = rank_ratio(a, 2, b, 2); /* 4 8 8 16 */
	assert_near(ratio.ratio, 8, 1e-15);

	double ten[10], twenty[10];
	fill(ten, 10, 9.58, 0);
	fill(twenty, 10, 9.58, 0);
	ratio = rank_ratio(ten, 10, twenty, 10);
	assert_true(ratio.ratio == 1 && ratio.low == 1 && ratio.high == 1);

	fill(ten, 10, 5, 0.1);
	fill(twenty, 10, 5.5, 0.13);
	ratio = rank_ratio(ten, 10, twenty, 10);
	struct rank_ratio turned = rank_ratio(twenty, 10, ten, 10);
	assert_near(turned.ratio, 1 / ratio.ratio, 1e-14);
	assert_near(turned.low, 1 / ratio.high, 1e-14);
	assert_near(turned.high, 1 / ratio.low, 1e-14);
	assert_true(ratio.low < ratio.ratio && ratio.ratio < ratio.high);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_separation_is_one_way_of_all),
		cmocka_unit_test(ties_are_counted_as_by_hand),
		cmocka_unit_test(approximation_joins_the_exact),
		cmocka_unit_test(critical_values_are_the_tables),
		cmocka_unit_test(ratio_is_the_median_of_all),
	};
	return cmocka_run_group_tests_name("model/rank", tests, NULL, NULL);
}
