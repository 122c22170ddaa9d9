/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/policy.h"

#include "model/formats/jsonl.h"

#define RETRY_S 2U /* after this long whoever came too soon may try again */

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

bool policy_compresses(const struct page *page)
{
	static const char *const types[] = {"text/", PAGE_TYPE_SVG, "application/json",
		JSONL_TYPE, "application/atom+xml"};
	for (size_t i = 0; i < ARRAY_LENGTH(types); i++)
		if (!strncmp(page->type, types[i], strlen(types[i])))
			return true;
	return false;
}

bool policy_sends_parts(const struct page *page)
{
	return kinds[page->kind].in_parts;
}

static bool is_kept(int status)
{
	return status == 200 || status == 206 || status == 302 || status == 304;
}

void policy_add(struct MHD_Response *response, const char *name, const char *value)
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
	policy_add(response, "Content-Disposition", value);
}

static void add_kind(struct MHD_Response *response, const struct page *page, int status)
{
	policy_add(response, "Cache-Control", is_kept(status) ? caches[page->cache] : "no-store");
	policy_add(response, "Content-Security-Policy", kinds[page->kind].content_policy);
	if (kinds[page->kind].shared) {
		policy_add(response, "Access-Control-Allow-Origin", "*");
		policy_add(response, "Access-Control-Expose-Headers",
			"ETag, Link, Content-Disposition");
		policy_add(response, "Cross-Origin-Resource-Policy", "cross-origin");
	}
	if (is_kept(status) && policy_compresses(page))
		policy_add(response, "Vary", "Accept-Encoding");
}

static void add_retry(struct MHD_Response *response, const struct page *page)
{
	char value[16];
	snprintf(value, sizeof(value), "%u", page->retry_after_s ? page->retry_after_s : RETRY_S);
	policy_add(response, "Retry-After", value);
}

/* What describes the bytes; a 304 has none. */
static void add_content(struct MHD_Response *response, const struct page *page, int status)
{
	policy_add(response, "Content-Type", page->type);
	if (is_kept(status) && page->filename[0])
		add_filename(response, page);
	if (is_kept(status) && policy_sends_parts(page))
		policy_add(response, "Accept-Ranges", "bytes");
}

void policy_add_all(struct MHD_Response *response, const struct page *page, int status,
	const char *etag)
{
	for (size_t i = 0; i < ARRAY_LENGTH(always); i++)
		policy_add(response, always[i].name, always[i].value);
	if (status == 429 || status == 503)
		add_retry(response, page);
	add_kind(response, page, status);
	if (etag[0])
		policy_add(response, "ETag", etag);
	if (page->location[0])
		policy_add(response, "Location", page->location);
	if (page->canonical[0]) {
		char link[PAGE_ADDRESS_BYTES + 32];
		snprintf(link, sizeof(link), "<%s>; rel=\"canonical\"", page->canonical);
		policy_add(response, "Link", link);
	}
	if (status != 304)
		add_content(response, page, status);
}
