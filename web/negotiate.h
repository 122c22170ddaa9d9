/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a client would rather have, by its Accept-Encoding header (RFC 9110, 12.5.3). */
#ifndef WEB_NEGOTIATE_H
#define WEB_NEGOTIATE_H

#include "model/base.h"

/*
 * Whether gzip is acceptable and not wanted less than the plain form. NULL (no header), "" and
 * what cannot be read mean the plain form, which everybody can take: it is sent too where both
 * are refused.
 */
bool negotiate_gzip(const char *accept_encoding);

#endif
