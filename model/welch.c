/* SPDX-License-Identifier: GPL-2.0-or-later */
#define MATHLIB_STANDALONE
#include "model/welch.h"

#include <Rmath.h>
#include <float.h>
#include <math.h>

#define CONFIDENCE 0.95

/* Two passes: the values are logarithms that may agree in all but their last digits. */
static void moments(const double *values, size_t n, double *mean, double *variance)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	*mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - *mean) * (values[i] - *mean);
	*variance = squares / (double)(n - 1);
}

/* From means and variances: of a in [0], of b in [1]; variances > 0. */
static struct welch test_moments(const double mean[static 2], const double variance[static 2],
	const size_t n[static 2])
{
	double a = variance[0] / (double)n[0], b = variance[1] / (double)n[1];
	struct welch welch = {.difference = mean[1] - mean[0]};

	welch.df = (a + b) * (a + b) / (a * a / (double)(n[0] - 1) + b * b / (double)(n[1] - 1));
	double error = sqrt(a + b);
	double half = qt(0.5 + CONFIDENCE / 2, welch.df, 1, 0) * error;
	welch.low = welch.difference - half;
	welch.high = welch.difference + half;
	welch.p = fmin(1, 2 * pt(-fabs(welch.difference) / error, welch.df, 1, 0));
	return welch;
}

struct welch welch_test(const double *a, size_t n, double floor_a, const double *b, size_t m,
	double floor_b)
{
	double mean[2], variance[2];
	moments(a, n, &mean[0], &variance[0]);
	moments(b, m, &mean[1], &variance[1]);
	/* What rounding alone leaves of values that are all the same. */
	double rounding = DBL_EPSILON * DBL_EPSILON *
		fmax(1, fmax(mean[0] * mean[0], mean[1] * mean[1]));
	variance[0] = fmax(variance[0], fmax(floor_a, rounding));
	variance[1] = fmax(variance[1], fmax(floor_b, rounding));
	return test_moments(mean, variance, (size_t[2]){n, m});
}
