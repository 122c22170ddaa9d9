/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pictures, drawn on demand. Drawing takes tens of milliseconds and two threads serve everybody,
 * so a picture is drawn once for a content and kept.
 */
#include "web/cache.h"
#include "web/overlay.h"
#include "web/pages.h"
#include "web/picture.h"
#include "web/query.h"

#include "model/revision.h"

typedef bool draw_function(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err);

/*
 * Names the content: a sealed campaign by its digest and revision, an open one by how far it has
 * come (samples are only ever added).
 */
static char *content_key(const struct request *request, const struct campaign *campaign,
	const char *format)
{
	char name[REVISION_NAME_BYTES];
	return xasprintf("%s %lld %s %u %s.%s", revision_name(campaign, name),
		(long long)campaign->started_us,
		campaign->digest ? campaign->digest : "", campaign->samples_n,
		request->words[REQUEST_CHART], format);
}

static int draw(struct page *page, const struct request *request, const struct picture *picture,
	struct store *store, draw_function *chart_draw, struct error *err)
{
	struct chart_data data;
	int status = load_chart(request, picture->chart, store, &data, err);
	if (status != 200)
		return status;
	struct overlays overlays;
	struct chart_options options = picture_options(picture);
	status = overlays_load(&overlays, request, store, &data.set, err);
	if (status == 200 && !chart_draw(&data.set, &options, &page->body, err))
		status = 500;
	chart_data_release(&data);
	overlays_release(&overlays);
	return status;
}

static int answer(struct page *page, const struct request *request, struct store *store,
	draw_function *chart_draw, const char *format, struct error *err)
{
	struct picture picture;
	if (!picture_parse(request->words[REQUEST_CHART], &picture)) {
		error_set(err, "a picture's name ends in .zero or .zoom before its format");
		return 404;
	}
	struct campaign campaign;
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	char *key = content_key(request, &campaign, format);
	campaign_release(&campaign);
	/* With series of other campaigns the key would not name the content. */
	struct cache *cache = query_has(request->query, "with", 0) ? NULL : request->pictures;
	if (!cache || !cache_get(cache, key, &page->body)) {
		status = draw(page, request, &picture, store, chart_draw, err);
		if (status == 200 && cache)
			cache_put(cache, key, &page->body);
	}
	free(key);
	return status;
}

int page_png(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_PICTURE, "image/png");
	return answer(page, request, store, chart_png, "png", err);
}

int page_svg(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_PICTURE, "image/svg+xml");
	return answer(page, request, store, chart_svg, "svg", err);
}
