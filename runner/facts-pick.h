/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is taken out of a file that holds more than one fact. Each gives an allocated text, or
 * NULL where the file does not hold it.
 */
#ifndef RUNNER_FACTS_PICK_H
#define RUNNER_FACTS_PICK_H

typedef char *facts_pick(const char *text);

facts_pick facts_pick_all;

/* Of /proc/self/status. */
facts_pick facts_pick_cpus_allowed;

/* Of /proc/cpuinfo: the clock's flags; "yes" or "no" for a hypervisor. */
facts_pick facts_pick_cpu_model, facts_pick_microcode, facts_pick_tsc_flags, facts_pick_hypervisor;

/* Of "always [madvise] never". */
facts_pick facts_pick_bracketed;

/* A list of CPUs; some kernels write "(null)" for one that is empty. */
facts_pick facts_pick_cpu_list;

/* The first word: of /proc/uptime, of /proc/loadavg. */
facts_pick facts_pick_word;

/* What the kernel was built with, of /proc/version. */
facts_pick facts_pick_compiler;

/* Soft limits, of /proc/self/limits. */
facts_pick facts_pick_files, facts_pick_processes;

/* Steal since the boot in percent of all CPU time, of /proc/stat. */
facts_pick facts_pick_steal;

#endif
