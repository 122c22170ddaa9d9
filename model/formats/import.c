/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import.h"

#include <math.h>
#include <stdarg.h>

#include "model/formats/import-detect.h"
#include "model/formats/readers.h"
#include "model/plan.h"
#include "model/text.h"

#define SERIES_MAX 5000
#define NAME_BYTES_MAX 400
#define WARNINGS_MAX 1000

/*
 * Every kind. Tables of numbers look like many things, so those are tried only where no program's
 * output was recognized.
 */
static const struct kind {
	const char *name;
	bool is_table;
	import_detector *detect; /* NULL: has to be named */
	import_reader *read;
} kinds[] = {
	{"hackbench", false, detect_hackbench, read_hackbench},
	{"lat_ctx", false, detect_lat_ctx, read_lat_ctx},
	{"perf-pipe", false, detect_perf_pipe, read_perf_pipe},
	{"perf-messaging", false, detect_perf_messaging, read_perf_messaging},
	{"schbench", false, detect_schbench, read_schbench},
	{"cyclictest", false, detect_cyclictest, read_cyclictest},
	{"gobench", false, detect_gobench, read_gobench},
	{"pts-xml", false, detect_pts_xml, read_pts_xml},
	{"mmtests", false, detect_mmtests, read_mmtests},
	{"ministat", true, detect_ministat, read_ministat},
	{"csv", true, detect_csv, read_csv},
	{"dat", true, detect_dat, read_dat},
	{"extract", false, NULL, read_extract},
};

const char *import_kind_at(size_t i)
{
	return i < ARRAY_LENGTH(kinds) ? kinds[i].name : NULL;
}

static const struct kind *kind_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}

bool import_kind_is_known(const char *kind)
{
	return kind_find(kind) != NULL;
}

/* The only kind that the content fits; programs first, then tables. */
static const struct kind *detect(const struct import_source *source, struct error *err)
{
	for (int tables = 0; tables <= 1; tables++) {
		const struct kind *found = NULL;
		for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
			if (kinds[i].is_table != tables || !kinds[i].detect ||
				!kinds[i].detect(source))
				continue;
			if (found) {
				import_error(source, 0, err,
					"can be %s or %s: say which with --kind", found->name,
					kinds[i].name);
				return NULL;
			}
			found = &kinds[i];
		}
		if (found)
			return found;
	}
	import_error(source, 0, err, "of no kind that is recognized: say which with --kind");
	return NULL;
}

/* What holds no table but can look like one: forms of ours that are not for coming back. */
static const char *own_form(const struct import_source *source)
{
	const char *first = source->lines[0];
	if (strchr("{[", first[0]) && first[0])
		return "JSON";
	return strncmp(first, "# gnuplot ", 10) == 0 ? "schedlab's own script for gnuplot" : NULL;
}

static bool is_empty(const struct import_source *source)
{
	for (size_t i = 0; i < source->length; i++)
		if (!import_is_blank(source->lines[i]))
			return false;
	return true;
}

/* Releases everything but the warnings, which tell why. */
static void release_series(struct import *import)
{
	for (size_t i = 0; i < import->length; i++) {
		free(import->series[i].variant);
		free(import->series[i].name);
		free(import->series[i].unit);
		free(import->series[i].hint);
		free(import->series[i].points);
	}
	free(import->series);
	import->series = NULL;
	import->length = 0;
}

bool import_read(struct import *import, const struct import_source *source, const char *name,
	struct error *err)
{
	*import = (struct import){0};
	if (is_empty(source))
		return import_error(source, 0, err, "no data: the file is empty");
	const char *own = name ? NULL : own_form(source);
	if (own)
		return import_error(source, 0, err,
			"%s: import the canonical form (export --format=jsonl), not packed", own);
	const struct kind *kind = name ? kind_find(name) : detect(source, err);
	if (!kind)
		return !name ? false : error_set(err, "unknown kind '%s'", name);
	import->kind = kind->name;
	bool ok = kind->read(import, source, err);
	if (ok && import->length == 0)
		ok = import_error(source, 0, err, "no data: nothing in it is a result of kind %s",
			kind->name);
	if (!ok)
		release_series(import);
	return ok;
}

void import_release(struct import *import)
{
	release_series(import);
	for (size_t i = 0; i < import->warnings_n; i++)
		free(import->warnings[i].text);
	free(import->warnings);
	free(import->x_text);
	*import = (struct import){0};
}

enum better import_better(const char *unit)
{
	static const char *const rates[] = {"/s", "/sec"};
	size_t length = strlen(unit);
	for (size_t i = 0; i < ARRAY_LENGTH(rates); i++)
		if (length > strlen(rates[i]) &&
			strcmp(unit + length - strlen(rates[i]), rates[i]) == 0)
			return BETTER_HIGHER;
	return BETTER_LOWER;
}

static bool same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Files go round their series, so the one behind the latest is looked at first. */
static struct import_series *series_find(struct import *import, const struct import_key *key)
{
	for (size_t i = 1; i <= import->length; i++) {
		size_t at = (import->latest + i) % import->length;
		struct import_series *series = &import->series[at];
		if (same(series->name, key->name) && same(series->unit, key->unit) &&
			same(series->variant, key->variant) && series->column == key->column) {
			import->latest = at;
			return series;
		}
	}
	return NULL;
}

/* Names become part of addresses and pages, so they are short lines of UTF-8. */
static bool check_name(
	const struct import_source *source, const char *name, size_t line, struct error *err)
{
	if (!name)
		return true;
	size_t length = strlen(name);
	if (length > NAME_BYTES_MAX)
		return import_error(
			source, line, err, "a name of more than %d bytes", NAME_BYTES_MAX);
	for (size_t i = 0; i < length;) {
		size_t n = text_utf8_length(name + i, length - i);
		if (n == 0)
			return import_error(source, line, err,
				"a name that is not UTF-8: convert the file with iconv");
		if (text_is_control(name + i, n))
			return import_error(source, line, err, "a control character in a name");
		i += n;
	}
	return true;
}

bool import_add(struct import *import, const struct import_source *source,
	const struct import_key *key, double x, double value, size_t line, struct error *err)
{
	struct import_series *series = series_find(import, key);
	if (!series) {
		if (!check_name(source, key->variant, line, err) ||
			!check_name(source, key->name, line, err) ||
			!check_name(source, key->unit, line, err))
			return false;
		if (import->length == SERIES_MAX)
			return import_error(source, line, err, "more than %d series", SERIES_MAX);
		series = xgrow(&import->series, &import->length, sizeof(*series));
		*series = (struct import_series){.variant = xstrdup_null(key->variant),
			.name = xstrdup_null(key->name),
			.unit = xstrdup_null(key->unit),
			.better = key->better,
			.column = key->column};
		import->latest = import->length - 1;
	}
	if (series->length == PLAN_SAMPLES_MAX)
		return import_error(source, line, err, "more than %d samples", PLAN_SAMPLES_MAX);
	struct import_point *point = xgrow(&series->points, &series->length, sizeof(*point));
	*point = (struct import_point){x, value, line};
	return true;
}

void import_warn(struct import *import, size_t line, const char *format, ...)
{
	struct error text;
	if (import->warnings_n == WARNINGS_MAX)
		return; /* who reads a thousand knows enough */
	va_list args;
	va_start(args, format);
	vsnprintf(text.message, sizeof(text.message), format, args);
	va_end(args);
	struct import_warning *warning =
		xgrow(&import->warnings, &import->warnings_n, sizeof(*warning));
	warning->line = line;
	warning->text = text_valid(text.message);
}

void import_name_x(struct import *import, const char *x_text)
{
	if (!import->x_text)
		import->x_text = text_valid(x_text);
}
