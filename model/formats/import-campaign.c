/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-campaign.h"

#include <locale.h>
#include <math.h>

#include "model/formats/jsonl.h"
#include "model/plan-source.h"
#include "model/plan.h"
#include "model/slug.h"

#define WORKLOAD_SLUG_MAX 28 /* leaves room for ".unbound" and a number */

/* What is being built, and for every stream where it went. */
struct build {
	const struct import_streams *streams;
	const struct import_header *header;
	struct campaign *campaign;
	struct samples *samples;
	unsigned *variants, *charts; /* of each stream */
};

static bool stream_error(const struct import_stream *stream, size_t line, struct error *err,
	const char *message)
{
	return line ? error_set(err, "%s:%zu: %s", stream->file, line, message)
		    : error_set(err, "%s: %s", stream->file, message);
}

/* ---- variants ---- */

static bool variant_of(struct build *build, const char *label, unsigned *index, struct error *err)
{
	struct campaign *c = build->campaign;
	for (*index = 0; *index < c->variants_n; ++*index)
		if (strcmp(c->variants[*index].label, label) == 0)
			return true;
	if (c->variants_n == PLAN_LIST_MAX)
		return error_set(err, "more than %d variants", PLAN_LIST_MAX);
	char *taken[PLAN_LIST_MAX], slug[SLUG_BYTES];
	for (size_t i = 0; i < c->variants_n; i++)
		taken[i] = c->variants[i].slug;
	slug_make_distinct(label, taken, c->variants_n, slug);
	struct campaign_variant *variant = xgrow(&c->variants, &c->variants_n, sizeof(*variant));
	variant->label = xstrdup(label);
	variant->slug = xstrdup(slug);
	variant->cmdline = xstrdup("");
	return true;
}

static bool add_variants(struct build *build, struct error *err)
{
	unsigned index;
	for (size_t i = 0; i < build->header->labels_n; i++)
		if (!variant_of(build, build->header->labels[i], &index, err))
			return false;
	for (size_t i = 0; i < build->streams->length; i++)
		if (!variant_of(build, build->streams->streams[i].variant, &build->variants[i],
			    err))
			return false;
	struct campaign *c = build->campaign;
	const char *baseline = build->header->baseline;
	for (unsigned i = 0; baseline && i < c->variants_n; i++)
		if (strcmp(c->variants[i].label, baseline) == 0)
			c->baseline = i;
	return !baseline || strcmp(c->variants[c->baseline].label, baseline) == 0 ||
		error_set(err, "the baseline '%.100s' is none of the variants", baseline);
}

/* ---- charts ---- */

static bool has_x(const struct import_point *point)
{
	return !isnan(point->x);
}

static bool is_swept(const struct import_stream *stream)
{
	return !stream->runs && stream->series->length && has_x(&stream->series->points[0]);
}

/* A slug of the workload that leaves room for the placement behind it, distinct in the campaign. */
static char *workload_slug(const struct campaign *c, const char *name)
{
	char slug[SLUG_BYTES];
	slug_make(name, slug);
	size_t length = strlen(slug) < WORKLOAD_SLUG_MAX ? strlen(slug) : WORKLOAD_SLUG_MAX;
	while (length > 1 && (slug[length - 1] == '-' || slug[length - 1] == '.'))
		length--;
	slug[length] = 0;
	char *distinct = xstrdup(slug);
	for (unsigned number = 2;; number++) {
		size_t i = 0;
		while (i < c->charts_n && strcmp(c->charts[i].workload, distinct) != 0)
			i++;
		if (i == c->charts_n)
			return distinct;
		free(distinct);
		distinct = xasprintf("%s-%u", slug, number);
	}
}

/* The chart of the same name and unit; the same name at another placement has the same slug. */
static bool chart_of(struct build *build, size_t at, struct error *err)
{
	struct campaign *c = build->campaign;
	const struct import_stream *stream = &build->streams->streams[at], *other = NULL;
	char *workload = NULL;
	for (size_t i = 0; i < at; i++) {
		other = &build->streams->streams[i];
		if (strcmp(other->chart, stream->chart) != 0 ||
			strcmp(other->unit, stream->unit) != 0)
			continue;
		const struct campaign_chart *chart = &c->charts[build->charts[i]];
		free(workload);
		workload = xstrdup(chart->workload);
		if (other->placement != stream->placement)
			continue;
		free(workload);
		build->charts[at] = build->charts[i];
		if (other->better != stream->better)
			return stream_error(stream, 0, err, "higher is better in one file and "
							    "lower in another");
		return is_swept(stream) == chart->swept ||
			stream_error(stream, 0, err, "a series with x and one without");
	}
	if (c->charts_n == PLAN_LIST_MAX * PLACEMENT_N) {
		free(workload);
		return error_set(err, "more than %d charts", PLAN_LIST_MAX * PLACEMENT_N);
	}
	workload = workload ? workload : workload_slug(c, stream->chart);
	build->charts[at] = (unsigned)c->charts_n;
	struct campaign_chart *chart = xgrow(&c->charts, &c->charts_n, sizeof(*chart));
	*chart = (struct campaign_chart){
		.slug = xasprintf("%s.%s", workload, placement_name(stream->placement)),
		.workload = workload,
		.placement = stream->placement,
		.clock = CLOCK_WALL,
		.swept = is_swept(stream),
		.unit = xstrdup(stream->unit),
		.unit_text = xstrdup(stream->unit_text),
		.x_text = xstrdup(stream->x_text),
		.like = xstrdup(stream->like),
		.better = stream->better,
	};
	return true;
}

/* ---- cells and samples ---- */

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
	if (is_swept(stream) != (has_x(point) && !stream->runs))
		return stream_error(stream, point->line, err,
			"some samples have an x and some have none");
	if (!is_swept(stream))
		return true;
	if (point->x >= 0 && point->x <= COUNTS_LARGEST && point->x == floor(point->x)) {
		*count = (unsigned)point->x;
		return true;
	}
	snprintf(message, sizeof(message),
		"x is %s: only whole numbers from 0 to %d can be stored, scale the column",
		text_number(point->x, x), COUNTS_LARGEST);
	return stream_error(stream, point->line, err, message);
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

static bool add_samples(struct build *build, const struct placed *placed, size_t n,
	struct error *err)
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

/* ---- the whole ---- */

static void add_entries(struct build *build)
{
	struct campaign *c = build->campaign;
	const struct import_header *header = build->header;
	for (unsigned i = 0; i < c->variants_n; i++) {
		struct campaign_boot *entry = xgrow(&c->entries, &c->entries_n, sizeof(*entry));
		entry->variant = i;
		entry->clock = CLOCK_WALL;
		entry->number = entry->entry = 1;
		/* Nothing is known of it, but it is no other campaign's. */
		entry->kernel_boot_id = xasprintf("%s-%u", c->id, i + 1);
		entry->entered_us = c->started_us;
		environment_set(&entry->env, "import", header->origin);
		for (size_t f = 0; i < header->labels_n && header->envs &&
			f < header->envs[i].length; f++)
			environment_set(&entry->env, header->envs[i].facts[f].name,
				header->envs[i].facts[f].text);
	}
}

static void add_header(struct build *build)
{
	const struct import_header *header = build->header;
	struct campaign *c = build->campaign;
	snprintf(c->id, sizeof(c->id), "%s", header->id);
	c->title = xstrdup(header->title);
	c->host = xstrdup(header->host);
	c->tool = xstrdup(header->tool);
	c->machine = xstrdup("import");
	c->accel = xstrdup("");
	c->accel_why = xstrdup("");
	c->plan = xstrdup(header->plan);
	c->started_us = header->started_us;
	c->state = CAMPAIGN_COMPLETE;
	c->boots = 1;
}

static bool seal(struct campaign *campaign, const struct samples *samples, struct error *err)
{
	char digest[DIGEST_BYTES];
	if (!jsonl_digest(campaign, samples, digest, err))
		return false;
	campaign->digest = xstrdup(digest);
	return true;
}

bool import_campaign(const struct import_streams *streams, const struct import_header *header,
	struct campaign *campaign, struct samples *samples, struct error *err)
{
	*campaign = (struct campaign){0};
	*samples = (struct samples){0};
	struct build build = {streams, header, campaign, samples,
		xcalloc(streams->length + 1, sizeof(unsigned)),
		xcalloc(streams->length + 1, sizeof(unsigned))};
	struct placed *placed = NULL;
	size_t n;
	add_header(&build);
	bool ok = add_variants(&build, err);
	for (size_t i = 0; ok && i < streams->length; i++)
		ok = chart_of(&build, i, err);
	ok = ok && place(&build, &placed, &n, err) && add_samples(&build, placed, n, err);
	if (ok) {
		add_entries(&build);
		ok = seal(campaign, samples, err);
	}
	free(placed);
	free(build.variants);
	free(build.charts);
	if (!ok) {
		campaign_release(campaign);
		samples_release(samples);
	}
	return ok;
}
