/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Go's benchmark format: a name, the number of iterations, then pairs of value and unit:
 *
 *	BenchmarkWalk/size=64K-4   812   1473310 ns/op   44.48 MB/s
 *
 * "Unit NAME better=higher" and lines "key: value" are about the results, not results.
 */
#include "model/formats/readers.h"

#include <math.h>

struct words {
	const char *at;
	size_t length;
};

static bool next_word(struct words *words)
{
	words->at = import_skip_blanks(words->at + words->length);
	words->length = import_word(words->at);
	return words->length > 0;
}

/* What a line "Unit NAME … better=higher" of the file says; rates and throughput rise. */
static enum better better_of(const struct import_source *source, const char *unit)
{
	for (size_t i = 0; i < source->length; i++) {
		const char *said = import_after(import_line(source, i), "Unit ");
		said = said ? import_after(import_skip_blanks(said), unit) : NULL;
		if (said && (*said == ' ' || *said == '\t') && strstr(said, "better="))
			return strstr(said, "better=higher") ? BETTER_HIGHER : BETTER_LOWER;
	}
	return import_better(unit);
}

static bool read_pair(struct import *import, const struct import_source *source, const char *name,
	struct words *words, size_t line, struct error *err)
{
	double value;
	if (!import_number(source, line, words->at, words->length, &value, err))
		return false;
	if (!next_word(words))
		return import_error(source, line, err, "a value without a unit");
	char *unit = xstrndup(words->at, words->length);
	struct import_key key = {.name = name, .unit = unit, .better = better_of(source, unit)};
	bool ok = import_add(import, source, &key, NAN, value, line, err);
	free(unit);
	return ok;
}

/* A name alone, as `go test -v` prints it first, is no result. */
static bool read_result(
	struct import *import, const struct import_source *source, size_t i, struct error *err)
{
	struct words words = {import_line(source, i), 0};
	double iterations;
	bool ok = next_word(&words);
	char *name = xstrndup(words.at, words.length);
	if (ok && next_word(&words)) {
		ok = number_whole(words.at, words.length, &iterations) ||
		     import_error(source, i + 1, err, "no number of iterations behind the name");
		if (ok && !next_word(&words))
			ok = import_error(source, i + 1, err, "no value behind the iterations");
		else if (ok)
			do
				ok = read_pair(import, source, name, &words, i + 1, err);
			while (ok && next_word(&words));
	}
	free(name);
	return ok;
}

bool read_gobench(struct import *import, const struct import_source *source, struct error *err)
{
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		if (import_after(line, "Benchmark") && !read_result(import, source, i, err))
			return false;
		if (import_after(line, "--- FAIL:") || strcmp(line, "FAIL") == 0)
			import_warn(import, i + 1, "a benchmark failed: %.100s", line);
	}
	return true;
}
