/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/campaign.h"

#include "model/amendment.h"

static const char *const state_names[] = {[CAMPAIGN_OPEN] = "open", [CAMPAIGN_COMPLETE] = "complete"};

static const char *const status_names[SAMPLE_STATUS_N] = {
	[SAMPLE_OK] = "ok",
	[SAMPLE_DISTURBED] = "disturbed",
	[SAMPLE_FAILED] = "failed",
	[SAMPLE_TIMEOUT] = "timeout",
	[SAMPLE_INTERRUPTED] = "interrupted",
};

static void variant_release(struct campaign_variant *variant)
{
	free(variant->label);
	free(variant->slug);
	free(variant->kernel);
	free(variant->cmdline);
}

static void chart_release(struct campaign_chart *chart)
{
	free(chart->slug);
	free(chart->workload);
	free(chart->unit);
	free(chart->unit_text);
	free(chart->x_text);
	free(chart->like);
}

static void entry_release(struct campaign_boot *entry)
{
	free(entry->kernel_boot_id);
	free(entry->failure);
	environment_release(&entry->env);
}

void campaign_release(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->variants_n; i++)
		variant_release(&campaign->variants[i]);
	for (size_t i = 0; i < campaign->charts_n; i++)
		chart_release(&campaign->charts[i]);
	for (size_t i = 0; i < campaign->cells_n; i++)
		free(campaign->cells[i].skipped);
	for (size_t i = 0; i < campaign->entries_n; i++)
		entry_release(&campaign->entries[i]);
	for (size_t i = 0; i < campaign->amendments_n; i++)
		amendment_release(&campaign->amendments[i]);
	for (size_t i = 0; i < campaign->exclusions_n; i++)
		free(campaign->exclusions[i].cells);
	free(campaign->title);
	free(campaign->host);
	free(campaign->tool);
	free(campaign->machine);
	free(campaign->accel);
	free(campaign->accel_why);
	free(campaign->plan);
	free(campaign->digest);
	free(campaign->variants);
	free(campaign->charts);
	free(campaign->cells);
	free(campaign->entries);
	free(campaign->amendments);
	free(campaign->exclusions);
	*campaign = (struct campaign){0};
}

void sample_release(struct sample *sample)
{
	free(sample->reason);
	free(sample->cpus);
	free(sample->disturbance);
	free(sample->output);
}

void samples_release(struct samples *samples)
{
	for (size_t i = 0; i < samples->length; i++)
		sample_release(&samples->samples[i]);
	free(samples->samples);
	*samples = (struct samples){0};
}

/* The index of a name in a table of n, -1 where it is none of them. */
static int name_index(const char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return (int)i;
	return -1;
}

const char *campaign_state_name(enum campaign_state state)
{
	return state_names[state];
}

const char *sample_status_name(enum sample_status status)
{
	return status_names[status];
}

bool sample_status_parse(const char *name, enum sample_status *status)
{
	int index = name_index(status_names, ARRAY_LENGTH(status_names), name);
	if (index >= 0)
		*status = (enum sample_status)index;
	return index >= 0;
}

ptrdiff_t campaign_chart_find(const struct campaign *campaign, const char *slug)
{
	for (size_t i = 0; i < campaign->charts_n; i++)
		if (strcmp(campaign->charts[i].slug, slug) == 0)
			return (ptrdiff_t)i;
	return -1;
}

ptrdiff_t campaign_variant_find(const struct campaign *campaign, const char *slug)
{
	for (size_t i = 0; i < campaign->variants_n; i++)
		if (strcmp(campaign->variants[i].slug, slug) == 0)
			return (ptrdiff_t)i;
	return -1;
}

const char *campaign_chart_unit(const struct campaign_chart *chart)
{
	return chart->unit[0] ? chart->unit : "value";
}
