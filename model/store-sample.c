/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries, launches and samples: what a running campaign adds, and how it is read back. */
#include "model/store-db.h"

#include "model/environment-json.h"
#include "model/revision.h"

/* ---- entries and their environments ---- */

bool store_document_add(struct store *store, const char *text, struct error *err)
{
	char digest[DIGEST_BYTES];
	digest_of(text, strlen(text), digest);
	return db_write(store, err, "INSERT OR IGNORE INTO document VALUES(?, ?)", "ss", digest,
		text);
}

/* Adds the long texts and gives the JSON of all facts (allocated), NULL on failure. */
static char *add_environment(struct store *store, const struct environment *env, struct error *err)
{
	for (size_t i = 0; i < env->length; i++) {
		const char *text = env->facts[i].text;
		if (text && strlen(text) >= ENVIRONMENT_LONG_BYTES &&
			!store_document_add(store, text, err))
			return NULL;
	}
	json_t *json = environment_to_json(env);
	char *facts = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(json);
	if (!facts)
		error_set(err, "a fact of the environment is not valid UTF-8");
	return facts;
}

static bool add_entry(struct store *store, const struct campaign *campaign, unsigned number,
	struct error *err)
{
	const struct campaign_boot *entry = &campaign->entries[number];
	char *facts = add_environment(store, &entry->env, err);
	bool ok = facts &&
		db_write(store, err, "INSERT INTO entry VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
			"iuusuusiss", campaign->key, number, entry->variant,
			clock_name(entry->clock), entry->number, entry->entry,
			entry->kernel_boot_id, entry->entered_us, entry->failure, facts);
	free(facts);
	return ok;
}

bool store_entry_add(struct store *store, const struct campaign *campaign, struct error *err)
{
	if (!db_begin(store, err))
		return false;
	return db_end(store, add_entry(store, campaign, (unsigned)campaign->entries_n - 1, err),
		err);
}

bool store_entry_update(struct store *store, const struct campaign *campaign, size_t number,
	struct error *err)
{
	const struct campaign_boot *entry = &campaign->entries[number];
	if (!db_begin(store, err))
		return false;
	char *facts = add_environment(store, &entry->env, err);
	bool ok = facts &&
		db_write(store, err,
			"UPDATE entry SET facts = ?, failure = ?, kernel_boot_id = ?"
			" WHERE campaign = ? AND number = ?",
			"sssiu", facts, entry->failure, entry->kernel_boot_id, campaign->key,
			(unsigned)number);
	free(facts);
	return db_end(store, ok, err);
}

struct lookup {
	struct store *store;
	struct error *err;
};

bool store_document_find(struct store *store, const char *digest, char **text, struct error *err)
{
	*text = NULL;
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT body FROM document WHERE digest = ?", "s", digest);
	enum db_step step = row ? db_step(store, row, err) : DB_FAILED;
	if (step != DB_ROW)
		return step == DB_END;
	*text = db_text(row, 0);
	sqlite3_finalize(row);
	return true;
}

static char *read_document(void *context, const char *digest)
{
	struct lookup *lookup = context;
	char *text;
	return store_document_find(lookup->store, digest, &text, lookup->err) ? text : NULL;
}

static bool read_environment(struct store *store, const struct campaign *campaign, size_t entry,
	struct environment *env, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT facts FROM entry WHERE campaign = ? AND number = ?", "iu", campaign->key,
		(unsigned)entry);
	enum db_step step = row ? db_step(store, row, err) : DB_FAILED;
	if (step != DB_ROW)
		return step == DB_END &&
			error_set(err, "campaign %s has no entry %zu", campaign->id, entry);
	json_t *facts = json_loads((const char *)sqlite3_column_text(row, 0), 0, NULL);
	sqlite3_finalize(row);
	struct lookup lookup = {store, err};
	bool ok = environment_from_json(facts, read_document, &lookup, env, err);
	json_decref(facts);
	return ok;
}

bool store_environment_read(struct store *store, const struct campaign *campaign, size_t entry,
	struct environment *env, struct error *err)
{
	*env = (struct environment){0};
	if (!db_begin_read(store, err))
		return false;
	bool ok = read_environment(store, campaign, entry, env, err);
	db_end_read(store);
	return ok;
}

/* ---- launches and samples ---- */

static bool announce(struct store *store, const struct campaign *campaign,
	const struct sample *next, const char *machine_boot_id, struct error *err)
{
	return db_write(store, err,
		"INSERT INTO launch VALUES(?1,"
		" (SELECT coalesce(max(number), 0) + 1 FROM launch WHERE campaign = ?1),"
		" ?2, ?3, ?4, ?5, ?6, ?7)",
		"iuuuuis", campaign->key, next->cell, next->entry, next->round, next->attempt,
		next->started_us, machine_boot_id);
}

static bool insert(struct store *store, const struct campaign *campaign,
	const struct sample *sample, struct error *err)
{
	char digest[DIGEST_BYTES];
	if (sample->output && !store_document_add(store, sample->output, err))
		return false;
	if (sample->output)
		digest_of(sample->output, strlen(sample->output), digest);
	return db_write(store, err,
		"INSERT INTO sample VALUES(?1, (SELECT number FROM launch WHERE campaign = ?1"
		" AND cell = ?2 AND entry = ?3 AND round = ?4 AND attempt = ?5),"
		" ?2, ?6, ?4, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
		"iuuuuusddddiissss", campaign->key, sample->cell, sample->entry, sample->round,
		sample->attempt, campaign->entries[sample->entry].number,
		sample_status_name(sample->status), sample->value, sample->raw, sample->overhead,
		sample->spread, sample->started_us, sample->duration_ns, sample->reason,
		sample->cpus, sample->disturbance, sample->output ? digest : NULL);
}

bool store_sample_add(struct store *store, const struct campaign *campaign,
	const struct sample *ended, const struct sample *next, const char *machine_boot_id,
	struct error *err)
{
	if (!db_begin(store, err))
		return false;
	bool ok = (!ended || insert(store, campaign, ended, err)) &&
		(!next || announce(store, campaign, next, machine_boot_id, err));
	return db_end(store, ok, err);
}

bool store_sample_interrupt(struct store *store, const struct campaign *campaign,
	struct error *err)
{
	return db_write(store, err,
		"INSERT INTO sample SELECT l.campaign, l.number, l.cell, e.boot, l.round,"
		" 'interrupted', NULL, NULL, NULL, NULL, l.started_us, 0,"
		" 'the runner ended during it', NULL, NULL, NULL FROM launch l"
		" JOIN entry e ON e.campaign = l.campaign AND e.number = l.entry"
		" WHERE l.campaign = ? AND NOT EXISTS (SELECT 1 FROM sample s"
		" WHERE s.campaign = l.campaign AND s.launch = l.number)",
		"i", campaign->key);
}

/* Chart -1: of all charts. */
static bool read_rows(struct store *store, const struct campaign *campaign, int64_t chart,
	struct samples *samples, struct error *err)
{
	*samples = (struct samples){0};
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT l.cell, l.entry, l.round, l.attempt, s.status, s.value, s.raw, s.overhead,"
		" s.spread, s.started_us, s.duration_ns, s.reason, s.cpus, s.disturbance,"
		" (SELECT body FROM document WHERE digest = s.output) FROM launch l"
		" JOIN sample s ON s.campaign = l.campaign AND s.launch = l.number"
		" WHERE l.campaign = ?1 AND (?2 < 0 OR l.cell IN"
		" (SELECT number FROM cell WHERE campaign = ?1 AND chart = ?2)) ORDER BY l.number",
		"ii", campaign->key, chart);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct sample *sample = xgrow(&samples->samples, &samples->length, sizeof(*sample));
		sample->cell = (unsigned)sqlite3_column_int64(row, 0);
		sample->entry = (unsigned)sqlite3_column_int64(row, 1);
		sample->round = (unsigned)sqlite3_column_int64(row, 2);
		sample->attempt = (unsigned)sqlite3_column_int64(row, 3);
		sample_status_parse((const char *)sqlite3_column_text(row, 4), &sample->status);
		sample->value = db_double(row, 5);
		sample->raw = db_double(row, 6);
		sample->overhead = db_double(row, 7);
		sample->spread = db_double(row, 8);
		sample->started_us = sqlite3_column_int64(row, 9);
		sample->duration_ns = sqlite3_column_int64(row, 10);
		sample->reason = db_text(row, 11);
		sample->cpus = db_text(row, 12);
		sample->disturbance = db_text(row, 13);
		sample->output = db_text(row, 14);
		/* A campaign that runs may have grown since it was read. */
		if (sample->entry >= campaign->entries_n) {
			sample_release(sample);
			samples->length--;
			continue;
		}
		revision_apply_sample(campaign, sample);
	}
	if (step == DB_END)
		return true;
	samples_release(samples);
	return false;
}

/* What is complete is in blocks. */
static bool read_samples(struct store *store, const struct campaign *campaign, int64_t chart,
	struct samples *samples, struct error *err)
{
	return (campaign->state == CAMPAIGN_COMPLETE ? store_packs_read : read_rows)(store,
		campaign, chart, samples, err);
}

bool store_packs_make(struct store *store, const struct campaign *campaign, struct error *err)
{
	struct samples samples;
	if (!read_rows(store, campaign, -1, &samples, err))
		return false;
	bool ok = store_packs_write(store, campaign, &samples, err);
	samples_release(&samples);
	return ok;
}

bool store_samples_read(struct store *store, const struct campaign *campaign,
	struct samples *samples, struct error *err)
{
	return read_samples(store, campaign, -1, samples, err);
}

bool store_samples_read_chart(struct store *store, const struct campaign *campaign, size_t chart,
	struct samples *samples, struct error *err)
{
	return read_samples(store, campaign, (int64_t)chart, samples, err);
}

bool store_sample_crashes(struct store *store, const struct campaign *campaign, unsigned cell,
	unsigned boot, unsigned round, const char *machine_boot_id, unsigned *crashes,
	struct error *err)
{
	/* The boot id an attempt began under, against the one of the launch announced after it. */
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT count(*) FROM launch l JOIN sample s"
		" ON s.campaign = l.campaign AND s.launch = l.number WHERE l.campaign = ?1"
		" AND s.cell = ?2 AND s.boot = ?3 AND s.round = ?4 AND s.status = 'interrupted'"
		" AND l.machine_boot_id <> coalesce((SELECT n.machine_boot_id FROM launch n"
		" WHERE n.campaign = ?1 AND n.number > l.number ORDER BY n.number LIMIT 1), ?5)",
		"iuuus", campaign->key, cell, boot, round, machine_boot_id);
	if (!row || db_step(store, row, err) != DB_ROW)
		return false;
	*crashes = (unsigned)sqlite3_column_int64(row, 0);
	sqlite3_finalize(row);
	return true;
}

/* ---- a whole campaign at once ---- */

/* What is not complete may go on, so it is kept as if it had been measured here. */
static bool add_open(struct store *store, const struct campaign *campaign,
	const struct samples *samples, struct error *err)
{
	bool ok = true;
	for (size_t i = 0; ok && i < samples->length; i++)
		ok = announce(store, campaign, &samples->samples[i], "", err) &&
			insert(store, campaign, &samples->samples[i], err);
	return ok;
}

static bool add_complete(struct store *store, const struct campaign *campaign,
	const struct samples *samples, struct error *err)
{
	if (!store_packs_write(store, campaign, samples, err) ||
		!store_campaign_set_digest(store, campaign, campaign->digest, err))
		return false;
	return campaign->amendments_n ? store_amendments_insert(store, campaign, 0, err)
				      : store_summary_write(store, campaign, samples, err);
}

bool store_campaign_import(struct store *store, struct campaign *campaign,
	const struct samples *samples, struct error *err)
{
	if (!db_begin(store, err))
		return false;
	bool ok = store_campaign_add(store, campaign, err);
	for (unsigned i = 0; ok && i < campaign->entries_n; i++)
		ok = add_entry(store, campaign, i, err);
	if (ok && campaign->digest)
		ok = add_complete(store, campaign, samples, err);
	else if (ok)
		ok = add_open(store, campaign, samples, err);
	ok = db_end(store, ok, err);
	if (ok && campaign->digest)
		campaign->state = CAMPAIGN_COMPLETE;
	return ok;
}

static bool read_parts(struct store *store, struct campaign *campaign, struct samples *samples,
	struct error *err)
{
	for (size_t i = 0; i < campaign->entries_n; i++)
		if (!read_environment(store, campaign, i, &campaign->entries[i].env, err))
			return false;
	return read_samples(store, campaign, -1, samples, err);
}

enum store_found store_campaign_read_whole(struct store *store, const char *id,
	struct campaign *campaign, struct samples *samples, struct error *err)
{
	return store_campaign_read_whole_at(store, id, REVISION_NEWEST, campaign, samples, err);
}

enum store_found store_campaign_read_whole_at(struct store *store, const char *id,
	unsigned revision, struct campaign *campaign, struct samples *samples, struct error *err)
{
	*campaign = (struct campaign){0};
	*samples = (struct samples){0};
	if (!db_begin_read(store, err))
		return STORE_BROKEN;
	enum store_found found = store_campaign_read_at(store, id, revision, campaign, err);
	if (found == STORE_FOUND && !read_parts(store, campaign, samples, err)) {
		campaign_release(campaign);
		found = STORE_BROKEN;
	}
	db_end_read(store);
	return found;
}
