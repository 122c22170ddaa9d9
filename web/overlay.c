/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/overlay.h"

#include "web/query.h"

/* The chart of the other campaign that shows the same; -1 where it has none. */
static ptrdiff_t same_chart(const struct campaign *campaign, const struct campaign_chart *chart)
{
	for (size_t i = 0; i < campaign->charts_n; i++) {
		const struct campaign_chart *other = &campaign->charts[i];
		if (!strcmp(other->workload, chart->workload) && !strcmp(other->unit, chart->unit) &&
			other->placement == chart->placement && other->swept == chart->swept)
			return (ptrdiff_t)i;
	}
	return -1;
}

static int read_campaign(struct overlay *overlay, struct store *store, const char *id,
	struct error *err)
{
	switch (store_campaign_read(store, id, &overlay->campaign, err)) {
	case STORE_FOUND:
		return 200;
	case STORE_ABSENT:
		error_set(err, "with= names no campaign that is here");
		return 404;
	case STORE_BROKEN:
		break;
	}
	return 500;
}

/* Moves one series of the other campaign's chart to the end of the set. */
static void lay(struct series_set *set, struct overlay *overlay, size_t chart)
{
	struct series_set other;
	series_set_init(&other, &overlay->campaign, chart, &overlay->samples);
	unsigned style = (unsigned)set->length;
	set->series = xreallocarray(set->series, set->length + 1, sizeof(*set->series));
	struct series *series = &set->series[set->length++];
	*series = other.series[overlay->variant];
	other.series[overlay->variant].points = NULL;
	series_set_release(&other);
	overlay->label = xasprintf("%s (%s)", overlay->campaign.variants[overlay->variant].label,
		overlay->campaign.id);
	series->label = overlay->label;
	series->style = style;
}

static int load_series(struct overlay *overlay, struct store *store, const char *slug,
	struct series_set *set, struct error *err)
{
	ptrdiff_t variant = campaign_variant_find(&overlay->campaign, slug);
	ptrdiff_t chart = same_chart(&overlay->campaign, set->chart);
	if (overlay->campaign.withdrawn) {
		error_set(err, "with= names a campaign that was withdrawn");
		return 410;
	}
	if (variant < 0 || chart < 0) {
		error_set(err, "with= names a campaign that has no %s",
			variant < 0 ? "such variant" : "chart of this workload, placement and unit");
		return 404;
	}
	overlay->variant = (size_t)variant;
	if (!store_samples_read_chart(store, &overlay->campaign, (size_t)chart, &overlay->samples,
		    err) ||
		!load_environments(store, &overlay->campaign, err))
		return 500;
	lay(set, overlay, (size_t)chart);
	return 200;
}

static int load_one(struct overlay *overlay, struct store *store, char *value,
	struct series_set *set, struct error *err)
{
	char *colon = value ? strchr(value, ':') : NULL;
	if (!colon) {
		error_set(err, "with= is a campaign and a variant of it, as ID:VARIANT");
		return 400;
	}
	*colon = 0;
	if (strcmp(value, set->campaign->id) == 0) {
		error_set(err, "with= is for other campaigns: base= compares inside one");
		return 400;
	}
	int status = read_campaign(overlay, store, value, err);
	return status == 200 ? load_series(overlay, store, colon + 1, set, err) : status;
}

static void name(struct overlays *overlays, const struct overlay *overlay)
{
	const struct campaign *campaign = &overlay->campaign;
	bool first = overlays->query.length == 0;
	char *value = xasprintf("%s:%s", campaign->id, campaign->variants[overlay->variant].slug);
	query_add(&overlays->query, &first, "with", value);
	free(value);
}

int overlays_load(struct overlays *overlays, const struct request *request, struct store *store,
	struct series_set *set, struct error *err)
{
	*overlays = (struct overlays){.query = TEXT_EMPTY};
	text_add(&overlays->query, "%s", "");
	int status = 200;
	for (unsigned i = 0; status == 200 && query_has(request->query, "with", i); i++) {
		if (i == OVERLAYS_MAX) {
			error_set(err, "at most %d series of other campaigns go over a chart",
				OVERLAYS_MAX);
			status = 400;
			break;
		}
		struct overlay *overlay = &overlays->overlays[overlays->length++];
		char *value = query_value(request->query, "with", i);
		status = load_one(overlay, store, value, set, err);
		if (status == 200)
			name(overlays, overlay);
		free(value);
	}
	if (status != 200)
		overlays_release(overlays);
	return status;
}

static bool add_one_content(struct text *key, struct store *store, char *value,
	void (*add)(struct text *key, const struct campaign *campaign))
{
	struct campaign campaign;
	struct error why;
	char *colon = value ? strchr(value, ':') : NULL;
	if (!colon)
		return false;
	*colon = 0;
	if (store_campaign_read(store, value, &campaign, &why) != STORE_FOUND)
		return false;
	add(key, &campaign);
	text_add(key, "%s ", colon + 1);
	campaign_release(&campaign);
	return true;
}

bool overlays_add_content(struct text *key, const struct request *request, struct store *store,
	void (*add)(struct text *key, const struct campaign *campaign))
{
	bool ok = true;
	for (unsigned i = 0; ok && query_has(request->query, "with", i); i++) {
		char *value = query_value(request->query, "with", i);
		ok = i < OVERLAYS_MAX && add_one_content(key, store, value, add);
		free(value);
	}
	return ok;
}

void overlays_release(struct overlays *overlays)
{
	for (size_t i = 0; i < overlays->length; i++) {
		samples_release(&overlays->overlays[i].samples);
		campaign_release(&overlays->overlays[i].campaign);
		free(overlays->overlays[i].label);
	}
	text_release(&overlays->query);
	*overlays = (struct overlays){0};
}

void overlays_judge(const struct overlays *overlays, struct judgement *judgement,
	const struct campaign *campaign, const struct samples *samples, size_t base,
	const char *chart)
{
	judgement_init(judgement);
	for (size_t i = 0; i < overlays->length; i++) {
		const struct overlay *overlay = &overlays->overlays[i];
		judgement_add(judgement, &(struct compare_side){campaign, samples, base, chart},
			&(struct compare_side){&overlay->campaign, &overlay->samples,
				overlay->variant, NULL});
	}
	judgement_decide(judgement);
}
