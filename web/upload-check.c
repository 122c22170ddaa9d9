/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is looked at before any of the body has come. */
#include <sys/statvfs.h>

#include "model/formats/jsonl.h"
#include "model/now.h"
#include "model/whole.h"
#include "web/allowance.h"
#include "web/peer.h"
#include "web/upload-parts.h"

#define FREE_PARTS 10 /* one of so many parts of the disk stays free */

static uint64_t steady_ms(void)
{
	return (uint64_t)now_steady_ns() / 1000000;
}

/* What stands behind "Bearer "; "" where nothing does. */
static const char *bearer(const char *authorization)
{
	static const char scheme[] = "Bearer ";
	if (!authorization || strncasecmp(authorization, scheme, strlen(scheme)) != 0)
		return "";
	authorization += strlen(scheme);
	return authorization + strspn(authorization, " ");
}

static enum store_found find_token(const struct uploads *uploads, const char *secret,
	struct token *token)
{
	struct error err;
	struct store *store = store_open(uploads->store_path, STORE_READ, &err);
	enum store_found found =
		store ? store_token_check(store, secret, now_unix_us(), token, &err) : STORE_BROKEN;
	store_close(store);
	return found;
}

static const char failed_often[] = "too many wrong tokens from this address";

bool upload_check_token(struct uploads *uploads, const struct upload_request *request,
	struct token *token, struct upload_answer *answer)
{
	unsigned wait_s = allowance_wait_s(uploads->allowance, request->address, steady_ms());
	/* A proxy's address stands for everybody behind it: it is never shut out whole. */
	if (wait_s && !peer_is_loopback(request->address))
		return upload_refuse(answer, 429, wait_s, failed_often);
	switch (find_token(uploads, bearer(request->authorization), token)) {
	case STORE_FOUND:
		return true;
	case STORE_BROKEN:
		return upload_refuse(answer, 503, UPLOAD_BUSY_S, "the store cannot be read now");
	case STORE_ABSENT:
		break;
	}
	if (wait_s)
		return upload_refuse(answer, 429, wait_s, failed_often);
	allowance_fail(uploads->allowance, request->address, steady_ms());
	return upload_refuse(answer, 401, 0,
		"a valid token is needed: none was sent, or it is unknown, expired or revoked");
}

static bool is_digest(const char *text)
{
	return strlen(text) == DIGEST_BYTES - 1 &&
		strspn(text, "0123456789abcdef") == DIGEST_BYTES - 1;
}

static bool is_form_type(const char *type)
{
	static const char *const types[] = {JSONL_TYPE, "application/jsonl"};
	size_t length = strcspn(type, "; \t");
	for (size_t i = 0; i < ARRAY_LENGTH(types); i++)
		if (strlen(types[i]) == length && strncasecmp(types[i], type, length) == 0)
			return true;
	return false;
}

bool upload_check_headers(const struct uploads *uploads, const struct upload_request *request,
	uint64_t *length, struct upload_answer *answer)
{
	if (!is_digest(request->digest))
		return upload_refuse(answer, 400, 0,
			"the address has to end in the body's SHA-256 in lower-case hex");
	if (request->content_range)
		return upload_refuse(answer, 400, 0, "a campaign is sent whole, not in ranges");
	if (request->content_encoding)
		return upload_refuse(answer, 415, 0, "a campaign is sent as it is, not compressed");
	if (request->content_type && !is_form_type(request->content_type))
		return upload_refuse(answer, 415, 0,
			"a campaign is sent in its canonical form, as " JSONL_TYPE);
	if (!request->content_length)
		return upload_refuse(answer, 411, 0, "a Content-Length is needed");
	if (!whole_parse(request->content_length, INT64_MAX, length))
		return upload_refuse(answer, 400, 0, "the Content-Length is no number");
	if (*length > uploads->limit_bytes) {
		char detail[96];
		snprintf(detail, sizeof(detail), "larger than the %llu bytes that are taken here",
			(unsigned long long)uploads->limit_bytes);
		return upload_refuse(answer, 413, 0, detail);
	}
	return true;
}

/* Whether a tenth of the disk is free, beyond what is to come. */
static bool has_room(const struct uploads *uploads, uint64_t bytes)
{
	struct statvfs disk;
	if (statvfs(uploads->folder, &disk) != 0)
		return true; /* then the write says it */
	uint64_t size = (uint64_t)disk.f_blocks * disk.f_frsize;
	uint64_t left = (uint64_t)disk.f_bavail * disk.f_frsize;
	return left >= size / FREE_PARTS + bytes;
}

bool upload_check_room(struct uploads *uploads, const struct token *token, uint64_t length,
	struct upload_answer *answer)
{
	unsigned wait_s = allowance_take(uploads->allowance, token->name, length, steady_ms());
	if (wait_s)
		return upload_refuse(answer, 429, wait_s, "more uploads than this token may make");
	if (!has_room(uploads, length)) {
		allowance_give_back(uploads->allowance, token->name, length);
		return upload_refuse(answer, 507, 0, "the disk is nearly full here");
	}
	return true;
}
