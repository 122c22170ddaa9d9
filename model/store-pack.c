/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The samples of complete campaigns: a block a chart (model/sample-pack.h). The rows that a
 * campaign was measured into stay, as samples are only ever inserted, but what is complete is read
 * from its blocks alone; what was measured elsewhere has nothing else.
 */
#include "model/store-db.h"

#include "model/revision.h"
#include "model/sample-pack.h"

/* Every text in a store is valid UTF-8, also where SQLite sees only bytes. */
static bool check_texts(struct store *store, const struct samples *samples, struct error *err)
{
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *s = &samples->samples[i];
		const char *const texts[] = {s->reason, s->cpus, s->disturbance, s->output};
		for (size_t t = 0; t < ARRAY_LENGTH(texts); t++)
			if (texts[t] && !text_is_utf8(texts[t]))
				return db_refuse_text(store, err);
	}
	return true;
}

bool store_packs_write(struct store *store, const struct campaign *campaign,
	const struct samples *samples, struct error *err)
{
	bool ok = check_texts(store, samples, err);
	for (size_t i = 0; ok && i < samples->length; i++)
		if (samples->samples[i].output)
			ok = store_document_add(store, samples->samples[i].output, err);
	for (unsigned chart = 0; ok && chart < campaign->charts_n; chart++) {
		struct text bytes = TEXT_EMPTY;
		sample_pack(campaign, chart, samples, &bytes);
		ok = db_write(store, err, "INSERT INTO pack VALUES(?, ?, ?)", "iub", campaign->key,
			chart, &bytes);
		text_release(&bytes);
	}
	return ok;
}

/* Samples, and the place of each among all of the campaign. */
struct unpacked {
	struct samples samples;
	uint32_t *numbers;
	size_t numbers_n;
};

/* In the place of its digest the text of the document. */
static bool find_output(struct store *store, struct sample *sample, struct error *err)
{
	char *text = NULL;
	bool ok = store_document_find(store, sample->output, &text, err);
	free(sample->output);
	sample->output = text;
	return ok;
}

static bool unpack(struct store *store, const struct campaign *campaign, sqlite3_stmt *row,
	struct unpacked *unpacked, struct error *err)
{
	struct sample_unpacker unpacker;
	bool ok = sample_unpack_begin(&unpacker, sqlite3_column_blob(row, 0),
		(size_t)sqlite3_column_bytes(row, 0));
	while (ok && unpacker.left) {
		struct sample sample;
		uint32_t number;
		ok = sample_unpack(&unpacker, campaign, &sample, &number);
		if (!ok)
			break;
		struct sample *place = xgrow(&unpacked->samples.samples,
			&unpacked->samples.length, sizeof(*place));
		*place = sample;
		*(uint32_t *)xgrow(&unpacked->numbers, &unpacked->numbers_n,
			sizeof(*unpacked->numbers)) = number;
		if (place->output && !find_output(store, place, err))
			return false;
	}
	return ok ||
		error_set(err, "%s: the samples of campaign %s are damaged", store->path,
			campaign->id);
}

/* Brings the samples into the order of their numbers, which have to be all from 0. */
static bool put_in_order(struct unpacked *unpacked)
{
	size_t n = unpacked->samples.length;
	struct sample *ordered = xcalloc(n, sizeof(*ordered));
	bool *there = xcalloc(n, sizeof(*there)), ok = true;
	for (size_t i = 0; ok && i < n; i++) {
		uint32_t number = unpacked->numbers[i];
		ok = number < n && !there[number];
		if (ok) {
			there[number] = true;
			ordered[number] = unpacked->samples.samples[i];
		}
	}
	free(there);
	if (!ok) {
		free(ordered);
		return false;
	}
	free(unpacked->samples.samples);
	unpacked->samples.samples = ordered;
	return true;
}

bool store_packs_read(struct store *store, const struct campaign *campaign, int64_t chart,
	struct samples *samples, struct error *err)
{
	struct unpacked unpacked = {0};
	size_t packs = 0;
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT body FROM pack WHERE campaign = ?1 AND (?2 < 0 OR chart = ?2)"
		" ORDER BY chart",
		"ii", campaign->key, chart);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		packs++;
		if (!unpack(store, campaign, row, &unpacked, err)) {
			sqlite3_finalize(row);
			step = DB_FAILED;
			break;
		}
	}
	bool ok = step == DB_END;
	if (ok && (packs != (chart < 0 ? campaign->charts_n : 1) ||
			  (chart < 0 && !put_in_order(&unpacked))))
		ok = error_set(err, "%s: the samples of campaign %s are damaged", store->path,
			campaign->id);
	free(unpacked.numbers);
	*samples = unpacked.samples;
	for (size_t i = 0; ok && i < samples->length; i++)
		revision_apply_sample(campaign, &samples->samples[i]);
	if (!ok)
		samples_release(samples);
	return ok;
}
