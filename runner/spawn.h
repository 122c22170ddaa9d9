/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How every child starts: in a process group of its own, so that the terminal's ^C is the
 * runner's alone and one kill ends the whole group; with default signals, none of them blocked.
 */
#ifndef RUNNER_SPAWN_H
#define RUNNER_SPAWN_H

#include <spawn.h>

/* posix_spawn(argv[0], …) in a new group, whose number is *pid. Returns 0 or an error number. */
int spawn_group(pid_t *pid, char *const argv[], char *const environment[],
	const posix_spawn_file_actions_t *actions);

#endif
