/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Campaigns, newest first, a page at a time:
 *
 *	?q=WORDS         every word in title, machine's name, id or a variant's label
 *	?machine=HOST    measured on that machine
 *	?variant=LABEL   with such a variant
 *	?before=ID  ?after=ID     the page behind a campaign, the page before one
 */
#include "model/lock.h"
#include "model/slug.h"
#include "web/frame.h"
#include "web/number.h"
#include "web/pages.h"
#include "web/progress.h"
#include "web/query.h"
#include "web/sparkline.h"

#define RENEW_S 60 /* while something runs */
#define PAGE_ROWS 50

/* What is asked for, and what there is of it. */
struct list {
	char *words, *machine, *variant, *before, *after; /* NULL where not asked for */
	struct campaign_brief *briefs;
	size_t n;
	bool newer, older; /* there are others before and behind these */
	unsigned campaigns; /* in the whole store */
	char running[CAMPAIGN_ID_BYTES]; /* the one that is being measured, or "" */
};

/* A field that was left empty asks for nothing. */
static char *take_value(const char *query, const char *name)
{
	char *value = query_value(query, name, 0);
	if (value && !value[0]) {
		free(value);
		value = NULL;
	}
	return value;
}

static void list_take(struct list *list, const struct request *request)
{
	list->words = take_value(request->query, "q");
	list->machine = take_value(request->query, "machine");
	list->variant = take_value(request->query, "variant");
	list->before = take_value(request->query, "before");
	list->after = take_value(request->query, "after");
	if (!lock_holder(request->store_path, list->running))
		list->running[0] = 0;
}

static void list_release(struct list *list)
{
	campaign_briefs_free(list->briefs, list->n);
	free(list->words);
	free(list->machine);
	free(list->variant);
	free(list->before);
	free(list->after);
}

static bool is_filtered(const struct list *list)
{
	return list->words || list->machine || list->variant;
}

/* One more than fits tells whether there are others. */
static bool list_read(struct list *list, struct store *store, struct error *err)
{
	char slug[SLUG_BYTES];
	if (list->variant)
		slug_make(list->variant, slug);
	struct campaign_filter filter = {.words = list->words, .host = list->machine,
		.variant = list->variant ? slug : NULL, .before = list->before,
		.after = list->after, .limit = PAGE_ROWS + 1};
	if (!store_campaign_count(store, &list->campaigns, err) ||
		!store_campaign_find(store, &filter, &list->briefs, &list->n, err))
		return false;
	bool more = list->n > PAGE_ROWS;
	list->newer = list->after ? more : list->before != NULL;
	list->older = list->after ? true : more;
	if (!more)
		return true;
	size_t surplus = list->after ? 0 : list->n - 1;
	struct campaign_brief *one = xcalloc(1, sizeof(*one));
	*one = list->briefs[surplus];
	list->n--;
	memmove(&list->briefs[surplus], &list->briefs[surplus + 1],
		(list->n - surplus) * sizeof(*one));
	campaign_briefs_free(one, 1);
	return true;
}

/* ---- the table ---- */

static void add_campaign(struct page *page, const struct campaign_brief *brief, bool running)
{
	char date[NUMBER_BYTES];
	page_add(page, "<tr><th scope='row'><a href='/c/%s'>%s</a> <code>%s</code></th>", brief->id,
		brief->title[0] ? brief->title : "untitled", brief->id);
	page_add_html(page, "<td>");
	sparkline_add_picture(page, brief->sparkline);
	page_add(page, "</td><td class='date'>%s</td>", number_minute(brief->started_us, date));
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

static void add_campaigns(struct page *page, const struct list *list)
{
	page_add_html(page,
		"<table class='list'>\n<thead><tr><th scope='col'>campaign</th>"
		"<th scope='col'>its first chart</th>"
		"<th scope='col'>started (UTC)</th><th scope='col'>state</th>"
		"<th scope='col' class='number'>launches</th>"
		"<th scope='col' class='number'>failed</th>"
		"<th scope='col' class='number'>variants</th>"
		"<th scope='col'>machine</th><th scope='col'>host</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < list->n; i++) {
		const struct campaign_brief *brief = &list->briefs[i];
		add_campaign(page, brief, brief->state != CAMPAIGN_COMPLETE &&
			!strcmp(list->running, brief->id));
	}
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

/* ---- the filter, and the ways to other pages ---- */

static void add_field(struct page *page, const char *name, const char *label, const char *value)
{
	page_add(page, "<label>%s <input type='text' name='%s' value='%s' maxlength='%d'/></label>\n", label,
		name, value ? value : "", QUERY_VALUE_BYTES);
}

static void add_filter(struct page *page, const struct list *list)
{
	page_add_html(page, "<form class='filter' action='/' method='get' role='search'>\n");
	add_field(page, "q", "words", list->words);
	add_field(page, "machine", "host", list->machine);
	add_field(page, "variant", "variant", list->variant);
	page_add_html(page, "<button type='submit'>Filter</button>");
	if (is_filtered(list))
		page_add_html(page, " <a href='/'>all campaigns</a>");
	page_add_html(page, "\n</form>\n");
}

/* The address of the same list from another place on. */
static void add_way(struct page *page, const struct list *list, const char *place, const char *id,
	const char *rel, const char *words)
{
	struct text address = TEXT_EMPTY;
	bool first = true;
	text_add(&address, "/");
	if (list->words)
		query_add(&address, &first, "q", list->words);
	if (list->machine)
		query_add(&address, &first, "machine", list->machine);
	if (list->variant)
		query_add(&address, &first, "variant", list->variant);
	query_add(&address, &first, place, id);
	page_add(page, "<a rel='%s' href='%s'>%s</a> ", rel, address.bytes, words);
	text_release(&address);
}

static void add_ways(struct page *page, const struct list *list)
{
	if (!list->n || (!list->newer && !list->older))
		return;
	page_add_html(page, "<nav class='ways' aria-label='pages'>");
	if (list->newer)
		add_way(page, list, "after", list->briefs[0].id, "prev", "newer campaigns");
	if (list->older)
		add_way(page, list, "before", list->briefs[list->n - 1].id, "next",
			"older campaigns");
	page_add_html(page, "</nav>\n");
}

static void add_list(struct page *page, const struct list *list)
{
	bool soon = list->running[0] || !list->campaigns; /* it changes, or somebody waits for it to */
	page_begin(page,
		&(struct frame){.title = "Scheduler benchmarks",
			.description = "Scheduler benchmarks over kernel variants, every result "
				       "drawn zero-based and zoomed.",
			.refresh_s = soon ? RENEW_S : 0});
	page->cache = soon ? PAGE_CHECKED : PAGE_BRIEF;
	page_add_html(page, "<h1>Scheduler benchmarks</h1>\n");
	if (list->campaigns) {
		page_add(page, "<p>%u campaign%s. Over time: <a href='/trend'>trends</a>.</p>\n",
			list->campaigns, list->campaigns == 1 ? "" : "s");
		add_filter(page, list);
	}
	if (list->n)
		add_campaigns(page, list);
	else if (list->campaigns)
		page_add_html(page, "<p>There are none of this kind here.</p>\n");
	else
		add_empty(page);
	add_ways(page, list);
	page_end(page);
}

int page_index(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct list list = {0};
	list_take(&list, request);
	bool ok = list_read(&list, store, err);
	if (ok)
		add_list(page, &list);
	list_release(&list);
	return ok ? 200 : 500;
}
