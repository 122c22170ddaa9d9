/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The swept parameter of a workload: a set of process or group counts, written as `4`,
 * `2..200` or `8..64/8` (from, to, step; the end is included only where a step falls on it).
 */
#ifndef MODEL_COUNTS_H
#define MODEL_COUNTS_H

#include "model/error.h"

#define COUNTS_LARGEST 1000000 /* no count above this */

struct counts {
	unsigned *values; /* ascending, distinct, each from 1 to COUNTS_LARGEST */
	size_t length;
};

/*
 * Adds what one spec says to the set. On failure the set is as it was and the error says what
 * was expected: "bad count '0..': expected N, FROM..TO or FROM..TO/STEP".
 */
bool counts_add(struct counts *counts, const char *spec, struct error *err);
void counts_release(struct counts *counts);

#endif
