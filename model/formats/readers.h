/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The readers of import.c's table. Each adds the samples of its kind and leaves out what is none,
 * saying so where a reader of the file would miss it. A file without a sample is reported by the
 * caller unless the reader knows a better reason.
 */
#ifndef MODEL_FORMATS_READERS_H
#define MODEL_FORMATS_READERS_H

#include "model/formats/import.h"

typedef bool import_reader(
	struct import *import, const struct import_source *source, struct error *err);

import_reader read_hackbench;      /* x: groups */
import_reader read_lat_ctx;        /* a series for each size; x: processes */
import_reader read_perf_pipe;      /* usecs/op, ops/sec, total */
import_reader read_perf_messaging; /* x: groups */
import_reader read_schbench;       /* "wakeup p99" */
import_reader read_cyclictest;     /* Min, Avg, Max over threads; histograms T:n over latency */
import_reader read_gobench;        /* a series for each benchmark and unit */
import_reader read_ministat;       /* one number a line */
import_reader read_csv;            /* comma, semicolon or TAB; x and a column for each series */
import_reader read_dat;            /* the same between blanks, as gnuplot reads it */
import_reader read_pts_xml;        /* variant: the system */
import_reader read_mmtests;        /* variant: the column; "Amean LOOKUP" */
import_reader read_extract;        /* the first group of source->pattern in every line */

#endif
