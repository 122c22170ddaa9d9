/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/launch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "runner/worker/affinity.h"
#include "runner/worker/child.h"

static bool prepare_process(const struct request *request, char *reason, size_t size)
{
	const struct rlimit no_core = {0, 0};
	struct rlimit files;

	/* Asked for before the parent is looked at: afterwards its death cannot be missed. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
		snprintf(reason, size, "prctl: %s", strerror(errno));
		return false;
	}
	if (request->parent && getppid() != request->parent) {
		snprintf(reason, size, "parent %d is gone", (int)request->parent);
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

/* Everything below the timing process dies with it and comes to us, the subreaper. */
static void reap_all(void)
{
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		;
}

/*
 * Runs the workload in a timing process of its own; afterwards no process of it is left. False
 * where the deadline passed.
 */
static bool run(const struct workload *workload, const struct request *request,
	int64_t deadline_ns, struct outcome *outcome)
{
	bool in_time;
	int status;
	pid_t timer = child_fork();

	if (timer < 0) {
		outcome_fail(outcome, "fork of the timing process: %s", strerror(errno));
		return true;
	}
	if (timer == 0)
		_exit(workload->run(request, outcome) ? 0 : 1);
	in_time = child_wait(timer, deadline_ns, &status);
	if (!in_time)
		kill(timer, SIGKILL);
	reap_all();
	if (!in_time)
		return false;
	if (WIFSIGNALED(status))
		outcome_fail(outcome, "the timing process was killed by signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) != 0)
		outcome_fail(outcome, "the timing process ended with status %d", WEXITSTATUS(status));
	return true;
}

static int say_failure(int fd, const char *reason)
{
	return protocol_send(fd, "fail %s", reason) ? 1 : 2;
}

int launch_run(char *const words[], const struct workload *workloads, int fd)
{
	int64_t start_ns = child_now_ns();
	struct request request;
	struct outcome *outcome;
	char reason[512], *mask;
	bool sent;

	if (!request_parse(words, &request, reason, sizeof(reason)) ||
		!prepare_process(&request, reason, sizeof(reason)))
		return say_failure(fd, reason);
	while (workloads->name && strcmp(workloads->name, request.workload) != 0)
		workloads++;
	if (!workloads->name)
		return say_failure(fd, "bad request: no such workload");
	outcome = outcome_new(request.inner);
	if (!outcome)
		return say_failure(fd, "no memory for the outcome");
	mask = affinity_bind(request.cpus, reason, sizeof(reason));
	if (!mask)
		return say_failure(fd, reason);
	sent = protocol_send(fd, "mask %s", mask);
	free(mask);
	if (!sent)
		return 2;
	if (!run(workloads, &request, start_ns + request.deadline_ms * INT64_C(1000000), outcome)) {
		sent = protocol_send(fd, "timeout %u ms passed while %s, after %zu intervals",
			request.deadline_ms, outcome->doing, outcome->intervals.n);
		return sent ? 1 : 2;
	}
	if (!outcome_send(outcome, fd))
		return 2;
	return outcome->failed ? 1 : 0;
}
