/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a campaign consists of: header, variants, charts, cells, and its entries as a list. */
#include "model/store-db.h"

#include <math.h>

#include "model/revision.h"

static bool add_header(struct store *store, struct campaign *c, struct error *err)
{
	if (!db_write(store, err,
		    "INSERT INTO campaign(id, title, host, tool, machine, accel, accel_why, plan,"
		    " seed, started_us, boots, baseline, digest)"
		    " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
		    "ssssssssiiuu", c->id, c->title, c->host, c->tool, c->machine, c->accel,
		    c->accel_why, c->plan, (int64_t)c->seed, c->started_us, c->boots, c->baseline))
		return false;
	c->key = sqlite3_last_insert_rowid(store->db);
	return true;
}

static bool add_variant(struct store *store, const struct campaign *c, unsigned i,
	struct error *err)
{
	const struct campaign_variant *variant = &c->variants[i];
	return db_write(store, err, "INSERT INTO variant VALUES(?, ?, ?, ?, ?, ?)", "iussss", c->key,
		i, variant->label, variant->slug, variant->kernel, variant->cmdline);
}

static bool add_chart(struct store *store, const struct campaign *c, unsigned i, struct error *err)
{
	const struct campaign_chart *chart = &c->charts[i];
	return db_write(store, err, "INSERT INTO chart VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		"iussssuusssss", c->key, i, chart->slug, chart->workload,
		placement_name(chart->placement), clock_name(chart->clock),
		(unsigned)chart->emulated, (unsigned)chart->swept, chart->unit, chart->unit_text,
		chart->x_text, chart->like, better_name(chart->better));
}

static bool add_cells(struct store *store, const struct campaign *c, struct error *err)
{
	sqlite3_stmt *statement = NULL;
	bool ok = true;
	for (unsigned i = 0; ok && i < c->cells_n; i++) {
		const struct campaign_cell *cell = &c->cells[i];
		ok = db_repeat(store, &statement, err,
			"INSERT INTO cell VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", "iuuuuuusd", c->key, i,
			cell->variant, cell->chart, cell->count, cell->repeats, cell->trips,
			cell->skipped, cell->has_x ? cell->x : NAN);
	}
	sqlite3_finalize(statement);
	return ok;
}

static bool is_free(struct store *store, const char *id, struct error *err)
{
	sqlite3_stmt *taken =
		db_prepare(store, err, "SELECT 1 FROM campaign WHERE id = ?", "s", id);
	enum db_step step = taken ? db_step(store, taken, err) : DB_FAILED;
	if (step == DB_ROW) {
		sqlite3_finalize(taken);
		error_set(err, "campaign %s is in the store already", id);
	}
	return step == DB_END;
}

bool store_campaign_add(struct store *store, struct campaign *campaign, struct error *err)
{
	if (!db_begin(store, err))
		return false;
	bool ok = is_free(store, campaign->id, err) && add_header(store, campaign, err);
	for (unsigned i = 0; ok && i < campaign->variants_n; i++)
		ok = add_variant(store, campaign, i, err);
	for (unsigned i = 0; ok && i < campaign->charts_n; i++)
		ok = add_chart(store, campaign, i, err);
	return db_end(store, ok && add_cells(store, campaign, err), err);
}

static enum store_found read_header(struct store *store, const char *id, struct campaign *c,
	struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT key, title, host, tool, machine, accel, accel_why, plan, seed, started_us,"
		" boots, baseline, digest,"
		" coalesce((SELECT samples FROM overview WHERE campaign = key),"
		" (SELECT count(*) FROM sample WHERE campaign = key))"
		" FROM campaign WHERE id = ?",
		"s", id);
	enum db_step step = row ? db_step(store, row, err) : DB_FAILED;
	if (step != DB_ROW)
		return step == DB_END ? STORE_ABSENT : STORE_BROKEN;
	snprintf(c->id, sizeof(c->id), "%s", id);
	c->key = sqlite3_column_int64(row, 0);
	c->title = db_text(row, 1);
	c->host = db_text(row, 2);
	c->tool = db_text(row, 3);
	c->machine = db_text(row, 4);
	c->accel = db_text(row, 5);
	c->accel_why = db_text(row, 6);
	c->plan = db_text(row, 7);
	c->seed = (uint64_t)sqlite3_column_int64(row, 8);
	c->started_us = sqlite3_column_int64(row, 9);
	c->boots = (unsigned)sqlite3_column_int64(row, 10);
	c->baseline = (unsigned)sqlite3_column_int64(row, 11);
	c->digest = db_text(row, 12);
	c->state = c->digest ? CAMPAIGN_COMPLETE : CAMPAIGN_OPEN;
	c->samples_n = (unsigned)sqlite3_column_int64(row, 13);
	sqlite3_finalize(row);
	return STORE_FOUND;
}

static bool read_variants(struct store *store, struct campaign *c, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT label, slug, kernel, cmdline FROM variant WHERE campaign = ? ORDER BY number",
		"i", c->key);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct campaign_variant *variant =
			xgrow(&c->variants, &c->variants_n, sizeof(*variant));
		variant->label = db_text(row, 0);
		variant->slug = db_text(row, 1);
		variant->kernel = db_text(row, 2);
		variant->cmdline = db_text(row, 3);
	}
	return step == DB_END;
}

static bool read_charts(struct store *store, struct campaign *c, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT slug, workload, unit, unit_text, x_text, alike, emulated, swept, placement,"
		" clock, better FROM chart WHERE campaign = ? ORDER BY number",
		"i", c->key);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct campaign_chart *chart = xgrow(&c->charts, &c->charts_n, sizeof(*chart));
		chart->slug = db_text(row, 0);
		chart->workload = db_text(row, 1);
		chart->unit = db_text(row, 2);
		chart->unit_text = db_text(row, 3);
		chart->x_text = db_text(row, 4);
		chart->like = db_text(row, 5);
		chart->emulated = sqlite3_column_int(row, 6) != 0;
		chart->swept = sqlite3_column_int(row, 7) != 0;
		placement_parse((const char *)sqlite3_column_text(row, 8), &chart->placement);
		clock_parse((const char *)sqlite3_column_text(row, 9), &chart->clock);
		better_parse((const char *)sqlite3_column_text(row, 10), &chart->better);
	}
	return step == DB_END;
}

static bool read_cells(struct store *store, struct campaign *c, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT variant, chart, count, repeats, trips, skipped, x FROM cell WHERE campaign = ?"
		" ORDER BY number",
		"i", c->key);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct campaign_cell *cell = xgrow(&c->cells, &c->cells_n, sizeof(*cell));
		cell->variant = (unsigned)sqlite3_column_int64(row, 0);
		cell->chart = (unsigned)sqlite3_column_int64(row, 1);
		cell->count = (unsigned)sqlite3_column_int64(row, 2);
		cell->repeats = (unsigned)sqlite3_column_int64(row, 3);
		cell->trips = (unsigned)sqlite3_column_int64(row, 4);
		cell->skipped = db_text(row, 5);
		cell->has_x = sqlite3_column_type(row, 6) != SQLITE_NULL;
		cell->x = sqlite3_column_double(row, 6);
	}
	return step == DB_END;
}

static bool read_entries(struct store *store, struct campaign *c, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT variant, clock, boot, entry, kernel_boot_id, entered_us, failure FROM entry"
		" WHERE campaign = ? ORDER BY number",
		"i", c->key);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct campaign_boot *entry = xgrow(&c->entries, &c->entries_n, sizeof(*entry));
		entry->variant = (unsigned)sqlite3_column_int64(row, 0);
		clock_parse((const char *)sqlite3_column_text(row, 1), &entry->clock);
		entry->number = (unsigned)sqlite3_column_int64(row, 2);
		entry->entry = (unsigned)sqlite3_column_int64(row, 3);
		entry->kernel_boot_id = db_text(row, 4);
		entry->entered_us = sqlite3_column_int64(row, 5);
		entry->failure = db_text(row, 6);
	}
	return step == DB_END;
}

static bool read_parts(struct store *store, struct campaign *c, struct error *err)
{
	return read_variants(store, c, err) && read_charts(store, c, err) &&
		read_cells(store, c, err) && read_entries(store, c, err) &&
		store_amendments_read(store, c, err);
}

enum store_found store_campaign_read(struct store *store, const char *id,
	struct campaign *campaign, struct error *err)
{
	return store_campaign_read_at(store, id, REVISION_NEWEST, campaign, err);
}

enum store_found store_campaign_read_at(struct store *store, const char *id, unsigned revision,
	struct campaign *campaign, struct error *err)
{
	*campaign = (struct campaign){0};
	if (strlen(id) >= CAMPAIGN_ID_BYTES)
		return STORE_ABSENT;
	if (!db_begin_read(store, err))
		return STORE_BROKEN;
	enum store_found found = read_header(store, id, campaign, err);
	if (found == STORE_FOUND && !read_parts(store, campaign, err))
		found = STORE_BROKEN;
	db_end_read(store);
	if (found == STORE_FOUND && revision != REVISION_NEWEST &&
		revision > campaign->amendments_n)
		found = STORE_ABSENT;
	if (found == STORE_FOUND && !revision_apply(campaign, revision, err))
		found = STORE_BROKEN;
	if (found != STORE_FOUND)
		campaign_release(campaign);
	return found;
}

bool store_campaign_set_digest(struct store *store, const struct campaign *campaign,
	const char *digest, struct error *err)
{
	if (!db_write(store, err, "UPDATE campaign SET digest = ? WHERE key = ? AND digest IS NULL",
		    "si", digest, campaign->key))
		return false;
	return sqlite3_changes(store->db) == 1 ||
		error_set(err, "campaign %s is sealed already", campaign->id);
}

bool store_campaign_seal(struct store *store, struct campaign *campaign, const char *digest,
	struct error *err)
{
	if (!db_begin(store, err))
		return false;
	bool ok = store_campaign_set_digest(store, campaign, digest, err) &&
		store_packs_make(store, campaign, err) &&
		store_summary_renew(store, campaign->id, err);
	if (!db_end(store, ok, err))
		return false;
	free(campaign->digest);
	campaign->digest = xstrdup(digest);
	campaign->state = CAMPAIGN_COMPLETE;
	return true;
}
