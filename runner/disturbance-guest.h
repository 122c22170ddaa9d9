/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What disturbed a launch in a guest, as this host sees it: the time that the threads which are the
 * guest's CPUs were ready to run and waited for a CPU of the host. To the guest that is steal.
 */
#ifndef RUNNER_DISTURBANCE_GUEST_H
#define RUNNER_DISTURBANCE_GUEST_H

#include <sys/types.h>

#include "runner/disturbance.h"

struct guest_watch {
	pid_t qemu;
	int64_t began_ns, waited_ns;
};

struct guest_watch guest_watch_begin(pid_t qemu);

/* Ends it: steal is a share of the time of so many CPUs; 0 where the host's kernel tells nothing. */
void guest_watch_end(const struct guest_watch *watch, unsigned cpus_n,
	struct disturbance *disturbance);

#endif
