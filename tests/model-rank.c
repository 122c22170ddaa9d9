/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
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

static struct rank_test rank_of(const double *a, size_t n, const double *b, size_t m)
{
	struct rank_sizes sizes;
	rank_sizes_init(&sizes, n, m);
	struct rank_test test = rank_test(&sizes, a, b);
	rank_sizes_release(&sizes);
	return test;
}

static struct rank_ratio ratio_of(const double *a, size_t n, const double *b, size_t m)
{
	struct rank_sizes sizes;
	rank_sizes_init(&sizes, n, m);
	struct rank_ratio ratio = rank_ratio(&sizes, a, b);
	rank_sizes_release(&sizes);
	return ratio;
}

static size_t critical_of(size_t n, size_t m)
{
	struct rank_sizes sizes;
	rank_sizes_init(&sizes, n, m);
	size_t critical = sizes.critical;
	rank_sizes_release(&sizes);
	return critical;
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
		struct rank_test test = rank_of(a, n, b, n);
		assert_true(test.exact);
		assert_near(test.p, 2 / choose(2 * n, n), 1e-12);
		assert_true(test.p < 0.05 && test.p < last);
		last = test.p;
	}
	fill(a, 10, 1, 1);
	fill(b, 10, 20, 1);
	assert_near(rank_of(a, 10, b, 10).p, 1.082509e-05, 1e-6);
	assert_near(rank_of(a, 5, b, 5).p, 2.0 / 252, 1e-12);
	/* With as many values on both sides the largest exact one, and beyond it. */
	fill(a, 51, 1, 1);
	fill(b, 51, 100, 1);
	assert_true(rank_of(a, 50, b, 50).exact && rank_of(a, 50, b, 50).p < 1e-28);
	assert_true(!rank_of(a, 51, b, 51).exact && rank_of(a, 51, b, 51).p < 1e-15);
	assert_true(!rank_of(a, 4, b, 51).exact && rank_of(a, 4, b, 51).p < 0.002);
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
		double p = rank_of(cases[i].a, cases[i].n, cases[i].b, cases[i].m).p;
		assert_near(p, by_hand(cases[i].a, cases[i].n, cases[i].b, cases[i].m), 1e-12);
		assert_true(p == rank_of(cases[i].b, cases[i].m, cases[i].a, cases[i].n).p);
	}
}

#define SUMS_MAX (2 * RANK_EXACT_MAX * (2 * RANK_EXACT_MAX + 1))

/* The same without any thrift: ways[chosen][sum of doubled midranks], one value after the other. */
static double by_sums(const double *a, size_t n, const double *b, size_t m)
{
	static double ways[RANK_EXACT_MAX + 1][SUMS_MAX + 1];
	double all[2 * RANK_EXACT_MAX], far = 0, of = 0;
	size_t size = n + m, observed = 0, expected = n * (size + 1);
	memcpy(all, a, n * sizeof(*a));
	memcpy(all + n, b, m * sizeof(*b));
	memset(ways, 0, sizeof(ways));
	ways[0][0] = 1;
	for (size_t i = 0; i < size; i++) {
		size_t doubled = 1;
		for (size_t j = 0; j < size; j++)
			doubled += 2 * (all[j] < all[i]) + (all[j] == all[i]);
		observed += i < n ? doubled : 0;
		for (size_t k = n; k > 0; k--)
			for (size_t sum = SUMS_MAX; sum >= doubled; sum--)
				ways[k][sum] += ways[k - 1][sum - doubled];
	}
	for (size_t sum = 0; sum <= SUMS_MAX; sum++) {
		of += ways[n][sum];
		if (imaxabs((intmax_t)sum - (intmax_t)expected) >=
			imaxabs((intmax_t)observed - (intmax_t)expected))
			far += ways[n][sum];
	}
	return far / of;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Sums of six whole numbers, so that the middle has many ties and the ends have few. */
static void draw(double *values, size_t n, unsigned most, unsigned shift, uint64_t *state)
{
	for (size_t i = 0; i < n; i++) {
		values[i] = 1 + shift;
		for (int j = 0; j < 6; j++) {
			*state = *state * 6364136223846793005u + 1442695040888963407u;
			values[i] += (double)((*state >> 33) % most);
		}
	}
	qsort(values, n, sizeof(*values), by_value);
}

static void ties_are_counted_as_by_sums(void **state)
{
	(void)state;
	static const struct {
		size_t n, m;
		unsigned most, shift;
	} cases[] = {
		{50, 50, 2, 0}, {50, 50, 5, 1}, {50, 50, 40, 9}, {50, 50, 1000, 500},
		{50, 50, 3, 6}, {30, 30, 4, 1}, {31, 30, 9, 5}, {50, 7, 4, 2}, {7, 50, 30, 2},
		{1, 50, 3, 0}, {50, 2, 2, 1}, {12, 40, 100, 99}, {45, 44, 6, 20},
	};
	uint64_t seed = 1;
	double a[RANK_EXACT_MAX], b[RANK_EXACT_MAX];
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		draw(a, cases[i].n, cases[i].most, 0, &seed);
		draw(b, cases[i].m, cases[i].most, cases[i].shift, &seed);
		double p = rank_of(a, cases[i].n, b, cases[i].m).p;
		assert_near(p, by_sums(a, cases[i].n, b, cases[i].m), 1e-12);
		assert_true(p == rank_of(b, cases[i].m, a, cases[i].n).p);
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
	assert_true(rank_of(a, 50, b, 50).exact);
	assert_near(rank_of(a, 50, b, 50).p, erfc(z / sqrt(2)), 0.06);
	/* U = 0 of n = m = 51 without ties: z = (1300.5 - 0.5) / sqrt(51^2 * 103 / 12). */
	fill(b, 51, 100, 1);
	assert_near(rank_of(a, 51, b, 51).p, erfc(1300 / sqrt(51. * 51 * 103 / 12) / sqrt(2)),
		1e-9);
	fill(a, 51, 7, 0);
	assert_true(rank_of(a, 51, a, 51).p == 1);
}

/* Two-sided 5 % points of Mann-Whitney's U from the tables: the k-th ratio is U + 1. */
static void critical_values_are_the_tables(void **state)
{
	(void)state;
	static const size_t tables[][3] = {{3, 3, 0}, {3, 5, 1}, {4, 4, 1}, {5, 5, 3}, {6, 6, 6},
		{8, 8, 14}, {10, 10, 24}, {12, 12, 38}, {15, 15, 65}, {20, 20, 128}, {10, 20, 56}};
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++)
		assert_int_equal(critical_of(tables[i][0], tables[i][1]), tables[i][2]);
	size_t exact = critical_of(50, 50), approximate = critical_of(51, 51);
	assert_true(approximate > exact && approximate < exact + 60);
}

static void ratio_is_the_median_of_all(void **state)
{
	(void)state;
	const double a[] = {1, 2, 4}, b[] = {8, 16, 32};
	struct rank_ratio ratio = ratio_of(a, 3, b, 3); /* 2 4 4 8 8 8 16 16 32 */
	assert_true(ratio.ratio == 8 && isnan(ratio.low) && isnan(ratio.high));
	ratio = ratio_of(a, 2, b, 2); /* 4 8 8 16 */
	assert_near(ratio.ratio, 8, 1e-15);

	double ten[10], twenty[10];
	fill(ten, 10, 9.58, 0);
	fill(twenty, 10, 9.58, 0);
	ratio = ratio_of(ten, 10, twenty, 10);
	assert_true(ratio.ratio == 1 && ratio.low == 1 && ratio.high == 1);

	fill(ten, 10, 5, 0.1);
	fill(twenty, 10, 5.5, 0.13);
	ratio = ratio_of(ten, 10, twenty, 10);
	struct rank_ratio turned = ratio_of(twenty, 10, ten, 10);
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
		cmocka_unit_test(ties_are_counted_as_by_sums),
		cmocka_unit_test(approximation_joins_the_exact),
		cmocka_unit_test(critical_values_are_the_tables),
		cmocka_unit_test(ratio_is_the_median_of_all),
	};
	return cmocka_run_group_tests_name("model/rank", tests, NULL, NULL);
}
