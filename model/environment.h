/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a boot looked like: named facts, each a text or known to be missing. Names are the same
 * for host and guest: release, version, cmdline, config, config.source, dmesg, clocksource,
 * clocksource.available, preempt.configured, preempt.active, hz, topology.xml, cpus.online,
 * cpus.allowed, hypervisor, sched.<file of /sys/kernel/debug/sched>, vulnerabilities.<file>,
 * cpufreq.*, cpuidle.*, cgroup.*, boot_id, …: the tables are in runner/facts*.c. Facts that are
 * compared before a verdict are listed in comparability-facts.c.
 */
#ifndef MODEL_ENVIRONMENT_H
#define MODEL_ENVIRONMENT_H

#include "model/base.h"

struct fact {
	char *name;
	char *text; /* NULL: looked for and not there */
};

struct environment {
	struct fact *facts; /* ascending by name, distinct */
	size_t length;
};

/* Sets or replaces a fact; text NULL records it as missing. Both strings are copied. */
void environment_set(struct environment *env, const char *name, const char *text);
/* NULL where the fact is missing or was never looked for. */
const char *environment_get(const struct environment *env, const char *name);
void environment_release(struct environment *env);

#endif
