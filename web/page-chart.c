/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One chart, large: both scales, the whole table. */
#include "web/address.h"
#include "web/amended.h"
#include "web/faults.h"
#include "web/figure.h"
#include "web/frame.h"
#include "web/load.h"
#include "web/pages.h"
#include "web/progress.h"
#include "web/values.h"

#define RENEW_S 30

static void add_whole(struct page *page, const struct chart_data *data, bool running)
{
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
	figure_add_pictures(page, &data->set, false);
	figure_add_downloads(page, &data->set);
	page_add_html(page, "<h2 id='values'>Values</h2>\n");
	if (!data->set.chart->swept)
		values_add_whole(page, &data->set);
	values_add_rows(page, &data->set, 0);
	faults_add(page, campaign, &data->samples, (ptrdiff_t)data->chart);
	page_end(page);
	free(prefix);
	free(title);
}

int page_chart(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct chart_data data;
	int status = load_chart(request, request->words[REQUEST_CHART], store, &data, err);
	if (status != 200)
		return status;
	bool running = data.campaign.state != CAMPAIGN_COMPLETE &&
		progress_is_running(request->store_path, data.campaign.id);
	add_whole(page, &data, running);
	chart_data_release(&data);
	return 200;
}
