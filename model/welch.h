/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Welch, B. L. (1947): The generalization of "Student's" problem when several different population
 * variances are involved. Biometrika 34, 28-35. Degrees of freedom after Satterthwaite (1946).
 */
#ifndef MODEL_WELCH_H
#define MODEL_WELCH_H

#include "model/base.h"

struct welch {
	double difference; /* mean of b - mean of a */
	double low, high;  /* its 95 % interval */
	double p;          /* two-sided */
	double df;
};

/*
 * n, m >= 2 values. A variance below its floor is taken to be the floor: what is read from a coarse
 * clock may show no spread, and yet is not known to better than its step (Sheppard 1898: a step r
 * has a variance of r^2 / 12). Exchanging a and b changes the sign and nothing else.
 */
struct welch welch_test(const double *a, size_t n, double floor_a, const double *b, size_t m,
	double floor_b);

#endif
