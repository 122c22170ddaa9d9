/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/reply.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "web/gzip.h"
#include "web/hash.h"
#include "web/negotiate.h"
#include "web/policy.h"
#include "web/range.h"

#define WORTH_COMPRESSING 256 /* bytes; below, the header is most of the answer */

/* The bytes of one encoding; the response owns them. */
struct form {
	struct MHD_Response *response;
	const char *bytes;
	size_t length;
	char etag[HASH_BYTES + 2];
};

struct reply {
	atomic_uint users;
	int status;
	bool own;         /* for one request alone */
	struct page page; /* without its body */
	struct form plain;
	struct form gzip_form;       /* once `gzip` leads here */
	_Atomic(struct form *) gzip; /* NULL: there is none */
	atomic_bool compressed;      /* whether that was tried */
};

/* Takes the bytes. */
static void form_init(struct form *form, const struct reply *reply, char *bytes, size_t length)
{
	form->bytes = bytes;
	form->length = length;
	if (reply->status == 200) {
		char hash[HASH_BYTES];
		hash_bytes(bytes, length, hash);
		snprintf(form->etag, sizeof(form->etag), "\"%s\"", hash);
	}
	form->response = MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_MUST_FREE);
	if (!form->response)
		abort(); /* out of memory */
	policy_add_all(form->response, &reply->page, reply->status, form->etag);
}

struct reply *reply_new(struct page *page, int status)
{
	struct reply *reply = xcalloc(1, sizeof(*reply));
	atomic_init(&reply->users, 1);
	reply->status = status;
	reply->page = *page;
	reply->page.body = TEXT_EMPTY;
	size_t length = page->body.length;
	form_init(&reply->plain, reply, text_take(&page->body), length);
	return reply;
}

struct reply *reply_new_line(int status, const char *line)
{
	struct page page;
	page_init(&page);
	page_turn(&page, PAGE_PROBLEM, PAGE_TYPE_PLAIN);
	text_add(&page.body, "%d: %s.\n", status, line);
	struct reply *reply = reply_new(&page, status);
	page_release(&page);
	return reply;
}

void reply_add(struct reply *reply, const char *name, const char *value)
{
	reply->own = true;
	policy_add(reply->plain.response, name, value);
}

struct reply *reply_hold(struct reply *reply)
{
	atomic_fetch_add(&reply->users, 1);
	return reply;
}

void reply_release(struct reply *reply)
{
	if (!reply || atomic_fetch_sub(&reply->users, 1) > 1)
		return;
	MHD_destroy_response(reply->plain.response);
	if (atomic_load(&reply->gzip))
		MHD_destroy_response(reply->gzip_form.response);
	free(reply);
}

int reply_status(const struct reply *reply)
{
	return reply->status;
}

bool reply_is_fresh(const struct reply *reply)
{
	return reply->page.cache == PAGE_FRESH;
}

size_t reply_bytes(const struct reply *reply)
{
	const struct form *gzip = atomic_load(&reply->gzip);
	return sizeof(*reply) + reply->plain.length + (gzip ? gzip->length : 0) + 2048; /* headers */
}

bool reply_is_uncompressed(const struct reply *reply)
{
	return reply->status == 200 && !atomic_load(&reply->compressed) &&
		reply->plain.length >= WORTH_COMPRESSING && policy_compresses(&reply->page);
}

void reply_compress(struct reply *reply)
{
	if (!reply_is_uncompressed(reply))
		return;
	size_t length;
	char *bytes = gzip_compress(reply->plain.bytes, reply->plain.length, &length);
	if (bytes) {
		form_init(&reply->gzip_form, reply, bytes, length);
		policy_add(reply->gzip_form.response, "Content-Encoding", "gzip");
		atomic_store(&reply->gzip, &reply->gzip_form);
	}
	atomic_store(&reply->compressed, true);
}

/* ---- one request ---- */

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

void reply_wish_read(struct MHD_Connection *connection, const char *method,
	struct reply_wish *wish)
{
	wish->head = !strcmp(method, "HEAD");
	wish->gzip = negotiate_gzip(header_of(connection, "Accept-Encoding"));
	wish->if_none_match = header_of(connection, "If-None-Match");
	wish->range = header_of(connection, "Range");
	wish->if_range = header_of(connection, "If-Range");
}

bool reply_matches(const char *if_none_match, const char *etag)
{
	const char *at = if_none_match + strspn(if_none_match, " \t");
	if (!strcmp(at, "*"))
		return true;
	while (*at) {
		at += strspn(at, " \t,");
		if (!strncmp(at, "W/", 2))
			at += 2;
		size_t length = strcspn(at, " \t,");
		if (length == strlen(etag) && !strncmp(at, etag, length))
			return true;
		at += length;
	}
	return false;
}

/* Queues a response that is for this request alone. */
static enum MHD_Result send_once(struct MHD_Connection *connection, struct MHD_Response *response,
	const struct reply_wish *wish, unsigned status)
{
	if (wish->last)
		policy_add(response, "Connection", "close");
	enum MHD_Result result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result send_empty(const struct reply *reply, struct MHD_Connection *connection,
	const struct reply_wish *wish, const struct form *form, int status)
{
	struct MHD_Response *response =
		MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
	if (!response)
		abort(); /* out of memory */
	policy_add_all(response, &reply->page, status, status == 304 ? form->etag : "");
	if (status == 416) {
		char value[48];
		snprintf(value, sizeof(value), "bytes */%zu", form->length);
		policy_add(response, "Content-Range", value);
	}
	return send_once(connection, response, wish, (unsigned)status);
}

static void release_bytes(void *context)
{
	reply_release(context);
}

/* A response of its own with some of the bytes, which stay the reply's: it is held meanwhile. */
static struct MHD_Response *borrow(struct reply *reply, const struct form *form,
	const struct range *range, int status)
{
	union {
		const char *bytes;
		void *unchanged; /* what the library asks for, and only reads */
	} part = {.bytes = form->bytes + range->first};
	struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
		range->length, part.unchanged, release_bytes, reply_hold(reply));
	if (!response)
		abort(); /* out of memory */
	policy_add_all(response, &reply->page, status, form->etag);
	return response;
}

static enum MHD_Result send_part(struct reply *reply, struct MHD_Connection *connection,
	const struct reply_wish *wish, const struct range *range)
{
	char value[96];
	struct MHD_Response *response = borrow(reply, &reply->plain, range, 206);
	snprintf(value, sizeof(value), "bytes %" PRIu64 "-%" PRIu64 "/%zu", range->first,
		range->first + range->length - 1, reply->plain.length);
	policy_add(response, "Content-Range", value);
	return send_once(connection, response, wish, 206);
}

static enum MHD_Result send_whole(struct reply *reply, struct MHD_Connection *connection,
	const struct reply_wish *wish, const struct form *form)
{
	if (wish->last && reply->own)
		policy_add(form->response, "Connection", "close");
	if (!wish->last || reply->own)
		return MHD_queue_response(connection, (unsigned)reply->status, form->response);
	const struct range whole = {0, form->length};
	struct MHD_Response *response = borrow(reply, form, &whole, reply->status);
	if (form != &reply->plain)
		policy_add(response, "Content-Encoding", "gzip");
	return send_once(connection, response, wish, (unsigned)reply->status);
}

/* Which part of a download is asked for. If-Range takes a strong ETag of the plain form only. */
static enum range_kind range_of(const struct reply *reply, const struct reply_wish *wish,
	struct range *range)
{
	if (!wish->range || wish->head || !policy_sends_parts(&reply->page) ||
		(wish->if_range && strcmp(wish->if_range, reply->plain.etag) != 0))
		return RANGE_NONE;
	return range_parse(wish->range, reply->plain.length, range);
}

enum MHD_Result reply_send(struct reply *reply, struct MHD_Connection *connection,
	const struct reply_wish *wish, struct reply_sent *sent)
{
	const struct form *gzip = wish->gzip ? atomic_load(&reply->gzip) : NULL;
	const struct form *form = gzip ? gzip : &reply->plain;
	struct range range;
	*sent = (struct reply_sent){.status = (unsigned)reply->status};
	if (reply->status == 200) {
		if (wish->if_none_match && reply_matches(wish->if_none_match, form->etag)) {
			sent->status = 304;
			return send_empty(reply, connection, wish, form, 304);
		}
		switch (range_of(reply, wish, &range)) {
		case RANGE_PART:
			*sent = (struct reply_sent){206, range.length};
			return send_part(reply, connection, wish, &range);
		case RANGE_OUTSIDE:
			sent->status = 416;
			return send_empty(reply, connection, wish, &reply->plain, 416);
		case RANGE_NONE:
			break;
		}
	}
	sent->bytes = wish->head ? 0 : form->length;
	return send_whole(reply, connection, wish, form);
}
