/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf bench sched pipe and messaging. Both print "Total time: 1.034 [sec]" (older ones
 * "Total time:1.034 sec"); pipe adds "5.170335 usecs/op" and "193411 ops/sec", messaging says
 * "10 groups == 400 processes run" before it. With --format=simple both print seconds alone.
 */
#include "model/formats/readers.h"

#include <math.h>

/* "# text" and "(text" of older versions: the words behind the mark. */
static const char *comment_words(const char *line)
{
	return *line == '#' || *line == '(' ? import_skip_blanks(line + 1) : NULL;
}

/*
 * Another benchmark's output in the same file begins with "# Running 'sched/messaging'
 * benchmark:"; without such a line the file is taken to be of the one asked for.
 */
static void follow_banner(const char *line, const char *benchmark, bool *inside)
{
	const char *words = comment_words(line);
	if (words && import_after(words, "Running ") && strchr(words, '/'))
		*inside = strstr(words, benchmark);
}

/* Whether every line is blank or one number. */
static bool is_simple(const struct import_source *source)
{
	bool any = false;
	double value;
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		size_t length = import_word(line);
		if (length == 0)
			continue;
		if (number_read(line, length, &value) != NUMBER_EXACT ||
			!import_is_blank(line + length))
			return false;
		any = true;
	}
	return any;
}

static bool read_simple(struct import *import, const struct import_source *source,
	const struct import_key *key, struct error *err)
{
	double value;
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		if (*line && (!import_number(source, i + 1, line, import_word(line), &value, err) ||
				     !import_add(import, source, key, NAN, value, i + 1, err)))
			return false;
	}
	return true;
}

/* The number in "Total time: 5.871 [sec]". */
static bool total_time(const struct import_source *source, size_t i, const char *words,
	double *value, struct error *err)
{
	words = import_skip_blanks(words);
	size_t length = import_word(words);
	const char *unit = import_skip_blanks(words + length);
	if (!import_after(unit, "[sec]") && !import_after(unit, "sec"))
		return import_error(source, i + 1, err, "a total time that is not in seconds");
	return import_number(source, i + 1, words, length, value, err);
}

/* The first thing the program said that is neither banner nor result, NULL if nothing. */
static const char *first_complaint(const struct import_source *source)
{
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		if (*line && *line != '#' && *line != '(' && *line != '$')
			return line;
	}
	return NULL;
}

static bool check_any(
	const struct import *import, const struct import_source *source, struct error *err)
{
	const char *said = first_complaint(source);
	if (import->length || !said)
		return true;
	return import_error(source, 0, err, "no result; the program said: %.200s", said);
}

/* "5.170335 usecs/op". */
static bool read_rate(
	struct import *import, const struct import_source *source, size_t i, struct error *err)
{
	static const struct import_key keys[] = {
		{.name = "usecs/op", .unit = "us/op"},
		{.name = "ops/sec", .unit = "ops/s", .better = BETTER_HIGHER},
	};
	const char *line = import_line(source, i);
	size_t length = import_word(line);
	const char *unit = import_skip_blanks(line + length);
	for (size_t k = 0; k < ARRAY_LENGTH(keys); k++) {
		const char *behind = import_after(unit, keys[k].name);
		double value;
		if (behind && import_is_blank(behind))
			return import_number(source, i + 1, line, length, &value, err) &&
			       import_add(import, source, &keys[k], NAN, value, i + 1, err);
	}
	return true;
}

bool read_perf_pipe(struct import *import, const struct import_source *source, struct error *err)
{
	static const struct import_key total_key = {.name = "total", .unit = "s"};
	bool inside = true;
	if (is_simple(source))
		return read_simple(import, source, &total_key, err);
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		const char *total = import_after(line, "Total time:");
		double value;
		follow_banner(line, "sched/pipe", &inside);
		if (!inside)
			continue;
		if (total &&
			(!total_time(source, i, total, &value, err) ||
				!import_add(import, source, &total_key, NAN, value, i + 1, err)))
			return false;
		if (!total && !read_rate(import, source, i, err))
			return false;
	}
	return check_any(import, source, err);
}

bool read_perf_messaging(
	struct import *import, const struct import_source *source, struct error *err)
{
	static const struct import_key key = {.unit = "s"};
	double groups = NAN, value;
	bool inside = true;
	import_name_x(import, "groups");
	if (is_simple(source))
		return read_simple(import, source, &key, err);
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		const char *words = comment_words(line);
		const char *total = import_after(line, "Total time:");
		follow_banner(line, "sched/messaging", &inside);
		if (inside && words && strstr(words, " groups == ")) {
			if (!number_whole(words, import_word(words), &groups))
				return import_error(source, i + 1, err, "no number of groups");
		} else if (inside && total) {
			if (!total_time(source, i, total, &value, err) ||
				!import_add(import, source, &key, groups, value, i + 1, err))
				return false;
			groups = NAN; /* each run has a banner of its own */
		}
	}
	return check_any(import, source, err);
}
