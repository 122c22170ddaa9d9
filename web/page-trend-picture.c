/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A trend as a picture: /trend.zoom.svg?machine=…, named as other pictures are. */
#include "web/cache.h"
#include "web/pages.h"
#include "web/picture.h"
#include "web/trend-ask.h"
#include "web/trend-set.h"

/* Names the content: campaigns are only ever added to a trend, or amended. */
static char *key_of(const struct request *request, const struct trend *trend, const char *format)
{
	struct text key = TEXT_EMPTY;
	unsigned amendments = 0;
	for (size_t i = 0; i < trend->length; i++)
		amendments += trend->points[i].amendments;
	trend_add_query(&key, trend->host, trend->chart, trend->variant, trend->count);
	text_add(&key, " %zu %u %u %s %s.%s", trend->length, amendments, trend->withdrawn,
		trend->length ? trend->points[trend->length - 1].id : "",
		request->words[REQUEST_CHART], format);
	return text_take(&key);
}

static bool draw(struct page *page, const struct trend *trend, const struct picture *picture,
	chart_function *chart_draw, struct error *err)
{
	struct trend_set set;
	struct chart_options options = picture_options(picture);
	trend_set_init(&set, trend);
	bool ok = chart_draw(&set.set, &options, &page->body, err);
	trend_set_release(&set);
	return ok;
}

static int add_drawn(struct page *page, const struct request *request, const struct trend *trend,
	const struct picture *picture, const char *format, struct error *err)
{
	chart_function *chart_draw = strcmp(format, "png") == 0 ? chart_png : chart_svg;
	struct cache *cache = request->pictures;
	char *key = key_of(request, trend, format);
	bool ok = cache && cache_get(cache, key, &page->body);
	if (!ok) {
		ok = draw(page, trend, picture, chart_draw, err);
		if (cache && ok)
			cache_put(cache, key, &page->body);
		else if (cache)
			cache_give_up(cache, key);
	}
	free(key);
	return ok ? 200 : 500;
}

static int answer(struct page *page, const struct request *request, struct store *store,
	const char *format, struct error *err)
{
	struct picture picture;
	struct trend_ask ask;
	struct trend trend;
	if (!picture_parse(request->words[REQUEST_CHART], &picture) ||
		strcmp(picture.chart, TREND_PICTURE) != 0) {
		error_set(err, "there is nothing at this address");
		return 404;
	}
	int status = trend_ask_read(&ask, request, err);
	if (status != 200)
		return status;
	if (trend_ask_is_whole(&ask)) {
		status = trend_load(&trend, &ask, store, err);
	} else {
		error_set(err, "a trend is of a machine, a chart and a variant");
		status = 400;
	}
	trend_ask_release(&ask);
	if (status != 200)
		return status;
	status = add_drawn(page, request, &trend, &picture, format, err);
	trend_release(&trend);
	return status;
}

int page_trend_png(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_PICTURE, PAGE_TYPE_PNG);
	return answer(page, request, store, "png", err);
}

int page_trend_svg(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_PICTURE, PAGE_TYPE_SVG);
	return answer(page, request, store, "svg", err);
}
