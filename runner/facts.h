/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Environment capture. The host reads its own /proc and /sys; a guest's worker sends the same
 * files, and both go through the same interpretation, so that facts have the same names and
 * meanings. The sources are listed in one table in facts.c.
 */
#ifndef RUNNER_FACTS_H
#define RUNNER_FACTS_H

#include "model/environment.h"
#include "model/error.h"

/* Of the running host. `config_path`: the plan's .config, NULL = look where kernels keep it. */
void facts_of_host(struct environment *env, const char *config_path);

/*
 * Of a guest, from the folder `root` that holds the files it sent, at their own paths
 * (root/proc/version, root/sys/devices/system/cpu/online …). Topology comes from them too.
 * The fact dmesg is left alone: a guest's is its console.
 */
void facts_of_root(const char *root, struct environment *env, const char *config_path);

/*
 * What of this host is so at the moment only, for `schedlab doctor`: load, steal, limit.*, kvm.
 * No boot records them.
 */
void facts_of_moment(struct environment *env);

/* Only the fact dmesg, again: what a boot added to the kernel's log is known when it ends. */
void facts_dmesg_of_host(struct environment *env);

/* What a guest is asked to send: paths and glob patterns, ended by NULL. */
extern const char *const facts_guest_files[];

/* The running host's kernel boot id; false where /proc does not say. */
#define FACTS_BOOT_ID_BYTES 40
bool facts_boot_id(char boot_id[static FACTS_BOOT_ID_BYTES]);

#endif
