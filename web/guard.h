/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one place that decides whether a request is refused before anything reads it, from what is
 * known when its header has ended. A pure function over plain data.
 *
 * The library below takes much that is no HTTP: two lengths, a length beside an encoding, names
 * with blanks. What could be understood as two requests, or as another one by a proxy before us,
 * ends here, and the connection with it. The library hides folded lines, bare line ends and a raw
 * NUL from us: nothing may rely on a header that is not there.
 *
 * A target is '/' and [A-Za-z0-9._~/-], then perhaps '?' and [A-Za-z0-9=&._~:,+%-], with no "//"
 * and no segment that begins with '.': addresses are words of a table, never file names.
 */
#ifndef WEB_GUARD_H
#define WEB_GUARD_H

#include "model/base.h"

#define GUARD_HEADERS_MAX 64
#define GUARD_HEADER_BYTES (8 * 1024) /* names and values, four bytes a line for ": " and its end */
#define GUARD_TARGET_BYTES (2 * 1024)

/* Bytes as they came: neither is a string, either may hold a NUL. */
struct guard_header {
	const char *name, *value;
	size_t name_length, value_length;
};

struct guard_request {
	const char *method, *version; /* "GET", "HTTP/1.1" */
	const char *target;           /* as it was sent, nothing decoded */
	const char *local;            /* the address it came in at, "127.0.0.1" or "::1" */
	const struct guard_header *headers;
	size_t headers_n; /* at most GUARD_HEADERS_MAX + 1: more are not looked at */
};

struct guard_policy {
	const char *const *hosts; /* names the site answers to; none: to every name */
	size_t hosts_n;
	bool uploads;             /* whether PUT below URL_UPLOADS is taken */
	uint64_t body_max_bytes;  /* of an upload */
};

struct guard_answer {
	int status;          /* 0: not refused */
	const char *line;    /* for the reader; nothing of the request is in it */
	const char *allow;   /* of a 405, else NULL */
	uint64_t body_bytes; /* of a request that is not refused: how long its body is to be */
};

struct guard_answer guard_check(const struct guard_policy *policy,
	const struct guard_request *request);

#endif
