/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What else happened on the CPUs of a launch while it ran on this host:
 *
 *   others     CPU time of processes that are not ours, as a share of the CPUs' time. Kernel
 *              threads do not count: what they do belongs to the kernel that is measured.
 *   steal      time that the hypervisor gave to somebody else, likewise
 *   throttled  how often our cgroup was stopped, or a CPU ran too hot
 *   changed    the clock source, the CPUs online, or a highest frequency
 *
 * The kernel counts most of this in ticks of 10 ms: a share is what is left where every CPU's
 * count is one tick too high, so what is called disturbed was disturbed.
 */
#ifndef RUNNER_DISTURBANCE_H
#define RUNNER_DISTURBANCE_H

#include "model/campaign.h"
#include "model/error.h"
#include "model/plan.h"

struct disturbance_watch;

/* Begins to watch these CPUs, NULL = all that this process may use. */
struct disturbance_watch *disturbance_begin(const char *cpus);

struct disturbance {
	double others, steal; /* shares of the CPUs' time, 0…1 */
	unsigned throttled;
	char *changed; /* "clock source tsc to hpet", NULL where nothing did */
};

/* Ends it, with our own children's time taken off, and frees the watch. */
void disturbance_end(struct disturbance_watch *watch, struct disturbance *disturbance);
void disturbance_release(struct disturbance *disturbance);

/*
 * Records it with the sample, and where it exceeds the plan's thresholds and the sample has a
 * value makes it one that was disturbed, with the reason.
 */
void disturbance_mark(const struct disturbance *disturbance,
	const struct plan_disturbance *thresholds, struct sample *sample);

/* From the text of /proc/stat: ticks of a CPU. False where it has no such CPU. */
struct disturbance_ticks {
	uint64_t user, system, steal; /* user with nice; without guests' time, which is in user */
};
bool disturbance_ticks(const char *stat, unsigned cpu, struct disturbance_ticks *ticks);

#endif
