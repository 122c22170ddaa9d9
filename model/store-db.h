/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The store's own door to SQLite: for model/store*.c only. A statement is prepared, bound and
 * stepped here, so that error texts and retries have one place.
 */
#ifndef MODEL_STORE_DB_H
#define MODEL_STORE_DB_H

#include <sqlite3.h>

#include "model/store.h"
#include "model/text.h"

struct store {
	sqlite3 *db;
	char *path;
	unsigned depth; /* of transactions within each other: the outermost counts */
	int64_t patient_until_ns; /* 0: with each step as long as BUSY_TIMEOUT_MS */
	bool busy;                /* the last failure was another's lock */
	enum store_trouble trouble;
};

/* The error of a text that is not valid UTF-8. Returns false. */
bool db_refuse_text(struct store *store, struct error *err);

/* Runs statements that take nothing and give nothing. */
bool db_run(struct store *store, const char *sql, struct error *err);

/*
 * Prepares a statement and binds its parameters in order, one letter of `types` each:
 * s string (NULL allowed; what is not valid UTF-8 is refused: every text in a store is, so every
 * reader may take it for that), i int64_t, d double (NaN becomes NULL), u unsigned, b a struct
 * text * of bytes. Strings and bytes are borrowed until the statement is finished. NULL on failure.
 */
sqlite3_stmt *db_prepare(struct store *store, struct error *err, const char *sql,
	const char *types, ...);

enum db_step { DB_ROW, DB_END, DB_FAILED };
/* The next row. Waits while another process writes. On END and FAILED the statement is finished. */
enum db_step db_step(struct store *store, sqlite3_stmt *statement, struct error *err);

/* db_prepare and db_step of a statement that gives no rows. */
bool db_write(struct store *store, struct error *err, const char *sql, const char *types, ...);

/*
 * The same many times over: prepared by the first call, where *statement is NULL, and kept in it.
 * The caller finalizes it in the end, whatever was returned.
 */
bool db_repeat(struct store *store, sqlite3_stmt **statement, struct error *err, const char *sql,
	const char *types, ...);

/*
 * A whole transaction that writes: begin waits for other writers; end commits, or rolls back.
 * One inside another joins it: an inner end that is not ok must make the outer one not ok.
 */
bool db_begin(struct store *store, struct error *err);
bool db_end(struct store *store, bool ok, struct error *err);

/* A consistent view over several reads; one inside another joins it. */
bool db_begin_read(struct store *store, struct error *err);
void db_end_read(struct store *store);

/*
 * For the functions that read and import campaigns (store-amendment.c): all amendments of one,
 * and those from index `from` on written, checked by reading the campaign back.
 */
bool store_amendments_read(struct store *store, struct campaign *campaign, struct error *err);
bool store_amendments_insert(struct store *store, const struct campaign *campaign, size_t from,
	struct error *err);

/* Whether one chain of amendments, behind the same seal, is the beginning of the other. */
bool store_amendments_agree(const struct campaign *there, const struct campaign *campaign,
	struct error *err);

/*
 * Long texts by their digest (store-sample.c). find gives a copy that the caller frees, or NULL
 * where there is none.
 */
bool store_document_add(struct store *store, const char *text, struct error *err);
bool store_document_find(struct store *store, const char *digest, char **text,
	struct error *err);

/* The samples of a complete campaign, as blocks (store-pack.c). Chart -1: of all charts. */
bool store_packs_write(struct store *store, const struct campaign *campaign,
	const struct samples *samples, struct error *err);
bool store_packs_read(struct store *store, const struct campaign *campaign, int64_t chart,
	struct samples *samples, struct error *err);

/* The digest of a campaign that has none yet, in the store alone (store-campaign.c). */
bool store_campaign_set_digest(struct store *store, const struct campaign *campaign,
	const char *digest, struct error *err);

/* Writes the blocks of a complete campaign that has only rows yet (store-sample.c). */
bool store_packs_make(struct store *store, const struct campaign *campaign, struct error *err);

/*
 * Writes what lists and trends show of a complete campaign (store-summary.c), in place of what
 * was there: read back from the store, or of a campaign at its newest revision with everything.
 */
bool store_summary_renew(struct store *store, const char *id, struct error *err);
bool store_summary_write(struct store *store, const struct campaign *campaign,
	const struct samples *samples, struct error *err);

/* For stores of older formats: blocks and summaries of all complete campaigns. */
bool store_summaries_make(struct store *store, struct error *err);

char *db_text(sqlite3_stmt *statement, int column);   /* copied; NULL for NULL */
double db_double(sqlite3_stmt *statement, int column); /* NaN for NULL */

#endif
