/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/amended.h"

#include "model/amendment.h"
#include "web/heading.h"
#include "web/number.h"
#include "web/table.h"

static void add_earlier(struct page *page, const struct campaign *campaign)
{
	page_add_html(page, "<div class='notice' role='status'>\n<p><b>");
	if (campaign->revision)
		page_add(page, "This is revision %u, not the newest.", campaign->revision);
	else
		page_add_html(page, "This is how it was first published.");
	page_add(page,
		"</b> It was amended since: see <a href='/c/%s'>the newest revision</a>.</p>\n",
		campaign->id);
	page_add_html(page, "</div>\n");
}

static void add_withdrawn(struct page *page, const struct campaign *campaign)
{
	const struct amendment *a = &campaign->amendments[campaign->withdrawn - 1];
	char date[NUMBER_BYTES];
	page_add_html(page, "<div class='notice withdrawn' role='status'>\n");
	page_add(page, "<p><b>Withdrawn</b> by %s on %s UTC. ", a->author,
		number_minute(a->dated_us, date));
	page_add(page,
		"Its numbers are not to be used: <span class='lines'>%s</span></p>\n</div>\n",
		a->reason);
}

static void add_amendment(struct page *page, const struct campaign *campaign, size_t i)
{
	const struct amendment *a = &campaign->amendments[i];
	struct text words = TEXT_EMPTY;
	char date[NUMBER_BYTES];
	amendment_add_words(&words, a);
	page_add(page, "<tr class='%s'><th scope='row' class='number'>%u</th>",
		i < campaign->revision ? "applied" : "quiet", a->number);
	page_add(page, "<td class='long lines'>%s%s</td><td class='long lines'>%s</td>",
		words.bytes, i < campaign->revision ? "" : " (not in this revision)", a->reason);
	page_add(page, "<td class='long'>%s</td><td>%s</td>", a->author,
		number_minute(a->dated_us, date));
	page_add(page, "<td><a href='/c/%s/r/%zu'>%s</a></td></tr>\n", campaign->id, i,
		i ? "before it" : "as first published");
	text_release(&words);
}

void amended_add_notices(struct page *page, const struct campaign *campaign)
{
	if (campaign->amendments_n && campaign->revision < campaign->amendments_n)
		add_earlier(page, campaign);
	if (campaign->withdrawn)
		add_withdrawn(page, campaign);
}

void amended_add_list(struct page *page, const struct campaign *campaign)
{
	if (!campaign->amendments_n)
		return;
	heading_add(page, "h2", "amendments", "Amendments");
	page_add_html(page, "<p>What was measured stays as it was; this is what was corrected.</p>\n");
	table_begin(page, "amended", "Amendments");
	page_add_html(page,
		"<thead><tr><th scope='col' class='number'>number</th><th scope='col'>what</th>"
		"<th scope='col'>why</th><th scope='col'>by</th><th scope='col'>dated (UTC)</th>"
		"<th scope='col'>revision</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < campaign->amendments_n; i++)
		add_amendment(page, campaign, i);
	page_add_html(page, "</tbody>");
	table_end(page);
}

void amended_add(struct page *page, const struct campaign *campaign)
{
	amended_add_notices(page, campaign);
	amended_add_list(page, campaign);
}
