/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-stream.h"

#include <math.h>

#include "model/text.h"

/* Cuts ".suffix" off the end, unless nothing would be left. */
static void cut_extension(char *stem)
{
	char *dot = strrchr(stem, '.');
	if (dot && dot != stem)
		*dot = 0;
}

char *import_stem(const char *path, enum placement *placement)
{
	const char *slash = strrchr(path, '/');
	char *stem =
		strcmp(path, "-") == 0 ? xstrdup("stdin") : text_valid(slash ? slash + 1 : path);
	size_t length = strlen(stem);
	*placement = PLACEMENT_UNBOUND;
	if (length > 3 && strcmp(stem + length - 3, ".gz") == 0)
		cut_extension(stem);
	cut_extension(stem);
	const char *dot = strrchr(stem, '.');
	if (dot && dot != stem && placement_parse(dot + 1, placement))
		cut_extension(stem);
	return stem;
}

static bool same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Whether the columns of a table are the variants. */
static bool columns_are_variants(const struct import *import, const char *variant)
{
	if (import->columns < 2 || variant)
		return false;
	for (size_t i = 1; i < import->length; i++)
		if (!same(import->series[i].unit, import->series[0].unit))
			return false;
	return true;
}

/* A chart by the series' name; kinds whose names are short put themselves before it. */
static char *chart_name(
	const struct import *import, const struct import_series *series, const char *stem)
{
	static const char *const short_names[] = {"lat_ctx", "perf-pipe", "schbench", "cyclictest"};
	bool is_table = import->columns > 0;
	if (!series->name)
		return xstrdup(is_table                                ? stem
			       : strcmp(import->kind, "ministat") == 0 ? "values"
								       : import->kind);
	for (size_t i = 0; i < ARRAY_LENGTH(short_names); i++)
		if (strcmp(import->kind, short_names[i]) == 0)
			return xasprintf("%s %s", import->kind, series->name);
	return xstrdup(strcmp(import->kind, "extract") == 0 ? stem : series->name);
}

/* "us/op" as readers see it. */
static char *unit_words(const char *unit)
{
	if (import_after(unit, "us/"))
		return xasprintf("µs per %s", unit + 3);
	if (strcmp(unit, "us") == 0)
		return xstrdup("µs");
	if (strcmp(unit, "s") == 0)
		return xstrdup("seconds");
	return xstrdup(*unit ? unit : "value");
}

static bool has_x(const struct import_series *series)
{
	return series->length && !isnan(series->points[0].x);
}

struct import_stream *import_stream_add(struct import_streams *streams)
{
	return xgrow(&streams->streams, &streams->length, sizeof(struct import_stream));
}

void import_streams_add(struct import_streams *streams, const struct import *import,
	const char *path, const char *variant, int placement)
{
	enum placement said;
	char *stem = import_stem(path, &said);
	bool by_column = columns_are_variants(import, variant);
	for (size_t i = 0; i < import->length; i++) {
		const struct import_series *series = &import->series[i];
		struct import_stream *stream = import_stream_add(streams);
		const char *column = series->hint ? series->hint : series->name;
		const char *label = series->variant       ? series->variant
				    : variant             ? variant
				    : by_column && column ? column
							  : stem;
		stream->variant = xstrdup(label);
		stream->chart = by_column ? xstrdup(stem) : chart_name(import, series, stem);
		stream->unit = xstrdup(series->unit ? series->unit : "");
		stream->unit_text = unit_words(stream->unit);
		stream->x_text = xstrdup(!has_x(series)   ? "run"
					 : import->x_text ? import->x_text
							  : "x");
		stream->like =
			by_column || !series->name
				? xasprintf("imported from %s", import->kind)
				: xasprintf("%s, imported from %s", series->name, import->kind);
		stream->placement = placement < 0 ? said : (enum placement)placement;
		stream->better = series->better;
		stream->series = series;
		stream->file = path;
	}
	free(stem);
}

void import_streams_release(struct import_streams *streams)
{
	for (size_t i = 0; i < streams->length; i++) {
		struct import_stream *stream = &streams->streams[i];
		free(stream->variant);
		free(stream->chart);
		free(stream->unit);
		free(stream->unit_text);
		free(stream->x_text);
		free(stream->like);
	}
	free(streams->streams);
	*streams = (struct import_streams){0};
}
