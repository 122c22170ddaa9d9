/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sending files of a guest's environment to the host. */
#ifndef WORKER_FILES_H
#define WORKER_FILES_H

#include <stdbool.h>

/*
 * Sends every regular file that the glob pattern names, or `missing`, in the words of
 * runner/protocol.h. False where writing failed.
 */
bool files_send(int fd, const char *pattern);

#endif
