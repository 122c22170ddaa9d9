/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/exec.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int exec_run(char *argv[])
{
	if (!argv[0] || !argv[1])
		return 2;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* A parent that died before that line sends no signal any more. */
	if (getppid() != strtol(argv[0], NULL, 10))
		return EXEC_FAILED;
	execvp(argv[1], argv + 1);
	fprintf(stderr, "cannot start %s: %s\n", argv[1], strerror(errno));
	return EXEC_FAILED;
}
