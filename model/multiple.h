/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many tests at once: one p for all of them, and which of them hold. */
#ifndef MODEL_MULTIPLE_H
#define MODEL_MULTIPLE_H

#include "model/base.h"

/*
 * Simes, R. J. (1986): An improved Bonferroni procedure for multiple tests of significance.
 * Biometrika 73, 751-754. The p of "none of these n differs": min over i of n p(i) / i. NaN for
 * n = 0.
 */
double multiple_simes(const double *p, size_t n);

/*
 * Benjamini, Y. & Hochberg, Y. (1995): Controlling the false discovery rate. JRSS B 57, 289-300.
 * Fills q with the adjusted p: those with q <= level are the ones the procedure rejects at that
 * level. q may be p.
 */
void multiple_adjust(const double *p, size_t n, double *q);

#endif
