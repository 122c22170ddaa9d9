/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/shown.h"

/* Ranges that no axis can show are the reader's mistake, not the picture's failure. */
static int check(const struct view *view, struct error *err)
{
	struct chart_options options = {
		.width_px = CHART_PAGE_WIDTH_PX, .height_px = CHART_PAGE_HEIGHT_PX};
	view_set_options(view, &options);
	return chart_options_check(&options, err) ? 200 : 400;
}

int shown_load(struct shown *shown, const struct request *request, const char *slug,
	struct store *store, struct error *err)
{
	*shown = (struct shown){.data = {.chart = 0}};
	int status = load_chart(request, slug, store, &shown->data, err);
	if (status != 200)
		return status;
	status = view_read_chart(&shown->view, request, &shown->data.campaign, err);
	if (status == 200)
		status = check(&shown->view, err);
	if (status == 200)
		status = overlays_load(&shown->overlays, request, store, &shown->data.set, err);
	if (status != 200) {
		shown_release(shown);
		return status;
	}
	struct series_view how = view_series(&shown->view);
	series_view_init(&shown->set, &shown->data.set, &how);
	return 200;
}

void shown_release(struct shown *shown)
{
	series_set_release(&shown->set);
	view_release(&shown->view);
	chart_data_release(&shown->data);
	overlays_release(&shown->overlays);
}

bool shown_judge(struct shown_verdicts *verdicts, struct shown *shown, struct store *store,
	struct error *err)
{
	struct campaign *campaign = &shown->data.campaign;
	*verdicts = (struct shown_verdicts){.samples = {NULL, 0}};
	if (!store_samples_read(store, campaign, &verdicts->samples, err) ||
		!load_environments(store, campaign, err))
		return false;
	judgement_of_campaign(&verdicts->judgement, campaign, &verdicts->samples, shown->view.base);
	overlays_judge(&shown->overlays, &verdicts->overlaid, campaign, &verdicts->samples,
		shown->view.base, shown->set.chart->slug);
	return true;
}

void shown_verdicts_release(struct shown_verdicts *verdicts)
{
	judgement_release(&verdicts->overlaid);
	judgement_release(&verdicts->judgement);
	samples_release(&verdicts->samples);
}

void shown_add_query(struct text *address, const struct shown *shown, const struct view *view)
{
	text_add(address, "%s", shown->overlays.query.length ? shown->overlays.query.bytes : "");
	view_add_query(address, view, &shown->data.campaign);
}
