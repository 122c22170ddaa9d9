/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The site: what answers any address from one store, with a socket (server.c) or without
 * (`schedlab page`). Holds nothing that changes but the cache of pictures, so any thread may ask.
 */
#ifndef WEB_SITE_H
#define WEB_SITE_H

#include "web/cache.h"
#include "web/page.h"

struct site {
	const char *store_path; /* borrowed */
	const char *url;        /* borrowed; where the site is for the world (model/url.h), or NULL */
	struct cache *pictures; /* borrowed; NULL: draw every time */
	int patience_ms;        /* how long to wait for whoever writes; 0: as commands do */
};

/*
 * Answers GET for a target ("/c/20261130-k3f7qd?x=1"). *page, initialised by the caller, holds
 * the answer whatever the status is: 200, 302, or that of an error. On any other than the
 * first two *err says why in one line.
 */
int site_get(const struct site *site, const char *target, struct page *page, struct error *err);

#endif
