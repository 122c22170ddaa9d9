/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A big lab: campaigns of four machines over years, three of four on "lab1", the same on every
 * call. Most are small: three variants, two charts, 48 launches. Large ones have 12 charts and
 * 36,000 launches. Kernels go on over time, and in the middle of all campaigns "6.12" becomes
 * slower by 4 %.
 */
#ifndef TESTS_BIGLAB_H
#define TESTS_BIGLAB_H

#include <math.h>

#include "model/formats/jsonl.h"
#include "model/store-db.h"

#define BIGLAB_STARTED_US INT64_C(1577836800000000) /* 2020-01-01 */
#define BIGLAB_STEP_US INT64_C(19800000000)         /* 5.5 hours from campaign to campaign */
#define BIGLAB_SLOWER 1.04

struct biglab_shape {
	unsigned placements, workloads; /* charts: one for each of the two */
	unsigned counts, rounds, boots;
};

static const struct biglab_shape biglab_small = {1, 2, 4, 1, 2};
static const struct biglab_shape biglab_large = {6, 2, 20, 10, 5};

/* "20200101-000001": by its day and its number among all. */
static inline void biglab_id(unsigned i, char id[static CAMPAIGN_ID_BYTES])
{
	char day[TEXT_TIME_BYTES];
	text_time(BIGLAB_STARTED_US + i * BIGLAB_STEP_US, day);
	snprintf(id, CAMPAIGN_ID_BYTES, "%.4s%.2s%.2s-%06u", day, day + 5, day + 8, i % 1000000);
}

/* A value from -0.5 to 0.5 that depends on its arguments alone. */
static inline double biglab_noise(unsigned a, unsigned b)
{
	uint64_t x = a * 0x9e3779b97f4a7c15u + (b + 1) * 0xbf58476d1ce4e5b9u;
	x ^= x >> 31;
	x *= 0xd6e8feb86659fd93u;
	x ^= x >> 32;
	return (double)(x % 1000000) / 1e6 - 0.5;
}

static inline void biglab_variants(struct campaign *campaign)
{
	static const char *const labels[] = {"6.1", "6.1-rt", "6.12"};
	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++) {
		struct campaign_variant *variant =
			xgrow(&campaign->variants, &campaign->variants_n, sizeof(*variant));
		*variant = (struct campaign_variant){xstrdup(labels[i]), xstrdup(labels[i]), NULL,
			xstrdup("")};
	}
}

static inline void biglab_cells(struct campaign *campaign, const struct biglab_shape *shape,
	unsigned chart)
{
	for (unsigned v = 0; v < campaign->variants_n; v++)
		for (unsigned count = 1; count <= shape->counts; count++) {
			struct campaign_cell *cell =
				xgrow(&campaign->cells, &campaign->cells_n, sizeof(*cell));
			*cell = (struct campaign_cell){.variant = v, .chart = chart,
				.count = 2 * count, .repeats = shape->rounds};
		}
}

static inline void biglab_charts(struct campaign *campaign, const struct biglab_shape *shape)
{
	static const enum placement placements[] = {PLACEMENT_BOUND, PLACEMENT_UNBOUND,
		PLACEMENT_SIBLINGS, PLACEMENT_CORE, PLACEMENT_LLC, PLACEMENT_ACROSS};
	for (unsigned w = 0; w < shape->workloads; w++)
		for (unsigned p = 0; p < shape->placements; p++) {
			const struct workload *workload = workload_at(w);
			struct campaign_chart *chart = xgrow(&campaign->charts,
				&campaign->charts_n, sizeof(*chart));
			*chart = (struct campaign_chart){
				.slug = xasprintf("%s.%s", workload->name,
					placement_name(placements[p])),
				.workload = xstrdup(workload->name), .placement = placements[p],
				.swept = true, .unit = xstrdup(workload->unit),
				.unit_text = xstrdup(workload->unit_text),
				.x_text = xstrdup(workload->x_text),
				.like = xstrdup(workload->like)};
			biglab_cells(campaign, shape, (unsigned)campaign->charts_n - 1);
		}
}

static inline void biglab_entries(struct campaign *campaign, unsigned i)
{
	for (unsigned boot = 1; boot <= campaign->boots; boot++)
		for (unsigned v = 0; v < campaign->variants_n; v++) {
			struct campaign_boot *entry = xgrow(&campaign->entries,
				&campaign->entries_n, sizeof(*entry));
			*entry = (struct campaign_boot){.variant = v, .number = boot, .entry = 1,
				.kernel_boot_id = xasprintf("%u-%u-%u", i, boot, v),
				.entered_us = campaign->started_us + boot};
			char *release = xasprintf("6.%u.%u%s", v == 2 ? 12 : 1, i / 40,
				v == 1 ? "-rt" : "");
			environment_set(&entry->env, "release", release);
			free(release);
		}
}

static inline double biglab_value(const struct campaign *campaign, unsigned i, unsigned n,
	unsigned middle, const struct sample *sample)
{
	const struct campaign_cell *cell = &campaign->cells[sample->cell];
	double value = (3 + cell->chart) * (1 + 0.01 * cell->count) * (1 + 0.02 * cell->variant);
	if (cell->variant == 2 && i >= middle)
		value *= BIGLAB_SLOWER;
	value *= 1 + 0.01 * biglab_noise(i, 1000 + sample->entry) + 0.02 * biglab_noise(i, n);
	return round(value * 1e6) / 1e6;
}

static inline void biglab_samples(const struct campaign *campaign, unsigned i, unsigned middle,
	struct samples *samples)
{
	unsigned n = 0;
	for (unsigned e = 0; e < campaign->entries_n; e++)
		for (unsigned c = 0; c < campaign->cells_n; c++) {
			const struct campaign_cell *cell = &campaign->cells[c];
			if (cell->variant != campaign->entries[e].variant)
				continue;
			for (unsigned round = 1; round <= cell->repeats; round++, n++) {
				struct sample *sample = xgrow(&samples->samples,
					&samples->length, sizeof(*sample));
				*sample = (struct sample){.cell = c, .entry = e, .round = round,
					.attempt = 1, .raw = NAN, .overhead = NAN, .spread = NAN,
					.started_us = campaign->started_us + n * INT64_C(300000),
					.duration_ns = 250000000 + n, .cpus = xstrdup("0-1")};
				sample->value = biglab_value(campaign, i, n, middle, sample);
			}
		}
}

/* The i-th campaign; `middle` is the first with the slower kernel. */
static inline struct campaign biglab_campaign(unsigned i, unsigned middle,
	const struct biglab_shape *shape, struct samples *samples)
{
	char digest[DIGEST_BYTES];
	struct error err;
	struct campaign campaign = {.title = xasprintf("nightly %u", i),
		.host = xasprintf("lab%u", i % 4 < 3 ? 1 : 2 + i / 4 % 3), .tool = xstrdup("schedlab 0.1"),
		.machine = xstrdup("here"), .accel = xstrdup(""), .accel_why = xstrdup(""),
		.plan = xstrdup("title: nightly\nmachine: here\n"), .seed = i,
		.started_us = BIGLAB_STARTED_US + i * BIGLAB_STEP_US, .boots = shape->boots};
	biglab_id(i, campaign.id);
	biglab_variants(&campaign);
	biglab_charts(&campaign, shape);
	biglab_entries(&campaign, i);
	biglab_samples(&campaign, i, middle, samples);
	campaign.digest = xstrdup(
		jsonl_digest(&campaign, samples, digest, &err) ? digest : err.message);
	return campaign;
}

/* Whether the i-th of n is one of the large ones: none of lab1's, so that its trends are long. */
static inline bool biglab_is_large(unsigned i, unsigned n, unsigned large)
{
	return large && i % 4 == 3 && i / 4 % (n / 4 / large) == 0;
}

/* Fills a store with n campaigns, about `large` of them large; n >= 4 large. */
static inline bool biglab_fill(struct store *store, unsigned n, unsigned large, struct error *err)
{
	if (!db_begin(store, err))
		return false;
	bool ok = true;
	for (unsigned i = 0; ok && i < n; i++) {
		struct samples samples = {0};
		const struct biglab_shape *shape =
			biglab_is_large(i, n, large) ? &biglab_large : &biglab_small;
		struct campaign campaign = biglab_campaign(i, n / 2, shape, &samples);
		ok = store_campaign_import(store, &campaign, &samples, err);
		samples_release(&samples);
		campaign_release(&campaign);
	}
	return db_end(store, ok, err);
}

#endif
