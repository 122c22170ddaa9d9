/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of mmtests' compare: a column for each kernel, a row for each statistic and operation,
 * and behind every value the percentage from the first column:
 *
 *	                  vanilla                  tuned
 *	Amean  4     0.1731 (   0.00%)      0.1804 *  -4.22%*
 *	Hmean  4-LOOKUP  61240.07 (   0.00%)    64903.18 *   5.98%*
 *
 * x is the number of the row. The heading may be of two lines. A value that is higher and has a
 * positive percentage tells that higher is better.
 */
#include "model/formats/columns.h"
#include "model/formats/readers.h"

#include <math.h>

/* The end of "(   0.00%)" or "*  -4.22%*" at its start; NULL where it is none. */
static const char *percentage(const char *at, double *percent)
{
	char close = *at == '(' ? ')' : '*';
	if (*at != '(' && *at != '*')
		return NULL;
	at = import_skip_blanks(at + 1);
	size_t length = strcspn(at, "% \t");
	enum number number = number_read(at, length, percent);
	if (number != NUMBER_EXACT && number != NUMBER_GAP && number != NUMBER_INFINITE)
		return NULL;
	if (number != NUMBER_EXACT)
		*percent = 0;
	return at[length] == '%' && at[length + 1] == close ? at + length + 2 : NULL;
}

/* The words of a line, and the percentages between them; false where it has none. */
static bool split_row(const char *line, struct cells *words, double percents[static COLUMNS_MAX],
	size_t *percents_n)
{
	cells_clear(words);
	*percents_n = 0;
	while (*(line = import_skip_blanks(line)) && words->length <= 2 * COLUMNS_MAX) {
		double percent;
		const char *behind = percentage(line, &percent);
		if (behind && *percents_n < COLUMNS_MAX) {
			percents[(*percents_n)++] = percent;
			line = behind;
			continue;
		}
		size_t length = strcspn(line, " \t(*");
		length += length == 0;
		cells_add(words, line, length);
		line += length;
	}
	return *percents_n > 0 && words->length > *percents_n;
}

/* "16", "4-LOOKUP", "Elapsd-4": the number, and the operation without it. */
static void split_operation(const char *word, double *x, char **operation)
{
	size_t leading = strspn(word, "0123456789");
	const char *dash = strrchr(word, '-');
	*x = NAN;
	if (number_whole(word, leading, x) && (!word[leading] || word[leading] == '-')) {
		*operation = xstrdup(word + leading + (word[leading] == '-'));
	} else if (dash && dash > word && number_whole(dash + 1, strlen(dash + 1), x)) {
		*operation = xstrndup(word, (size_t)(dash - word));
	} else {
		*x = NAN;
		*operation = xstrdup(word);
	}
}

/* The names of the columns from one line of the heading or two. */
static bool read_heading(const struct import_source *source, const char *const above[2], size_t n,
	size_t line, struct cells *names, struct error *err)
{
	struct cells first = {0}, second = {0};
	double percents[COLUMNS_MAX];
	size_t ignored;
	split_row(above[1] ? above[1] : "", &second, percents, &ignored);
	split_row(above[0] ? above[0] : "", &first, percents, &ignored);
	cells_clear(names);
	for (size_t i = 0; second.length == n && i < n; i++) {
		char *both = first.length == n ? xasprintf("%s %s", first.cells[i], second.cells[i])
					       : xstrdup(second.cells[i]);
		cells_add(names, both, strlen(both));
		free(both);
	}
	bool ok = second.length == n ||
		  import_error(source, line, err,
			  "a row of %zu values under a heading of %zu names", n, second.length);
	for (size_t i = 0; ok && i < n; i++)
		for (size_t j = 0; ok && j < i; j++)
			ok = strcmp(names->cells[i], names->cells[j]) != 0 ||
			     import_error(source, line, err, "two columns are called '%.100s'",
				     names->cells[i]);
	cells_release(&first);
	cells_release(&second);
	return ok;
}

/* Higher is better where a value above the first column's has a positive percentage. */
static enum better better_of(const double *values, const double *percents, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (isfinite(values[i] - values[0]) && (values[i] - values[0]) * percents[i] != 0)
			return (values[i] - values[0]) * percents[i] > 0 ? BETTER_HIGHER
									 : BETTER_LOWER;
	return BETTER_LOWER;
}

static bool read_values(const struct import_source *source, const struct cells *words, size_t n,
	size_t line, double values[static COLUMNS_MAX], struct error *err)
{
	for (size_t i = 0; i < n; i++) {
		const char *word = words->cells[words->length - n + i];
		enum number number = number_read(word, strlen(word), &values[i]);
		if (number == NUMBER_GAP)
			values[i] = NAN;
		else if (number != NUMBER_EXACT)
			return import_number_error(source, line, word, strlen(word), number, err);
	}
	return true;
}

static bool add_row(struct import *import, const struct import_source *source,
	const struct cells *names, const struct cells *words, const double *percents, size_t line,
	struct error *err)
{
	double values[COLUMNS_MAX], x = NAN;
	size_t n = names->length, labels = words->length - n;
	char *operation = NULL;
	if (!read_values(source, words, n, line, values, err))
		return false;
	if (labels > 1)
		split_operation(words->cells[labels - 1], &x, &operation);
	char *name = xstrdup(words->cells[0]);
	for (size_t i = 1; i < labels; i++) {
		const char *word = i + 1 < labels ? words->cells[i] : operation;
		char *longer = *word ? xasprintf("%s %s", name, word) : xstrdup(name);
		free(name);
		name = longer;
	}
	bool ok = true;
	enum better better = better_of(values, percents, n);
	for (size_t i = 0; ok && i < n; i++) {
		struct import_key key = {
			.variant = names->cells[i], .name = name, .better = better};
		if (!isnan(values[i]))
			ok = import_add(import, source, &key, x, values[i], line, err);
	}
	free(name);
	free(operation);
	return ok;
}

bool read_mmtests(struct import *import, const struct import_source *source, struct error *err)
{
	const char *above[2] = {NULL, NULL}; /* the last lines that are no rows */
	struct cells names = {0}, words = {0};
	double percents[COLUMNS_MAX];
	size_t n;
	bool ok = true, in_table = false;
	for (size_t i = 0; ok && i < source->length; i++) {
		const char *line = import_line(source, i);
		if (!*line)
			continue;
		if (!split_row(line, &words, percents, &n)) {
			above[0] = in_table ? NULL : above[1];
			above[1] = line;
			in_table = false;
			continue;
		}
		if (!in_table)
			ok = read_heading(source, above, n, i + 1, &names, err);
		in_table = true;
		if (ok && (n != names.length || words.length <= n))
			ok = import_error(
				source, i + 1, err, "%zu values under %zu names", n, names.length);
		ok = ok && add_row(import, source, &names, &words, percents, i + 1, err);
	}
	cells_release(&names);
	cells_release(&words);
	return ok;
}
