/* SPDX-License-Identifier: GPL-2.0-or-later */
#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/multiple.h"
#include "model/welch.h"

/* cmocka 1.1.5 compares only floats. */
static void assert_near(double got, double wanted, double relative)
{
	if (!(fabs(got - wanted) <= relative * fabs(wanted)))
		fail_msg("got %.15g, wanted %.15g", got, wanted);
}

/* Equal variances and sizes: Student's t, whose distribution has closed forms at 2, 4, 8. */
static void t_has_its_closed_forms(void **state)
{
	(void)state;
	assert_near(pt(2, 8, 1, 0), 0.959741881, 1e-8);
	assert_near(qt(0.975, 8, 1, 0), 2.306004, 1e-6);
	assert_near(qt(0.975, 1, 1, 0), 12.7062047362, 1e-10);

	/* Two values each: df 2, and P(|T| > t) = 1 - t / sqrt(2 + t^2). */
	const double a[] = {1, 2}, b[] = {4, 5};
	struct welch welch = welch_test(a, 2, 0, b, 2, 0);
	double t = 3 / sqrt(0.5);
	assert_near(welch.df, 2, 1e-12);
	assert_near(welch.difference, 3, 1e-12);
	assert_near(welch.p, 1 - t / sqrt(2 + t * t), 1e-9);
	assert_near(welch.high - welch.low, 2 * 4.30265272975 * sqrt(0.5), 1e-9);
}

/* Unequal sizes and spreads: the formulas, worked out by hand for these five values. */
static void welch_takes_each_variance_for_itself(void **state)
{
	(void)state;
	const double a[] = {1, 2, 3}, b[] = {10, 14}; /* variances 1 and 8 */
	struct welch welch = welch_test(a, 3, 0, b, 2, 0);
	double va = 1. / 3, vb = 8. / 2;
	double df = (va + vb) * (va + vb) / (va * va / 2 + vb * vb / 1);
	assert_near(welch.df, df, 1e-12);
	assert_near(welch.difference, 10, 1e-12);
	assert_near(welch.p, 2 * pt(-10 / sqrt(va + vb), df, 1, 0), 1e-12);

	struct welch turned = welch_test(b, 2, 0, a, 3, 0);
	assert_true(turned.p == welch.p && turned.df == welch.df);
	assert_true(turned.difference == -welch.difference);
	assert_near(turned.low, -welch.high, 1e-14);
}

static void no_spread_breaks_nothing(void **state)
{
	(void)state;
	const double a[] = {2, 2, 2}, b[] = {3, 3, 3};
	struct welch welch = welch_test(a, 3, 0, a, 3, 0);
	assert_true(welch.p == 1 && welch.difference == 0 && isfinite(welch.low));
	welch = welch_test(a, 3, 0, b, 3, 0);
	assert_true(welch.p >= 0 && welch.p < 1e-20);
	assert_near(welch.df, 4, 1e-9);
	/* A step of 1 has a variance of 1/12: t = 1 / sqrt(2 / 12 / 3). */
	welch = welch_test(a, 3, 1. / 12, b, 3, 1. / 12);
	assert_near(welch.p, 2 * pt(-sqrt(18), 4, 1, 0), 1e-12);
}

/* The fifteen p of Benjamini & Hochberg's paper: four are rejected at 5 %, Bonferroni's three. */
static void adjusted_as_in_the_paper(void **state)
{
	(void)state;
	const double p[] = {0.0201, 0.0001, 0.0004, 0.0019, 0.0095, 0.0278, 0.0298, 0.0344,
		0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
	double q[ARRAY_LENGTH(p)];
	multiple_adjust(p, ARRAY_LENGTH(p), q);
	unsigned rejected = 0;
	for (size_t i = 0; i < ARRAY_LENGTH(p); i++)
		rejected += q[i] <= 0.05;
	assert_int_equal(rejected, 4);
	assert_near(q[1], 0.0015, 1e-12);
	assert_near(q[4], 0.0095 * 15 / 4, 1e-12);
	assert_near(q[0], fmin(0.0201 * 15 / 5, 0.0344 * 15 / 8), 1e-12);
	assert_near(multiple_simes(p, ARRAY_LENGTH(p)), 0.0015, 1e-12);
}

static void simes_of_few(void **state)
{
	(void)state;
	const double equal[] = {0.04, 0.04, 0.04}, one[] = {0.03, 0.9};
	assert_near(multiple_simes(equal, 3), 0.04, 1e-12);
	assert_near(multiple_simes(one, 2), 0.06, 1e-12);
	assert_near(multiple_simes(one, 1), 0.03, 1e-12);
	assert_true(isnan(multiple_simes(one, 0)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_has_its_closed_forms),
		cmocka_unit_test(welch_takes_each_variance_for_itself),
		cmocka_unit_test(no_spread_breaks_nothing),
		cmocka_unit_test(adjusted_as_in_the_paper),
		cmocka_unit_test(simes_of_few),
	};
	return cmocka_run_group_tests_name("model/welch", tests, NULL, NULL);
}
