/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A part of a download, by the request's Range header (RFC 9110, 14.2). */
#ifndef WEB_RANGE_H
#define WEB_RANGE_H

#include "model/base.h"

struct range {
	uint64_t first, length; /* length > 0, first + length <= the whole */
};

enum range_kind {
	RANGE_NONE, /* no header, one that cannot be read, or several parts: the whole is sent */
	RANGE_PART,
	RANGE_OUTSIDE /* nothing of what is asked for is there: 416 */
};

/*
 * Reads "bytes=FIRST-LAST", "bytes=FIRST-" or "bytes=-LAST_N" for a body of that many bytes.
 * *range is written for RANGE_PART alone.
 */
enum range_kind range_parse(const char *header, uint64_t whole_bytes, struct range *range);

#endif
