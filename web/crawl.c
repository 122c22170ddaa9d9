/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/crawl.h"

#include <search.h>

/* Paths in the order in which they were first seen; `known` holds the same strings. */
struct crawl {
	const struct site *site;
	char **paths;
	size_t length;
	void *known;
};

static int by_path(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void see(struct crawl *crawl, const char *path, size_t length)
{
	char *seen = xstrndup(path, length);
	char *const *node = tsearch(seen, &crawl->known, by_path);
	if (!node)
		abort(); /* out of memory */
	if (*node == seen)
		*(char **)xgrow(&crawl->paths, &crawl->length, sizeof(*crawl->paths)) = seen;
	else
		free(seen);
}

/* Sees the addresses in an attribute's value: one, or those of a srcset. */
static void see_value(struct crawl *crawl, const char *value, size_t length)
{
	const char *end = value + length, *url = crawl->site->url ? crawl->site->url : "";
	while (value < end) {
		size_t piece = strcspn(value, " ,'");
		if (url[0] && strncmp(value, url, strlen(url)) == 0 && value[strlen(url)] == '/') {
			value += strlen(url);
			piece -= strlen(url);
		}
		if (*value == '/')
			see(crawl, value, strcspn(value, "?#& ,'"));
		value += piece;
		value += value < end;
	}
}

/* Our pages quote attributes with ' and escape it everywhere else. */
static void see_links(struct crawl *crawl, const char *html)
{
	for (const char *at = strstr(html, "='"); at; at = strstr(at, "='")) {
		at += 2;
		size_t length = strcspn(at, "'");
		see_value(crawl, at, length);
		at += length;
	}
}

static bool visit(struct crawl *crawl, const char *path, crawl_function *found, void *context,
	struct error *err)
{
	struct page page;
	struct error why;
	page_init(&page);
	int status = site_get(crawl->site, path, &page, &why);
	bool there = status == 200 || status == 410, ok = true;
	if (there && page.kind == PAGE_HTML)
		see_links(crawl, page.body.bytes);
	if (there)
		ok = found(context, path, &page, err);
	else if (status != 302)
		ok = error_set(err, "a page leads to %.200s: %d, %.200s", path, status, why.message);
	page_release(&page);
	return ok;
}

static void keep(void *path)
{
	(void)path; /* the list frees it */
}

bool crawl_site(const struct site *site, crawl_function *found, void *context, struct error *err)
{
	struct crawl crawl = {.site = site};
	bool ok = true;
	see(&crawl, "/", 1);
	see(&crawl, "/robots.txt", strlen("/robots.txt"));
	for (size_t i = 0; ok && i < crawl.length; i++)
		ok = visit(&crawl, crawl.paths[i], found, context, err);
	tdestroy(crawl.known, keep);
	for (size_t i = 0; i < crawl.length; i++)
		free(crawl.paths[i]);
	free(crawl.paths);
	return ok;
}
