/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-build.h"

#include <locale.h>
#include <math.h>

#include "model/plan.h"
#include "model/text.h"

bool import_stream_error(
	const struct import_stream *stream, size_t line, struct error *err, const char *message)
{
	return line ? error_set(err, "%s:%zu: %s", stream->file, line, message)
		    : error_set(err, "%s: %s", stream->file, message);
}

static bool has_x(const struct import_point *point)
{
	return !isnan(point->x);
}

bool import_stream_is_swept(const struct import_stream *stream)
{
	return !stream->runs && stream->series->length && has_x(&stream->series->points[0]);
}

/* One value with its place in the campaign. */
struct placed {
	unsigned chart, variant, count;
	double x;     /* 0 where nothing is swept */
	size_t order; /* of reading, which is that of repeats */
	double value;
};

static int by_x(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;
	if (a->chart != b->chart)
		return a->chart < b->chart ? -1 : 1;
	return a->x < b->x ? -1 : a->x > b->x;
}

static int by_cell(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;
	if (a->chart != b->chart)
		return a->chart < b->chart ? -1 : 1;
	if (a->variant != b->variant)
		return a->variant < b->variant ? -1 : 1;
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* The value as exports write it: what they leave out must not decide a comparison here alone. */
static double exported(double value)
{
	char digits[TEXT_NUMBER_BYTES];
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	value = strtod_l(text_number(value, digits), NULL, c);
	freelocale(c);
	return value;
}

static bool is_count(double x)
{
	return x >= 0 && x <= COUNTS_LARGEST && x == floor(x);
}

/* All values of all streams in the order they were read. */
static bool place(const struct build *build, struct placed *placed, struct error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < build->streams->length; i++) {
		const struct import_stream *stream = &build->streams->streams[i];
		bool swept = import_stream_is_swept(stream);
		for (size_t p = 0; p < stream->series->length; p++) {
			const struct import_point *point = &stream->series->points[p];
			if (swept != (has_x(point) && !stream->runs))
				return import_stream_error(stream, point->line, err,
					"some samples have an x and some have none");
			placed[n] = (struct placed){build->charts[i], build->variants[i], 0,
				swept ? exported(point->x) : 0, n, exported(point->value)};
			n++;
		}
	}
	return true;
}

/* x is the count, unless some x of the chart can be none: then counts number them from 1. */
static void number(const struct build *build, struct placed *placed, size_t n, bool *numbered)
{
	for (size_t i = 0; i < n; i++)
		numbered[placed[i].chart] |= !is_count(placed[i].x);
	qsort(placed, n, sizeof(*placed), by_x);
	for (size_t i = 0; i < n; i++) {
		bool first = i == 0 || placed[i].chart != placed[i - 1].chart;
		if (!build->campaign->charts[placed[i].chart].swept)
			placed[i].count = 0;
		else if (!numbered[placed[i].chart])
			placed[i].count = (unsigned)placed[i].x;
		else
			placed[i].count =
				first ? 1 : placed[i - 1].count + (placed[i].x != placed[i - 1].x);
	}
	qsort(placed, n, sizeof(*placed), by_cell);
}

static bool same_cell(const struct placed *a, const struct placed *b)
{
	return a->chart == b->chart && a->variant == b->variant && a->count == b->count;
}

static bool add_samples(struct build *build, const struct placed *placed, size_t n,
	const bool *numbered, struct error *err)
{
	struct campaign *c = build->campaign;
	struct campaign_cell *cell = NULL;
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || !same_cell(&placed[i], &placed[i - 1])) {
			if (c->cells_n == PLAN_CELLS_MAX)
				return error_set(err, "more than %d cells", PLAN_CELLS_MAX);
			cell = xgrow(&c->cells, &c->cells_n, sizeof(*cell));
			cell->chart = placed[i].chart;
			cell->variant = placed[i].variant;
			cell->count = placed[i].count;
			cell->has_x = numbered[placed[i].chart];
			cell->x = cell->has_x ? placed[i].x : 0;
		}
		struct sample *sample =
			xgrow(&build->samples->samples, &build->samples->length, sizeof(*sample));
		*sample = (struct sample){
			.cell = (unsigned)c->cells_n - 1,
			.entry = placed[i].variant,
			.round = ++cell->repeats,
			.attempt = 1,
			.status = SAMPLE_OK,
			.value = placed[i].value,
			.raw = NAN,
			.overhead = NAN,
			.spread = NAN,
			.started_us = c->started_us,
		};
	}
	c->samples_n = (unsigned)n;
	return true;
}

bool import_build_cells(struct build *build, struct error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < build->streams->length; i++)
		n += build->streams->streams[i].series->length;
	if (n > PLAN_SAMPLES_MAX)
		return error_set(err, "more than %d samples", PLAN_SAMPLES_MAX);
	struct placed *placed = xcalloc(n + 1, sizeof(*placed));
	bool *numbered = xcalloc(build->campaign->charts_n + 1, sizeof(*numbered));
	bool ok = place(build, placed, err);
	if (ok) {
		number(build, placed, n, numbered);
		ok = add_samples(build, placed, n, numbered, err);
	}
	free(placed);
	free(numbered);
	return ok;
}
