/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schbench, in the forms it had since 2016:
 *
 *	Wakeup Latencies percentiles (usec) runtime 10 (s) (20110 total samples)
 *	  50.0th: 6          (9874 samples)
 *	* 99.0th: 14         (1702 samples)
 *	  min=1, max=88
 *	average rps: 2040.10
 *
 * It prints all tables again at intervals, from its start to then, so only the last one of a run
 * is a result: a table whose runtime is longer than that of the table before it replaces it.
 */
#include "model/formats/readers.h"

#include <math.h>

#define ROWS_MAX 32

struct row {
	char name[24]; /* "p99.5", "min" */
	double value;
	size_t line;
};

/* The latest report of one table, until it is known to be the last of its run. */
struct table {
	const char *heading, *name, *unit;
	enum better better;
	double runtime_s; /* NaN where the heading has none */
	size_t line;      /* of the heading, 0 where nothing is pending */
	struct row rows[ROWS_MAX];
	size_t rows_n;
};

#define TABLES_N 4

static void tables_init(struct table tables[static TABLES_N])
{
	static const struct table all[TABLES_N] = {
		{.heading = "Latency percentiles", .name = "latency", .unit = "us"},
		{.heading = "Wakeup Latencies percentiles", .name = "wakeup", .unit = "us"},
		{.heading = "Request Latencies percentiles", .name = "request", .unit = "us"},
		{.heading = "RPS percentiles",
			.name = "rps",
			.unit = "req/s",
			.better = BETTER_HIGHER},
	};
	memcpy(tables, all, sizeof(all));
}

static bool flush_table(struct import *import, const struct import_source *source,
	struct table *table, struct error *err)
{
	for (size_t i = 0; i < table->rows_n; i++) {
		char name[64];
		snprintf(name, sizeof(name), "%s %s", table->name, table->rows[i].name);
		struct import_key key = {
			.name = name, .unit = table->unit, .better = table->better};
		if (!import_add(import, source, &key, NAN, table->rows[i].value,
			    table->rows[i].line, err))
			return false;
	}
	if (table->line && table->rows_n == 0)
		import_warn(import, table->line, "a heading without a table is left out");
	table->line = 0;
	table->rows_n = 0;
	return true;
}

static bool flush(struct import *import, const struct import_source *source, struct table *tables,
	struct error *err)
{
	for (size_t i = 0; i < TABLES_N; i++)
		if (!flush_table(import, source, &tables[i], err))
			return false;
	return true;
}

static double runtime_of(const char *heading)
{
	const char *runtime = strstr(heading, " runtime ");
	double seconds = NAN;
	if (runtime) {
		runtime += strlen(" runtime ");
		if (!number_whole(runtime, import_word(runtime), &seconds))
			seconds = NAN;
	}
	return seconds;
}

/* A table begins: it replaces an interval of the same run, or ends the run before. */
static bool begin(struct import *import, const struct import_source *source, struct table *tables,
	struct table *table, size_t i, struct error *err)
{
	double runtime_s = runtime_of(import_line(source, i));
	if (table->line && runtime_s > table->runtime_s) {
		if (import->warnings_n == 0)
			import_warn(import, table->line,
				"a table after %g s is taken as an interval of the run that line "
				"%zu reports after %g s, and so on: intervals are left out",
				table->runtime_s, i + 1, runtime_s);
		table->rows_n = 0;
	} else if (table->line && !flush(import, source, tables, err)) {
		return false;
	}
	table->runtime_s = runtime_s;
	table->line = i + 1;
	return true;
}

static bool add_row(const struct import_source *source, struct table *table, const char *name,
	size_t name_length, const char *value, size_t value_length, size_t line, struct error *err)
{
	if (table->rows_n == ROWS_MAX)
		return import_error(source, line, err, "a table of more than %d rows", ROWS_MAX);
	struct row *row = &table->rows[table->rows_n];
	snprintf(row->name, sizeof(row->name), "%.*s", (int)name_length, name);
	row->line = line;
	if (!import_number(source, line, value, value_length, &row->value, err))
		return false;
	table->rows_n++;
	return true;
}

/* "* 99.5000th: 95   (0 samples)" is p99.5; zeros at the end of the name mean nothing. */
static bool read_percentile(const struct import_source *source, struct table *table,
	const char *line, size_t number, struct error *err)
{
	line = *line == '*' ? import_skip_blanks(line + 1) : line;
	size_t length = strspn(line, "0123456789.");
	const char *value = import_after(line + length, "th:");
	if (!length || length > 20 || !value)
		return true;
	while (memchr(line, '.', length) && (line[length - 1] == '0' || line[length - 1] == '.')) {
		if (line[--length] == '.')
			break;
	}
	char name[24];
	snprintf(name, sizeof(name), "p%.*s", (int)length, line);
	value = import_skip_blanks(value);
	return add_row(source, table, name, strlen(name), value, import_word(value), number, err);
}

/* "Over=0, min=0, max=1011". */
static bool read_extremes(const struct import_source *source, struct table *table, const char *line,
	size_t number, struct error *err)
{
	static const char *const names[] = {"min=", "max="};
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		const char *found = strstr(line, names[i]);
		if (!found)
			continue;
		const char *value = found + strlen(names[i]);
		if (!add_row(source, table, found, 3, value, strcspn(value, ", \t"), number, err))
			return false;
	}
	return true;
}

/* "average rps: 2040.10", and "rps: 9.20 p95 (usec) …" of older versions; both end a run. */
static bool read_rps(struct import *import, const struct import_source *source,
	struct table *tables, const char *value, size_t number, struct error *err)
{
	static const struct import_key key = {
		.name = "rps avg", .unit = "req/s", .better = BETTER_HIGHER};
	double rps;
	value = import_skip_blanks(value);
	return flush(import, source, tables, err) &&
	       import_number(source, number, value, import_word(value), &rps, err) &&
	       import_add(import, source, &key, NAN, rps, number, err);
}

bool read_schbench(struct import *import, const struct import_source *source, struct error *err)
{
	struct table tables[TABLES_N], *table = NULL;
	tables_init(tables);
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		const char *rps = import_after(line, "average rps:");
		bool ok = true, heading = false;
		for (size_t t = 0; t < TABLES_N && !heading; t++)
			if (import_after(line, tables[t].heading)) {
				table = &tables[t];
				heading = true;
			}
		rps = rps ? rps : import_after(line, "rps:");
		if (heading)
			ok = begin(import, source, tables, table, i, err);
		else if (rps)
			ok = read_rps(import, source, tables, rps, i + 1, err);
		else if (import_after(line, "Iteration"))
			ok = flush(import, source, tables, err);
		else if (table && table->line && strstr(line, "min="))
			ok = read_extremes(source, table, line, i + 1, err);
		else if (table && table->line)
			ok = read_percentile(source, table, line, i + 1, err);
		if (!ok)
			return false;
	}
	return flush(import, source, tables, err);
}
