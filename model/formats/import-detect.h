/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a file can be of a kind, by words that only that program prints, or by its shape. */
#ifndef MODEL_FORMATS_IMPORT_DETECT_H
#define MODEL_FORMATS_IMPORT_DETECT_H

#include "model/formats/import-source.h"

typedef bool import_detector(const struct import_source *source);

import_detector detect_hackbench, detect_lat_ctx, detect_perf_pipe, detect_perf_messaging,
	detect_schbench, detect_cyclictest, detect_gobench, detect_pts_xml, detect_mmtests,
	detect_ministat, detect_csv, detect_dat;

#endif
