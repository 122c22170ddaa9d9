/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Campaigns put together value by value, for tests of statistics. */
#ifndef TESTS_BUILT_H
#define TESTS_BUILT_H

#include <math.h>

#include "model/compare.h"

struct built {
	struct campaign campaign;
	struct samples samples;
};

static inline void built_init(struct built *built, const char *id)
{
	*built = (struct built){0};
	snprintf(built->campaign.id, sizeof(built->campaign.id), "%s", id);
}

static inline void built_release(struct built *built)
{
	campaign_release(&built->campaign);
	samples_release(&built->samples);
}

static inline unsigned built_variant(struct built *built, const char *label)
{
	struct campaign *campaign = &built->campaign;
	for (unsigned i = 0; i < campaign->variants_n; i++)
		if (strcmp(campaign->variants[i].label, label) == 0)
			return i;
	struct campaign_variant *variant =
		xgrow(&campaign->variants, &campaign->variants_n, sizeof(*variant));
	*variant = (struct campaign_variant){.label = xstrdup(label), .slug = xstrdup(label),
		.cmdline = xstrdup("")};
	return (unsigned)campaign->variants_n - 1;
}

static inline struct campaign_chart *built_chart(struct built *built, const char *workload,
	enum placement placement, const char *unit, bool swept)
{
	struct campaign *campaign = &built->campaign;
	struct campaign_chart *chart =
		xgrow(&campaign->charts, &campaign->charts_n, sizeof(*chart));
	*chart = (struct campaign_chart){
		.slug = xasprintf("%s.%s", workload, placement_name(placement)),
		.workload = xstrdup(workload), .placement = placement, .swept = swept,
		.unit = xstrdup(unit), .unit_text = xstrdup(unit), .x_text = xstrdup("processes"),
		.like = xstrdup("")};
	return chart;
}

/* The cell of that variant and count in the newest chart. */
static inline unsigned built_cell(struct built *built, unsigned variant, unsigned count)
{
	struct campaign *campaign = &built->campaign;
	unsigned chart = (unsigned)campaign->charts_n - 1;
	for (unsigned i = 0; i < campaign->cells_n; i++)
		if (campaign->cells[i].chart == chart && campaign->cells[i].variant == variant &&
			campaign->cells[i].count == count)
			return i;
	struct campaign_cell *cell = xgrow(&campaign->cells, &campaign->cells_n, sizeof(*cell));
	*cell = (struct campaign_cell){.variant = variant, .chart = chart, .count = count};
	return (unsigned)campaign->cells_n - 1;
}

static inline unsigned built_entry(struct built *built, unsigned variant, unsigned boot)
{
	struct campaign *campaign = &built->campaign;
	enum clock clock = campaign->charts[campaign->charts_n - 1].clock;
	for (unsigned i = 0; i < campaign->entries_n; i++)
		if (campaign->entries[i].variant == variant &&
			campaign->entries[i].number == boot && campaign->entries[i].clock == clock)
			return i;
	struct campaign_boot *entry =
		xgrow(&campaign->entries, &campaign->entries_n, sizeof(*entry));
	*entry = (struct campaign_boot){.variant = variant, .clock = clock, .number = boot,
		.entry = 1, .kernel_boot_id = xasprintf("%u-%u-%u", variant, boot, clock)};
	if (boot > campaign->boots)
		campaign->boots = boot;
	return (unsigned)campaign->entries_n - 1;
}

/* One more launch of the cell, in the newest chart; its raw value is the value. */
static inline struct sample *built_sample(struct built *built, unsigned variant, unsigned count,
	unsigned boot, double value)
{
	unsigned cell = built_cell(built, variant, count);
	unsigned entry = built_entry(built, variant, boot), round = 1;
	for (size_t i = 0; i < built->samples.length; i++)
		round += built->samples.samples[i].cell == cell &&
			built->samples.samples[i].entry == entry;
	if (round > built->campaign.cells[cell].repeats)
		built->campaign.cells[cell].repeats = round;
	struct sample *sample =
		xgrow(&built->samples.samples, &built->samples.length, sizeof(*sample));
	*sample = (struct sample){.cell = cell, .entry = entry, .round = round, .attempt = 1,
		.value = value, .raw = value, .overhead = NAN, .spread = NAN};
	return sample;
}

static inline struct comparison built_compare(const struct built *built, size_t base)
{
	struct comparison comparison;
	compare_campaign(&comparison, &built->campaign, &built->samples, base, NULL);
	return comparison;
}

#endif
