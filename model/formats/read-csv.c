/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CSV and its like: names in the first row, x in the first column. What stands between the cells
 * (TAB, semicolon or comma) is told by the first row. Lines that begin with # are comments.
 */
#include "model/formats/columns.h"
#include "model/formats/readers.h"

struct table {
	char separator;
	size_t first; /* index of the first row's line */
	bool comma;   /* the file writes decimal commas */
};

static bool is_content(const char *line)
{
	return *line != '#' && !import_is_blank(line);
}

/* Splits a line. A cell may stand in quotes, with "" for a quote in it. */
static bool split(struct cells *cells, const struct import_source *source, size_t i, char separator,
	struct error *err)
{
	const char *at = source->lines[i];
	cells_clear(cells);
	for (;;) {
		if (*at != '"') {
			const char ends[] = {separator, 0};
			size_t length = strcspn(at, ends);
			cells_add(cells, at, length);
			at += length;
		} else {
			char *cell = xstrdup(at + 1), *to = cell;
			for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
				at += *at == '"';
				*to++ = *at;
			}
			cells_add(cells, cell, (size_t)(to - cell));
			free(cell);
			if (*at != '"')
				return import_error(source, i + 1, err, "a quote is not closed");
			at = import_skip_blanks(at + 1);
			if (*at && *at != separator)
				return import_error(source, i + 1, err, "text behind a quote");
		}
		if (cells->length > COLUMNS_MAX)
			return import_error(
				source, i + 1, err, "more than %d columns", COLUMNS_MAX);
		if (*at != separator)
			return true;
		at++;
	}
}

/* What separates the cells: the strongest of TAB ; and , that the first row has. */
static char separator_of(const char *line)
{
	static const char separators[] = "\t;,";
	for (const char *separator = separators; *separator; separator++) {
		bool quoted = false;
		for (const char *at = line; *at; at++) {
			quoted ^= *at == '"';
			if (!quoted && *at == *separator)
				return *separator;
		}
	}
	return 0;
}

static bool find_first(struct table *table, const struct import_source *source, struct error *err)
{
	while (table->first < source->length && !is_content(source->lines[table->first]))
		table->first++;
	if (table->first == source->length)
		return import_error(source, 0, err, "no data: no row");
	const char *line = source->lines[table->first];
	if (import_after(line, "campaign,variant,placement,workload,"))
		return import_error(source, table->first + 1, err,
			"schedlab's own list of samples: import the campaign's canonical form "
			"(export --format=jsonl) instead");
	table->separator = separator_of(line);
	return table->separator || import_error(source, table->first + 1, err,
					   "no comma, semicolon or TAB, expected columns");
}

/* The lines in which decimal marks of each kind were seen first; 0 where none was. */
struct marks {
	size_t comma, ambiguous, point;
	char example[64];
};

static void look_at_marks(struct marks *marks, const struct cells *row, size_t line)
{
	for (size_t i = 0; i < row->length; i++) {
		const char *cell = row->cells[i];
		size_t length = strlen(cell);
		double value;
		length -= length && cell[length - 1] == '%';
		enum number number = number_read(cell, length, &value);
		if (number == NUMBER_COMMA && !marks->comma)
			marks->comma = line;
		if (number == NUMBER_EXACT && memchr(cell, '.', length) && !marks->point)
			marks->point = line;
		if (number == NUMBER_AMBIGUOUS && !marks->ambiguous) {
			marks->ambiguous = line;
			snprintf(marks->example, sizeof(marks->example), "%.*s", (int)length, cell);
		}
	}
}

/*
 * 1,91 can only be a decimal comma, and then so is the comma of 1,234 in the same file; without
 * such a number 1,234 is ambiguous.
 */
static bool settle_comma(struct table *table, struct import *import,
	const struct import_source *source, const struct marks *marks, struct error *err)
{
	table->comma = marks->comma;
	if (marks->ambiguous && !marks->comma)
		return import_number_error(source, marks->ambiguous, marks->example,
			strlen(marks->example), NUMBER_AMBIGUOUS, err);
	if (marks->comma && marks->point)
		return import_error(source,
			marks->comma > marks->point ? marks->comma : marks->point, err,
			"both points and decimal commas in numbers (lines %zu and %zu)",
			marks->point, marks->comma);
	if (marks->comma)
		import_warn(import, 0, "numbers have a decimal comma (first in line %zu)",
			marks->comma);
	return true;
}

static bool find_comma(struct table *table, struct import *import,
	const struct import_source *source, struct error *err)
{
	struct marks marks = {0};
	struct cells row = {0};
	bool ok = true;
	for (size_t i = table->first; ok && i < source->length; i++)
		if (is_content(source->lines[i])) {
			ok = split(&row, source, i, table->separator, err);
			if (ok)
				look_at_marks(&marks, &row, i + 1);
		}
	cells_release(&row);
	return ok && settle_comma(table, import, source, &marks, err);
}

/* Empty cells behind the last column come from a separator at the line's end. */
static bool check_width(const struct columns *columns, struct import *import,
	const struct import_source *source, const struct table *table, const struct cells *row,
	size_t line, struct error *err)
{
	size_t wanted = columns->length + 1, length = row->length;
	while (length > wanted && !*row->cells[length - 1])
		length--;
	if (length > wanted)
		return import_error(source, line, err, "%zu cells in a table of %zu columns%s",
			length, wanted,
			table->separator == ',' ? ": is the comma also the decimal comma?" : "");
	if (length < wanted)
		import_warn(import, line, "a short row: %zu cells of %zu, the rest is missing",
			length, wanted);
	return true;
}

bool read_csv(struct import *import, const struct import_source *source, struct error *err)
{
	struct table table = {0};
	struct columns columns = {0};
	struct cells row = {0};
	bool ok = find_first(&table, source, err) && find_comma(&table, import, source, err) &&
		  split(&row, source, table.first, table.separator, err) &&
		  columns_init(&columns, import, source, &row, table.first + 1, err);
	for (size_t i = table.first + columns.named; ok && i < source->length; i++)
		if (is_content(source->lines[i]))
			ok = split(&row, source, i, table.separator, err) &&
			     check_width(&columns, import, source, &table, &row, i + 1, err) &&
			     columns_add_row(
				     &columns, import, source, &row, i + 1, table.comma, err);
	columns_release(&columns);
	cells_release(&row);
	return ok;
}
