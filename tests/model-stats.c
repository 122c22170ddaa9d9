/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/stats.h"

/* cmocka 1.1.5 compares only floats. */
static void assert_near(double got, double wanted, double relative)
{
	if (!(fabs(got - wanted) <= relative * fabs(wanted)))
		fail_msg("got %.15g, wanted %.15g", got, wanted);
}

static struct summary of(const double *values, const unsigned *boots, size_t n)
{
	struct observation obs[64];
	assert_true(n <= 64);
	for (size_t i = 0; i < n; i++)
		obs[i] = (struct observation){values[i], boots ? boots[i] : 0};
	return stats_summary(obs, n);
}

static void ranks_cover_95_percent(void **state)
{
	(void)state;
	/* Exact: n = 6 covers 96.9 %, 5 only 93.75 %; the rest from tables of the sign test. */
	static const unsigned wanted[][2] = {{0, 0}, {1, 0}, {5, 0}, {6, 1}, {8, 1}, {9, 2},
		{10, 2}, {11, 2}, {12, 3}, {15, 4}, {20, 6}, {25, 8}, {30, 10}, {40, 14}, {50, 18},
		{100, 40}};
	for (size_t i = 0; i < ARRAY_LENGTH(wanted); i++)
		assert_int_equal(stats_median_rank(wanted[i][0]), wanted[i][1]);
}

static void nothing_is_nothing(void **state)
{
	(void)state;
	struct summary summary = of(NULL, NULL, 0);
	assert_int_equal(summary.kind, SUMMARY_NOTHING);
	assert_true(isnan(summary.centre) && isnan(summary.mean) && isnan(summary.low));
}

static void one_boot_gives_median_and_order_interval(void **state)
{
	(void)state;
	/* second-numbers of the 2007 thread are of this shape. */
	const double values[] = {9.27, 9.29, 9.28, 9.27, 9.30, 9.26};
	struct summary summary = of(values, NULL, 6);
	assert_int_equal(summary.kind, SUMMARY_SAMPLES);
	assert_near(summary.centre, 9.275, 1e-12);
	assert_near(summary.low, 9.26, 1e-12);
	assert_near(summary.high, 9.30, 1e-12);
	assert_int_equal(summary.n, 6);
	assert_int_equal(summary.boots, 1);
	assert_near(summary.mean, 9.27833333333333, 1e-12);
	assert_near(summary.sd, 0.0147196014438797, 1e-9);

	summary = of(values, NULL, 5);
	assert_true(isnan(summary.low) && isnan(summary.high));
	assert_near(summary.centre, 9.28, 1e-12);
}

static void equal_values_have_no_spread(void **state)
{
	(void)state;
	double values[10];
	for (int i = 0; i < 10; i++)
		values[i] = 9.58;
	struct summary summary = of(values, NULL, 10);
	assert_true(summary.mean == 9.58 && summary.sd == 0);
	assert_true(summary.low == 9.58 && summary.high == 9.58);

	const unsigned boots[] = {1, 1, 1, 2, 2, 2, 3, 3, 3, 3};
	summary = of(values, boots, 10);
	assert_near(summary.centre, 9.58, 1e-12);
	assert_near(summary.low, 9.58, 1e-12);
	assert_near(summary.high, 9.58, 1e-12);
}

static void boots_are_the_unit(void **state)
{
	(void)state;
	/* Boot medians 1, 2, 4: geometric mean 2; log sd = log 2, t(0.975, 2) = 4.302653. */
	const double values[] = {1, 1, 100, 2, 2, 2, 0.1, 4, 4};
	const unsigned boots[] = {7, 7, 7, 3, 3, 3, 9, 9, 9};
	struct summary summary = of(values, boots, 9);
	assert_int_equal(summary.kind, SUMMARY_BOOTS);
	assert_int_equal(summary.boots, 3);
	assert_int_equal(summary.n, 9);
	assert_near(summary.centre, 2, 1e-12);
	double half = 4.30265272974946 * log(2) / sqrt(3);
	assert_near(summary.low, 2 * exp(-half), 1e-9);
	assert_near(summary.high, 2 * exp(half), 1e-9);

	/* More repeats inside the boots change nothing: they share their boot's luck. */
	const double twice[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4};
	const unsigned of_boot[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3};
	struct summary more = of(twice, of_boot, 14);
	assert_near(more.low, summary.low, 1e-9);
}

static void a_boot_median_without_logarithm(void **state)
{
	(void)state;
	const double values[] = {-0.1, 0.4, 0.2};
	const unsigned boots[] = {1, 2, 3};
	struct summary summary = of(values, boots, 3);
	assert_int_equal(summary.kind, SUMMARY_UNLOGGABLE);
	assert_near(summary.centre, 0.2, 1e-12);
	assert_true(isnan(summary.low));
}

static void order_and_scale_do_not_matter(void **state)
{
	(void)state;
	double values[] = {5.1, 4.9, 5.3, 5.0, 5.2, 4.8, 5.05, 5.15};
	const unsigned boots[] = {1, 1, 2, 2, 3, 3, 4, 4};
	struct summary before = of(values, boots, 8);
	double turned[8];
	unsigned turned_boots[8];
	for (int i = 0; i < 8; i++) {
		turned[i] = values[7 - i] * 1000;
		turned_boots[i] = boots[7 - i];
	}
	struct summary after = of(turned, turned_boots, 8);
	assert_near(after.centre, before.centre * 1000, 1e-12);
	assert_near(after.low, before.low * 1000, 1e-12);
}

static void medians_and_deviations(void **state)
{
	(void)state;
	double even[] = {4, 1, 3, 2}, odd[] = {9, 1, 5}, huge[] = {1.7e308, 1.7e308};
	assert_near(stats_median(even, 4), 2.5, 1e-12);
	assert_near(stats_median(odd, 3), 5, 1e-12);
	assert_true(isfinite(stats_median(huge, 2)));
	double values[] = {1, 1, 2, 2, 4, 6, 9};
	assert_near(stats_mad(values, 7), 1, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_cover_95_percent),
		cmocka_unit_test(nothing_is_nothing),
		cmocka_unit_test(one_boot_gives_median_and_order_interval),
		cmocka_unit_test(equal_values_have_no_spread),
		cmocka_unit_test(boots_are_the_unit),
		cmocka_unit_test(a_boot_median_without_logarithm),
		cmocka_unit_test(order_and_scale_do_not_matter),
		cmocka_unit_test(medians_and_deviations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
