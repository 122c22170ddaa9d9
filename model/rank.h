/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two samples compared by ranks: for values of one kernel boot, whose spread has no known shape. */
#ifndef MODEL_RANK_H
#define MODEL_RANK_H

#include "model/base.h"

#define RANK_EXACT_MAX 50 /* values on each side up to which p is counted */

struct rank_test {
	double p;   /* two-sided */
	bool exact; /* counted; else by the normal approximation */
};

/*
 * Mann, H. B. & Whitney, D. R. (1947): On a test of whether one of two random variables is
 * stochastically larger than the other. Ann. Math. Stat. 18, 50-60. Ties get midranks, and p is
 * then the share of all ways to choose n of the n + m midranks whose sum is at least as far from
 * its expectation. Above RANK_EXACT_MAX the normal approximation with continuity and tie correction
 * (Lehmann 1975, Nonparametrics, 1.2-1.4). n, m >= 1; values ascending.
 */
struct rank_test rank_test(const double *a, size_t n, const double *b, size_t m);

struct rank_ratio {
	double ratio, low, high; /* low, high NaN where the sizes allow no 95 % interval */
};

/*
 * Hodges, J. L. & Lehmann, E. L. (1963): Estimates of location based on rank tests. Ann. Math.
 * Stat. 34, 598-611. On logarithms: the median of all ratios b / a (of an even number the geometric
 * mean of the middle two), and the 95 % interval between two of them that the Mann-Whitney
 * distribution without ties gives (Moses 1953), exact up to RANK_EXACT_MAX. n, m >= 1; values
 * ascending, all > 0.
 */
struct rank_ratio rank_ratio(const double *a, size_t n, const double *b, size_t m);

/*
 * The largest k for which P(U <= k - 1) <= 2.5 %: the interval goes from the k-th smallest of the
 * n m ratios to the k-th largest. 0 where there is none.
 */
size_t rank_critical(size_t n, size_t m);

#endif
