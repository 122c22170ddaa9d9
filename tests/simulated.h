/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Made-up campaigns whose truth is known, to try the rules of comparison on: the value of a launch
 * is its cell's true value times a boot's luck, a boot's luck with this cell, and a launch's luck.
 * The same for the same seed.
 */
#ifndef TESTS_SIMULATED_H
#define TESTS_SIMULATED_H

#include <math.h>

#include "model/compare.h"

enum simulated_noise {
	SIMULATED_NORMAL,
	SIMULATED_HEAVY, /* Student's t with 3 degrees of freedom */
	SIMULATED_TIED,  /* read from a coarse clock: steps of about 1 % */
	SIMULATED_NOISE_N
};

struct simulated {
	unsigned variants, charts, cells, boots, rounds;
	double launch, boot, boot_cell; /* standard deviations of the logarithms */
	double change;                  /* 0.03: other variants are 3 % above the first … */
	unsigned changed_variants, changed_charts; /* … so many of them, in so many charts */
	bool boot_by_chart; /* each chart has a luck of its own in each boot */
	enum simulated_noise noise;
	bool counted;
};

/* Steele, Lea & Flood (2014), splitmix64: a seed of any kind is good. */
static inline double simulated_uniform(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	x ^= x >> 31;
	return ((double)(x >> 11) + 0.5) / 9007199254740992.0;
}

static inline double simulated_gauss(uint64_t *state)
{
	double radius = sqrt(-2 * log(simulated_uniform(state)));
	return radius * cos(6.283185307179586 * simulated_uniform(state));
}

static inline double simulated_luck(const struct simulated *how, uint64_t *state)
{
	double luck = simulated_gauss(state);
	if (how->noise == SIMULATED_HEAVY) {
		double squares = 0;
		for (int i = 0; i < 3; i++) {
			double gauss = simulated_gauss(state);
			squares += gauss * gauss;
		}
		luck /= sqrt(squares / 3);
	}
	return luck;
}

/* The campaign and room for its samples; what simulated_draw() fills. Release both as usual. */
static inline void simulated_init(const struct simulated *how, struct campaign *campaign,
	struct samples *samples)
{
	*campaign = (struct campaign){.boots = how->boots, .variants_n = how->variants,
		.charts_n = how->charts, .entries_n = (size_t)how->variants * how->boots,
		.cells_n = (size_t)how->variants * how->charts * how->cells};
	snprintf(campaign->id, sizeof(campaign->id), "20261130-s1mu1a");
	campaign->variants = xcalloc(campaign->variants_n, sizeof(*campaign->variants));
	campaign->charts = xcalloc(campaign->charts_n, sizeof(*campaign->charts));
	campaign->cells = xcalloc(campaign->cells_n, sizeof(*campaign->cells));
	campaign->entries = xcalloc(campaign->entries_n, sizeof(*campaign->entries));
	for (unsigned v = 0; v < how->variants; v++)
		campaign->variants[v] = (struct campaign_variant){.label = xasprintf("v%u", v),
			.slug = xasprintf("v%u", v), .cmdline = xstrdup("")};
	size_t at = 0;
	for (unsigned c = 0; c < how->charts; c++) {
		campaign->charts[c] = (struct campaign_chart){.slug = xasprintf("c%u.bound", c),
			.workload = xasprintf("c%u", c), .placement = PLACEMENT_BOUND,
			.clock = how->counted ? CLOCK_COUNTED : CLOCK_WALL, .swept = true,
			.unit = xstrdup("us/switch"), .unit_text = xstrdup("us per switch"),
			.x_text = xstrdup("processes"), .like = xstrdup("")};
		for (unsigned v = 0; v < how->variants; v++)
			for (unsigned i = 0; i < how->cells; i++)
				campaign->cells[at++] = (struct campaign_cell){.variant = v,
					.chart = c, .count = 2 + i, .repeats = how->rounds,
					.trips = how->counted ? 1000 : 0};
	}
	for (unsigned boot = 0; boot < how->boots; boot++)
		for (unsigned v = 0; v < how->variants; v++)
			campaign->entries[boot * how->variants + v] = (struct campaign_boot){
				.variant = v, .number = boot + 1, .entry = 1,
				.clock = how->counted ? CLOCK_COUNTED : CLOCK_WALL,
				.kernel_boot_id = xasprintf("%u-%u", boot, v)};
	samples->length = campaign->cells_n * how->boots * how->rounds;
	samples->samples = xcalloc(samples->length, sizeof(*samples->samples));
}

/* One cell in one boot: its launches. */
static inline void simulated_launches(const struct simulated *how, struct sample *samples,
	unsigned cell, unsigned entry, double centre, uint64_t *state)
{
	for (unsigned round = 0; round < how->rounds; round++) {
		double value = centre * exp(how->launch * simulated_luck(how, state));
		if (how->noise == SIMULATED_TIED)
			value = nearbyint(value * 20) / 20;
		samples[round] = (struct sample){.cell = cell, .entry = entry, .round = round + 1,
			.attempt = 1, .value = value, .raw = value, .overhead = NAN,
			.spread = NAN};
	}
}

/* Fills the samples with a new draw of everything that is luck. */
static inline void simulated_draw(const struct simulated *how, const struct campaign *campaign,
	struct samples *samples, uint64_t seed)
{
	uint64_t state = seed * 0x2545f4914f6cdd1du + 1;
	size_t at = 0;
	for (unsigned entry = 0; entry < campaign->entries_n; entry++) {
		unsigned variant = campaign->entries[entry].variant;
		double boot = how->boot * simulated_gauss(&state);
		for (unsigned i = 0; i < campaign->cells_n; i++) {
			const struct campaign_cell *cell = &campaign->cells[i];
			if (cell->variant != variant)
				continue;
			if (how->boot_by_chart && cell->count == 2)
				boot = how->boot * simulated_gauss(&state);
			bool changed = variant > 0 && variant <= how->changed_variants &&
				cell->chart < how->changed_charts;
			double luck = boot + how->boot_cell * simulated_gauss(&state);
			double centre = (4 + 0.1 * cell->count + 0.2 * cell->chart) * exp(luck) *
				(changed ? 1 + how->change : 1);
			simulated_launches(how, &samples->samples[at], i, entry, centre, &state);
			at += how->rounds;
		}
	}
}

/* What the rules said of many draws of the same truth. */
struct simulated_outcome {
	unsigned campaigns, claiming; /* those in which anything is open */
	unsigned changed, found;      /* charts with a change; those with a verdict of that sign */
	unsigned unchanged, wrong;    /* charts without; open ones of them */
};

static inline void simulated_judge(const struct simulated *how, const struct campaign *campaign,
	const struct samples *samples, struct simulated_outcome *outcome)
{
	struct comparison comparison;
	compare_campaign(&comparison, campaign, samples, 0, NULL);
	outcome->campaigns++;
	outcome->claiming += comparison.open > 0;
	for (size_t i = 0; i < comparison.length; i++) {
		const struct compare_pair *pair = &comparison.pairs[i];
		bool changed = how->change != 0 && pair->other <= how->changed_variants &&
			pair->chart < campaign->charts + how->changed_charts;
		outcome->changed += changed;
		outcome->unchanged += !changed;
		outcome->found += changed &&
			pair->verdict == (how->change > 0 ? VERDICT_SLOWER : VERDICT_FASTER);
		outcome->wrong += !changed && pair->open;
	}
	compare_release(&comparison);
}

static inline struct simulated_outcome simulated_run(const struct simulated *how,
	unsigned campaigns)
{
	struct simulated_outcome outcome = {0};
	struct campaign campaign;
	struct samples samples;
	simulated_init(how, &campaign, &samples);
	for (unsigned seed = 1; seed <= campaigns; seed++) {
		simulated_draw(how, &campaign, &samples, seed);
		simulated_judge(how, &campaign, &samples, &outcome);
	}
	samples_release(&samples);
	campaign_release(&campaign);
	return outcome;
}

#endif
