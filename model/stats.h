/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The honest summary of one cell. The boot is the unit of replication: repeats inside one boot
 * share its luck of memory layout, so they are first brought down to one median per boot.
 */
#ifndef MODEL_STATS_H
#define MODEL_STATS_H

#include "model/base.h"

struct observation {
	double value;  /* finite */
	unsigned boot; /* which kernel boot it comes from: any number, equal = same boot */
};

enum summary_kind {
	SUMMARY_NOTHING,   /* no values at all */
	SUMMARY_SAMPLES,   /* one kernel boot: median, exact order-statistic interval */
	SUMMARY_BOOTS,     /* several: geometric mean of boot medians, t interval of their logs */
	SUMMARY_UNLOGGABLE /* several, but a boot median <= 0: median of the boot medians, no interval */
};

struct summary {
	enum summary_kind kind;
	double centre, low, high; /* low, high: 95 % interval, NaN where none exists */
	unsigned n, boots;
	double mean, median, min, max, sd; /* over all values; sd NaN for n < 2 */
};

/* Sorts obs. n = 0 gives SUMMARY_NOTHING with NaN everywhere. */
struct summary stats_summary(struct observation *obs, size_t n);

/* Median of n >= 1 values (mean of the middle two); sorts them. */
double stats_median(double *values, size_t n);
/* Median absolute deviation from the median, unscaled; sorts and overwrites values. */
double stats_mad(double *values, size_t n);

/*
 * Exact 95 % confidence interval of a median by order statistics (Hahn & Meeker 1991, 5.2):
 * the closest symmetric pair of order statistics whose binomial coverage is >= 95 %.
 * Returns the 1-based rank of the lower one (the upper is n + 1 - rank), 0 for n < 6.
 */
unsigned stats_median_rank(unsigned n);

#endif
