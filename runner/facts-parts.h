/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pieces facts.c is made of. Each reads below `root`, "" for the running host, or the folder
 * with a guest's files, and sets its facts: those that are not there as missing.
 */
#ifndef RUNNER_FACTS_PARTS_H
#define RUNNER_FACTS_PARTS_H

#include "model/environment.h"
#include "model/error.h"

/* A file's text as valid UTF-8, without blanks at its end; NULL where it cannot be read. */
char *facts_read(const char *root, const char *path);

/* sched.*: what debugfs (or, before 5.13, /proc/sys/kernel) tells of the scheduler. */
void facts_sched(const char *root, struct environment *env);

/*
 * config, config.source, and from them preempt.configured, preempt.active and hz. Needs the
 * facts release, version, cmdline and sched.preempt.
 */
void facts_config(const char *root, struct environment *env, const char *config_path);

/*
 * cpufreq.*, cpuidle.states and vulnerabilities.*: what every CPU has a file of. Where CPUs differ
 * a fact says which has what.
 */
void facts_cpu(const char *root, struct environment *env);

/*
 * cgroup.*: version, path, depth, cpu.max (the tightest of this group and those above it),
 * cpu.weight, cpuset, pids.max, throttled; of whichever version has the controller.
 */
void facts_cgroup(const char *root, struct environment *env);

/* topology.xml (hwloc, format 2) and topology, one line for people. */
void facts_topology(const char *root, struct environment *env);

#endif
