/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/reply.h"

#include "web/hash.h"

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
	"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
	"form-action 'none'; frame-ancestors 'none'";
static const char svg_policy[] = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/* No page has a script, so none may run. Pictures and data may be used by other sites. */
static const struct {
	const char *content_policy, *cache;
	bool shared;
} kinds[] = {
	[PAGE_HTML] = {page_policy, "no-cache", false},
	[PAGE_PICTURE] = {svg_policy, "no-cache", true},
	[PAGE_DATA] = {"default-src 'none'; sandbox", "no-cache", true},
	[PAGE_ASSET] = {svg_policy, "public, max-age=31536000, immutable", false},
};

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

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
	if (MHD_add_response_header(response, name, value) != MHD_YES)
		abort(); /* out of memory, or a header of ours that is none */
}

static void add_kind(struct MHD_Response *response, const struct page *page, bool keep)
{
	add_header(response, "Cache-Control", keep ? kinds[page->kind].cache : "no-store");
	add_header(response, "Content-Security-Policy", kinds[page->kind].content_policy);
	if (kinds[page->kind].shared) {
		add_header(response, "Access-Control-Allow-Origin", "*");
		add_header(response, "Cross-Origin-Resource-Policy", "cross-origin");
	}
}

static void add_filename(struct MHD_Response *response, const struct page *page)
{
	char value[PAGE_FILENAME_BYTES + 32];
	snprintf(value, sizeof(value), "attachment; filename=\"%s\"", page->filename);
	add_header(response, "Content-Disposition", value);
}

struct MHD_Response *reply_new(struct page *page, int *status, const char *if_none_match)
{
	bool keep = *status == 200;
	char hash[HASH_BYTES], etag[HASH_BYTES + 2];
	size_t length = page->body.length;
	char *body = text_take(&page->body);
	hash_bytes(body, length, hash);
	snprintf(etag, sizeof(etag), "\"%s\"", hash);
	if (keep && if_none_match && reply_matches(if_none_match, etag)) {
		*status = 304;
		length = 0;
	}

	struct MHD_Response *response =
		MHD_create_response_from_buffer(length, body, MHD_RESPMEM_MUST_FREE);
	if (!response)
		abort(); /* out of memory */
	for (size_t i = 0; i < ARRAY_LENGTH(always); i++)
		add_header(response, always[i].name, always[i].value);
	add_kind(response, page, keep);
	if (keep)
		add_header(response, "ETag", etag);
	if (*status != 304)
		add_header(response, "Content-Type", page->type);
	if (keep && page->filename[0])
		add_filename(response, page);
	return response;
}
