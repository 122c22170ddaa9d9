/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel tells of itself around a launch: its threads' CPU time, and its settings. */
#ifndef RUNNER_DISTURBANCE_KERNEL_H
#define RUNNER_DISTURBANCE_KERNEL_H

#include "model/base.h"

/* The kernel's threads and the CPU time each has had. */
struct kernel_threads {
	struct kernel_thread {
		long pid;
		uint64_t ticks;
	} *threads;
	size_t length;
};

/* None where the PID namespace hides them. Those that begin later are not counted. */
void kernel_threads_find(struct kernel_threads *threads);
/* Their CPU time since. */
int64_t kernel_threads_ns(const struct kernel_threads *threads);
void kernel_threads_release(struct kernel_threads *threads);

/* Settings that must not change during a launch; NULL where they cannot be read. */
struct kernel_state {
	char *clock_source, *online;
	char *frequency;    /* the highest that is allowed, of the first CPU */
	uint64_t throttled; /* by our cgroup's quota, and by heat on the CPUs */
};

void kernel_state_read(const char *cpus, struct kernel_state *state);
/* "clock source tsc to hpet" for each that changed, allocated; NULL where none did. */
char *kernel_state_changed(const struct kernel_state *before, const struct kernel_state *after);
void kernel_state_release(struct kernel_state *state);

#endif
