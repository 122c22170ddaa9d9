/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The server's log: a line for each request, and lines about faults. One request is one line of
 * at most 1 KiB, whatever it sent:
 *
 *     192.0.2.7 2026-11-30T21:40:01.123Z GET /c/20261130-k3f7qd 200 5120 1.2 "curl/8.0" "-"
 *     address   time                     method target    status bytes  ms   agent      referrer
 *
 * Bytes outside of printable ASCII, blanks in the target and quotes come out as \xNN, what is
 * missing as "-", what is cut ends in "...". Status 0: the connection ended before an answer.
 * Authorization is not in it. Under the journal each line has its priority, "<6>" or "<4>",
 * before it. Lines about faults come at most ten a second, then how many were left out.
 */
#ifndef WEB_LOG_H
#define WEB_LOG_H

#include "model/error.h"

struct log;

#define LOG_LINE_BYTES 1024

struct log_request {
	const char *peer, *method, *target, *agent, *referrer; /* the last two may be NULL */
	int64_t at_us; /* since 1970, when it began */
	int64_t took_us;
	int status;
	uint64_t bytes; /* of the body that was sent for it */
};

/*
 * `access` is a file that lines are appended to, "-" for stderr, "" for no lines of requests, or
 * NULL: to the journal where stderr leads there, else none. Faults always go to stderr.
 */
struct log *log_new(const char *access, struct error *err);
void log_free(struct log *log); /* NULL is fine */

/* Opens the file again by its name, after a rotation; keeps the old one where that fails. */
void log_reopen(struct log *log);

bool log_wants_requests(const struct log *log);
void log_request(struct log *log, const struct log_request *request);
void log_fault(struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The line of a request without its end, for log_request() and its tests. */
void log_line(const struct log_request *request, char line[static LOG_LINE_BYTES]);

#endif
