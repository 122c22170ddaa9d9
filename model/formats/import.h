/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What other programs printed, as plain data: series of points, each point with the line that it
 * stands in. One reader for each kind of file, in an explicit table.
 *
 * A number is never guessed. What could be read in two ways is an error that names file and line,
 * and then nothing of the file is taken; what is left out on purpose is a warning.
 */
#ifndef MODEL_FORMATS_IMPORT_H
#define MODEL_FORMATS_IMPORT_H

#include "model/formats/import-source.h"
#include "model/workload.h"

struct import_point {
	double x;     /* NaN where the file gives none */
	double value; /* finite */
	size_t line;  /* from 1; 0 where the format has no lines */
};

/* What the file itself says of a series; NULL where it says nothing. */
struct import_key {
	const char *variant; /* the system or kernel that was measured */
	const char *name;    /* metric, column, benchmark */
	const char *unit;
	enum better better;
	size_t column; /* of a table: from 1, x not counted; else 0 */
};

struct import_series {
	char *variant, *name, *unit;
	char *hint; /* what a comment above the numbers calls the column, or NULL */
	enum better better;
	size_t column;
	struct import_point *points; /* in the order of the file */
	size_t length;
};

struct import_warning {
	size_t line; /* 0: of the whole file */
	char *text;
};

struct import {
	const char *kind;
	char *x_text;                 /* what x is called: "groups"; NULL where nothing says */
	struct import_series *series; /* distinct by variant, name, unit and column */
	size_t length;
	size_t latest;  /* the series that was added to last */
	size_t columns; /* of a table, x not counted; else 0 */
	struct import_warning *warnings;
	size_t warnings_n;
};

/*
 * Reads a whole file. kind NULL finds out by content; a file that could be two kinds, or none, is
 * an error. *import is empty on failure, but for its warnings. To be released in either case.
 */
bool import_read(struct import *import, const struct import_source *source, const char *kind,
	struct error *err);
void import_release(struct import *import);

/* The i-th kind's name, NULL behind the last; and whether there is one of that name. */
const char *import_kind_at(size_t i);
bool import_kind_is_known(const char *kind);

/* ---- for the readers ---- */

/* Rates ("MB/s", "ops/sec") are better the higher they are, other units the lower. */
enum better import_better(const char *unit);

/* Adds a point to the series of that key. Fails where the file has more than can be stored. */
bool import_add(struct import *import, const struct import_source *source,
	const struct import_key *key, double x, double value, size_t line, struct error *err);

void import_warn(struct import *import, size_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Sets what x is called; the first word given stays. */
void import_name_x(struct import *import, const char *x_text);

#endif
