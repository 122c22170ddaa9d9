/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/reply.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "web/gzip.h"
#include "web/hash.h"
#include "web/negotiate.h"
#include "web/range.h"

#define RETRY_S 2U /* after this long whoever came too soon may try again */
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

struct header {
	const char *name, *value;
};

static const struct header always[] = {
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()"},
	{"X-Frame-Options", "DENY"},
};

static const char page_policy[] =
	"default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; "
	"connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
	"frame-ancestors 'none'";
static const char svg_policy[] = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/* Pictures and data may be used by other sites; parts are for downloads. */
static const struct {
	const char *content_policy;
	bool shared, in_parts;
} kinds[] = {
	[PAGE_HTML] = {page_policy, false, false},
	[PAGE_PICTURE] = {svg_policy, true, false},
	[PAGE_DATA] = {"default-src 'none'; sandbox", true, true},
	[PAGE_ASSET] = {svg_policy, false, false},
	[PAGE_PROBLEM] = {"default-src 'none'", false, false},
};

static const char *const caches[] = {
	[PAGE_CHECKED] = "no-cache",
	[PAGE_BRIEF] = "public, max-age=60",
	[PAGE_LASTING] = "public, max-age=31536000, immutable",
	[PAGE_FRESH] = "no-store",
};

/* Text by any name; everything else is compressed already. */
static bool is_compressible(const char *type)
{
	static const char *const types[] = {"text/", "image/svg+xml", "application/json",
		"application/x-ndjson", "application/atom+xml"};
	for (size_t i = 0; i < ARRAY_LENGTH(types); i++)
		if (!strncmp(type, types[i], strlen(types[i])))
			return true;
	return false;
}

static bool is_kept(int status)
{
	return status == 200 || status == 206 || status == 302 || status == 304;
}

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
	if (MHD_add_response_header(response, name, value) != MHD_YES)
		abort(); /* out of memory, or a header of ours that is none */
}

/* Both ways to write it: our names are ASCII, so they say the same. */
static void add_filename(struct MHD_Response *response, const struct page *page)
{
	char value[2 * PAGE_FILENAME_BYTES + 64];
	snprintf(value, sizeof(value), "attachment; filename=\"%s\"; filename*=UTF-8''%s",
		page->filename, page->filename);
	add_header(response, "Content-Disposition", value);
}

static void add_kind(struct MHD_Response *response, const struct page *page, int status)
{
	add_header(response, "Cache-Control", is_kept(status) ? caches[page->cache] : "no-store");
	add_header(response, "Content-Security-Policy", kinds[page->kind].content_policy);
	if (kinds[page->kind].shared) {
		add_header(response, "Access-Control-Allow-Origin", "*");
		add_header(response, "Access-Control-Expose-Headers",
			"ETag, Link, Content-Disposition");
		add_header(response, "Cross-Origin-Resource-Policy", "cross-origin");
	}
	if (is_kept(status) && is_compressible(page->type))
		add_header(response, "Vary", "Accept-Encoding");
}

static void add_retry(struct MHD_Response *response, const struct page *page)
{
	char value[16];
	snprintf(value, sizeof(value), "%u", page->retry_after_s ? page->retry_after_s : RETRY_S);
	add_header(response, "Retry-After", value);
}

/* What describes the bytes; a 304 has none. */
static void add_content(struct MHD_Response *response, const struct page *page, int status)
{
	add_header(response, "Content-Type", page->type);
	if (is_kept(status) && page->filename[0])
		add_filename(response, page);
	if (is_kept(status) && kinds[page->kind].in_parts)
		add_header(response, "Accept-Ranges", "bytes");
}

/* Every header of an answer with that status; "" for no ETag. */
static void add_headers(struct MHD_Response *response, const struct page *page, int status,
	const char *etag)
{
	for (size_t i = 0; i < ARRAY_LENGTH(always); i++)
		add_header(response, always[i].name, always[i].value);
	if (status == 429 || status == 503)
		add_retry(response, page);
	add_kind(response, page, status);
	if (etag[0])
		add_header(response, "ETag", etag);
	if (page->location[0])
		add_header(response, "Location", page->location);
	if (page->canonical[0]) {
		char link[PAGE_ADDRESS_BYTES + 32];
		snprintf(link, sizeof(link), "<%s>; rel=\"canonical\"", page->canonical);
		add_header(response, "Link", link);
	}
	if (status != 304)
		add_content(response, page, status);
}

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
	add_headers(form->response, &reply->page, reply->status, form->etag);
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
	page_turn(&page, PAGE_PROBLEM, "text/plain; charset=utf-8");
	text_add(&page.body, "%d: %s.\n", status, line);
	struct reply *reply = reply_new(&page, status);
	page_release(&page);
	return reply;
}

void reply_add(struct reply *reply, const char *name, const char *value)
{
	reply->own = true;
	add_header(reply->plain.response, name, value);
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
		reply->plain.length >= WORTH_COMPRESSING && is_compressible(reply->page.type);
}

void reply_compress(struct reply *reply)
{
	if (!reply_is_uncompressed(reply))
		return;
	size_t length;
	char *bytes = gzip_compress(reply->plain.bytes, reply->plain.length, &length);
	if (bytes) {
		form_init(&reply->gzip_form, reply, bytes, length);
		add_header(reply->gzip_form.response, "Content-Encoding", "gzip");
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
		add_header(response, "Connection", "close");
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
	add_headers(response, &reply->page, status, status == 304 ? form->etag : "");
	if (status == 416) {
		char value[48];
		snprintf(value, sizeof(value), "bytes */%zu", form->length);
		add_header(response, "Content-Range", value);
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
	add_headers(response, &reply->page, status, form->etag);
	return response;
}

static enum MHD_Result send_part(struct reply *reply, struct MHD_Connection *connection,
	const struct reply_wish *wish, const struct range *range)
{
	char value[96];
	struct MHD_Response *response = borrow(reply, &reply->plain, range, 206);
	snprintf(value, sizeof(value), "bytes %" PRIu64 "-%" PRIu64 "/%zu", range->first,
		range->first + range->length - 1, reply->plain.length);
	add_header(response, "Content-Range", value);
	return send_once(connection, response, wish, 206);
}

static enum MHD_Result send_whole(struct reply *reply, struct MHD_Connection *connection,
	const struct reply_wish *wish, const struct form *form)
{
	if (wish->last && reply->own)
		add_header(form->response, "Connection", "close");
	if (!wish->last || reply->own)
		return MHD_queue_response(connection, (unsigned)reply->status, form->response);
	const struct range whole = {0, form->length};
	struct MHD_Response *response = borrow(reply, form, &whole, reply->status);
	if (form != &reply->plain)
		add_header(response, "Content-Encoding", "gzip");
	return send_once(connection, response, wish, (unsigned)reply->status);
}

/* Which part of a download is asked for. If-Range takes a strong ETag of the plain form only. */
static enum range_kind range_of(const struct reply *reply, const struct reply_wish *wish,
	struct range *range)
{
	if (!wish->range || wish->head || !kinds[reply->page.kind].in_parts ||
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
