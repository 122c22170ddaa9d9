/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Addresses that say which content they lead to, so that it may be kept for ever:
 * "/c/ID/ring.bound.zero.svg?d=0123456789ab". Pages write them for the pictures and data that they
 * load themselves; people are shown the address without, which is always of the newest content.
 */
#ifndef WEB_LASTING_H
#define WEB_LASTING_H

#include "model/campaign.h"
#include "web/page.h"
#include "web/request.h"

/*
 * The query ("" or "?…") with the content's digest added: what was sealed, in its revision, shown
 * by this program. As it was where that does not say all: of a campaign that may still grow, and
 * with series of others. The caller frees it.
 */
char *lasting_query(const char *query, const struct campaign *campaign);

/* LASTING where the request's digest is that of the content, else CHECKED. */
enum page_cache lasting_cache(const struct request *request, const struct campaign *campaign);

#endif
