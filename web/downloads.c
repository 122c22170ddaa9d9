/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/downloads.h"

#include "model/slug.h"
#include "web/address.h"
#include "web/heading.h"

/* What an earlier revision has of its own is linked in that revision. */
static void add_charts(struct page *page, const struct campaign *campaign)
{
	char at[ADDRESS_BYTES];
	address_of(campaign, at);
	page_add(page, "<li><a href='/c/%s.csv'>%s.csv</a> every sample; of a chart:",
		campaign->id, campaign->id);
	for (size_t i = 0; i < campaign->charts_n; i++)
		page_add(page, " <a href='%s/%s.csv'>%s.csv</a>", at, campaign->charts[i].slug,
			campaign->charts[i].slug);
	page_add_html(page, "</li>\n");
}

/* They begin with this campaign, so there is something in them. */
static void add_feeds(struct page *page, const struct campaign *campaign)
{
	char slug[SLUG_BYTES];
	slug_make(campaign->host, slug);
	page_add(page, "<li>Feeds of new campaigns: <a href='/feed/machine/%s.atom'>on %s</a>", slug,
		campaign->host);
	for (size_t i = 0; i < campaign->variants_n; i++)
		page_add(page, ", <a href='/feed/variant/%s.atom'>of %s</a>",
			campaign->variants[i].slug, campaign->variants[i].label);
	page_add_html(page, "</li>\n");
}

void downloads_add(struct page *page, const struct campaign *campaign)
{
	const char *id = campaign->id;
	char at[ADDRESS_BYTES];
	address_of(campaign, at);
	heading_add(page, "h2", "downloads", "Downloads");
	page_add(page, "<ul class='downloads'>\n<li><a href='/c/%s.jsonl'>%s.jsonl</a> ", id, id);
	page_add_html(page, "the whole campaign in its canonical form, which <code>schedlab "
			    "import</code> reads</li>\n");
	page_add(page, "<li><a href='/c/%s.tar.xz'>%s.tar.xz</a> ", id, id);
	page_add_html(page, "all of it in one folder: mail, plan, samples, charts, kernels</li>\n");
	page_add(page, "<li><a href='%s.txt'>%s.txt</a> the result as a mail</li>\n", at, id);
	page_add(page, "<li><a href='/c/%s/plan.yaml'>plan.yaml</a> what was measured</li>\n", id);
	if (!campaign->withdrawn)
		add_charts(page, campaign);
	if (campaign->state == CAMPAIGN_COMPLETE)
		add_feeds(page, campaign);
	page_add_html(page, "</ul>\n");
	if (campaign->digest)
		page_add(page, "<p class='note'>SHA-256 of what was measured: <code>%s</code>; "
			       "<code>schedlab verify</code> computes it again.</p>\n",
			campaign->digest);
}
