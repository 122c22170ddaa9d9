/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign that comes over the wire: PUT /api/v1/campaigns/DIGEST with its canonical form as the
 * body and the body's SHA-256 as DIGEST. The bytes go into a file without a name beside the store;
 * when all are there and are what the address says, they are read and checked like any import and
 * taken into the store in one transaction. Until then nothing is visible, and whatever ends an
 * upload early leaves nothing.
 *
 * Every function but uploads_new and uploads_free may be called from any thread, each upload from
 * one at a time. Begin reads the store and finish writes to it: both may take a while.
 */
#ifndef WEB_UPLOAD_H
#define WEB_UPLOAD_H

#include <sys/socket.h>

#include "model/text.h"
#include "web/address.h"

/* What all uploads of a server share. */
struct uploads;

#define UPLOAD_LIMIT_BYTES (UINT64_C(64) << 20) /* unless the caller says otherwise */
#define UPLOAD_TOGETHER 4                       /* at most so many at once */

struct uploads *uploads_new(const char *store_path, uint64_t limit_bytes);
void uploads_free(struct uploads *uploads); /* NULL is fine; no upload may be left */

/* Campaigns that they stored so far. */
uint64_t uploads_count(struct uploads *uploads);

/* The request's line and headers; what it does not have is NULL. Borrowed during the call. */
struct upload_request {
	const char *digest; /* the end of its address */
	const char *authorization, *content_length, *content_type, *content_encoding,
		*content_range;
	const struct sockaddr *address; /* of the client */
};

struct upload_answer {
	int status;
	const char *type;             /* of the body, a constant */
	struct text body;             /* JSON: what was stored, or what was wrong */
	char location[ADDRESS_BYTES]; /* the campaign's page, "" where none */
	unsigned retry_after_s;       /* 0: not said */
	bool challenge;               /* of 401: WWW-Authenticate: Bearer */
};

void upload_answer_release(struct upload_answer *answer);

/* That there is too much to do already: 503, to be tried again. */
void upload_answer_busy(struct upload_answer *answer);

struct upload;

/*
 * Looks at the headers. NULL where the upload is refused, with the answer: it can be sent before
 * any of the body has come, so that a client that waits for "100 Continue" need not send it.
 */
struct upload *upload_begin(struct uploads *uploads, const struct upload_request *request,
	struct upload_answer *answer);

/* The next bytes of the body. What goes wrong is said in the end. */
void upload_data(struct upload *upload, const void *bytes, size_t length);

/* After the last byte: 201 stored, 200 it was there already, or what was wrong. */
void upload_finish(struct upload *upload, struct upload_answer *answer);

/* In any case the last call. NULL is fine. */
void upload_free(struct upload *upload);

#endif
