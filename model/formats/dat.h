/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart as gnuplot reads it: '#' comments whose last line names the columns, then x and, for
 * every variant in plan order, centre, low and high, separated by tabs. NaN where a value or an
 * interval is missing; a line drawn through it has a gap.
 */
#ifndef MODEL_FORMATS_DAT_H
#define MODEL_FORMATS_DAT_H

#include "model/series.h"
#include "model/text.h"

void dat_add(struct text *out, const struct series_set *set);

#endif
