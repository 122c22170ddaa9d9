/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Amendments: each the line of JSON that the canonical form has of it, and only ever inserted. */
#include "model/store-db.h"

#include "model/amendment-json.h"
#include "model/revision.h"

static bool insert(struct store *store, const struct campaign *campaign,
	const struct amendment *amendment, struct error *err)
{
	char *line = amendment_to_line(amendment);
	bool ok = db_write(store, err, "INSERT INTO amendment VALUES(?, ?, ?)", "ius",
		campaign->key, amendment->number, line);
	free(line);
	return ok;
}

static bool parse(const char *line, struct amendment *amendment, struct error *err)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	bool ok = json ? amendment_from_json(json, amendment, err) : error_set(err, "not JSON");
	json_decref(json);
	return ok;
}

bool store_amendments_read(struct store *store, struct campaign *campaign, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT line FROM amendment WHERE campaign = ? ORDER BY number", "i",
		campaign->key);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct amendment amendment;
		if (!parse((const char *)sqlite3_column_text(row, 0), &amendment, err)) {
			sqlite3_finalize(row);
			return error_prefix(err, "%s: amendment %zu of campaign %s", store->path,
				campaign->amendments_n + 1, campaign->id);
		}
		struct amendment *place = xgrow(&campaign->amendments, &campaign->amendments_n,
			sizeof(*place));
		*place = amendment;
	}
	return step == DB_END;
}

bool store_amendments_insert(struct store *store, const struct campaign *campaign, size_t from,
	struct error *err)
{
	bool ok = true;
	for (size_t i = from; ok && i < campaign->amendments_n; i++)
		ok = insert(store, campaign, &campaign->amendments[i], err);
	if (!ok || from >= campaign->amendments_n)
		return ok;
	/* What cannot be applied would make the campaign unreadable. */
	return store_summary_renew(store, campaign->id, err);
}

static bool add(struct store *store, const char *id, struct amendment *amendment,
	struct error *err)
{
	struct campaign campaign;
	struct samples samples;
	switch (store_campaign_read_whole(store, id, &campaign, &samples, err)) {
	case STORE_ABSENT:
		return error_set(err, "there is no campaign '%s' (schedlab list shows all)", id);
	case STORE_BROKEN:
		return false;
	case STORE_FOUND:
		break;
	}
	bool ok = revision_check_next(&campaign, &samples, amendment, err);
	if (ok) {
		amendment_chain(&campaign, amendment);
		ok = insert(store, &campaign, amendment, err) &&
			store_summary_renew(store, id, err);
	}
	samples_release(&samples);
	campaign_release(&campaign);
	return ok;
}

bool store_amendment_add(struct store *store, const char *id, struct amendment *amendment,
	struct error *err)
{
	if (!db_begin(store, err))
		return false;
	return db_end(store, add(store, id, amendment, err), err);
}

bool store_amendments_agree(const struct campaign *there, const struct campaign *campaign,
	struct error *err)
{
	for (size_t i = 0; i < there->amendments_n && i < campaign->amendments_n; i++)
		if (strcmp(there->amendments[i].hash, campaign->amendments[i].hash) != 0)
			return error_set(err,
				"amendment %zu of campaign %s is another one in the store: neither "
				"follows on the other",
				i + 1, campaign->id);
	return true;
}

static bool merge(struct store *store, struct campaign *campaign, size_t *added, struct error *err)
{
	struct campaign there;
	if (store_campaign_read_at(store, campaign->id, 0, &there, err) != STORE_FOUND)
		return false;
	size_t from = there.amendments_n;
	bool ok = (there.digest && campaign->digest &&
			  strcmp(there.digest, campaign->digest) == 0) ||
		error_set(err, "campaign %s is in the store already, with another seal",
			campaign->id);
	ok = ok && store_amendments_agree(&there, campaign, err);
	campaign->key = there.key;
	campaign_release(&there);
	*added = campaign->amendments_n > from ? campaign->amendments_n - from : 0;
	return ok && store_amendments_insert(store, campaign, from, err);
}

bool store_amendments_merge(struct store *store, struct campaign *campaign, size_t *added,
	struct error *err)
{
	if (!db_begin(store, err))
		return false;
	return db_end(store, merge(store, campaign, added, err), err);
}
