/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the level of a sequence of numbers changes. A pure function: no draws, no order of
 * threads; the same numbers always give the same changes.
 *
 * Seeded binary segmentation (Kovács, Bühlmann, Li, Munk 2023: Seeded binary segmentation: a
 * general methodology for fast and optimal changepoint detection. Biometrika 110, 249-256): the
 * sequence is covered by intervals of falling length, half over each other, O(n log n) numbers in
 * all. In each the place with the largest t of "Student" (1908) between left and right is taken;
 * it counts if its p, times all places looked at in all intervals (Bonferroni), is at most
 * CHANGE_ALPHA. Of overlapping ones the narrowest interval wins (Baranowski, Chen, Fryzlewicz
 * 2019: Narrowest-over-threshold detection of multiple change points. JRSS B 81, 649-672), so a
 * short step is not hidden by what is around it. In the end each change has to hold once more,
 * by the same p, between the whole stretches on both of its sides.
 */
#ifndef MODEL_CHANGE_POINTS_H
#define MODEL_CHANGE_POINTS_H

#include "model/base.h"

#define CHANGE_ALPHA 0.001
#define CHANGE_STRETCH_MIN 4 /* values on each side of a change */

struct change_point {
	size_t at;             /* the first value of the new level */
	double step, low, high; /* new mean - old mean, and its 95 % t interval */
	double p;              /* after the correction, at most 1 */
	size_t before, after;  /* values in the stretches it parts */
};

/*
 * Ascending by `at`, allocated: the caller frees it. A standard deviation below sd_least is taken
 * to be that: values that show no spread are not known without any error.
 */
struct change_point *change_points_find(const double *values, size_t n, double sd_least,
	size_t *found);

#endif
