/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/store-db.h"

/* Why a campaign that is here is not the one that is to be taken in. */
static bool is_same(const struct campaign *there, const struct campaign *campaign,
	struct error *err)
{
	if (!there->digest || !campaign->digest)
		return error_set(err, "campaign %s is in the store already%s", campaign->id,
			there->digest ? "" : ", and is not complete there");
	if (strcmp(there->digest, campaign->digest) != 0)
		return error_set(err, "campaign %s is in the store already, with another seal",
			campaign->id);
	return store_amendments_agree(there, campaign, err);
}

static enum store_taken take(struct store *store, struct campaign *campaign,
	const struct samples *samples, size_t *amendments, struct error *err)
{
	struct campaign there;
	enum store_found found = store_campaign_read_at(store, campaign->id, 0, &there, err);
	if (found == STORE_BROKEN)
		return STORE_REFUSED;
	if (found == STORE_ABSENT)
		return store_campaign_import(store, campaign, samples, err) ? STORE_TAKEN
									    : STORE_REFUSED;
	bool same = is_same(&there, campaign, err);
	campaign_release(&there);
	if (!same)
		return STORE_OTHER;
	return store_amendments_merge(store, campaign, amendments, err) ? STORE_THERE
									: STORE_REFUSED;
}

enum store_taken store_campaign_take(struct store *store, struct campaign *campaign,
	const struct samples *samples, size_t *amendments, struct error *err)
{
	*amendments = 0;
	if (!db_begin(store, err))
		return STORE_REFUSED;
	enum store_taken taken = take(store, campaign, samples, amendments, err);
	bool ok = db_end(store, taken == STORE_TAKEN || taken == STORE_THERE, err);
	return ok || taken == STORE_OTHER ? taken : STORE_REFUSED;
}
