/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-campaign.h"

#include "model/formats/import-build.h"
#include "model/formats/jsonl.h"
#include "model/plan-source.h"
#include "model/slug.h"

#define WORKLOAD_SLUG_MAX 28 /* leaves room for ".unbound" and a number */

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
		if (!variant_of(
			    build, build->streams->streams[i].variant, &build->variants[i], err))
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
			return import_stream_error(stream, 0, err,
				"higher is better in one file and "
				"lower in another");
		return import_stream_is_swept(stream) == chart->swept ||
		       import_stream_error(stream, 0, err, "a series with x and one without");
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
		.swept = import_stream_is_swept(stream),
		.unit = xstrdup(stream->unit),
		.unit_text = xstrdup(stream->unit_text),
		.x_text = xstrdup(stream->x_text),
		.like = xstrdup(stream->like),
		.better = stream->better,
	};
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
		for (size_t f = 0;
			i < header->labels_n && header->envs && f < header->envs[i].length; f++)
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
	add_header(&build);
	bool ok = add_variants(&build, err);
	for (size_t i = 0; ok && i < streams->length; i++)
		ok = chart_of(&build, i, err);
	ok = ok && import_build_cells(&build, err);
	if (ok) {
		add_entries(&build);
		ok = seal(campaign, samples, err);
	}
	free(build.variants);
	free(build.charts);
	if (!ok) {
		campaign_release(campaign);
		samples_release(samples);
	}
	return ok;
}
