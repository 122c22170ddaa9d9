/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where processes may run, from hwloc and the allowed set. CPU numbers are the kernel's; nothing
 * assumes 0..N-1 or that CPU 0 is there. Usable = online and allowed.
 */
#ifndef RUNNER_PLACEMENT_H
#define RUNNER_PLACEMENT_H

#include "model/environment.h"
#include "model/error.h"
#include "model/workload.h"

struct placements {
	char *usable;      /* CPU list: "0-3,8" */
	unsigned usable_n;
	unsigned first;    /* the first usable CPU: where `bound` runs */
	char *found[PLACEMENT_N];       /* after placements_find(): the CPUs of those it finds */
	const char *lacks[PLACEMENT_N]; /* why there are none, NULL where there are; a literal */
};

/* Of this process: its own affinity mask, and what the kernel has online. */
bool placements_of_host(struct placements *placements, struct error *err);

/* Of a guest: from the facts it sent (cpus.online, cpus.allowed). */
bool placements_of_environment(const struct environment *env, struct placements *placements,
	struct error *err);

/*
 * Finds siblings, core, llc and across among the usable CPUs, in the topology of this host or,
 * where it is not NULL, in hwloc's synthetic description of another.
 */
bool placements_find(struct placements *placements, const char *synthetic, struct error *err);

/*
 * The CPU list that the launch of a round (from 1) is to be bound to, or NULL for unbound. `each`
 * takes the usable CPUs in turn. Caller frees.
 */
char *placements_cpus(const struct placements *placements, enum placement placement,
	unsigned round);

/* Whether two CPU lists name the same CPUs, however they are written; false where one is none. */
bool placements_equal(const char *list, const char *other);

/*
 * Moves every thread of this process off that CPU, or (avoid false, after a call that moved
 * them off) lets them use it again; where there is no other CPU, nothing happens. For a server
 * beside a campaign.
 */
bool placements_avoid(unsigned cpu, bool avoid, struct error *err);

void placements_release(struct placements *placements);

#endif
