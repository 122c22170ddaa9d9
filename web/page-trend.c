/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trends: which there are, or one of them with its changes. Its pictures are beside it, by the
 * same query: /trend.zero.svg?machine=… (web/picture.h has the names).
 */
#include <math.h>

#include "model/verdict.h"
#include "web/figure.h"
#include "web/frame.h"
#include "web/heading.h"
#include "web/number.h"
#include "web/pages.h"
#include "web/table.h"
#include "web/trend-ask.h"
#include "web/trend-set.h"

#define ROWS_MAX 100    /* of the table: the newest */
#define LISTED_MAX 1000 /* trends */
#define AMENDED_MAX 20  /* that are named */
#define P_LEAST 1e-12   /* nobody needs a smaller one than this */

/* ---- which there are ---- */

static void add_brief(struct page *page, const struct trend_brief *brief)
{
	struct text address = TEXT_EMPTY;
	char date[NUMBER_BYTES];
	text_add(&address, "/trend");
	trend_add_query(&address, brief->host, brief->chart, brief->variant, TREND_WHOLE);
	page_add(page, "<tr><th scope='row'><a href='%s'>%s</a></th><td>%s</td><td>%s</td>",
		address.bytes, brief->chart, brief->variant, brief->host);
	page_add(page, "<td class='number' data-label='campaigns'>%u</td><td>%s</td></tr>\n",
		brief->campaigns, number_minute(brief->newest_us, date));
	text_release(&address);
}

static int add_trends(struct page *page, const struct trend_ask *ask, struct store *store,
	struct error *err)
{
	struct trend_brief *briefs;
	size_t n;
	if (!store_trend_list(store, ask->host, LISTED_MAX, &briefs, &n, err))
		return 500;
	page_begin(page, &(struct frame){.title = "Trends", .here = "trends",
				 .description = "Scheduler benchmarks over time, one machine and "
						"one chart each."});
	page_add_html(page,
		"<h1>Trends</h1>\n<p>One machine, one chart, one variant, over all complete "
		"campaigns that have it. Machines, told apart by their hosts' names, are never "
		"mixed.</p>\n");
	if (!n)
		page_add_html(page, "<p>There are none: no complete campaign was measured.</p>\n");
	if (n == LISTED_MAX)
		page_add(page, "<p>The first %d; <code>?machine=</code> names one machine.</p>\n",
			LISTED_MAX);
	if (n)
		page_add_html(page, "<table class='list'>\n<thead><tr><th scope='col'>chart</th>"
				    "<th scope='col'>variant</th><th scope='col'>host</th>"
				    "<th scope='col' class='number'>campaigns</th>"
				    "<th scope='col'>newest (UTC)</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < n; i++)
		add_brief(page, &briefs[i]);
	if (n)
		page_add_html(page, "</tbody></table>\n");
	page_end(page);
	trend_briefs_free(briefs, n);
	return 200;
}

/* ---- one of them ---- */

static void add_head(struct page *page, const struct trend *trend, const struct trend_set *set)
{
	page_add(page, "<h1>%s, %s: %s on %s</h1>\n", set->chart.workload,
		placement_name(set->chart.placement), trend->label, trend->host);
	page_add(page, "<p class='unit'>%s, %s", trend->unit_text,
		verdict_direction(trend->better == BETTER_HIGHER));
	if (trend->count == TREND_WHOLE)
		page_add_html(page, "; the headline: the geometric mean over the cells");
	else if (trend->count)
		page_add(page, "; %lld %s", (long long)trend->count, trend->x_text);
	page_add_html(page, ".");
	if (trend->clock == CLOCK_COUNTED)
		page_add_html(page, " <b>Counted</b>: instructions executed, not time; it says "
				    "nothing of caches.");
	if (trend->emulated)
		page_add_html(page, " <b>Emulated</b>: wall time on an emulated CPU. Shown, but "
				    "given no verdict: no changes are looked for.");
	page_add_html(page, "</p>\n<p>One machine, one chart; other machines are never mixed. "
			    "<a href='/trend'>All trends</a></p>\n");
}

static void add_count_link(struct page *page, const struct trend *trend, int64_t count)
{
	struct text address = TEXT_EMPTY;
	char number[NUMBER_BYTES];
	snprintf(number, sizeof(number), "%lld", (long long)count);
	const char *words = count == TREND_WHOLE ? "headline" : number;
	text_add(&address, "/trend");
	trend_add_query(&address, trend->host, trend->chart, trend->variant, count);
	if (count == trend->count)
		page_add(page, "<b aria-current='page'>%s</b> ", words);
	else
		page_add(page, "<a href='%s'>%s</a> ", address.bytes, words);
	text_release(&address);
}

static bool add_counts(struct page *page, const struct trend *trend, struct store *store,
	struct error *err)
{
	int64_t *counts;
	size_t n;
	if (!store_trend_counts(store, trend->host, trend->chart, trend->variant, &counts, &n,
		    err))
		return false;
	if (n > 1 || (n == 1 && counts[0])) {
		page_add(page, "<nav class='charts' aria-label='%s'>", trend->x_text);
		add_count_link(page, trend, TREND_WHOLE);
		page_add(page, "<span class='quiet'>%s:</span> ", trend->x_text);
		for (size_t i = 0; i < n; i++)
			add_count_link(page, trend, counts[i]);
		page_add_html(page, "</nav>\n");
	}
	free(counts);
	return true;
}

static void add_picture(struct page *page, const struct trend *trend, const struct trend_set *set,
	enum chart_scale scale, const char *query)
{
	const struct picture light = {.chart = TREND_PICTURE, .scale = scale};
	char name[PICTURE_NAME_BYTES], first[NUMBER_BYTES], last[NUMBER_BYTES];
	struct chart_options size = picture_options(&light);
	picture_name(&light, name);
	page_add_html(page, "<figure><picture>\n");
	figure_add_sources(page, &light, "", query);
	page_add(page, "<img src='/%s.svg%s' width='%u' height='%u' alt='%s, %s. %zu campaign%s, ",
		name, query, size.width_px, size.height_px, set->title,
		scale == CHART_SCALE_ZERO ? "axis from zero"
					  : "zoomed, the axis does not start at zero",
		trend->length, trend->length == 1 ? "" : "s");
	page_add(page, "from %s to %s %s.'/></picture>\n",
		number_text(trend->points[0].centre, first),
		number_text(trend->points[trend->length - 1].centre, last), trend->unit_text);
	page_add(page, "<figcaption>%s: <a href='/%s.png%s'>png</a>",
		scale == CHART_SCALE_ZERO ? "Zero-based" : "Zoomed", name, query);
	page_add(page, " <a href='/%s.svg%s'>svg</a></figcaption>\n</figure>\n", name, query);
}

static void add_pictures(struct page *page, const struct trend *trend, const struct trend_set *set)
{
	struct text query = TEXT_EMPTY;
	trend_add_query(&query, trend->host, trend->chart, trend->variant, trend->count);
	page_add_html(page, "<div class='stack'>\n");
	add_picture(page, trend, set, CHART_SCALE_ZERO, query.bytes);
	add_picture(page, trend, set, CHART_SCALE_ZOOM, query.bytes);
	page_add_html(page, "</div>\n");
	text_release(&query);
}

static void add_change(struct page *page, const struct trend *trend,
	const struct trend_change *change)
{
	char size[VERDICT_CHANGE_BYTES], interval[VERDICT_INTERVAL_BYTES];
	const char *id = trend->points[change->at].id;
	const char *before = trend->kernels[change->kernel_before];
	const char *after = trend->kernels[change->kernel_after];
	bool worse = (change->ratio > 1) == (trend->better == BETTER_LOWER);
	struct compare_ratio ratio = {.ratio = change->ratio, .low = change->low,
		.high = change->high};
	page_add(page, "<li class='%s'>%s %s from <a href='/c/%s'>%s</a> on",
		worse ? "slower" : "faster", verdict_change(change->ratio, VERDICT_UTF8, size),
		worse ? "slower" : "faster", id, id);
	if (after[0] && strcmp(before, after) != 0)
		page_add(page, ", with kernel %s after %s", after, before[0] ? before : "another");
	else if (after[0])
		page_add(page, ", with the same kernel %s", after);
	page_add(page, " <small>(95 %% interval %s, p ",
		verdict_interval(&ratio, VERDICT_UTF8, interval));
	if (change->p < P_LEAST)
		page_add(page, "&lt; %g", P_LEAST);
	else
		page_add(page, "= %.1e", change->p);
	page_add(page, ", between %zu campaigns and %zu)</small></li>\n", change->before,
		change->after);
}

static void add_changes(struct page *page, const struct trend *trend)
{
	heading_add(page, "h2", "changes", "Changes");
	if (trend->emulated)
		page_add_html(page, "<p>Emulated time gives no verdict.</p>\n");
	else if (!trend->changes_n)
		page_add_html(page, "<p>No change of level is proven.</p>\n");
	else
		page_add_html(page, "<ul>\n");
	for (size_t i = 0; i < trend->changes_n; i++)
		add_change(page, trend, &trend->changes[i]);
	if (trend->changes_n)
		page_add_html(page, "</ul>\n");
	page_add(page,
		"<p class='note'>Method: seeded binary segmentation of the logarithms; in every "
		"interval the place with the largest t of Student, proven where its p times all "
		"places looked at (Bonferroni) is at most %g; of overlapping intervals the "
		"narrowest; at least %d campaigns on each side; a standard deviation below %g %% "
		"counts as that. Every change has to hold again between the whole stretches beside "
		"it, and its size is theirs.</p>\n",
		CHANGE_ALPHA, CHANGE_STRETCH_MIN, TREND_SD_LEAST * 100);
}

static void add_left_out(struct page *page, const struct trend *trend)
{
	const struct {
		unsigned n;
		const char *why;
	} reasons[] = {
		{trend->withdrawn, "withdrawn"},
		{trend->without_value, "without a value here"},
		{trend->other_cells, "over other cells, or with other trips, than the newest"},
		{trend->other_measure, "on another clock or in another unit than the newest"},
	};
	const char *before = "<p>Campaigns left out: ";
	for (size_t i = 0; i < ARRAY_LENGTH(reasons); i++)
		if (reasons[i].n) {
			page_add_html(page, before);
			page_add(page, "%u %s", reasons[i].n, reasons[i].why);
			before = "; ";
		}
	if (before[0] == ';')
		page_add_html(page, ".</p>\n");
}

/* Also those that are too old for the table; the newest first. */
static void add_amended(struct page *page, const struct trend *trend)
{
	unsigned n = 0;
	for (size_t i = trend->length; i-- > 0;) {
		const char *id = trend->points[i].id;
		if (!trend->points[i].amendments || n++ >= AMENDED_MAX)
			continue;
		page_add_html(page, n == 1 ? "<p>Amended, and shown as amended: " : ", ");
		page_add(page, "<a href='/c/%s'>%s</a>", id, id);
	}
	if (n > AMENDED_MAX)
		page_add(page, " and %u others", n - AMENDED_MAX);
	if (n)
		page_add_html(page, ".</p>\n");
}

static bool is_change(const struct trend *trend, size_t at)
{
	for (size_t i = 0; i < trend->changes_n; i++)
		if (trend->changes[i].at == at)
			return true;
	return false;
}

static void add_row(struct page *page, const struct trend *trend, size_t i)
{
	const struct trend_point *point = &trend->points[i];
	char date[NUMBER_BYTES], centre[NUMBER_BYTES], low[NUMBER_BYTES], high[NUMBER_BYTES];
	page_add(page, "<tr><th scope='row'><a href='/c/%s'>%s</a></th><td class='date'>%s</td>",
		point->id, point->id, number_minute(point->started_us, date));
	page_add(page, "<td>%s</td><td class='number centre'>%s</td>",
		trend->kernels[point->kernel], number_text(point->centre, centre));
	if (isfinite(point->low))
		page_add(page, "<td class='number'>%s to %s</td>", number_text(point->low, low),
			number_text(point->high, high));
	else
		page_add_html(page, "<td class='number'>none</td>");
	page_add(page, "<td class='number'>%u</td><td class='number'>%u</td><td>", point->n,
		point->boots);
	if (is_change(trend, i))
		page_add_html(page, "<b class='mark'>change</b> ");
	if (point->amendments)
		page_add_html(page, "<small>amended</small>");
	page_add_html(page, "</td></tr>\n");
}

static void add_table(struct page *page, const struct trend *trend)
{
	size_t from = trend->length > ROWS_MAX ? trend->length - ROWS_MAX : 0;
	heading_add(page, "h2", "campaigns", "Campaigns");
	if (from)
		page_add(page, "<p>The newest %d of %zu.</p>\n", ROWS_MAX, trend->length);
	table_begin(page, "values", "The trend's numbers, the newest first");
	page_add(page,
		"<thead><tr>"
		"<th scope='col'>campaign</th><th scope='col'>started (UTC)</th>"
		"<th scope='col'>kernel</th><th scope='col' class='number'>%s</th>"
		"<th scope='col' class='number'>95 %% interval</th>"
		"<th scope='col' class='number'>launches</th>"
		"<th scope='col' class='number'>boots</th><th scope='col'>marks</th></tr></thead>\n"
		"<tbody>\n",
		trend->unit);
	for (size_t i = trend->length; i-- > from;)
		add_row(page, trend, i);
	page_add_html(page, "</tbody>");
	table_end(page);
}

static bool add_trend(struct page *page, const struct trend *trend, struct store *store,
	struct error *err)
{
	struct trend_set set;
	trend_set_init(&set, trend);
	page_begin(page, &(struct frame){.title = set.title, .here = "trend"});
	add_head(page, trend, &set);
	bool ok = add_counts(page, trend, store, err);
	if (trend->length)
		add_pictures(page, trend, &set);
	else
		page_add_html(page, "<p>No campaign that counts has a value here.</p>\n");
	add_left_out(page, trend);
	add_amended(page, trend);
	if (trend->length) {
		add_changes(page, trend);
		add_table(page, trend);
	}
	page_end(page);
	trend_set_release(&set);
	return ok;
}

int page_trend(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct trend_ask ask;
	struct trend trend;
	int status = trend_ask_read(&ask, request, err);
	if (status != 200)
		return status;
	if (!trend_ask_is_whole(&ask)) {
		status = add_trends(page, &ask, store, err);
		trend_ask_release(&ask);
		return status;
	}
	status = trend_load(&trend, &ask, store, err);
	trend_ask_release(&ask);
	if (status != 200)
		return status;
	status = add_trend(page, &trend, store, err) ? 200 : 500;
	trend_release(&trend);
	return status;
}
