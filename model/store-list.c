/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Campaigns as a list: complete ones from their summaries, the others counted. */
#include "model/store-db.h"

#include <ctype.h>

#define WORDS_MAX 6 /* of a filter; further ones are not looked for */

#define COLUMNS \
	"SELECT c.id, c.title, c.host, c.machine, c.started_us, c.digest IS NOT NULL," \
	" coalesce(o.variants, (SELECT count(*) FROM variant WHERE campaign = c.key))," \
	" coalesce(o.cells, (SELECT count(*) FROM cell WHERE campaign = c.key))," \
	" coalesce(o.expected, (SELECT total(repeats) * c.boots FROM cell" \
	"  WHERE campaign = c.key AND skipped IS NULL))," \
	" coalesce(o.last_us, (SELECT max(started_us) FROM launch WHERE campaign = c.key))," \
	" coalesce(o.launches, (SELECT count(*) FROM sample WHERE campaign = c.key AND status IN" \
	"  ('ok', 'failed', 'timeout')) + (SELECT count(*) FROM (SELECT 1 FROM sample" \
	"  WHERE campaign = c.key AND status = 'disturbed' GROUP BY cell, boot, round" \
	"  HAVING count(*) >= 3)))," \
	" coalesce(o.failed, (SELECT count(*) FROM sample WHERE campaign = c.key AND status IN" \
	"  ('failed', 'timeout')))," \
	" coalesce(o.amendments, 0), coalesce(o.withdrawn, 0), coalesce(o.sparkline, '')" \
	" FROM campaign c LEFT JOIN overview o ON o.campaign = c.key"

/* ?1 host, ?2 variant, ?3 before, ?4 after, ?5 and on: words */
#define WORD(parameter) \
	" AND (" parameter " IS NULL OR instr(coalesce(o.words, lower(c.title || char(10) ||" \
	" c.host || char(10) || c.id || char(10) || (SELECT group_concat(label, char(10))" \
	" FROM variant WHERE campaign = c.key)))," parameter "))"
#define CONDITIONS \
	" WHERE (?1 IS NULL OR c.host = ?1)" \
	" AND (?2 IS NULL OR EXISTS (SELECT 1 FROM variant WHERE campaign = c.key AND slug = ?2))" \
	" AND (?3 IS NULL OR (c.started_us, c.key) <" \
	"  (SELECT started_us, key FROM campaign WHERE id = ?3))" \
	" AND (?4 IS NULL OR (c.started_us, c.key) >" \
	"  (SELECT started_us, key FROM campaign WHERE id = ?4))" \
	WORD("?5") WORD("?6") WORD("?7") WORD("?8") WORD("?9") WORD("?10")

/* The words of the filter in lower case; those that are not there are NULL. */
static void split_words(const char *text, char *words[static WORDS_MAX])
{
	static const char blanks[] = " \t\n";
	size_t n = 0;
	for (const char *at = text ? text : ""; n < WORDS_MAX; n++) {
		at += strspn(at, blanks);
		size_t length = strcspn(at, blanks);
		if (!length)
			break;
		words[n] = xstrndup(at, length);
		at += length;
	}
	for (size_t i = 0; i < n; i++)
		for (char *c = words[i]; *c; c++)
			*c = (char)tolower((unsigned char)*c);
}

static void take_brief(sqlite3_stmt *row, struct campaign_brief *brief)
{
	brief->id = db_text(row, 0);
	brief->title = db_text(row, 1);
	brief->host = db_text(row, 2);
	brief->machine = db_text(row, 3);
	brief->started_us = sqlite3_column_int64(row, 4);
	brief->state = sqlite3_column_int(row, 5) ? CAMPAIGN_COMPLETE : CAMPAIGN_OPEN;
	brief->variants = (unsigned)sqlite3_column_int64(row, 6);
	brief->cells = (unsigned)sqlite3_column_int64(row, 7);
	brief->expected = (unsigned)sqlite3_column_int64(row, 8);
	brief->last_us = sqlite3_column_int64(row, 9);
	brief->samples = (unsigned)sqlite3_column_int64(row, 10);
	brief->failed = (unsigned)sqlite3_column_int64(row, 11);
	brief->amendments = (unsigned)sqlite3_column_int64(row, 12);
	brief->withdrawn = sqlite3_column_int(row, 13) != 0;
	brief->sparkline = db_text(row, 14);
}

static void turn_round(struct campaign_brief *briefs, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		struct campaign_brief brief = briefs[i];
		briefs[i] = briefs[n - 1 - i];
		briefs[n - 1 - i] = brief;
	}
}

bool store_campaign_find(struct store *store, const struct campaign_filter *filter,
	struct campaign_brief **briefs, size_t *n, struct error *err)
{
	static const char newest_first[] = COLUMNS CONDITIONS
		" ORDER BY c.started_us DESC, c.key DESC LIMIT ?11",
			  oldest_first[] = COLUMNS CONDITIONS
		" ORDER BY c.started_us, c.key LIMIT ?11";
	char *words[WORDS_MAX] = {NULL};
	split_words(filter->words, words);
	*briefs = NULL;
	*n = 0;
	sqlite3_stmt *row = db_prepare(store, err, filter->after ? oldest_first : newest_first,
		"ssssssssssi", filter->host, filter->variant, filter->before, filter->after,
		words[0], words[1], words[2], words[3], words[4], words[5],
		filter->limit ? (int64_t)filter->limit : INT64_C(-1));
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW)
		take_brief(row, xgrow(briefs, n, sizeof(**briefs)));
	for (size_t i = 0; i < WORDS_MAX; i++)
		free(words[i]);
	if (step != DB_END) {
		campaign_briefs_free(*briefs, *n);
		*briefs = NULL;
		*n = 0;
		return false;
	}
	if (filter->after)
		turn_round(*briefs, *n);
	return true;
}

bool store_campaign_list(struct store *store, struct campaign_brief **briefs, size_t *n,
	struct error *err)
{
	return store_campaign_find(store, &(struct campaign_filter){0}, briefs, n, err);
}

bool store_campaign_count(struct store *store, unsigned *campaigns, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err, "SELECT count(*) FROM campaign", "");
	if (!row || db_step(store, row, err) != DB_ROW)
		return false;
	*campaigns = (unsigned)sqlite3_column_int64(row, 0);
	sqlite3_finalize(row);
	return true;
}

void campaign_briefs_free(struct campaign_brief *briefs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(briefs[i].id);
		free(briefs[i].title);
		free(briefs[i].host);
		free(briefs[i].machine);
		free(briefs[i].sparkline);
	}
	free(briefs);
}
