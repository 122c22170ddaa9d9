/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every launch begins with, whether of a built-in workload or of a command. */
#ifndef WORKER_PREPARE_H
#define WORKER_PREPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * Makes this process one that dies with its parent (0: whoever that is), adopts what its children
 * leave behind, ignores SIGPIPE, dumps no core, and may open as many files as the limit lets it.
 * False with a line in `reason`.
 */
bool prepare_process(pid_t parent, char *reason, size_t size);

#endif
