/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A gnuplot script for a chart's .dat: run beside it, it draws both scales, CHART.gp.zero.png
 * and CHART.gp.zoom.png.
 */
#ifndef MODEL_FORMATS_GNUPLOT_H
#define MODEL_FORMATS_GNUPLOT_H

#include "model/series.h"
#include "model/text.h"

void gnuplot_add(struct text *out, const struct series_set *set);

#endif
