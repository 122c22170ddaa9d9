/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Columns between blanks, as gnuplot reads them: x first, # begins a comment. Names may stand in
 * the first row. The last comment before the numbers, where it has as many words as there are
 * columns, tells what they are, but it is only a hint: it may be any text.
 */
#include "model/formats/columns.h"
#include "model/formats/readers.h"

/* The words of a line up to a comment; one in double quotes may hold blanks. */
static bool split(struct cells *cells, const struct import_source *source, size_t i,
	const char *line, struct error *err)
{
	cells_clear(cells);
	while (*(line = import_skip_blanks(line)) && *line != '#') {
		size_t length = import_word(line);
		if (*line == '"') {
			length = strcspn(line + 1, "\"");
			if (!line[length + 1])
				return import_error(source, i + 1, err, "a quote is not closed");
			cells_add(cells, line + 1, length);
			length += 2;
		} else {
			cells_add(cells, line, length);
		}
		line += length;
		if (cells->length > COLUMNS_MAX)
			return import_error(
				source, i + 1, err, "more than %d columns", COLUMNS_MAX);
	}
	return true;
}

/* Takes the last comment's words as hints, where there are as many as columns. */
static bool take_hints(struct import *import, const struct import_source *source,
	const struct columns *columns, const char *comment, size_t line, struct error *err)
{
	struct cells words = {0};
	struct error ignored; /* a comment may be anything */
	bool ok = true;
	if (comment && split(&words, source, 0, comment, &ignored) &&
		words.length == columns->length + 1) {
		import_name_x(import, words.cells[0]);
		for (size_t i = 1; ok && i + 1 < words.length; i++) {
			const char *rest = import_after(words.cells[i + 1], words.cells[i]);
			ok = !rest || strcmp(rest, ".low") != 0;
		}
		if (!ok)
			import_error(source, line, err,
				"schedlab's own table of centres and "
				"intervals holds no samples: import the "
				"canonical form (export --format=jsonl)");
		for (size_t i = 0; ok && i < import->length; i++)
			import->series[i].hint = xstrdup(words.cells[import->series[i].column]);
	}
	cells_release(&words);
	return ok;
}

static bool check_width(const struct columns *columns, const struct import_source *source,
	const struct cells *row, size_t line, struct error *err)
{
	return row->length == columns->length + 1 ||
	       import_error(source, line, err,
		       "%zu columns where %zu are expected: a row that was wrapped or cut?",
		       row->length, columns->length + 1);
}

bool read_dat(struct import *import, const struct import_source *source, struct error *err)
{
	struct columns columns = {0};
	struct cells row = {0};
	const char *comment = NULL;
	size_t first = 0; /* number of the first row's line, 0 before it */
	bool ok = true;
	for (size_t i = 0; ok && i < source->length; i++) {
		const char *line = import_line(source, i);
		if (*line == '#' && !first)
			comment = line + strspn(line, "#");
		ok = split(&row, source, i, line, err);
		if (!ok || row.length == 0)
			continue;
		if (!first) {
			first = i + 1;
			ok = columns_init(&columns, import, source, &row, first, err);
			if (ok && columns.named)
				continue;
		}
		ok = ok && check_width(&columns, source, &row, i + 1, err) &&
		     columns_add_row(&columns, import, source, &row, i + 1, false, err);
	}
	if (ok && first && !columns.named)
		ok = take_hints(import, source, &columns, comment, first, err);
	columns_release(&columns);
	cells_release(&row);
	return ok;
}
