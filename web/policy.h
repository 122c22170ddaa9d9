/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The headers of an answer, by what it is: what may run and be loaded in it, who may use it, how
 * long it may be kept, in which forms it is there. The tables in policy.c are the whole of it.
 */
#ifndef WEB_POLICY_H
#define WEB_POLICY_H

#include <microhttpd.h>

#include "web/page.h"

void policy_add(struct MHD_Response *response, const char *name, const char *value);

/* Every header that an answer with that status has; "" for no ETag. */
void policy_add_all(struct MHD_Response *response, const struct page *page, int status,
	const char *etag);

/* Whether it is text by any name; everything else is compressed already. */
bool policy_compresses(const struct page *page);

/* Whether parts of it are sent to who asks for them: of downloads. */
bool policy_sends_parts(const struct page *page);

#endif
