/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/load.h"

int load_campaign(const struct request *request, struct store *store, struct campaign *campaign,
	struct error *err)
{
	switch (store_campaign_read(store, request->words[REQUEST_ID], campaign, err)) {
	case STORE_FOUND:
		return 200;
	case STORE_ABSENT:
		error_set(err, "there is no campaign of this name");
		return 404;
	case STORE_BROKEN:
		break;
	}
	return 500;
}

int load_chart(const struct request *request, const char *slug, struct store *store,
	struct chart_data *data, struct error *err)
{
	*data = (struct chart_data){0};
	int status = load_campaign(request, store, &data->campaign, err);
	if (status != 200)
		return status;
	ptrdiff_t chart = campaign_chart_find(&data->campaign, slug);
	if (chart < 0) {
		error_set(err, "this campaign has no chart of this name");
		status = 404;
		goto out;
	}
	data->chart = (size_t)chart;
	if (!store_samples_read_chart(store, &data->campaign, data->chart, &data->samples, err)) {
		status = 500;
		goto out;
	}
	series_set_init(&data->set, &data->campaign, data->chart, &data->samples);
out:
	if (status != 200)
		campaign_release(&data->campaign);
	return status;
}

void chart_data_release(struct chart_data *data)
{
	series_set_release(&data->set);
	samples_release(&data->samples);
	campaign_release(&data->campaign);
}
