/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much of a spread is luck of layout: the runs of a cell in sets that share a layout (with
 * placement `each`: that share a CPU), their spread inside a set and between sets. Repeats inside
 * one layout understate what the next layout brings.
 */
#ifndef MODEL_SKEW_H
#define MODEL_SKEW_H

#include "model/sample-use.h"

#define SKEW_DIGITS 3 /* values are rounded to so many: finer ones are all distinct */

struct skew {
	unsigned runs, sets;
	unsigned distinct;        /* values */
	double low, high, median; /* the median of the distinct ones; NaN where there are none */
	double inside;            /* median over the sets of highest - lowest; NaN where all have one */
	double between;           /* highest - lowest median of a set; NaN below two sets */
};

/* Of a cell's used samples; `set` is how many runs in a row share a layout, 0 = all of a boot. */
struct skew skew_of(const struct campaign *campaign, const struct samples *samples,
	const enum sample_use *uses, size_t cell, unsigned set);

#endif
