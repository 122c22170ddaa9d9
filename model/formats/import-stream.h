/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which variant and which chart each series of a file belongs to: what the file says, and where
 * it says nothing its name.
 */
#ifndef MODEL_FORMATS_IMPORT_STREAM_H
#define MODEL_FORMATS_IMPORT_STREAM_H

#include "model/formats/import.h"

/* One variant's series in one chart. Strings are its own, the points are borrowed. */
struct import_stream {
	char *variant;
	char *chart;     /* becomes the chart's workload: "lat_ctx size=0k" */
	char *unit;      /* "" where the file says none */
	char *unit_text; /* as readers see it */
	char *x_text;
	char *like; /* what the values are, for readers */
	enum placement placement;
	enum better better;
	bool runs; /* x only numbers the runs: nothing is swept */
	const struct import_series *series;
	const char *file; /* for errors; borrowed */
};

struct import_streams {
	struct import_stream *streams;
	size_t length;
};

/*
 * Adds the series of one file. `path`: its name tells placement ("x.bound.dat") and, where the
 * file has none, variant and chart. variant (or NULL) overrides; placement < 0: by the name.
 *
 * Columns of a table that share one unit are variants of one chart, as in gnuplot's data; columns
 * of different units, or a table for which a variant is given, are charts of one variant.
 */
void import_streams_add(struct import_streams *streams, const struct import *import,
	const char *path, const char *variant, int placement);
struct import_stream *import_stream_add(struct import_streams *streams);
void import_streams_release(struct import_streams *streams);

/* "lat_ctx" of "dir/lat_ctx.bound.dat.gz", and the placement it says (unbound by default). */
char *import_stem(const char *path, enum placement *placement);

#endif
