/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Atom (RFC 4287): the newest complete campaigns, of all, of one machine or of one variant, each
 * with its mail text. An entry's id is made of the campaign's alone, so it stays the same when the
 * site moves; an amendment makes it newer.
 */
#include "model/mail.h"
#include "model/slug.h"
#include "web/hash.h"
#include "web/pages.h"
#include "web/preview.h"

#define ENTRIES_MAX 15
#define PIECE 100 /* campaigns looked at a time */

/* A name-based id as of RFC 9562, version 8: of the words alone. */
static void add_id(struct page *page, const char *words)
{
	char hash[HASH_BYTES], id[HASH_BYTES + 8];
	hash_bytes(words, strlen(words), hash);
	snprintf(id, sizeof(id), "%.8s-%.4s-8%.3s-a%.3s-%.12s", hash, hash + 8, hash + 12,
		hash + 15, hash + 18);
	page_add(page, "<id>urn:uuid:%s</id>\n", id);
}

static void add_time(struct page *page, const char *name, int64_t unix_us)
{
	char time[TEXT_TIME_BYTES];
	page_add(page, "<%s>%s</%s>\n", name, text_time(unix_us, time), name);
}

static int64_t updated_us(const struct campaign *campaign, const struct campaign_brief *brief)
{
	int64_t updated = brief->last_us ? brief->last_us : brief->started_us;
	for (size_t i = 0; i < campaign->amendments_n; i++)
		if (campaign->amendments[i].dated_us > updated)
			updated = campaign->amendments[i].dated_us;
	return updated;
}

static void add_words(struct page *page, const struct request *request,
	const struct campaign *campaign, const struct samples *samples)
{
	struct judgement judgement;
	struct text mail = TEXT_EMPTY;
	const struct choice choice = {.limit = MAIL_ROWS};
	judgement_of_campaign(&judgement, campaign, samples, campaign->baseline);
	char *words = campaign->withdrawn ? NULL : preview_words(&judgement, NULL);
	if (words)
		page_add(page, "<summary>%s</summary>\n", words);
	mail_add_campaign(&mail, campaign, samples, &judgement, campaign->baseline, &choice,
		request->url);
	/* HTML inside of XML: escaped once for each. */
	struct page inner;
	page_init(&inner);
	page_add(&inner, "<pre>%s</pre>", mail.bytes);
	page_add(page, "<content type='html'>%s</content>\n", inner.body.bytes);
	page_release(&inner);
	text_release(&mail);
	free(words);
	judgement_release(&judgement);
}

static bool add_entry(struct page *page, const struct request *request, struct store *store,
	const struct campaign_brief *brief, struct error *err)
{
	struct campaign campaign;
	struct samples samples;
	switch (store_campaign_read_whole(store, brief->id, &campaign, &samples, err)) {
	case STORE_BROKEN:
		return false;
	case STORE_ABSENT: /* since the list was read */
		return true;
	case STORE_FOUND:
		break;
	}
	page_add_html(page, "<entry>\n");
	add_id(page, campaign.id);
	page_add(page, "<title>%s%s</title>\n", campaign.withdrawn ? "Withdrawn: " : "",
		campaign.title[0] ? campaign.title : campaign.id);
	page_add(page, "<link rel='alternate' type='text/html' href='%s/c/%s'/>\n", request->url,
		campaign.id);
	add_time(page, "published", campaign.started_us);
	add_time(page, "updated", updated_us(&campaign, brief));
	page_add(page, "<author><name>%s</name></author>\n",
		campaign.host[0] ? campaign.host : "schedlab");
	for (size_t i = 0; i < campaign.variants_n; i++)
		page_add(page, "<category term='%s' label='%s'/>\n", campaign.variants[i].slug,
			campaign.variants[i].label);
	add_words(page, request, &campaign, &samples);
	page_add_html(page, "</entry>\n");
	samples_release(&samples);
	campaign_release(&campaign);
	return true;
}

/* Whether the campaign is one of the feed's. Machines have no slug of their own. */
static bool is_wanted(const struct campaign_brief *brief, const char *machine)
{
	char slug[SLUG_BYTES];
	if (brief->state != CAMPAIGN_COMPLETE)
		return false;
	slug_make(brief->host, slug);
	return !machine[0] || strcmp(slug, machine) == 0;
}

/* Adds the entries, newest first; their number to *entries. */
static bool add_entries(struct page *page, const struct request *request, struct store *store,
	unsigned *entries, struct error *err)
{
	const char *variant = request->words[REQUEST_VARIANT];
	char before[CAMPAIGN_ID_BYTES] = "";
	struct campaign_filter filter = {.variant = variant[0] ? variant : NULL, .limit = PIECE};
	bool ok = true, more = true;
	while (ok && more) { /* each turn goes on behind the last: the list ends */
		struct campaign_brief *briefs;
		size_t n;
		if (!store_campaign_find(store, &filter, &briefs, &n, err))
			return false;
		for (size_t i = 0; ok && i < n && *entries < ENTRIES_MAX; i++)
			if (is_wanted(&briefs[i], request->words[REQUEST_MACHINE])) {
				ok = add_entry(page, request, store, &briefs[i], err);
				*entries += 1;
			}
		more = n == PIECE && *entries < ENTRIES_MAX;
		if (more) {
			snprintf(before, sizeof(before), "%s", briefs[n - 1].id);
			filter.before = before;
		}
		campaign_briefs_free(briefs, n);
	}
	return ok;
}

/* What the feed is of, in its address and in words. */
static void add_head(struct page *page, const struct request *request, int64_t updated)
{
	const char *machine = request->words[REQUEST_MACHINE];
	const char *variant = request->words[REQUEST_VARIANT];
	char *address = machine[0] ? xasprintf("/feed/machine/%s.atom", machine)
		: variant[0]       ? xasprintf("/feed/variant/%s.atom", variant)
				   : xstrdup("/feed.atom");
	page_add_html(page, "<?xml version='1.0' encoding='utf-8'?>\n"
			    "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en'>\n");
	add_id(page, address);
	page_add(page, "<title>Scheduler benchmarks%s%s</title>\n",
		machine[0]         ? " on "
			: variant[0] ? " of "
				     : "",
		machine[0] ? machine : variant);
	page_add(page, "<link rel='self' type='application/atom+xml' href='%s%s'/>\n",
		request->url, address);
	page_add(page, "<link rel='alternate' type='text/html' href='%s/'/>\n", request->url);
	page_add(page, "<generator version='%s'>schedlab</generator>\n", SCHEDLAB_VERSION);
	add_time(page, "updated", updated);
	free(address);
}

/* The time of the newest entry: a feed's own bytes change only with its entries. */
static int64_t newest_us(const char *entries)
{
	int64_t newest = 0;
	for (const char *at = entries; at && (at = strstr(at, "<updated>"));) {
		char time[TEXT_TIME_BYTES];
		int64_t unix_us;
		at += strlen("<updated>");
		snprintf(time, sizeof(time), "%.*s", (int)strcspn(at, "<"), at);
		if (text_time_parse(time, &unix_us) && unix_us > newest)
			newest = unix_us;
	}
	return newest;
}

int page_feed(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct page entries;
	unsigned n = 0;
	page_init(&entries);
	bool ok = add_entries(&entries, request, store, &n, err);
	bool whole = !request->words[REQUEST_MACHINE][0] && !request->words[REQUEST_VARIANT][0];
	int status = !ok ? 500 : n || whole ? 200 : 404;
	if (status == 404)
		error_set(err, "there is no complete campaign of this name");
	page_turn(page, PAGE_DATA, "application/atom+xml; charset=utf-8");
	page->cache = PAGE_BRIEF;
	add_head(page, request, newest_us(entries.body.bytes));
	if (n)
		page_add_html(page, entries.body.bytes);
	page_add_html(page, "</feed>\n");
	page_release(&entries);
	return status;
}

/* The newest campaign that is complete and stands; while there is none, the newest. */
int page_latest(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign_brief *briefs;
	size_t n, at = 0;
	(void)request;
	if (!store_campaign_find(store, &(struct campaign_filter){.limit = PIECE}, &briefs, &n, err))
		return 500;
	while (at < n && (briefs[at].state != CAMPAIGN_COMPLETE || briefs[at].withdrawn))
		at++;
	int status = n ? 302 : 404;
	if (n)
		snprintf(page->location, sizeof(page->location), "/c/%s",
			briefs[at < n ? at : 0].id);
	else
		error_set(err, "the store holds no campaign yet");
	campaign_briefs_free(briefs, n);
	return status;
}
