/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/columns.h"

void cells_add(struct cells *cells, const char *bytes, size_t length)
{
	if (cells->length == cells->room) {
		cells->room = cells->room ? 2 * cells->room : 8;
		cells->cells = xreallocarray(cells->cells, cells->room, sizeof(*cells->cells));
	}
	while (length && (*bytes == ' ' || *bytes == '\t')) {
		bytes++;
		length--;
	}
	while (length && (bytes[length - 1] == ' ' || bytes[length - 1] == '\t'))
		length--;
	cells->cells[cells->length++] = xstrndup(bytes, length);
}

void cells_clear(struct cells *cells)
{
	for (size_t i = 0; i < cells->length; i++)
		free(cells->cells[i]);
	cells->length = 0;
}

void cells_release(struct cells *cells)
{
	cells_clear(cells);
	free(cells->cells);
	*cells = (struct cells){0};
}

/* "pipe, two-way (us)" into name and unit. */
static void split_name(const char *cell, char **name, char **unit)
{
	size_t length = strlen(cell);
	const char *open = strrchr(cell, '(');
	*unit = NULL;
	if (open && open > cell && length && cell[length - 1] == ')') {
		*unit = xstrndup(open + 1, length - (size_t)(open - cell) - 2);
		length = (size_t)(open - cell);
		while (length && cell[length - 1] == ' ')
			length--;
	}
	*name = xstrndup(cell, length);
}

static bool same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool name_column(struct columns *columns, const struct import_source *source,
	const char *cell, size_t line, struct error *err)
{
	struct column *column = xgrow(&columns->columns, &columns->length, sizeof(*column));
	split_name(cell, &column->name, &column->unit);
	if (!*column->name)
		return import_error(
			source, line, err, "column %zu has no name", columns->length + 1);
	for (size_t i = 0; i + 1 < columns->length; i++)
		if (same(columns->columns[i].name, column->name) &&
			same(columns->columns[i].unit, column->unit))
			return import_error(
				source, line, err, "two columns are called '%.100s'", cell);
	return true;
}

bool columns_init(struct columns *columns, struct import *import,
	const struct import_source *source, const struct cells *first, size_t line,
	struct error *err)
{
	double value;
	*columns = (struct columns){0};
	if (first->length < 2)
		return import_error(
			source, line, err, "one column, expected x and at least one more");
	if (first->length > COLUMNS_MAX)
		return import_error(source, line, err, "more than %d columns", COLUMNS_MAX);
	const char *cell = first->cells[0];
	enum number number = number_read(cell, strlen(cell), &value);
	columns->named = number == NUMBER_NONE;
	import->columns = first->length - 1;
	if (!columns->named) {
		for (size_t i = 1; i < first->length; i++) {
			struct column *column =
				xgrow(&columns->columns, &columns->length, sizeof(*column));
			column->name = first->length > 2 ? xasprintf("column %zu", i + 1) : NULL;
		}
		return true;
	}
	import_name_x(import, cell);
	bool ok = true;
	for (size_t i = 1; ok && i < first->length; i++)
		ok = name_column(columns, source, first->cells[i], line, err);
	return ok;
}

void columns_release(struct columns *columns)
{
	for (size_t i = 0; i < columns->length; i++) {
		free(columns->columns[i].name);
		free(columns->columns[i].unit);
	}
	free(columns->columns);
	*columns = (struct columns){0};
}

/* A cell's number; NUMBER_COMMA is exact where the file is known to use decimal commas. */
static enum number cell_number(const char *cell, size_t length, bool comma, double *value)
{
	enum number number = number_read(cell, length, value);
	if (comma && number == NUMBER_COMMA)
		return NUMBER_EXACT;
	if (!comma || number != NUMBER_AMBIGUOUS || memchr(cell, '.', length))
		return number;
	char *point = xstrndup(cell, length);
	char *mark = strchr(point, ',');
	bool once = mark && !strchr(mark + 1, ',');
	if (once) {
		*mark = '.';
		number = number_read(point, length, value);
	}
	free(point);
	return number;
}

/* A cell of a column is a percentage, and so are the others of it, or none is. */
static bool check_percent(struct column *column, const struct import_source *source, bool percent,
	size_t line, struct error *err)
{
	column->is_percent |= percent;
	column->is_plain |= !percent;
	if (column->is_percent && column->is_plain)
		return import_error(source, line, err, "a column with and without %%");
	return !percent || !column->unit || strcmp(column->unit, "%") == 0 ||
	       import_error(source, line, err, "a percentage in a column of %.40s", column->unit);
}

static bool add_cell(struct column *column, size_t number, struct import *import,
	const struct import_source *source, const char *cell, double x, size_t line, bool comma,
	struct error *err)
{
	double value;
	size_t length = strlen(cell);
	bool percent = length > 1 && cell[length - 1] == '%';
	if (length == 0)
		return true;
	enum number is = cell_number(cell, length - percent, comma, &value);
	if (is == NUMBER_GAP)
		return true;
	if (is != NUMBER_EXACT)
		return import_number_error(source, line, cell, length, is, err);
	struct import_key key = {.name = column->name,
		.unit = percent ? "%" : column->unit,
		.better = import_better(column->unit ? column->unit : ""),
		.column = number};
	return check_percent(column, source, percent, line, err) &&
	       import_add(import, source, &key, x, value, line, err);
}

bool columns_add_row(struct columns *columns, struct import *import,
	const struct import_source *source, const struct cells *row, size_t line, bool comma,
	struct error *err)
{
	double x;
	const char *cell = row->cells[0];
	enum number number = cell_number(cell, strlen(cell), comma, &x);
	if (number != NUMBER_EXACT)
		return import_number_error(source, line, cell, strlen(cell), number, err);
	for (size_t i = 1; i < row->length && i <= columns->length; i++)
		if (!add_cell(&columns->columns[i - 1], i, import, source, row->cells[i], x, line,
			    comma, err))
			return false;
	return true;
}
