/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two samples compared by ranks: for values of one kernel boot, whose spread has no known shape. */
#ifndef MODEL_RANK_H
#define MODEL_RANK_H

#include "model/base.h"

#define RANK_EXACT_MAX 50 /* values on each side up to which p is counted */

/* What the sizes of two groups decide alone: made once for all cells that have the same. */
struct rank_sizes {
	size_t n, m;     /* >= 1 */
	bool exact;      /* p is counted; else by the normal approximation */
	size_t critical; /* the largest k for which P(U <= k - 1) <= 2.5 %, or 0 */
	double *tails;   /* where exact: P(U <= u) without ties, for u up to n m / 2 */
};
void rank_sizes_init(struct rank_sizes *sizes, size_t n, size_t m);
void rank_sizes_release(struct rank_sizes *sizes);

struct rank_test {
	double p;   /* two-sided */
	bool exact; /* counted; else by the normal approximation */
};

/*
 * Mann, H. B. & Whitney, D. R. (1947): On a test of whether one of two random variables is
 * stochastically larger than the other. Ann. Math. Stat. 18, 50-60. Ties get midranks, and p is
 * then the share of all ways to choose n of the n + m midranks whose sum is at least as far from
 * its expectation. Above RANK_EXACT_MAX the normal approximation with continuity and tie correction
 * (Lehmann 1975, Nonparametrics, 1.2-1.4). Values ascending.
 */
struct rank_test rank_test(const struct rank_sizes *sizes, const double *a, const double *b);

struct rank_ratio {
	double ratio, low, high; /* low, high NaN where the sizes allow no 95 % interval */
};

/*
 * Hodges, J. L. & Lehmann, E. L. (1963): Estimates of location based on rank tests. Ann. Math.
 * Stat. 34, 598-611. On logarithms: the median of all ratios b / a (of an even number the geometric
 * mean of the middle two), and the 95 % interval between two of them that the Mann-Whitney
 * distribution without ties gives (Moses 1953), exact up to RANK_EXACT_MAX: from the critical-th
 * smallest of the n m ratios to the critical-th largest. Values ascending, all > 0.
 */
struct rank_ratio rank_ratio(const struct rank_sizes *sizes, const double *a, const double *b);

#endif
