/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/store-db.h"

#include <math.h>
#include <stdarg.h>

static enum store_trouble trouble_of(int code)
{
	switch (code & 0xff) {
	case SQLITE_BUSY:
		return STORE_TROUBLE_BUSY;
	case SQLITE_FULL:
		return STORE_TROUBLE_FULL;
	case SQLITE_CONSTRAINT:
		return STORE_TROUBLE_REFUSED;
	default:
		return STORE_TROUBLE_OTHER;
	}
}

/* The error of the handle's last failure: "PATH: what SQLite says". Returns false. */
static bool fail(struct store *store, struct error *err)
{
	int code = sqlite3_extended_errcode(store->db);
	store->trouble = trouble_of(code);
	if ((code & 0xff) == SQLITE_FULL)
		return error_set(err, "%s: no room left on the device", store->path);
	if (code == SQLITE_READONLY_ROLLBACK)
		return error_set(err,
			"%s: the store is read-only here, and a write that was cut off has to be "
			"undone first",
			store->path);
	if ((code & 0xff) == SQLITE_READONLY)
		return error_set(err, "%s: the store is read-only", store->path);
	if ((code & 0xff) == SQLITE_NOTADB)
		return error_set(err, "%s: not a schedlab store (not an SQLite database)",
			store->path);
	if (store->busy)
		return error_set(err, "%s: the store is busy (another process is writing)",
			store->path);
	const char *message = sqlite3_errmsg(store->db), *columns = strstr(message, "failed: ");
	if ((code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY) && columns)
		return error_set(err, "%s: refused, it would be there twice: %s", store->path,
			columns + strlen("failed: "));
	return error_set(err, "%s: %s", store->path, message);
}

bool db_run(struct store *store, const char *sql, struct error *err)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(store, err);
}

bool db_refuse_text(struct store *store, struct error *err)
{
	return error_set(err, "%s: refused, a text is not valid UTF-8", store->path);
}

#define BAD_UTF8 (-1) /* beside SQLite's status codes, which are positive */

static int bind_one(sqlite3_stmt *statement, int index, char type, va_list *args)
{
	const struct text *bytes;
	const char *string;
	double number;
	switch (type) {
	case 's':
		string = va_arg(*args, const char *);
		if (string && !text_is_utf8(string))
			return BAD_UTF8;
		return sqlite3_bind_text(statement, index, string, -1, SQLITE_STATIC);
	case 'b':
		bytes = va_arg(*args, const struct text *);
		return sqlite3_bind_blob64(statement, index, bytes->bytes, bytes->length,
			SQLITE_STATIC);
	case 'i':
		return sqlite3_bind_int64(statement, index, va_arg(*args, int64_t));
	case 'u':
		return sqlite3_bind_int64(statement, index, va_arg(*args, unsigned));
	default:
		number = va_arg(*args, double);
		return isnan(number) ? sqlite3_bind_null(statement, index)
				     : sqlite3_bind_double(statement, index, number);
	}
}

static bool bind(struct store *store, sqlite3_stmt *statement, struct error *err,
	const char *types, va_list *args)
{
	int status = SQLITE_OK;
	for (int i = 0; status == SQLITE_OK && types[i]; i++)
		status = bind_one(statement, i + 1, types[i], args);
	if (status == BAD_UTF8)
		return db_refuse_text(store, err);
	return status == SQLITE_OK || fail(store, err);
}

static sqlite3_stmt *prepare(struct store *store, struct error *err, const char *sql,
	const char *types, va_list *args)
{
	sqlite3_stmt *statement = NULL;
	bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK
		? bind(store, statement, err, types, args)
		: fail(store, err);
	if (!ok) {
		sqlite3_finalize(statement);
		return NULL;
	}
	return statement;
}

sqlite3_stmt *db_prepare(struct store *store, struct error *err, const char *sql,
	const char *types, ...)
{
	va_list args;
	va_start(args, types);
	sqlite3_stmt *statement = prepare(store, err, sql, types, &args);
	va_end(args);
	return statement;
}

enum db_step db_step(struct store *store, sqlite3_stmt *statement, struct error *err)
{
	int status = sqlite3_step(statement);
	if (status == SQLITE_ROW)
		return DB_ROW;
	if (status != SQLITE_DONE)
		fail(store, err);
	sqlite3_finalize(statement);
	return status == SQLITE_DONE ? DB_END : DB_FAILED;
}

bool db_write(struct store *store, struct error *err, const char *sql, const char *types, ...)
{
	va_list args;
	va_start(args, types);
	sqlite3_stmt *statement = prepare(store, err, sql, types, &args);
	va_end(args);
	return statement && db_step(store, statement, err) == DB_END;
}

bool db_repeat(struct store *store, sqlite3_stmt **statement, struct error *err, const char *sql,
	const char *types, ...)
{
	va_list args;
	if (!*statement &&
		sqlite3_prepare_v2(store->db, sql, -1, statement, NULL) != SQLITE_OK)
		return fail(store, err);
	va_start(args, types);
	bool ok = bind(store, *statement, err, types, &args);
	va_end(args);
	if (ok && sqlite3_step(*statement) != SQLITE_DONE)
		ok = fail(store, err);
	sqlite3_reset(*statement);
	return ok;
}

bool db_begin(struct store *store, struct error *err)
{
	if (store->depth == 0 && !db_run(store, "BEGIN IMMEDIATE", err))
		return false;
	store->depth++;
	return true;
}

bool db_end(struct store *store, bool ok, struct error *err)
{
	if (--store->depth > 0)
		return ok;
	/* A reader may hold the last step up past the busy timeout; the transaction stays open. */
	for (int try = 0; ok && try < 20; try++) {
		int status = sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
		if (status == SQLITE_OK)
			return true;
		fail(store, err);
		if (status != SQLITE_BUSY)
			break;
	}
	sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

bool db_begin_read(struct store *store, struct error *err)
{
	if (store->depth == 0 && !db_run(store, "BEGIN", err))
		return false;
	store->depth++;
	return true;
}

void db_end_read(struct store *store)
{
	if (--store->depth == 0)
		sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
}

char *db_text(sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);
	if (!text)
		return NULL;
	size_t length = (size_t)sqlite3_column_bytes(statement, column);
	char *copy = xmalloc(length + 1);
	memcpy(copy, text, length);
	copy[length] = 0;
	return copy;
}

double db_double(sqlite3_stmt *statement, int column)
{
	return sqlite3_column_type(statement, column) == SQLITE_NULL
		? NAN
		: sqlite3_column_double(statement, column);
}
