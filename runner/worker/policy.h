/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scheduling policy of a launch. */
#ifndef WORKER_POLICY_H
#define WORKER_POLICY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Puts this process under the policy: other, batch, idle, nice:N, fifo:N or rr:N; NULL leaves it
 * as it is. False with a line in `reason`.
 */
bool policy_apply(const char *policy, char *reason, size_t size);

#endif
