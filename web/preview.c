/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/preview.h"

#include "model/verdict.h"
#include "render/chart.h"
#include "web/picture.h"

static void add_property(struct page *page, const char *name, const char *content)
{
	page_add(page, "<meta property='og:%s' content='%s'/>\n", name, content);
}

static void add_picture(struct page *page, const struct preview *preview)
{
	struct picture picture = {.scale = CHART_SCALE_ZERO, .size = PICTURE_PREVIEW};
	char name[PICTURE_NAME_BYTES];
	snprintf(picture.chart, sizeof(picture.chart), "%s", preview->picture);
	picture_name(&picture, name);
	struct chart_options options = picture_options(&picture);
	page_add(page, "<meta property='og:image' content='%s%s/%s.png'/>\n", preview->url,
		preview->campaign, name);
	page_add(page, "<meta property='og:image:width' content='%u'/>\n", options.width_px);
	page_add(page, "<meta property='og:image:height' content='%u'/>\n", options.height_px);
	add_property(page, "image:type", PAGE_TYPE_PNG);
	add_property(page, "image:alt",
		preview->description ? preview->description : preview->title);
	page_add_html(page, "<meta name='twitter:card' content='summary_large_image'/>\n");
}

void preview_add(struct page *page, const struct preview *preview)
{
	snprintf(page->canonical, sizeof(page->canonical), "%s%s", preview->url, preview->address);
	page_add(page, "<link rel='canonical' href='%s'/>\n", page->canonical);
	add_property(page, "site_name", "schedlab");
	add_property(page, "type", preview->picture ? "article" : "website");
	add_property(page, "title", preview->title);
	if (preview->description)
		add_property(page, "description", preview->description);
	if (preview->url[0]) {
		add_property(page, "url", page->canonical);
		if (preview->picture)
			add_picture(page, preview);
	}
}

/* "ring.bound: 6.1-rt +37.4 % slower" */
static char *pair_words(const struct compare_pair *pair, bool named)
{
	struct text text = TEXT_EMPTY;
	if (!named) {
		verdict_add_sentence(&text, pair, VERDICT_UTF8);
		return text_take(&text);
	}
	char *name = verdict_name_other(pair, VERDICT_UTF8);
	text_add(&text, "%s: %s ", pair->chart->slug, name);
	verdict_add_brief(&text, pair, VERDICT_UTF8);
	free(name);
	return text_take(&text);
}

char *preview_words(const struct judgement *judgement, const struct campaign_chart *chart)
{
	struct text words = TEXT_EMPTY;
	/* What was proven comes first: there may not be room for all. */
	for (int proven = 1; proven >= 0; proven--)
		for (size_t i = 0; i < judgement->comparison.length; i++) {
			const struct compare_pair *pair = &judgement->comparison.pairs[i];
			if ((chart && pair->chart != chart) || pair->open != (proven == 1))
				continue;
			char *piece = pair_words(pair, !chart);
			size_t room = PREVIEW_WORDS_BYTES - 1 - words.length;
			if (!words.length)
				text_add_bytes(&words, piece, text_utf8_fit(piece, room));
			else if (strlen(piece) + 2 <= room)
				text_add(&words, "; %s", piece);
			free(piece);
		}
	return words.length ? text_take(&words) : NULL;
}
