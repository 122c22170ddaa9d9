/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Timed intervals: how many operations each takes, by the arithmetic of lat_ctx's harness. */
#ifndef WORKER_TIMING_H
#define WORKER_TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/worker/outcome.h"

struct timing {
	const char *what;     /* "ring": for the outcome's words */
	uint64_t time_ns;     /* shortest interval (but for 5 %) that counts */
	uint64_t fixed_ops;   /* operations of every interval, whatever they take; 0 = by time */
	unsigned intervals;   /* to keep */
	unsigned warm_up;     /* to drop before them */
	bool (*operate)(void *context, uint64_t ops); /* false: outcome failed */
	void *context;
};

/* CLOCK_MONOTONIC_RAW: no clock discipline stretches an interval. */
uint64_t timing_now_ns(void);

/* Adds the intervals to `into`. False with the outcome failed. */
bool timing_run(const struct timing *timing, struct intervals *into, struct outcome *outcome);

#endif
