/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Waiting for a child with a deadline, without polling and without a signal handler. */
#ifndef WORKER_CHILD_H
#define WORKER_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Forks a child that is killed when its parent dies. Returns as fork does. SIGCHLD is blocked in
 * the parent from then on; the child has no signal blocked.
 */
pid_t child_fork(void);

/* Reaps that child; false where it still ran at deadline_ns, on child_now_ns()'s clock. */
bool child_wait(pid_t pid, int64_t deadline_ns, int *status);

int64_t child_now_ns(void);

#endif
