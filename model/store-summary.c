/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What lists and trends show of complete campaigns: written in the transaction that completes,
 * imports or amends one, or that brings a store of an older format to this one. So every complete
 * campaign has its summary, and readers never have to make one.
 */
#include "model/store-db.h"

#include <ctype.h>

#include "model/summary.h"

#define WHOLE (-1)

/* Title, host, id and labels, one a line, in lower case: what a filter looks for its words in. */
static char *words_of(const struct campaign *campaign)
{
	struct text words = TEXT_EMPTY;
	text_add(&words, "%s\n%s\n%s", campaign->title, campaign->host, campaign->id);
	for (size_t i = 0; i < campaign->variants_n; i++)
		text_add(&words, "\n%s", campaign->variants[i].label);
	for (size_t i = 0; i < words.length; i++)
		words.bytes[i] = (char)tolower((unsigned char)words.bytes[i]);
	return text_take(&words);
}

static bool write_overview(struct store *store, const struct campaign *c, size_t samples_n,
	const struct campaign_summary *summary, struct error *err)
{
	char *words = words_of(c);
	const char *sparkline = summary->sparkline.length ? summary->sparkline.bytes : "";
	bool ok = db_write(store, err,
		"INSERT INTO overview VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", "iuuuuuuiuuss",
		c->key, (unsigned)c->variants_n, (unsigned)c->cells_n, summary->expected,
		summary->launches, summary->failed, (unsigned)samples_n, summary->last_us,
		(unsigned)c->amendments_n, (unsigned)(c->withdrawn != 0), words, sparkline);
	free(words);
	return ok;
}

/* The key of the trend that a row belongs to, which is made where it is missing; -1: failed. */
static int64_t find_trend(struct store *store, const struct campaign *c, unsigned chart_index,
	unsigned variant, struct error *err)
{
	const struct campaign_chart *chart = &c->charts[chart_index];
	const char *slug = c->variants[variant].slug;
	if (!db_write(store, err,
		    "INSERT OR IGNORE INTO trend(host, chart, variant, clock, emulated, unit,"
		    " better) VALUES(?, ?, ?, ?, ?, ?, ?)",
		    "ssssuss", c->host, chart->slug, slug, clock_name(chart->clock),
		    (unsigned)chart->emulated, chart->unit, better_name(chart->better)))
		return -1;
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT key FROM trend WHERE host = ? AND chart = ? AND variant = ? AND clock = ?"
		" AND emulated = ? AND unit = ? AND better = ?",
		"ssssuss", c->host, chart->slug, slug, clock_name(chart->clock),
		(unsigned)chart->emulated, chart->unit, better_name(chart->better));
	if (!row || db_step(store, row, err) != DB_ROW)
		return -1;
	int64_t key = sqlite3_column_int64(row, 0);
	sqlite3_finalize(row);
	return key;
}

/* The release of the first boot of the variant, on the chart's clock, that came up; or NULL. */
static const char *kernel_of(const struct campaign *c, unsigned chart, unsigned variant)
{
	for (size_t i = 0; i < c->entries_n; i++) {
		const struct campaign_boot *entry = &c->entries[i];
		const char *release = environment_get(&entry->env, "release");
		if (entry->variant == variant && entry->clock == c->charts[chart].clock && release)
			return release;
	}
	return NULL;
}

/* Rows of one chart and variant follow on each other, so the trend is looked for once. */
static bool write_rows(struct store *store, const struct campaign *c,
	const struct campaign_summary *summary, struct error *err)
{
	int64_t *trends = xcalloc(c->charts_n * c->variants_n, sizeof(*trends));
	sqlite3_stmt *statement = NULL;
	bool ok = true;
	for (size_t i = 0; ok && i < summary->length; i++) {
		const struct summary_row *row = &summary->rows[i];
		int64_t *trend = &trends[row->chart * c->variants_n + row->variant];
		if (!*trend)
			*trend = find_trend(store, c, row->chart, row->variant, err);
		ok = *trend > 0 &&
			db_repeat(store, &statement, err,
				"INSERT INTO summary VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
				"iiiisddduuisuu", *trend,
				row->whole ? (int64_t)WHOLE : (int64_t)row->count, c->started_us,
				c->key, c->id, row->centre, row->low, row->high, row->n,
				row->boots, row->basis,
				kernel_of(c, row->chart, row->variant), (unsigned)c->amendments_n,
				(unsigned)(c->withdrawn != 0));
	}
	sqlite3_finalize(statement);
	free(trends);
	return ok;
}

/* What was taken in from a file of another tool without its machine is of no machine. */
static bool has_machine(const struct campaign *campaign)
{
	return strcmp(campaign->machine, "import") != 0 || strcmp(campaign->host, "unknown") != 0;
}

bool store_summary_write(struct store *store, const struct campaign *campaign,
	const struct samples *samples, struct error *err)
{
	struct campaign_summary summary;
	campaign_summary_init(&summary, campaign, samples);
	bool ok = db_write(store, err, "DELETE FROM overview WHERE campaign = ?", "i",
			  campaign->key) &&
		db_write(store, err, "DELETE FROM summary WHERE campaign = ?", "i",
			campaign->key) &&
		write_overview(store, campaign, samples->length, &summary, err) &&
		(!has_machine(campaign) || write_rows(store, campaign, &summary, err));
	campaign_summary_release(&summary);
	return ok;
}

bool store_summary_renew(struct store *store, const char *id, struct error *err)
{
	struct campaign campaign;
	struct samples samples;
	if (store_campaign_read_whole(store, id, &campaign, &samples, err) != STORE_FOUND)
		return false;
	bool ok = store_summary_write(store, &campaign, &samples, err);
	samples_release(&samples);
	campaign_release(&campaign);
	return ok;
}

static bool make_one(struct store *store, const char *id, struct error *err)
{
	struct campaign campaign;
	if (store_campaign_read_at(store, id, 0, &campaign, err) != STORE_FOUND)
		return false;
	bool ok = store_packs_make(store, &campaign, err) && store_summary_renew(store, id, err);
	campaign_release(&campaign);
	return ok;
}

bool store_summaries_make(struct store *store, struct error *err)
{
	char **ids = NULL;
	size_t n = 0;
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT id FROM campaign WHERE digest IS NOT NULL ORDER BY key", "");
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW)
		*(char **)xgrow(&ids, &n, sizeof(*ids)) = db_text(row, 0);
	bool ok = step == DB_END;
	for (size_t i = 0; i < n; i++) {
		ok = ok && make_one(store, ids[i], err);
		free(ids[i]);
	}
	free(ids);
	return ok;
}
