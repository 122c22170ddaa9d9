/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/load.h"

#include "model/revision.h"

int load_campaign(const struct request *request, struct store *store, struct campaign *campaign,
	struct error *err)
{
	unsigned revision = REVISION_NEWEST;
	const char *word = request->words[REQUEST_REVISION];
	if (word[0] && !revision_parse(word, &revision)) {
		error_set(err, "a revision is a number");
		return 404;
	}
	switch (store_campaign_read_at(store, request->words[REQUEST_ID], revision, campaign, err)) {
	case STORE_FOUND:
		return 200;
	case STORE_ABSENT:
		error_set(err, word[0] ? "there is no such revision of a campaign of this name"
				       : "there is no campaign of this name");
		return 404;
	case STORE_BROKEN:
		break;
	}
	return 500;
}

/* Whether no entry before it is of its variant and clock and came up. */
static bool is_first_up(const struct campaign *campaign, size_t entry)
{
	const struct campaign_boot *boot = &campaign->entries[entry];
	for (size_t i = 0; i < entry; i++) {
		const struct campaign_boot *other = &campaign->entries[i];
		if (other->variant == boot->variant && other->clock == boot->clock &&
			other->kernel_boot_id[0])
			return false;
	}
	return boot->kernel_boot_id[0] != 0;
}

bool load_environments(struct store *store, struct campaign *campaign, struct error *err)
{
	for (size_t i = 0; i < campaign->entries_n; i++)
		if (is_first_up(campaign, i) &&
			!store_environment_read(store, campaign, i, &campaign->entries[i].env, err))
			return false;
	return true;
}

int load_standing(const struct campaign *campaign, struct error *err)
{
	if (!campaign->withdrawn)
		return 200;
	error_set(err, "amendment %u withdrew this campaign; its page says why",
		campaign->withdrawn);
	return 410;
}

int load_chart(const struct request *request, const char *slug, struct store *store,
	struct chart_data *data, struct error *err)
{
	*data = (struct chart_data){0};
	int status = load_campaign(request, store, &data->campaign, err);
	if (status != 200)
		return status;
	status = load_standing(&data->campaign, err);
	if (status != 200)
		goto out;
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
