/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One chart, large: both scales, the whole table. */
#include "web/address.h"
#include "web/amended.h"
#include "web/faults.h"
#include "web/figure.h"
#include "web/frame.h"
#include "web/load.h"
#include "web/overlay.h"
#include "web/pages.h"
#include "web/progress.h"
#include "web/values.h"
#include "web/verdicts.h"

#define RENEW_S 30

/* All that the page is made of. Not to be moved: series and judgements point into it. */
struct whole {
	struct chart_data data;
	struct samples samples; /* of all charts: verdicts hold for the campaign as a whole */
	struct overlays overlays;
	struct view view;
	struct judgement judgement, overlaid;
};

static void add_verdicts(struct page *page, const struct whole *whole)
{
	const struct campaign_chart *chart = whole->data.set.chart;
	if (whole->judgement.length) {
		verdicts_add_comparability(page, &whole->judgement);
		verdicts_add_chart(page, &whole->judgement, chart);
	}
	if (whole->overlaid.length) {
		page_add_html(page, "<p class='mark'>Series of other campaigns lie over this chart. "
				    "They were " COMPARE_OTHER_TIMES
				    " and are a family of verdicts of their own.</p>\n");
		verdicts_add_comparability(page, &whole->overlaid);
		verdicts_add_chart(page, &whole->overlaid, chart);
	}
}

static void add_values(struct page *page, const struct whole *whole)
{
	const struct series_set *set = &whole->data.set;
	const struct compare_pair **pairs =
		verdicts_pairs(set, &whole->judgement, &whole->overlaid);
	page_add_html(page, "<h2 id='values'>Values</h2>\n");
	if (!set->chart->swept)
		values_add_whole(page, set, pairs);
	values_add_rows(page, set, &whole->view.choice, pairs);
	if (whole->judgement.length || whole->overlaid.length)
		verdicts_add_method(page);
	free(pairs);
}

/* "/c/ID/CHART" with the series laid over it: what the links to other bases begin with. */
static void add_bases(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->data.campaign;
	char at[ADDRESS_BYTES];
	if (!whole->judgement.length && !whole->overlaid.length)
		return;
	char *address = xasprintf("%s/%s%s", address_of(campaign, at), whole->data.set.chart->slug,
		whole->overlays.query.bytes);
	page_add_html(page, "<h2 id='verdicts'>Verdicts</h2>\n");
	verdicts_add_bases(page, campaign, &whole->view, address);
	free(address);
}

static void add_whole(struct page *page, const struct whole *whole, bool running)
{
	const struct chart_data *data = &whole->data;
	const struct campaign *campaign = &data->campaign;
	const char *slug = data->set.chart->slug;
	char *title = xasprintf("%s: %s", slug, campaign->title);
	char at[ADDRESS_BYTES];
	char *prefix = xasprintf("%s/", address_of(campaign, at));

	page_begin(page, &(struct frame){.title = title,
				 .id = campaign->id,
				 .here = slug,
				 .refresh_s = running ? RENEW_S : 0});
	figure_add_list(page, campaign, (ptrdiff_t)data->chart, prefix);
	figure_add_heading(page, &data->set, "h1");
	page_add(page, "<p class='of'>Of <a href='%s'>%s</a> ", at, campaign->title);
	progress_add_state(page, campaign->state == CAMPAIGN_COMPLETE, running);
	page_add_html(page, "</p>\n");
	amended_add(page, campaign);
	figure_add_pictures(page, &data->set, false, whole->overlays.query.bytes);
	figure_add_downloads(page, &data->set);
	add_bases(page, whole);
	add_verdicts(page, whole);
	add_values(page, whole);
	faults_add(page, campaign, &data->samples, (ptrdiff_t)data->chart);
	page_end(page);
	free(prefix);
	free(title);
}

static int load_whole(struct whole *whole, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign *campaign = &whole->data.campaign;
	int status = view_read_chart(&whole->view, request, campaign, err);
	if (status == 200)
		status = overlays_load(&whole->overlays, request, store, &whole->data.set, err);
	if (status != 200)
		return status;
	if (!store_samples_read(store, campaign, &whole->samples, err) ||
		!load_environments(store, campaign, err))
		return 500;
	judgement_of_campaign(&whole->judgement, campaign, &whole->samples, whole->view.base);
	overlays_judge(&whole->overlays, &whole->overlaid, campaign, &whole->samples,
		whole->view.base, whole->data.set.chart->slug);
	return 200;
}

int page_chart(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct whole whole = {.data = {.chart = 0}};
	struct chart_data *data = &whole.data;
	int status = load_chart(request, request->words[REQUEST_CHART], store, data, err);
	if (status != 200)
		return status;
	status = load_whole(&whole, request, store, err);
	if (status == 200) {
		bool running = data->campaign.state != CAMPAIGN_COMPLETE &&
			progress_is_running(request->store_path, data->campaign.id);
		add_whole(page, &whole, running);
	}
	judgement_release(&whole.overlaid);
	judgement_release(&whole.judgement);
	view_release(&whole.view);
	samples_release(&whole.samples);
	chart_data_release(data);
	overlays_release(&whole.overlays);
	return status;
}
