/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pictures, drawn on demand: once for a content, also for those who ask for it at the same time,
 * and kept.
 */
#include "web/cache.h"
#include "web/lasting.h"
#include "web/pages.h"
#include "web/picture.h"
#include "web/shown.h"

#include "model/revision.h"

/*
 * Names the content of a campaign: a sealed one by its digest and revision, an open one by how
 * far it has come (samples are only ever added).
 */
static void add_content(struct text *key, const struct campaign *campaign)
{
	char name[REVISION_NAME_BYTES];
	text_add(key, "%s %lld %s %u ", revision_name(campaign, name),
		(long long)campaign->started_us, campaign->digest ? campaign->digest : "",
		campaign->samples_n);
}

/* Names all that the picture depends on; false where the view fits the campaign in no way. */
static bool key_of(struct text *key, const struct request *request, struct store *store,
	const struct campaign *campaign, const char *format)
{
	struct view view;
	struct error why;
	add_content(key, campaign);
	if (!overlays_add_content(key, request, store, add_content) ||
		view_read_chart(&view, request, campaign, &why) != 200)
		return false;
	struct view picture = view_of_picture(&view, campaign);
	text_add(key, "%s.%s", request->words[REQUEST_CHART], format);
	view_add_query(key, &picture, campaign);
	view_release(&view);
	return true;
}

/* The revision that is drawn may be newer than the one that was asked for a moment ago. */
static int draw(struct page *page, const struct request *request, const struct picture *picture,
	struct store *store, chart_function *chart_draw, unsigned *revision, struct error *err)
{
	struct shown shown;
	int status = shown_load(&shown, request, picture->chart, store, err);
	if (status != 200)
		return status;
	struct chart_options options = picture_options(picture);
	view_set_options(&shown.view, &options);
	page->cache = lasting_cache(request, &shown.data.campaign);
	*revision = shown.data.campaign.revision;
	if (!chart_draw(&shown.set, &options, &page->body, err))
		status = 500;
	shown_release(&shown);
	return status;
}

static int answer(struct page *page, const struct request *request, struct store *store,
	chart_function *chart_draw, const char *format, struct error *err)
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
	struct text key = TEXT_EMPTY;
	struct cache *cache = request->pictures;
	if (!key_of(&key, request, store, &campaign, format))
		cache = NULL; /* drawing will say what is wrong */
	unsigned revision = campaign.revision, drawn = 0;
	page->cache = lasting_cache(request, &campaign);
	campaign_release(&campaign);
	if (!cache || !cache_get(cache, key.bytes, &page->body)) {
		status = draw(page, request, &picture, store, chart_draw, &drawn, err);
		if (status == 200 && cache && drawn == revision)
			cache_put(cache, key.bytes, &page->body);
		else if (cache)
			cache_give_up(cache, key.bytes);
	}
	text_release(&key);
	return status;
}

int page_png(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_PICTURE, PAGE_TYPE_PNG);
	return answer(page, request, store, chart_png, "png", err);
}

int page_svg(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_PICTURE, PAGE_TYPE_SVG);
	return answer(page, request, store, chart_svg, "svg", err);
}

/* A download: browsers show no PDF in the sandbox that what is not a page is put into. */
int page_pdf(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_DATA, "application/pdf");
	snprintf(page->filename, sizeof(page->filename), "%.16s.%.64s.pdf",
		request->words[REQUEST_ID], request->words[REQUEST_CHART]);
	return answer(page, request, store, chart_pdf, "pdf", err);
}
