/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/prepare.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

bool prepare_process(pid_t parent, char *reason, size_t size)
{
	const struct rlimit no_core = {0, 0};
	struct rlimit files;

	/* Asked for before the parent is looked at: afterwards its death cannot be missed. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
		snprintf(reason, size, "prctl: %s", strerror(errno));
		return false;
	}
	if (parent && getppid() != parent) {
		snprintf(reason, size, "parent %d is gone", (int)parent);
		return false;
	}
	signal(SIGPIPE, SIG_IGN);
	if (setrlimit(RLIMIT_CORE, &no_core) != 0 || getrlimit(RLIMIT_NOFILE, &files) != 0) {
		snprintf(reason, size, "limits: %s", strerror(errno));
		return false;
	}
	files.rlim_cur = files.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &files) != 0) {
		snprintf(reason, size, "raising the limit of open files: %s", strerror(errno));
		return false;
	}
	return true;
}
