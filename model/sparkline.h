/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart as small as a word: one line a variant through the centres over count, in a box as high
 * as lowest to highest of them. A shape, not a measure: numbers have to stand beside it.
 *
 *   "0:0,18.2 48,9 96,0;2:0,24 96,12.5"     variant's index, then x,y with y going down
 */
#ifndef MODEL_SPARKLINE_H
#define MODEL_SPARKLINE_H

#include "model/series.h"
#include "model/text.h"

#define SPARKLINE_WIDTH 96
#define SPARKLINE_HEIGHT 24

/* Adds nothing where the chart is not swept, or no variant has two values. */
void sparkline_add(struct text *text, const struct series_set *set);

#endif
