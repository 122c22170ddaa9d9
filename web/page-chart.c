/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One chart, large, in any view of it: the whole state stands in the address (view.h). */
#include "web/address.h"
#include "web/amended.h"
#include "web/faults.h"
#include "web/figure.h"
#include "web/frame.h"
#include "web/heading.h"
#include "web/lasting.h"
#include "web/pages.h"
#include "web/preview.h"
#include "web/progress.h"
#include "web/shown.h"
#include "web/values.h"
#include "web/verdicts.h"
#include "web/view-form.h"

/* All that the page is made of. Not to be moved: verdicts point into it. */
struct whole {
	struct shown shown;
	struct shown_verdicts verdicts;
	const char *url; /* of the site */
};

static bool has_verdicts(const struct whole *whole)
{
	return whole->verdicts.judgement.length || whole->verdicts.overlaid.length;
}

/* What stands behind the addresses of pictures and data. */
static char *picture_query(const struct shown *shown)
{
	struct text query = TEXT_EMPTY;
	struct view view = view_of_picture(&shown->view, &shown->data.campaign);
	shown_add_query(&query, shown, &view);
	return text_take(&query);
}

static void add_pictures(struct page *page, const struct whole *whole)
{
	const struct shown *shown = &whole->shown;
	const struct campaign_chart *chart = shown->set.chart;
	struct text finding = TEXT_EMPTY;
	char *query = picture_query(shown);
	char at[ADDRESS_BYTES];
	verdicts_add_finding(&finding, &whole->verdicts.judgement, chart);
	struct figure figure = {.set = &shown->set, .query = query, .finding = finding.bytes,
		.x = &shown->view.x, .chosen = shown->view.y.given};

	view_form_add_scales(page, shown);
	char *lasting = lasting_query(query, &shown->data.campaign);
	page_add(page, "<div class='look' data-chart='%s/%s.json%s'>\n<div class='stack'>\n",
		address_of(&shown->data.campaign, at), chart->slug, lasting);
	free(lasting);
	if (shown->view.scales != VIEW_ZOOM && !(figure.chosen && shown->view.scales == VIEW_BOTH))
		figure_add_picture(page, &figure, CHART_SCALE_ZERO);
	if (shown->view.scales != VIEW_ZERO)
		figure_add_picture(page, &figure, CHART_SCALE_ZOOM);
	page_add_html(page, "</div>\n");
	view_form_add(page, shown);
	page_add_html(page, "</div>\n");
	figure_add_downloads(page, &shown->set, query);
	free(query);
	text_release(&finding);
}

static void add_verdicts(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->shown.data.campaign;
	const struct campaign_chart *chart = whole->shown.set.chart;
	char at[ADDRESS_BYTES];
	if (!has_verdicts(whole))
		return;
	char *address = xasprintf("%s/%s%s", address_of(campaign, at), chart->slug,
		whole->shown.overlays.query.bytes);
	heading_add(page, "h2", "verdicts", "Verdicts");
	verdicts_add_bases(page, campaign, &whole->shown.view, address);
	if (whole->verdicts.judgement.length) {
		verdicts_add_comparability(page, &whole->verdicts.judgement);
		verdicts_add_chart(page, &whole->verdicts.judgement, chart);
	}
	if (whole->verdicts.overlaid.length) {
		page_add_html(page, "<p class='mark'>Series of other campaigns lie over this chart. "
				    "They were " COMPARE_OTHER_TIMES
				    " and are a family of verdicts of their own.</p>\n");
		verdicts_add_comparability(page, &whole->verdicts.overlaid);
		verdicts_add_chart(page, &whole->verdicts.overlaid, chart);
	}
	free(address);
}

/* The comparisons of the series that are shown, of those of all there are. */
static void keep_shown(const struct compare_pair **pairs, const struct shown *shown)
{
	size_t kept = 0;
	for (size_t i = 0; i < shown->data.set.length; i++)
		if (!shown->view.hidden || !shown->view.hidden[i])
			pairs[kept++] = pairs[i];
}

static void add_values(struct page *page, const struct whole *whole)
{
	const struct shown *shown = &whole->shown;
	const struct compare_pair **pairs = verdicts_pairs(&shown->data.set,
		&whole->verdicts.judgement, &whole->verdicts.overlaid);
	struct view every = shown->view;
	every.rows = NULL;
	every.x.given = false;
	char *all = view_form_address(shown, &every);
	struct values values = {.set = &shown->set, .pairs = pairs, .choice = &shown->view.choice,
		.x = &shown->view.x, .all = all};

	keep_shown(pairs, shown);
	heading_add(page, "h2", "values", "Values");
	if (!shown->set.chart->swept)
		values_add_whole(page, &values);
	values_add_rows(page, &values);
	if (has_verdicts(whole) && (shown->set.statistic || shown->set.relative_to))
		page_add_html(page, "<p class='note'>Changes and verdicts are of the centres as "
				    "measured, whatever numbers are shown beside them.</p>\n");
	if (has_verdicts(whole))
		verdicts_add_method(page);
	free(all);
	free(pairs);
}

/* What is previewed is the chart unasked: a view of it has no picture of that size. */
static void begin(struct page *page, const struct whole *whole, const char *title, bool running)
{
	const struct campaign *campaign = &whole->shown.data.campaign;
	const struct campaign_chart *chart = whole->shown.data.set.chart;
	char at[ADDRESS_BYTES];
	char *address = xasprintf("%s/%s", address_of(campaign, at), chart->slug);
	char *words = preview_words(&whole->verdicts.judgement, chart);
	page_begin(page, &(struct frame){.title = title,
				 .description = words,
				 .preview = &(struct preview){.url = whole->url,
					 .address = address,
					 .title = title,
					 .description = words,
					 .picture = chart->slug,
					 .campaign = at},
				 .id = campaign->id,
				 .here = chart->slug,
				 .refresh_s = running ? PROGRESS_RENEW_S : 0,
				 .script = true});
	free(words);
	free(address);
}

static void add_whole(struct page *page, const struct whole *whole, bool running)
{
	const struct chart_data *data = &whole->shown.data;
	const struct campaign *campaign = &data->campaign;
	const char *slug = data->set.chart->slug;
	char *title = xasprintf("%s: %s", slug, campaign->title);
	char at[ADDRESS_BYTES];
	char *prefix = xasprintf("%s/", address_of(campaign, at));

	begin(page, whole, title, running);
	figure_add_list(page, campaign, (ptrdiff_t)data->chart, prefix);
	figure_add_heading(page, &data->set, "h1");
	page_add(page, "<p class='of'>Of <a href='%s'>%s</a> ", at, campaign->title);
	progress_add_state(page, campaign->state == CAMPAIGN_COMPLETE, running);
	page_add_html(page, "</p>\n");
	amended_add(page, campaign);
	add_pictures(page, whole);
	add_verdicts(page, whole);
	add_values(page, whole);
	faults_add(page, campaign, &data->samples, (ptrdiff_t)data->chart);
	page_end(page);
	free(prefix);
	free(title);
}

/* From a form to the view's own address, which is the one to pass on. Where it fits, that is. */
static bool lead_on(struct page *page, const struct request *request, const struct shown *shown)
{
	if (!view_is_from_form(request->query))
		return false;
	char *address = view_form_address(shown, &shown->view);
	bool fits = strlen(address) < sizeof(page->location);
	if (fits)
		snprintf(page->location, sizeof(page->location), "%s", address);
	free(address);
	return fits;
}

int page_chart(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct whole whole = {.url = request->url};
	int status =
		shown_load(&whole.shown, request, request->words[REQUEST_CHART], store, err);
	if (status != 200)
		return status;
	if (lead_on(page, request, &whole.shown)) {
		shown_release(&whole.shown);
		return 302;
	}
	const struct campaign *campaign = &whole.shown.data.campaign;
	if (shown_judge(&whole.verdicts, &whole.shown, store, err))
		add_whole(page, &whole,
			campaign->state != CAMPAIGN_COMPLETE &&
				progress_is_running(request->store_path, campaign->id));
	else
		status = 500;
	shown_verdicts_release(&whole.verdicts);
	shown_release(&whole.shown);
	return status;
}
