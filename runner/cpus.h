/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The CPUs of a machine as its /sys lists them below a root folder: a pure reading, so that a
 * fake root tells the same as a real one. Numbers are the kernel's; nothing assumes 0..N-1, that
 * CPU 0 is there, or that core ids are distinct.
 */
#ifndef RUNNER_CPUS_H
#define RUNNER_CPUS_H

#include <hwloc.h>

#include "model/error.h"

/* A named set of usable CPUs. */
struct cpus_group {
	char *name; /* a node "node0", a kind "core" or "atom"; else the list of its CPUs */
	hwloc_bitmap_t cpus;
};

struct cpus_groups {
	struct cpus_group *groups; /* ascending by their first CPU; none is empty */
	size_t length;
};

struct cpus {
	hwloc_bitmap_t online, allowed;
	hwloc_bitmap_t usable;       /* online and allowed */
	struct cpus_groups cores;    /* threads of one core */
	struct cpus_groups llcs;     /* one last-level cache; empty where /sys does not tell */
	struct cpus_groups packages; /* ditto */
	struct cpus_groups nodes;    /* NUMA nodes; ditto */
	struct cpus_groups kinds;    /* of a hybrid machine; empty where all are of one kind */
};

/*
 * Reads `root` ("" for this host). `allowed`: the affinity mask as a list, NULL = no limit but
 * being online. False where no CPU is usable or a list makes no sense.
 */
bool cpus_read(struct cpus *cpus, const char *root, const char *allowed, struct error *err);
void cpus_release(struct cpus *cpus);

/* The CPU for runs bound to one: the first usable one, of a big core where kinds differ. */
unsigned cpus_first(const struct cpus *cpus);

/* The lowest usable thread of each core. The caller frees the bitmap. */
hwloc_bitmap_t cpus_one_per_core(const struct cpus *cpus);

/* NULL where there is none of that name. */
const struct cpus_group *cpus_group_find(const struct cpus_groups *groups, const char *name);

/* False, with the reason and the CPUs there are, where this CPU cannot be used. */
bool cpus_check(const struct cpus *cpus, unsigned cpu, struct error *err);

/* "0-3,8"; the caller frees it. */
char *cpus_list(hwloc_const_bitmap_t cpus);

#endif
