/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/child.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t child_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

pid_t child_fork(void)
{
	pid_t parent = getpid(), pid;
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	/* An ignored SIGCHLD would be inherited across exec, and nothing could be waited for. */
	signal(SIGCHLD, SIG_DFL);
	pid = fork();
	if (pid != 0)
		return pid;
	/* The first process of a PID namespace sees no parent: its number there is 0. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || (getppid() != parent && getppid() != 0))
		_exit(1);
	sigemptyset(&signals);
	sigprocmask(SIG_SETMASK, &signals, NULL);
	return 0;
}

bool child_wait(pid_t pid, int64_t deadline_ns, int *status)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	for (;;) {
		int64_t left_ns = deadline_ns - child_now_ns();
		struct timespec left = {left_ns / 1000000000, left_ns % 1000000000};

		if (waitpid(pid, status, WNOHANG) == pid)
			return true;
		if (left_ns <= 0)
			return false;
		/* Blocked since before the fork, so an end that comes here is not missed. */
		if (sigtimedwait(&signals, NULL, &left) < 0 && errno != EAGAIN && errno != EINTR)
			return false;
	}
}
