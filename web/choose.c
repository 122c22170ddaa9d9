/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/choose.h"

#include "web/frame.h"
#include "web/heading.h"
#include "web/number.h"
#include "web/query.h"

#define RECENT_MAX 20 /* campaigns; others are found by words, or named by hand */

/* The campaigns whose variants are offered, newest first. */
struct recent {
	struct campaign campaigns[RECENT_MAX];
	size_t length;
};

static bool recent_read(struct recent *recent, struct store *store, const char *words,
	struct error *err)
{
	const struct campaign_filter filter = {.words = words, .limit = RECENT_MAX};
	struct campaign_brief *briefs;
	size_t n;
	bool ok = store_campaign_find(store, &filter, &briefs, &n, err);
	if (!ok)
		return false;
	for (size_t i = 0; ok && i < n; i++) {
		if (briefs[i].withdrawn || !briefs[i].samples)
			continue;
		struct campaign *campaign = &recent->campaigns[recent->length];
		ok = store_campaign_read(store, briefs[i].id, campaign, err) == STORE_FOUND;
		recent->length += ok;
	}
	campaign_briefs_free(briefs, n);
	return ok;
}

/* What the reader has said so far; NULL where nothing. */
struct chosen {
	char *a, *b, *words;
};

static void add_field(struct page *page, const char *name, const char *words, const char *value)
{
	page_add(page, "<div><label for='%s'>%s</label>\n<input id='%s' name='%s' "
		       "type='text' list='variants' ",
		name, words, name, name);
	page_add(page, "required='required' placeholder='20261130-k3f7qd:6.1-rt' "
		       "autocomplete='off' value='%s'/></div>\n", value ? value : "");
}

static void add_form(struct page *page, const struct recent *recent, const struct chosen *chosen)
{
	page_add_html(page, "<form class='compare' action='/compare' method='get'>\n");
	add_field(page, "a", "Baseline, as campaign:variant", chosen->a);
	add_field(page, "b", "Beside it", chosen->b);
	page_add_html(page, "<datalist id='variants'>\n");
	for (size_t i = 0; i < recent->length; i++) {
		const struct campaign *campaign = &recent->campaigns[i];
		for (size_t j = 0; j < campaign->variants_n; j++) {
			const struct campaign_variant *variant = &campaign->variants[j];
			page_add(page, "<option value='%s:%s'>%s</option>\n", campaign->id,
				variant->slug, variant->label);
		}
	}
	page_add_html(page, "</datalist>\n<button type='submit'>Compare</button>\n</form>\n");
}

/* Where a variant's link leads: with the baseline named already, to the two. */
static void add_variant(struct page *page, const struct campaign *campaign, size_t variant,
	const char *a)
{
	const struct campaign_variant *named = &campaign->variants[variant];
	char *value = xasprintf("%s:%s", campaign->id, named->slug);
	struct text address = TEXT_EMPTY;
	bool first = true;
	text_add(&address, "/compare");
	if (a)
		query_add(&address, &first, "a", a);
	query_add(&address, &first, a ? "b" : "a", value);
	if (a && strcmp(a, value) == 0)
		page_add(page, "<b>%s</b> ", named->label);
	else
		page_add(page, "<a href='%s'>%s</a> ", address.bytes, named->label);
	text_release(&address);
	free(value);
}

/* Campaigns by words of their title, host, id or labels. */
static void add_search(struct page *page, const struct chosen *chosen)
{
	page_add_html(page, "<form class='compare' action='/compare' method='get' role='search'>\n");
	if (chosen->a)
		page_add(page, "<input type='hidden' name='a' value='%s'/>\n", chosen->a);
	page_add(page, "<div><label for='q'>Find campaigns</label>\n<input id='q' name='q' "
		       "type='search' value='%s'/></div>\n<button type='submit'>Find</button>\n"
		       "</form>\n",
		chosen->words ? chosen->words : "");
}

static void add_recent(struct page *page, const struct recent *recent, const struct chosen *chosen)
{
	const char *a = chosen->a;
	heading_add(page, "h2", "recent",
		a ? "Beside it: a variant of a recent campaign"
		  : "Or begin with a variant of a recent campaign");
	add_search(page, chosen);
	if (!recent->length) {
		page_add_html(page, "<p>No campaign has these words.</p>\n");
		return;
	}
	page_add_html(page, "<dl class='choices'>\n");
	for (size_t i = 0; i < recent->length; i++) {
		const struct campaign *campaign = &recent->campaigns[i];
		char date[NUMBER_BYTES];
		page_add(page, "<dt>%s <small>%s, %s</small></dt>\n<dd>",
			campaign->title[0] ? campaign->title : "untitled", campaign->id,
			number_minute(campaign->started_us, date));
		for (size_t j = 0; j < campaign->variants_n; j++)
			add_variant(page, campaign, j, a);
		page_add_html(page, "</dd>\n");
	}
	page_add_html(page, "</dl>\n");
}

int choose_add(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct recent recent = {.length = 0};
	struct chosen chosen = {query_value(request->query, "a", 0),
		query_value(request->query, "b", 0), query_value(request->query, "q", 0)};
	bool ok = recent_read(&recent, store, chosen.words, err);
	if (ok) {
		page_begin(page, &(struct frame){.title = "Compare two variants", .here = "compare"});
		page_add_html(page, "<h1>Compare two variants</h1>\n<p>Of one campaign or of two; "
				    "what was not measured together is said to be so.</p>\n");
		add_form(page, &recent, &chosen);
		add_recent(page, &recent, &chosen);
		page_end(page);
	}
	free(chosen.a);
	free(chosen.b);
	free(chosen.words);
	for (size_t i = 0; i < recent.length; i++)
		campaign_release(&recent.campaigns[i]);
	return ok ? 200 : 500;
}
