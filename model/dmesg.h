/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a kernel's log says of its clock: from the moment the TSC was marked unstable, times were
 * taken by another clock source, and values before and after are not of one kind.
 */
#ifndef MODEL_DMESG_H
#define MODEL_DMESG_H

#include "model/environment.h"

struct dmesg_clock {
	bool unstable;        /* the TSC was marked unstable */
	double since_s;       /* uptime of the first line that says so; NaN where none does */
	char clocksource[32]; /* in use at the end of the log; "" where it does not say */
};

void dmesg_clock_read(struct dmesg_clock *clock, const char *log);

/* Whether a run between these uptimes (s) is touched: it ends after the clock was marked. */
bool dmesg_clock_affects(const struct dmesg_clock *clock, double start_s, double end_s);

/*
 * Whether a sample of the boot with this environment is touched. Needs the facts dmesg, uptime
 * and captured (when uptime was read); without them: not known to be.
 */
bool dmesg_affects_sample(const struct environment *env, int64_t started_us,
	int64_t duration_ns);

#endif
