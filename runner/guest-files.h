/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files a guest is asked for, written below a folder at their own paths. A guest runs
 * somebody's kernel: what it sends is held to absolute paths below a few folders, and to sizes.
 */
#ifndef RUNNER_GUEST_FILES_H
#define RUNNER_GUEST_FILES_H

#include "runner/guest.h"

#define GUEST_FILES_BYTES (64 << 20) /* of all files together */
#define GUEST_FILES_MAX 20000

/* Asks for the files (paths and patterns, ended by NULL) and waits until all are there. */
bool guest_files_fetch(struct guest *guest, const char *const patterns[], const char *folder,
	int64_t deadline_ns, struct error *err);

#endif
