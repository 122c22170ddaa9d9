/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One launch, as a child of the runner or of a guest's init. This process binds itself, forks
 * the timing process, which forks the members, and watches over them: it enforces the deadline
 * (also where they are blocked), ends and reaps everything, and only then says what came of it.
 */
#ifndef WORKER_LAUNCH_H
#define WORKER_LAUNCH_H

#include "runner/worker/workload.h"

/* Exit status: 0 after `done`, 1 after `fail` or `timeout`, 2 where nothing could be said. */
int launch_run(char *const words[], const struct workload *workloads, int fd);

#endif
