/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calling process's CPU affinity mask as a kernel CPU list ("0-3,8"), however many CPUs. */
#ifndef WORKER_AFFINITY_H
#define WORKER_AFFINITY_H

#include <stddef.h>

/*
 * Binds to the CPUs of a list (NULL: leaves the mask alone), reads the mask back and returns it
 * as a list, which the caller frees. NULL with a line in `reason` where the mask is not exactly
 * what was asked for: the kernel leaves out CPUs that are offline or not allowed.
 */
char *affinity_bind(const char *cpus, char *reason, size_t size);

#endif
