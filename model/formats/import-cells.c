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
	size_t order; /* of reading, which is that of repeats */
	double value;
};

static int compare_placed(const void *left, const void *right)
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

static bool count_of(const struct import_stream *stream, const struct import_point *point,
	unsigned *count, struct error *err)
{
	char x[TEXT_NUMBER_BYTES], message[200];
	*count = 0;
	if (import_stream_is_swept(stream) != (has_x(point) && !stream->runs))
		return import_stream_error(
			stream, point->line, err, "some samples have an x and some have none");
	if (!import_stream_is_swept(stream))
		return true;
	if (point->x >= 0 && point->x <= COUNTS_LARGEST && point->x == floor(point->x)) {
		*count = (unsigned)point->x;
		return true;
	}
	snprintf(message, sizeof(message),
		"x is %s: only whole numbers from 0 to %d can be stored, scale the column",
		text_number(point->x, x), COUNTS_LARGEST);
	return import_stream_error(stream, point->line, err, message);
}

/* All values of all streams, by cell and in the order they were read. */
static bool place(const struct build *build, struct placed **placed, size_t *n, struct error *err)
{
	size_t total = 0;
	for (size_t i = 0; i < build->streams->length; i++)
		total += build->streams->streams[i].series->length;
	*n = 0;
	if (total > PLAN_SAMPLES_MAX)
		return error_set(err, "more than %d samples", PLAN_SAMPLES_MAX);
	*placed = xcalloc(total + 1, sizeof(**placed));
	for (size_t i = 0; i < build->streams->length; i++) {
		const struct import_stream *stream = &build->streams->streams[i];
		for (size_t p = 0; p < stream->series->length; p++) {
			struct placed *one = &(*placed)[*n];
			*one = (struct placed){build->charts[i], build->variants[i], 0, *n,
				stream->series->points[p].value};
			if (!count_of(stream, &stream->series->points[p], &one->count, err))
				return false;
			++*n;
		}
	}
	qsort(*placed, *n, sizeof(**placed), compare_placed);
	return true;
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

static bool same_cell(const struct placed *a, const struct placed *b)
{
	return a->chart == b->chart && a->variant == b->variant && a->count == b->count;
}

static bool add_samples(
	struct build *build, const struct placed *placed, size_t n, struct error *err)
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
		}
		struct sample *sample =
			xgrow(&build->samples->samples, &build->samples->length, sizeof(*sample));
		*sample = (struct sample){
			.cell = (unsigned)c->cells_n - 1,
			.entry = placed[i].variant,
			.round = ++cell->repeats,
			.attempt = 1,
			.status = SAMPLE_OK,
			.value = exported(placed[i].value),
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
	struct placed *placed = NULL;
	size_t n;
	bool ok = place(build, &placed, &n, err) && add_samples(build, placed, n, err);
	free(placed);
	return ok;
}
