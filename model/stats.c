/* SPDX-License-Identifier: GPL-2.0-or-later */
#define MATHLIB_STANDALONE
#include "model/stats.h"

#include <Rmath.h>
#include <math.h>

#define CONFIDENCE 0.95

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double sorted_median(const double *values, size_t n)
{
	return n % 2 ? values[n / 2] : values[n / 2 - 1] / 2 + values[n / 2] / 2;
}

double stats_median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), by_value);
	return sorted_median(values, n);
}

double stats_mad(double *values, size_t n)
{
	double median = stats_median(values, n);
	for (size_t i = 0; i < n; i++)
		values[i] = fabs(values[i] - median);
	return stats_median(values, n);
}

unsigned stats_median_rank(unsigned n)
{
	/* P(x(r) <= median <= x(n+1-r)) = 1 - 2 P(Binomial(n, 1/2) < r), falling with r. */
	unsigned rank = 0;
	while (rank + 1 <= n / 2 && 1 - 2 * pbinom(rank, n, 0.5, 1, 0) >= CONFIDENCE)
		rank++;
	return rank;
}

static int by_boot_then_value(const void *a, const void *b)
{
	const struct observation *x = a, *y = b;
	if (x->boot != y->boot)
		return x->boot < y->boot ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

/* Fills medians (room for n) with one median a boot and returns their number. */
static size_t boot_medians(struct observation *obs, size_t n, double *medians)
{
	qsort(obs, n, sizeof(*obs), by_boot_then_value);
	double *values = xcalloc(n, sizeof(*values));
	size_t boots = 0;
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && obs[to].boot == obs[from].boot; to++)
			values[to - from] = obs[to].value;
		medians[boots++] = sorted_median(values, to - from);
	}
	free(values);
	return boots;
}

/* Mean and standard deviation in two passes; sd is NaN for n < 2, exactly 0 for equal values. */
static void moments(const double *values, size_t n, double *mean, double *sd)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < n; i++)
		sum += values[i] / (double)n;
	if (n && values[0] == values[n - 1]) /* sorted: all equal, whatever rounding says */
		sum = values[0];
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - sum) * (values[i] - sum);
	*mean = sum;
	*sd = n < 2 ? NAN : sqrt(squares / (double)(n - 1));
}

/* Several boots: exp of the mean log of the boot medians, and its t interval on boots - 1. */
static void between_boots(struct summary *summary, double *medians, size_t boots)
{
	qsort(medians, boots, sizeof(*medians), by_value);
	if (medians[0] <= 0) {
		summary->kind = SUMMARY_UNLOGGABLE;
		summary->centre = sorted_median(medians, boots);
		return;
	}
	summary->kind = SUMMARY_BOOTS;
	for (size_t i = 0; i < boots; i++)
		medians[i] = log(medians[i]);
	double mean, sd;
	moments(medians, boots, &mean, &sd);
	double half = qt(0.5 + CONFIDENCE / 2, (double)boots - 1, 1, 0) * sd / sqrt((double)boots);
	summary->centre = exp(mean);
	summary->low = exp(mean - half);
	summary->high = exp(mean + half);
}

struct summary stats_summary(struct observation *obs, size_t n)
{
	struct summary summary = {.kind = SUMMARY_NOTHING, .centre = NAN, .low = NAN, .high = NAN,
		.mean = NAN, .median = NAN, .min = NAN, .max = NAN, .sd = NAN};
	if (n == 0)
		return summary;

	double *medians = xcalloc(n, sizeof(*medians)), *values = xcalloc(n, sizeof(*values));
	size_t boots = boot_medians(obs, n, medians);
	for (size_t i = 0; i < n; i++)
		values[i] = obs[i].value;
	qsort(values, n, sizeof(*values), by_value);

	summary.n = (unsigned)n;
	summary.boots = (unsigned)boots;
	summary.median = sorted_median(values, n);
	summary.min = values[0];
	summary.max = values[n - 1];
	moments(values, n, &summary.mean, &summary.sd);
	if (boots > 1) {
		between_boots(&summary, medians, boots);
	} else {
		unsigned rank = stats_median_rank((unsigned)n);
		summary.kind = SUMMARY_SAMPLES;
		summary.centre = summary.median;
		if (rank) {
			summary.low = values[rank - 1];
			summary.high = values[n - rank];
		}
	}
	free(medians);
	free(values);
	return summary;
}
