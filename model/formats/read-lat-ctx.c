/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lmbench's lat_ctx: a heading for each size, whose quote is never closed, then rows of processes
 * and microseconds:
 *
 *	"size=0k ovr=0.74
 *	2 1.83
 *
 * Whatever begins with another quoted heading is another test of lmbench.
 */
#include "model/formats/readers.h"

struct table {
	char *name; /* "size=0k"; NULL outside of a table */
	size_t rows;
};

static const char *unquoted(const char *line)
{
	return *line == '"' ? line + 1 : line;
}

/* "size=0k ovr=0.74", perhaps behind a quote. */
static bool is_heading(const char *line)
{
	line = unquoted(line);
	return import_after(line, "size=") && strstr(line, "ovr=");
}

/* A row: both words and nothing else; false where it is some other line. */
static bool row_words(const char *line, size_t lengths[2], const char *words[2])
{
	words[0] = unquoted(line);
	lengths[0] = import_word(words[0]);
	words[1] = import_skip_blanks(words[0] + lengths[0]);
	lengths[1] = import_word(words[1]);
	if (lengths[1] && words[1][lengths[1] - 1] == '"')
		lengths[1]--;
	const char *rest = words[1] + lengths[1];
	return lengths[1] && import_is_blank(*rest == '"' ? rest + 1 : rest);
}

static bool read_row(struct import *import, struct table *table, const struct import_source *source,
	size_t i, struct error *err)
{
	const char *words[2];
	size_t lengths[2];
	double processes, value;
	const char *line = unquoted(import_line(source, i));
	if (!number_whole(line, strspn(line, "0123456789"), &processes))
		return true; /* a command, a comment */
	if (!row_words(line, lengths, words) || !number_whole(words[0], lengths[0], &processes))
		return import_error(source, i + 1, err,
			"no row of lat_ctx: expected the number of "
			"processes and one value");
	if (!import_number(source, i + 1, words[1], lengths[1], &value, err))
		return false;
	if (value < 0)
		import_warn(import, i + 1,
			"a negative time: less than the overhead that was "
			"subtracted");
	struct import_key key = {.name = table->name, .unit = "us"};
	table->rows++;
	return import_add(import, source, &key, processes, value, i + 1, err);
}

bool read_lat_ctx(struct import *import, const struct import_source *source, struct error *err)
{
	struct table table = {NULL, 0};
	size_t headings = 0;
	bool ok = true;
	import_name_x(import, "processes");
	for (size_t i = 0; ok && i < source->length; i++) {
		const char *line = import_line(source, i);
		bool heading = is_heading(line);
		if (heading || (*line == '"' && (line[1] < '0' || line[1] > '9'))) {
			free(table.name);
			table.name = NULL;
		}
		if (heading) {
			table.name = xstrndup(unquoted(line), import_word(unquoted(line)));
			headings++;
		} else if (table.name) {
			ok = read_row(import, &table, source, i, err);
		}
	}
	free(table.name);
	if (ok && headings == 0)
		return import_error(source, 0, err,
			"no data of lat_ctx: no heading like "
			"\"size=0k ovr=1.23");
	if (ok && table.rows == 0)
		return import_error(source, 0, err, "no data: a heading of lat_ctx without rows");
	return ok;
}
