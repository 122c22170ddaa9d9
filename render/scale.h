/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An axis as arithmetic: a range of data, ticks inside it, data to unit interval and labels.
 * A tick is an integer times 1, 2 or 5 times a power of ten, and its label is written from those
 * integers, so what is printed is the position to the last digit, in any locale.
 */
#ifndef RENDER_SCALE_H
#define RENDER_SCALE_H

#include "model/base.h"

#define SCALE_TICKS_MAX 64
#define SCALE_LABEL_BYTES 32
#define SCALE_LARGEST 1e100 /* no data beyond this, nor its negative */

struct scale_tick {
	double value;
	char label[SCALE_LABEL_BYTES];
};

struct scale {
	double low, high; /* low < high */
	struct scale_tick ticks[SCALE_TICKS_MAX]; /* ascending, at least two, labels distinct */
	size_t ticks_n;
	char low_label[SCALE_LABEL_BYTES]; /* of low, where it was rounded to be said in words */
};

/*
 * For values: `about` ticks (2 or more). Zero-based is to include 0, not to clip at it: values
 * below it keep their place. Zoomed begins at a round number (low_label) a little below the
 * lowest. A range without an extent gets one (all 0: 0…1; else 1 % to each side).
 */
struct scale scale_zero(double lowest, double highest, unsigned about);
struct scale scale_zoom(double lowest, double highest, unsigned about);

/*
 * For counts and runs, which are whole, and for imported x, which need not be: the ends are where the data end, and are ticks. Where there are at most
 * `about` distinct values they are the ticks; pass values_n = 0 where there are more.
 * The ticks are a choice: layout leaves out those whose labels would touch.
 */
struct scale scale_counts(double lowest, double highest, const double *values, size_t values_n,
	unsigned about);

/* 0 at low, 1 at high; outside of that, outside. */
double scale_unit(const struct scale *scale, double value);

#endif
