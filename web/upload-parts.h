/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of an upload share: upload.c, upload-check.c and upload-take.c. */
#ifndef WEB_UPLOAD_PARTS_H
#define WEB_UPLOAD_PARTS_H

#include <pthread.h>
#include <sodium.h>

#include "model/environment-json.h"
#include "model/store-token.h"
#include "web/upload.h"

#define UPLOAD_BUSY_S 2 /* after this long a busy store is worth another try */

struct uploads {
	char *store_path, *folder;
	uint64_t limit_bytes;
	struct allowance *allowance;
	pthread_mutex_t mutex; /* guards the next two */
	unsigned running;
	uint64_t stored;
	pthread_mutex_t taking; /* held while one is read and stored: memory, and one writer */
};

struct upload {
	struct uploads *uploads;
	struct token token;
	char digest[DIGEST_BYTES]; /* as the address says */
	uint64_t length, received;
	int spool;
	int spool_errno; /* what went wrong with it */
	crypto_hash_sha256_state hash;
};

/* Fills the answer and returns false, so that a check can `return upload_refuse(…)`. */
bool upload_refuse(struct upload_answer *answer, int status, unsigned retry_after_s,
	const char *detail);

/* Who sends it: the token, to be released, or false with the answer. */
bool upload_check_token(struct uploads *uploads, const struct upload_request *request,
	struct token *token, struct upload_answer *answer);

/* What is sent: its length. */
bool upload_check_headers(const struct uploads *uploads, const struct upload_request *request,
	uint64_t *length, struct upload_answer *answer);

/* Whether there is room for it, of the token's allowance (which it takes) and on the disk. */
bool upload_check_room(struct uploads *uploads, const struct token *token, uint64_t length,
	struct upload_answer *answer);

#endif
