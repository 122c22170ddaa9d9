/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables whose first column is x and whose others are series: what CSV and .dat have in common. */
#ifndef MODEL_FORMATS_COLUMNS_H
#define MODEL_FORMATS_COLUMNS_H

#include "model/formats/import.h"

#define COLUMNS_MAX 1000

/* The cells of one row. */
struct cells {
	char **cells;
	size_t length, room;
};

void cells_add(struct cells *cells, const char *bytes, size_t length);
void cells_clear(struct cells *cells);
void cells_release(struct cells *cells);

struct column {
	char *name, *unit;         /* NULL where the first row has no names */
	bool is_percent, is_plain; /* what its cells were so far */
};

/* The columns behind x. */
struct columns {
	struct column *columns;
	size_t length;
	bool named;
};

/* From the first row: names, where its first cell is no number. */
bool columns_init(struct columns *columns, struct import *import,
	const struct import_source *source, const struct cells *first, size_t line,
	struct error *err);
void columns_release(struct columns *columns);

/*
 * Adds the samples of one row of at most as many cells as there are columns; with `comma` a
 * decimal comma is taken as such. Empty cells and nan are gaps.
 */
bool columns_add_row(struct columns *columns, struct import *import,
	const struct import_source *source, const struct cells *row, size_t line, bool comma,
	struct error *err);

#endif
