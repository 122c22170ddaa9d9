/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands behind the '?' of an address: name=value, joined by '&', percent-encoded. A page
 * asks for the names it knows; all others are ignored, so that links with words of other people's
 * tools still work.
 */
#ifndef WEB_QUERY_H
#define WEB_QUERY_H

#include "model/text.h"

/*
 * The value of the n-th (from 0) parameter of that name, decoded: '+' is a blank, "%41" an A.
 * NULL where there is none, or where it is no text: wrongly encoded, not UTF-8, with control
 * characters, or longer than QUERY_VALUE_BYTES. The caller frees it.
 */
#define QUERY_VALUE_BYTES 1000
char *query_value(const char *query, const char *name, unsigned n);

/* Whether there is an n-th parameter of that name at all, text or not. */
bool query_has(const char *query, const char *name, unsigned n);

/*
 * Adds "&name=value" with the value percent-encoded, '?' instead of '&' where *first is set, and
 * clears it. The one encoder; what comes out needs no escaping as HTML but for the '&'.
 */
void query_add(struct text *text, bool *first, const char *name, const char *value);

#endif
