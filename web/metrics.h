/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the server counts about itself, and how it says so to a monitor: OpenMetrics 1.0, or the
 * older text form 0.0.4 for who does not ask for it. Requests are counted by the pattern of their
 * address, never by the address. Safe from any thread.
 */
#ifndef WEB_METRICS_H
#define WEB_METRICS_H

#include "model/text.h"

struct metrics;

struct metrics *metrics_new(void);
void metrics_free(struct metrics *metrics); /* NULL is fine */

/*
 * One request that was answered. `pattern` is a constant that lives as long as the program, of
 * which there are at most METRICS_PATTERNS_MAX; NULL where there is no such address.
 */
#define METRICS_PATTERNS_MAX 128
void metrics_answered(struct metrics *metrics, const char *pattern, int status, uint64_t bytes,
	int64_t took_us);

/* One request that the guard refused, with what. */
void metrics_refused(struct metrics *metrics, int status);

/* What others count and hold, for the moment of asking. */
struct metrics_now {
	uint64_t connections, connections_opened, connections_turned_away;
	uint64_t cut_header, cut_body, cut_answer, cut_idle;
	uint64_t cache_hits, cache_misses, cache_bytes, pictures, busy;
	uint64_t uploads; /* that stored a campaign */
};

#define METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"
#define METRICS_OPEN_TYPE "application/openmetrics-text; version=1.0.0; charset=utf-8"

/* Whether an Accept header (or NULL) asks for OpenMetrics. */
bool metrics_wants_open(const char *accept);

void metrics_text(struct metrics *metrics, const struct metrics_now *now, bool open,
	struct text *out);

#endif
