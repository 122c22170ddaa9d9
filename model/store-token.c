/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/store-token.h"

#include <fnmatch.h>
#include <sodium.h>

#include "model/environment-json.h"
#include "model/store-db.h"

#define PREFIX "slt_"
#define RANDOM_BYTES 32
#define NAME_LENGTH_MAX 64

enum token_state token_state(const struct token *token, int64_t now_us)
{
	if (token->revoked_us)
		return TOKEN_REVOKED;
	return token->expires_us && token->expires_us <= now_us ? TOKEN_EXPIRED : TOKEN_VALID;
}

const char *token_state_name(enum token_state state)
{
	static const char *const names[] = {
		[TOKEN_VALID] = "valid", [TOKEN_EXPIRED] = "expired", [TOKEN_REVOKED] = "revoked"};
	return names[state];
}

bool token_name_is_valid(const char *name)
{
	static const char first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	size_t length = strlen(name);
	return length && length <= NAME_LENGTH_MAX && strchr(first, name[0]) &&
		strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
		length;
}

bool token_allows(const struct token *token, const char *host)
{
	return !token->machine || fnmatch(token->machine, host, FNM_NOESCAPE) == 0;
}

void token_release(struct token *token)
{
	free(token->name);
	free(token->machine);
	*token = (struct token){0};
}

void tokens_free(struct token *tokens, size_t n)
{
	for (size_t i = 0; i < n; i++)
		token_release(&tokens[i]);
	free(tokens);
}

static void make_secret(char secret[static TOKEN_BYTES])
{
	unsigned char random[RANDOM_BYTES];
	randombytes_buf(random, sizeof(random));
	memcpy(secret, PREFIX, strlen(PREFIX));
	sodium_bin2base64(secret + strlen(PREFIX), TOKEN_BYTES - strlen(PREFIX), random,
		sizeof(random), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(random, sizeof(random));
}

static bool name_is_free(struct store *store, const char *name, struct error *err)
{
	sqlite3_stmt *row =
		db_prepare(store, err, "SELECT 1 FROM token WHERE name = ?", "s", name);
	enum db_step step = row ? db_step(store, row, err) : DB_FAILED;
	if (step == DB_ROW) {
		sqlite3_finalize(row);
		return error_set(err,
			"there is, or was, a token '%s' already: names are not used twice", name);
	}
	return step == DB_END;
}

/* A time as a parameter: 0 is NULL. */
#define TIME_OR_NULL "nullif(?, 0)"

bool store_token_add(struct store *store, const struct token *token,
	char secret[static TOKEN_BYTES], struct error *err)
{
	char digest[DIGEST_BYTES];
	if (!token_name_is_valid(token->name))
		return error_set(err,
			"'%s' is no name for a token: at most %d of A-Z a-z 0-9 . _ - beginning with "
			"a letter or digit",
			token->name, NAME_LENGTH_MAX);
	if (!db_begin(store, err))
		return false;
	make_secret(secret);
	digest_of(secret, strlen(secret), digest);
	bool ok = name_is_free(store, token->name, err) &&
		db_write(store, err,
			"INSERT INTO token VALUES(?, ?, ?, ?, " TIME_OR_NULL ", NULL)", "sssii",
			token->name, digest, token->machine, token->created_us, token->expires_us);
	return db_end(store, ok, err);
}

static struct token read_token(sqlite3_stmt *row)
{
	return (struct token){db_text(row, 0), db_text(row, 1), sqlite3_column_int64(row, 2),
		sqlite3_column_int64(row, 3), sqlite3_column_int64(row, 4)};
}

#define COLUMNS "name, machine, created_us, expires_us, revoked_us"

bool store_token_list(struct store *store, struct token **tokens, size_t *n, struct error *err)
{
	*tokens = NULL;
	*n = 0;
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT " COLUMNS " FROM token ORDER BY created_us, name", "");
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct token *token = xgrow(tokens, n, sizeof(*token));
		*token = read_token(row);
	}
	if (step == DB_END)
		return true;
	tokens_free(*tokens, *n);
	*tokens = NULL;
	*n = 0;
	return false;
}

static bool exists(struct store *store, const char *name, struct error *err)
{
	sqlite3_stmt *row =
		db_prepare(store, err, "SELECT 1 FROM token WHERE name = ?", "s", name);
	enum db_step step = row ? db_step(store, row, err) : DB_FAILED;
	if (step == DB_ROW)
		sqlite3_finalize(row);
	if (step == DB_END)
		error_set(err, "there is no token '%s' (schedlab token list shows all)", name);
	return step == DB_ROW;
}

bool store_token_revoke(struct store *store, const char *name, int64_t now_us,
	struct error *err)
{
	if (!db_begin(store, err))
		return false;
	bool ok = exists(store, name, err) &&
		db_write(store, err,
			"UPDATE token SET revoked_us = ? WHERE name = ? AND revoked_us IS NULL",
			"is", now_us, name);
	return db_end(store, ok, err);
}

/* Compares with every token there is, whether or not one has fitted already. */
enum store_found store_token_check(struct store *store, const char *secret, int64_t now_us,
	struct token *token, struct error *err)
{
	char said[DIGEST_BYTES];
	*token = (struct token){0};
	digest_of(secret, strlen(secret), said);
	sqlite3_stmt *row =
		db_prepare(store, err, "SELECT " COLUMNS ", digest FROM token ORDER BY name", "");
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		const unsigned char *kept = sqlite3_column_text(row, 5);
		bool whole = sqlite3_column_bytes(row, 5) == DIGEST_BYTES - 1;
		struct token candidate = read_token(row);
		bool same = whole && sodium_memcmp(kept, said, DIGEST_BYTES - 1) == 0;
		if (same & (token_state(&candidate, now_us) == TOKEN_VALID)) {
			token_release(token);
			*token = candidate;
		} else {
			token_release(&candidate);
		}
	}
	if (step == DB_END)
		return token->name ? STORE_FOUND : STORE_ABSENT;
	token_release(token);
	return STORE_BROKEN;
}
