/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All campaigns, newest first. */
#include "model/lock.h"
#include "web/frame.h"
#include "web/number.h"
#include "web/pages.h"
#include "web/progress.h"

#define RENEW_S 60 /* while something runs */

static void add_campaign(struct page *page, const struct campaign_brief *brief, bool running)
{
	char date[NUMBER_BYTES];
	page_add(page, "<tr><th scope='row'><a href='/c/%s'>%s</a> <code>%s</code></th>", brief->id,
		brief->title[0] ? brief->title : "untitled", brief->id);
	page_add(page, "<td class='date'>%s</td>", number_minute(brief->started_us, date));
	page_add_html(page, "<td>");
	progress_add_state(page, brief->state == CAMPAIGN_COMPLETE, running);
	if (brief->withdrawn)
		page_add_html(page, " <small class='bad'>withdrawn</small>");
	else if (brief->amendments)
		page_add_html(page, " <small>amended</small>");
	page_add(page, "</td><td class='number' data-label='launches'>%u / %u</td>", brief->samples,
		brief->expected);
	page_add(page, "<td class='number%s' data-label='failed'>%u</td>",
		brief->failed ? " bad" : "", brief->failed);
	page_add(page, "<td class='number' data-label='variants'>%u</td>", brief->variants);
	page_add(page, "<td>%s</td><td class='long'>%s</td></tr>\n", brief->machine, brief->host);
}

static void add_campaigns(struct page *page, const struct campaign_brief *briefs, size_t n,
	const char *running)
{
	page_add_html(page,
		"<table class='list'>\n<thead><tr><th scope='col'>campaign</th>"
		"<th scope='col'>started (UTC)</th><th scope='col'>state</th>"
		"<th scope='col' class='number'>launches</th>"
		"<th scope='col' class='number'>failed</th>"
		"<th scope='col' class='number'>variants</th>"
		"<th scope='col'>machine</th><th scope='col'>host</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < n; i++)
		add_campaign(page, &briefs[i],
			briefs[i].state != CAMPAIGN_COMPLETE && !strcmp(running, briefs[i].id));
	page_add_html(page, "</tbody></table>\n");
}

static void add_empty(struct page *page)
{
	page_add_html(page, "<p>This store holds no campaign yet. To measure one:</p>\n"
			    "<pre>schedlab run plans/here.yaml     # the running kernel\n"
			    "schedlab run plans/demo.yaml     # three kernels in guests\n"
			    "schedlab import FILE.jsonl       # what was measured elsewhere</pre>\n"
			    "<p>It appears here from its first sample on.</p>\n");
}

int page_index(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign_brief *briefs;
	size_t n;
	if (!store_campaign_list(store, &briefs, &n, err))
		return 500;
	char running[CAMPAIGN_ID_BYTES] = "";
	bool any = lock_holder(request->store_path, running);

	page_begin(page,
		&(struct frame){.title = "Scheduler benchmarks",
			.description = "Scheduler benchmarks over kernel variants, every result "
				       "drawn zero-based and zoomed.",
			.refresh_s = any || !n ? RENEW_S : 0});
	page_add_html(page, "<h1>Scheduler benchmarks</h1>\n");
	if (n)
		add_campaigns(page, briefs, n, any ? running : "");
	else
		add_empty(page);
	page_end(page);
	campaign_briefs_free(briefs, n);
	return 200;
}
