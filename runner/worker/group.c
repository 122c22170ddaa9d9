/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/group.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

bool group_init(
	struct group *group, struct outcome *outcome, unsigned total, bool timer_is_member)
{
	struct rusage usage;

	*group = (struct group){.outcome = outcome,
		.timer = getpid(),
		.first = timer_is_member ? 2 : 1,
		.total = total};
	group->pids = calloc(total, sizeof(*group->pids));
	if (!group->pids)
		return outcome_fail(outcome, "memory for %u processes: %s", total, strerror(errno));
	getrusage(RUSAGE_SELF, &usage);
	group->voluntary_before = (uint64_t)usage.ru_nvcsw;
	group->involuntary_before = (uint64_t)usage.ru_nivcsw;
	return true;
}

int group_fork(struct group *group)
{
	pid_t pid = fork();

	if (pid < 0) {
		outcome_fail(group->outcome, "fork of process %u of %u: %s",
			group->forked + group->first, group->total, strerror(errno));
		return -1;
	}
	if (pid > 0) {
		group->pids[group->forked++] = pid;
		group->alive++;
		return 1;
	}
	/* The timing process may have died before the signal was asked for. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != group->timer)
		_exit(1);
	return 0;
}

void group_leave(const struct group *group, bool whole)
{
	if (!whole && errno != 0)
		outcome_fail(group->outcome, "process %u of %u: %s", group->forked + group->first,
			group->total, strerror(errno));
	_exit(whole ? 0 : 1);
}

static unsigned number_of(const struct group *group, pid_t pid)
{
	unsigned k = 0;

	while (k < group->forked && group->pids[k] != pid)
		k++;
	return k + group->first;
}

/*
 * Takes a reaped member off the list. False, with the outcome failed, where it ended badly. When
 * one is killed its neighbours end as well, and may be reaped before it: it is looked for.
 */
static bool reaped(struct group *group, pid_t pid, int status)
{
	group->alive--;
	if (status == 0)
		return true;
	for (pid_t other = pid; other > 0; other = waitpid(-1, &status, WNOHANG)) {
		if (WIFSIGNALED(status))
			return outcome_fail(group->outcome, "process %u of %u was killed by signal %d (%s)",
				number_of(group, other), group->total, WTERMSIG(status),
				strsignal(WTERMSIG(status)));
	}
	return outcome_fail(group->outcome, "process %u of %u ended too early",
		number_of(group, pid), group->total);
}

bool group_all_alive(struct group *group)
{
	int status;
	pid_t pid = waitpid(-1, &status, WNOHANG);

	if (pid == 0)
		return true;
	if (pid > 0 && reaped(group, pid, status))
		return outcome_fail(group->outcome, "a process ended before it was needed");
	return pid > 0 ? false : outcome_fail(group->outcome, "wait: %s", strerror(errno));
}

bool group_reap(struct group *group)
{
	while (group->alive > 0) {
		int status;
		pid_t pid = waitpid(-1, &status, 0);

		if (pid < 0 && errno == EINTR)
			continue;
		if (pid < 0)
			return outcome_fail(group->outcome, "wait: %s", strerror(errno));
		if (!reaped(group, pid, status))
			return false;
	}
	return true;
}

void group_usage(const struct group *group)
{
	struct outcome *outcome = group->outcome;
	struct rusage members, timer;

	getrusage(RUSAGE_CHILDREN, &members);
	outcome->voluntary = (uint64_t)members.ru_nvcsw;
	outcome->involuntary = (uint64_t)members.ru_nivcsw;
	if (group->first == 1)
		return;
	getrusage(RUSAGE_SELF, &timer);
	outcome->voluntary += (uint64_t)timer.ru_nvcsw - group->voluntary_before;
	outcome->involuntary += (uint64_t)timer.ru_nivcsw - group->involuntary_before;
}
