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
#define SCALE_LARGEST 1e100   /* no data beyond this, nor its negative */
#define SCALE_SMALLEST 1e-100 /* closer together than this is the same; no logarithms below */

struct scale_tick {
	double value;
	char label[SCALE_LABEL_BYTES];
};

struct scale {
	double low, high; /* low < high */
	struct scale_tick ticks[SCALE_TICKS_MAX]; /* ascending, at least one, labels distinct */
	size_t ticks_n;
	char low_label[SCALE_LABEL_BYTES]; /* of low, where it was rounded to be said in words */
	bool log; /* by logarithms: low is above 0 */
};

/*
 * For values: `about` ticks (2 or more). Zero-based is to include 0, not to clip at it: values
 * below it keep their place. Zoomed begins at a round number (low_label) a little below the
 * lowest. A range without an extent gets one (all 0: 0…1; else 1 % to each side).
 */
struct scale scale_zero(double lowest, double highest, unsigned about);
struct scale scale_zoom(double lowest, double highest, unsigned about);

/* For values as well: exactly from low to high, which differ by 1e-9 of their size or more. */
struct scale scale_range(double low, double high, unsigned about);

/*
 * For counts and runs, which are whole, and for imported x, which need not be: the ends are where
 * the data end, and are ticks. Where there are at most `about` distinct values they are the
 * ticks; pass values_n = 0 where there are more.
 * The ticks are a choice: layout leaves out those whose labels would touch.
 */
struct scale scale_counts(double lowest, double highest, const double *values, size_t values_n,
	unsigned about);

/*
 * The same by logarithms, lowest not below SCALE_SMALLEST / 2: between the ends powers of 2, of 10
 * where those are too many, or 1, 2 and 5 times these where they are too few; below two octaves
 * as counts.
 */
struct scale scale_log(double lowest, double highest, unsigned about);

/*
 * Texts below x = 1…n in place of numbers, cut to `most_bytes`; with more than there is room for
 * every second, third …
 */
struct scale scale_labels(double lowest, double highest, const char *const *labels, size_t n,
	size_t most_bytes);

/* 0 at low, 1 at high; outside of that, outside. By logarithms nothing is at 0 and below. */
double scale_unit(const struct scale *scale, double value);

#endif
