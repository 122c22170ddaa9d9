/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every address that the site's pages lead to, beginning with "/": each once, without its query,
 * which a web server of plain files would not look at.
 */
#ifndef WEB_CRAWL_H
#define WEB_CRAWL_H

#include "model/error.h"
#include "web/site.h"

/*
 * Is given what is answered at the path, with status 200, or 410 for what was withdrawn. False
 * with *err set ends the crawl.
 */
typedef bool crawl_function(void *context, const char *path, const struct page *page,
	struct error *err);

/* False where `found` returned that, or where a page leads to an address that is none. */
bool crawl_site(const struct site *site, crawl_function *found, void *context, struct error *err);

#endif
