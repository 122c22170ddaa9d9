/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/site.h"

#include "web/pages.h"

/* A handle for one request: what a thread never shares cannot be raced for. */
static int answer(const struct site *site, const struct route *route,
	const struct request *request, struct page *page, struct error *err)
{
	if (route->storeless)
		return route->page(page, request, NULL, err);
	struct store *store = site->patience_ms
		? store_open_briefly(site->store_path, site->patience_ms, err)
		: store_open(site->store_path, STORE_READ, err);
	if (!store)
		return 503;
	int status = route->page(page, request, store, err);
	if (status == 500 && store_is_busy(store))
		status = 503;
	store_close(store);
	return status;
}

int site_get(const struct site *site, const char *target, struct page *page, struct error *err)
{
	char *path = xstrndup(target, strcspn(target, "#"));
	char *query = strchr(path, '?');
	if (query)
		*query++ = 0;
	struct request request = {.query = query ? query : "",
		.url = site->url ? site->url : "",
		.store_path = site->store_path,
		.pictures = site->pictures};
	const struct route *route = route_find(path, &request);

	int status = 404;
	if (route)
		status = answer(site, route, &request, page, err);
	else
		error_set(err, "there is nothing at this address");
	if (status != 200 && status != 302 && !page->stands)
		page_error(page, &request, status, err);
	free(path);
	return status;
}
