/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Consistency: how far values lie from their median inside one boot, variant over baseline. The
 * measure of a cell in a boot is the mean absolute deviation of the logarithms from their median,
 * times n / (n - 1). Over boots the unit is the boot again: the mean logarithm of that measure over
 * the tested cells, and Welch's t on those. Over one boot with one cell the interval is that of
 * Bonett, D. G. & Seier, E. (2003): Confidence intervals for mean absolute deviations. The American
 * Statistician 57, 233-236. Over one boot with more cells each cell's ratio is a value, and the
 * interval is Student's t of their logarithms.
 */
#define MATHLIB_STANDALONE
#include "model/compare-pair.h"

#include <Rmath.h>
#include <math.h>

#include "model/welch.h"

#define CONFIDENCE 0.95

struct spread {
	double log_mad;  /* logarithm of the measure; NaN for fewer than 2 values */
	double variance; /* of log_mad, after Bonett & Seier; NaN where there is no spread */
};

/* n positive values, ascending; they become their logarithms. */
static struct spread spread_of(double *values, size_t n, double step)
{
	if (n < 2 || values[0] <= 0)
		return (struct spread){NAN, NAN};
	double size = (double)n, mean = 0, mad = 0, squares = 0;
	/* What rounding to a step gives by itself: a quarter of it, on average. */
	double least = step / values[n / 2] / 4;
	for (size_t i = 0; i < n; i++) {
		values[i] = log(values[i]);
		mean += values[i];
	}
	mean /= size;
	double median = values[n / 2] / 2 + values[(n - 1) / 2] / 2;
	for (size_t i = 0; i < n; i++) {
		mad += fabs(values[i] - median);
		squares += (values[i] - mean) * (values[i] - mean);
	}
	mad /= size;
	double shift = (mean - median) / mad;
	double variance = (shift * shift + squares / (size - 1) / (mad * mad) - 1) / size;
	mad *= size / (size - 1);
	if (!(mad > least))
		return (struct spread){log(least), NAN};
	return (struct spread){log(mad), variance};
}

/* The spread of one cell in one used boot. */
static struct spread spread_in(const struct compare_table *table, int s, size_t cell, size_t boot)
{
	const struct table_side *side = &table->sides[s];
	const struct compare_values *values = side->values[cell];
	double *found = xcalloc(values->n, sizeof(*found));
	size_t n = 0;
	for (size_t i = 0; i < values->n; i++)
		if (values->obs[i].boot == side->boots[boot])
			found[n++] = values->obs[i].value;
	struct spread spread = spread_of(found, n, table->steps[cell]);
	free(found);
	return spread;
}

/* Adds the cell to each boot's sum, where it has a spread in all of them. */
static bool add_cell(const struct compare_table *table, size_t cell,
	double *const sums[static SIDES], double *const logs[static SIDES])
{
	for (int s = 0; s < SIDES; s++)
		for (size_t j = 0; j < table->sides[s].boots_n; j++) {
			logs[s][j] = spread_in(table, s, cell, j).log_mad;
			if (isnan(logs[s][j]))
				return false;
		}
	for (int s = 0; s < SIDES; s++)
		for (size_t j = 0; j < table->sides[s].boots_n; j++)
			sums[s][j] += logs[s][j];
	return true;
}

static void over_boots(struct compare_pair *pair, const struct compare_table *table)
{
	double *sums[SIDES], *logs[SIDES];
	size_t cells = 0, n[SIDES];
	for (int s = 0; s < SIDES; s++) {
		n[s] = table->sides[s].boots_n;
		sums[s] = xcalloc(n[s], sizeof(**sums));
		logs[s] = xcalloc(n[s], sizeof(**logs));
	}
	for (size_t i = 0; i < pair->cells_n; i++)
		if (pair->cells[i].state == COMPARE_CELL_TESTED)
			cells += add_cell(table, i, sums, logs);
	if (cells) {
		for (int s = 0; s < SIDES; s++)
			for (size_t j = 0; j < n[s]; j++)
				sums[s][j] /= (double)cells;
		struct welch welch = welch_test(sums[BASE], n[BASE], 0, sums[OTHER], n[OTHER], 0);
		pair->consistency = (struct compare_ratio){exp(welch.difference), exp(welch.low),
			exp(welch.high), welch.p};
	}
	for (int s = 0; s < SIDES; s++) {
		free(sums[s]);
		free(logs[s]);
	}
}

static void over_one_boot(struct compare_pair *pair, const struct compare_table *table)
{
	size_t cells = 0;
	double sum = 0, squares = 0, variance = NAN;
	for (size_t i = 0; i < pair->cells_n; i++) {
		if (pair->cells[i].state != COMPARE_CELL_TESTED)
			continue;
		struct spread base = spread_in(table, BASE, i, 0);
		struct spread other = spread_in(table, OTHER, i, 0);
		double change = other.log_mad - base.log_mad;
		if (isnan(change))
			continue;
		cells++;
		sum += change;
		squares += change * change;
		variance = base.variance + other.variance;
	}
	if (cells == 0)
		return;
	double n = (double)cells, mean = sum / n, factor = qnorm(0.5 + CONFIDENCE / 2, 0, 1, 1, 0);
	if (cells > 1) {
		variance = fmax(0, squares - sum * mean) / (n - 1) / n;
		factor = qt(0.5 + CONFIDENCE / 2, n - 1, 1, 0);
	}
	double error = variance > 0 ? sqrt(variance) : NAN, t = -fabs(mean) / error;
	pair->consistency = (struct compare_ratio){exp(mean), exp(mean - factor * error),
		exp(mean + factor * error),
		2 * (cells > 1 ? pt(t, n - 1, 1, 0) : pnorm(t, 0, 1, 1, 0))};
}

void compare_pair_spread(struct compare_pair *pair, const struct compare_table *table)
{
	if (pair->method == COMPARE_BOOTS)
		over_boots(pair, table);
	else if (pair->method == COMPARE_SAMPLES && pair->base_boots == 1 && pair->other_boots == 1)
		over_one_boot(pair, table);
}
