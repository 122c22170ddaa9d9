/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tokens: who may upload. A token is "slt_" and 256 random bits; the store keeps its SHA-256
 * alone, so it is shown once and never again. A token only lets campaigns in (nothing can be
 * changed or deleted by it), of machines whose name fits its pattern, until it expires or is
 * revoked. Revoking is a mark: what there was can always be listed.
 */
#ifndef MODEL_STORE_TOKEN_H
#define MODEL_STORE_TOKEN_H

#include "model/store.h"

#define TOKEN_BYTES 48 /* "slt_", 43 characters of base64url, and the end */

struct token {
	char *name;
	char *machine; /* a host name, '*' and '?' as in file names; NULL: any */
	int64_t created_us, expires_us, revoked_us; /* 0: never */
};

enum token_state { TOKEN_VALID, TOKEN_EXPIRED, TOKEN_REVOKED };
enum token_state token_state(const struct token *token, int64_t now_us);
const char *token_state_name(enum token_state state); /* "valid", "expired", "revoked" */

/* [A-Za-z0-9._-]{1,64}, beginning with a letter or digit. */
bool token_name_is_valid(const char *name);

/* Whether it lets in campaigns of that machine. */
bool token_allows(const struct token *token, const char *host);

void token_release(struct token *token);
void tokens_free(struct token *tokens, size_t n);

/* Makes the secret and adds the token under a name that was never used before. */
bool store_token_add(struct store *store, const struct token *token,
	char secret[static TOKEN_BYTES], struct error *err);

/* All there ever were, oldest first. */
bool store_token_list(struct store *store, struct token **tokens, size_t *n, struct error *err);

/* One that is revoked already stays as it is. */
bool store_token_revoke(struct store *store, const char *name, int64_t now_us,
	struct error *err);

/*
 * The token that the secret belongs to. ABSENT is one answer for a secret that is unknown,
 * malformed, expired or revoked, and takes the same way through: the time tells nothing of what is
 * kept. *token is empty unless FOUND.
 */
enum store_found store_token_check(struct store *store, const char *secret, int64_t now_us,
	struct token *token, struct error *err);

#endif
