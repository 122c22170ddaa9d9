/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The initramfs of a guest: the worker as /init, /dev/console, and the folders that init mounts
 * on. A cpio archive (newc), the same bytes for the same worker.
 */
#ifndef RUNNER_INITRAMFS_H
#define RUNNER_INITRAMFS_H

#include "model/error.h"

/* In memory: a descriptor for the caller to close, or -1. */
int initramfs_new(const char *worker, struct error *err);

#endif
