/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Campaigns to show: made up, but of the shape that real ones have, the same on every call.
 * Three of them: complete, open with hostile names in every free text, and open without a sample.
 */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include <math.h>

#include "model/formats/jsonl.h"
#include "model/slug.h"
#include "model/store.h"
#include "model/text.h"
#include "model/workload.h"

#define FIXTURE_ID "20261130-k3f7qd"
#define FIXTURE_HOSTILE_ID "20261201-h0st1l"
#define FIXTURE_EMPTY_ID "20261202-empty0"
#define FIXTURE_STARTED_US 1796064001123456LL /* 2026-11-30T18:40:01 */

static const char *const fixture_hostile[] = {
	"<script>alert(1)</script>",
	"\"><img src=x onerror='alert(1)'>",
	"../../etc/passwd%00?a=b#c&amp;",
	"two\nlines\tand a tab\r",
	"内核 – µs ±3.3 %",
	"a bell \x07, an escape \x1b[31m, \xe2\x80\xae turned round",
	"=HYPERLINK(\"http://example.org\",\"x\")`id`${x}'",
};

/* A value from 0 to 1 that depends on its arguments alone. */
static inline double fixture_noise(unsigned a, unsigned b, unsigned c)
{
	uint64_t x = a * 0x9e3779b97f4a7c15u + b * 0xbf58476d1ce4e5b9u + c * 0x94d049bb133111ebu;
	x ^= x >> 31;
	x *= 0xd6e8feb86659fd93u;
	x ^= x >> 32;
	return (double)(x % 100000) / 100000;
}

static inline void fixture_variant(struct campaign *campaign, const char *label, const char *kernel,
	const char *cmdline)
{
	char *slugs[16], slug[SLUG_BYTES];
	for (size_t i = 0; i < campaign->variants_n; i++)
		slugs[i] = campaign->variants[i].slug;
	slug_make_distinct(label, slugs, campaign->variants_n, slug);
	struct campaign_variant *variant =
		xgrow(&campaign->variants, &campaign->variants_n, sizeof(*variant));
	*variant = (struct campaign_variant){
		xstrdup(label), xstrdup(slug), xstrdup_null(kernel), xstrdup(cmdline)};
}

static inline void fixture_chart(struct campaign *campaign, const struct workload *workload,
	enum placement placement, enum clock clock, unsigned from, unsigned to, unsigned step)
{
	bool counted = clock == CLOCK_COUNTED;
	struct campaign_chart *chart =
		xgrow(&campaign->charts, &campaign->charts_n, sizeof(*chart));
	*chart = (struct campaign_chart){
		.slug = xasprintf("%s.%s", workload->name, placement_name(placement)),
		.workload = xstrdup(workload->name),
		.placement = placement,
		.clock = clock,
		.emulated = !counted && campaign->accel[0],
		.swept = workload->swept,
		.unit = xstrdup(counted ? "instructions" : workload->unit),
		.unit_text = xstrdup(counted ? workload->counted_text : workload->unit_text),
		.x_text = xstrdup(workload->x_text),
		.like = xstrdup(workload->like),
	};
	for (unsigned v = 0; v < campaign->variants_n; v++)
		for (unsigned count = from; count <= to; count += step) {
			struct campaign_cell *cell =
				xgrow(&campaign->cells, &campaign->cells_n, sizeof(*cell));
			*cell = (struct campaign_cell){
				.variant = v,
				.chart = (unsigned)campaign->charts_n - 1,
				.count = workload->swept ? count : 0,
				.repeats = workload->swept ? 4 : 10,
				.trips = counted ? 1000 : 0,
			};
		}
}

static inline void fixture_charts(struct campaign *campaign, enum clock bound)
{
	const struct workload *workload;
	for (size_t i = 0; (workload = workload_at(i)); i++)
		for (unsigned unbound = 0; unbound < 2; unbound++)
			fixture_chart(campaign, workload,
				unbound ? PLACEMENT_UNBOUND : PLACEMENT_BOUND,
				unbound ? CLOCK_WALL : bound, workload->swept ? 2 : 0,
				workload->swept ? 24 : 0, workload->timed ? 1 : 2);
}

static inline void fixture_environment(struct environment *env, const char *release,
	const char *preempt, const char *extra)
{
	struct text config = TEXT_EMPTY;
	for (unsigned i = 0; i < 200; i++)
		text_add(&config, "CONFIG_OPTION_%u=%s\n", i, i % 3 ? "y" : "m");
	text_add(&config, "# CONFIG_PREEMPT is not set\nCONFIG_HZ=250\n");
	environment_set(env, "release", release);
	environment_set(env, "version", "#1 SMP Debian 6.1.192-3 (2026-11-01)");
	environment_set(env, "cmdline", extra);
	environment_set(env, "config", config.bytes);
	environment_set(env, "config.source", "the plan");
	environment_set(env, "dmesg", extra);
	environment_set(env, "clocksource", "tsc");
	environment_set(env, "clocksource.available", "tsc hpet acpi_pm");
	environment_set(env, "preempt.active", preempt);
	environment_set(env, "hz", "250");
	environment_set(env, "cpus.online", "0-1");
	environment_set(env, "hypervisor", NULL);
	environment_set(env, "sched.base_slice_ns", strstr(release, "rt") ? "3000000" : "2250000");
	environment_set(env, "topology.xml", "<topology version='2.0'/>");
	text_release(&config);
}

static inline struct campaign fixture_campaign(const char *id, const char *title, const char *host,
	bool guests)
{
	struct campaign campaign = {
		.title = xstrdup(title),
		.host = xstrdup(host),
		.tool = xstrdup("schedlab 0.1"),
		.machine = xstrdup(guests ? "vm" : "here"),
		.accel = xstrdup(guests ? "tcg" : ""),
		.accel_why = xstrdup(guests ? "/dev/kvm: no such file" : ""),
		.seed = 4711,
		.started_us = FIXTURE_STARTED_US,
		.boots = guests ? 3 : 1,
	};
	campaign.plan = xasprintf("title: \"%s\"\nmachine: %s\nboots: %u\n", guests ? title : "x",
		campaign.machine, campaign.boots);
	snprintf(campaign.id, sizeof(campaign.id), "%s", id);
	return campaign;
}

static inline double fixture_value(const struct campaign *campaign,
	const struct campaign_cell *cell, unsigned boot, unsigned round)
{
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	double base = chart->clock == CLOCK_COUNTED ? 6500 : strcmp(chart->unit, "s") ? 4.6 : 0.08;
	double slope =
		1 + 0.012 * cell->count + 0.0006 * cell->count * cell->count * (cell->variant % 3);
	double variant = 1 + 0.06 * cell->variant - 0.035 * (cell->variant == 1);
	double spread = chart->clock == CLOCK_COUNTED ? 0.002 : 0.08;
	double noise =
		1 + spread * (fixture_noise(cell->count + 1000 * cell->variant, boot, round) - 0.5);
	return base * slope * variant * noise;
}

/* Every launch of one entry; the later rounds are missing where `cut` is set. */
static inline void fixture_launches(const struct campaign *campaign, unsigned entry, bool cut,
	struct samples *samples)
{
	int64_t now_us = campaign->entries[entry].entered_us + 1500000;
	for (unsigned i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (cell->variant != campaign->entries[entry].variant || cell->skipped ||
			campaign->charts[cell->chart].clock != campaign->entries[entry].clock)
			continue;
		for (unsigned round = 1; round <= cell->repeats && !(cut && round > 2); round++) {
			struct sample *sample =
				xgrow(&samples->samples, &samples->length, sizeof(*sample));
			*sample = (struct sample){.cell = i,
				.entry = entry,
				.round = round,
				.attempt = 1,
				.value = fixture_value(campaign, cell, entry + 1, round),
				.raw = NAN,
				.overhead = NAN,
				.spread = NAN,
				.started_us = now_us += 120000,
				.duration_ns = 110000000};
			if (cell->count == 7 && cell->variant == 1) {
				sample->status = cut ? SAMPLE_TIMEOUT : SAMPLE_FAILED;
				sample->value = NAN;
				sample->reason =
					xstrdup(cut ? fixture_hostile[round % 7]
						    : "fork: resource temporarily unavailable");
			}
		}
	}
}

static inline void fixture_enter(struct campaign *campaign, unsigned variant, enum clock clock,
	unsigned boot, const char *text, bool cut, struct samples *samples)
{
	static const char *const preempt[] = {"voluntary", "none", "full"};
	static const char *const flavour[] = {"amd64", "cloud-amd64", "rt-amd64"};
	struct campaign_boot *entry =
		xgrow(&campaign->entries, &campaign->entries_n, sizeof(*entry));
	unsigned n = (unsigned)campaign->entries_n;
	*entry = (struct campaign_boot){variant, clock, boot, 1,
		xasprintf("00000000-0000-4000-8000-%012u", n),
		campaign->started_us + n * 30000000LL, NULL, {0}};
	char *release = xasprintf("6.1.0-57-%s", flavour[variant % 3]);
	fixture_environment(&entry->env, release, preempt[variant % 3], text);
	free(release);
	fixture_launches(campaign, n - 1, cut, samples);
}

/* The three campaigns; release campaign and samples. */
static inline struct campaign fixture_make_complete(struct samples *samples)
{
	struct campaign campaign =
		fixture_campaign(FIXTURE_ID, "Scheduler benchmarks, a follow-up", "lab", true);
	fixture_variant(&campaign, "6.1", "build/kernels/amd64/vmlinuz", "preempt=none");
	fixture_variant(&campaign, "6.1-cloud", "build/kernels/cloud-amd64/vmlinuz", "");
	fixture_variant(&campaign, "6.1-rt", "build/kernels/rt-amd64/vmlinuz", "");
	fixture_charts(&campaign, CLOCK_COUNTED);
	for (size_t i = 0; i < campaign.cells_n; i++)
		if (campaign.cells[i].count > 22 && campaign.cells[i].variant == 2)
			campaign.cells[i].skipped =
				xstrdup("the guest has too few descriptors for it");
	for (unsigned boot = 1; boot <= campaign.boots; boot++)
		for (unsigned v = 0; v < campaign.variants_n; v++)
			for (unsigned clock = 0; clock < CLOCK_N; clock++)
				fixture_enter(&campaign, v, (enum clock)clock, boot,
					"console=ttyS0 quiet preempt=none", false, samples);
	char digest[DIGEST_BYTES];
	struct error err;
	campaign.state = CAMPAIGN_COMPLETE;
	campaign.digest =
		xstrdup(jsonl_digest(&campaign, samples, digest, &err) ? digest : err.message);
	return campaign;
}

static inline struct campaign fixture_make_open(struct samples *samples)
{
	struct campaign campaign =
		fixture_campaign(FIXTURE_HOSTILE_ID, fixture_hostile[0], fixture_hostile[1], false);
	campaign.started_us += 86400000000;
	for (size_t i = 0; i < ARRAY_LENGTH(fixture_hostile); i++)
		fixture_variant(&campaign, fixture_hostile[i], fixture_hostile[2],
			fixture_hostile[i]);
	char longest[301];
	memset(longest, 'n', 300);
	longest[300] = 0;
	fixture_variant(&campaign, longest, NULL, longest);
	fixture_charts(&campaign, CLOCK_WALL);
	campaign.cells[3].skipped = xstrdup(fixture_hostile[0]);
	for (unsigned v = 0; v < campaign.variants_n; v++)
		fixture_enter(&campaign, v, CLOCK_WALL, 1, fixture_hostile[v % 5], true, samples);
	campaign.entries[1].failure = xstrdup(fixture_hostile[1]);
	return campaign;
}

static inline struct campaign fixture_make_empty(void)
{
	struct campaign campaign = fixture_campaign(FIXTURE_EMPTY_ID, "", "lab", false);
	campaign.started_us += 2 * 86400000000;
	fixture_variant(&campaign, "here", NULL, "");
	fixture_charts(&campaign, CLOCK_WALL);
	return campaign;
}

/* Takes both over. */
static inline bool fixture_import(struct store *store, struct campaign campaign,
	struct samples samples, struct error *err)
{
	bool ok = store_campaign_import(store, &campaign, &samples, err);
	samples_release(&samples);
	campaign_release(&campaign);
	return ok;
}

static inline bool fixture_complete(struct store *store, struct error *err)
{
	struct samples samples = {0};
	struct campaign campaign = fixture_make_complete(&samples);
	return fixture_import(store, campaign, samples, err);
}

static inline bool fixture_open(struct store *store, struct error *err)
{
	struct samples samples = {0};
	struct campaign campaign = fixture_make_open(&samples);
	return fixture_import(store, campaign, samples, err);
}

static inline bool fixture_empty(struct store *store, struct error *err)
{
	return fixture_import(store, fixture_make_empty(), (struct samples){0}, err);
}

/* The complete campaign once more, as if measured later. */
#define FIXTURE_LATER_ID "20261203-later0"

static inline bool fixture_later(const char *path, struct error *err)
{
	struct samples samples = {0};
	struct campaign campaign = fixture_make_complete(&samples);
	struct store *store = store_open(path, STORE_WRITE, err);
	snprintf(campaign.id, sizeof(campaign.id), "%s", FIXTURE_LATER_ID);
	campaign.state = CAMPAIGN_OPEN;
	free(campaign.digest);
	campaign.digest = NULL;
	bool ok = store && fixture_import(store, campaign, samples, err);
	store_close(store);
	return ok;
}

/* Fills a store; false with the reason where that fails. */
static inline bool fixture_fill(const char *path, struct error *err)
{
	struct store *store = store_open(path, STORE_WRITE, err);
	bool ok = store && fixture_complete(store, err) && fixture_open(store, err) &&
		  fixture_empty(store, err);
	store_close(store);
	return ok;
}

#endif
