/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An upload on a connection: what upload.h does, in the library's calls. Beginning and ending read
 * and write the store, so they happen on the pool's threads while the connection sleeps.
 */
#ifndef WEB_RECEIVE_H
#define WEB_RECEIVE_H

#include "web/pool.h"
#include "web/reply.h"
#include "web/upload.h"

struct receive;

/* Borrows all of it; the digest is what stands behind the address's last slash. */
struct receive *receive_new(struct uploads *uploads, struct pool *pool,
	struct MHD_Connection *connection, const char *digest, const struct sockaddr *address);

/*
 * For every call of the library about the request, from the first one on: takes the bytes. The
 * reply to send, the caller's; NULL where there is none yet, and the library calls again.
 */
struct reply *receive_call(struct receive *receive, const char *data, size_t *data_bytes);

/* Whether all of the body has come. */
bool receive_is_whole(const struct receive *receive);

/* When the request is over, however it ended. NULL is fine. */
void receive_free(struct receive *receive);

#endif
