/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a finished page to an HTTP response: content policy, caching, ETag. The ETag is a hash of
 * the body, so it is right for everything that can be asked for, and changes with every change.
 */
#ifndef WEB_REPLY_H
#define WEB_REPLY_H

#include <microhttpd.h>

#include "web/page.h"

/*
 * Takes the page's body. `if_none_match` is the request's header or NULL; *status becomes 304
 * where it names this content. The caller destroys the response.
 */
struct MHD_Response *reply_new(struct page *page, int *status, const char *if_none_match);

/* Whether an If-None-Match header ("*" or a list, weak or strong) names the ETag (with quotes). */
bool reply_matches(const char *if_none_match, const char *etag);

#endif
