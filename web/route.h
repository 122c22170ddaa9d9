/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From an address to the function that answers it. The table in route.c is the whole list; an
 * address outside it is a 404, and no address ever becomes a file name.
 */
#ifndef WEB_ROUTE_H
#define WEB_ROUTE_H

#include "model/store.h"
#include "web/page.h"
#include "web/request.h"

/*
 * Every page: fills *page and returns the HTTP status. Anything but 200 and 302 leaves a line for
 * the reader in *err, and the error page takes the place of what is in *page, unless that stands.
 */
typedef int page_function(struct page *page, const struct request *request, struct store *store,
	struct error *err);

struct route {
	const char *pattern; /* "/c/ID/env": a word in capitals stands for one of the request's */
	page_function *page;
	bool storeless; /* is called with store NULL */
};

/*
 * The route of a path (no query) with its words in *request; NULL, and all words "", where there
 * is none. `request` may be NULL.
 */
const struct route *route_find(const char *path, struct request *request);

#endif
