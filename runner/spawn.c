/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/spawn.h"

#include <signal.h>

int spawn_group(pid_t *pid, char *const argv[], char *const environment[],
	const posix_spawn_file_actions_t *actions)
{
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int failure = posix_spawnattr_init(&attributes);

	if (failure)
		return failure;
	sigemptyset(&none);
	sigfillset(&all);
	if (!(failure = posix_spawnattr_setsigmask(&attributes, &none)) &&
		!(failure = posix_spawnattr_setsigdefault(&attributes, &all)) &&
		!(failure = posix_spawnattr_setpgroup(&attributes, 0)) &&
		!(failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
				POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)))
		failure = posix_spawn(pid, argv[0], actions, &attributes, argv, environment);
	posix_spawnattr_destroy(&attributes);
	return failure;
}
