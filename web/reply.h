/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a finished page to HTTP: content policy, caching, compression, ETag, 304, parts. A reply is
 * made once and sent as often as it is asked for, by any thread.
 *
 * The ETag is a hash of the bytes that are sent, so it is right for everything that can be asked
 * for, and changes with every change. There is no Last-Modified: what an address shows changes
 * with the store, with amendments and with the program that shows it, and no one time is true for
 * all of these. Who sends If-Modified-Since gets the whole answer.
 */
#ifndef WEB_REPLY_H
#define WEB_REPLY_H

#include <microhttpd.h>

#include "web/page.h"

struct reply;

/* Takes the page's body. reply_release() ends each hold; NULL is fine there. */
struct reply *reply_new(struct page *page, int status);
struct reply *reply_hold(struct reply *reply);
void reply_release(struct reply *reply);

/* One line of plain text that ends with a full stop, for what is no page. */
struct reply *reply_new_line(int status, const char *line);

/* One more header; only before the reply is sent for the first time, by the thread that made it. */
void reply_add(struct reply *reply, const char *name, const char *value);

int reply_status(const struct reply *reply);
bool reply_is_fresh(const struct reply *reply); /* true at the moment only: not to be kept */
size_t reply_bytes(const struct reply *reply); /* of memory, about */

/* Whether reply_compress() has not been called and could do something. */
bool reply_is_uncompressed(const struct reply *reply);

/* Makes the compressed form. Not by two threads at once; others may send it meanwhile. */
void reply_compress(struct reply *reply);

/*
 * What the request says of the form that it wants; header values (or NULL) are borrowed. `last`
 * is the caller's: the connection ends with this answer, which says so.
 */
struct reply_wish {
	bool last;
	bool head; /* HEAD, not GET */
	bool gzip;
	const char *if_none_match, *range, *if_range;
};
void reply_wish_read(struct MHD_Connection *connection, const char *method,
	struct reply_wish *wish);

struct reply_sent {
	unsigned status;
	uint64_t bytes; /* of the body */
};

/* Queues the answer. *sent says what it was. */
enum MHD_Result reply_send(struct reply *reply, struct MHD_Connection *connection,
	const struct reply_wish *wish, struct reply_sent *sent);

/* Whether an If-None-Match header ("*" or a list, weak or strong) names the ETag (with quotes). */
bool reply_matches(const char *if_none_match, const char *etag);

#endif
