/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/launch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "runner/worker/affinity.h"
#include "runner/worker/child.h"
#include "runner/worker/layout.h"
#include "runner/worker/policy.h"
#include "runner/worker/prepare.h"

/* Everything below the timing process dies with it and comes to us, the subreaper. */
static void reap_all(void)
{
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		;
}

/* The timing process: what it takes on here, every member inherits. The watcher stays as it is. */
static void time_it(const struct workload *workload, const struct request *request,
	struct outcome *outcome) __attribute__((noreturn));
static void time_it(const struct workload *workload, const struct request *request,
	struct outcome *outcome)
{
	char reason[128];

	if (!layout_hold(request->layout))
		_exit(!outcome_fail(outcome, "holding the layout: %s", strerror(errno)));
	if (!policy_apply(request->policy, reason, sizeof(reason)))
		_exit(!outcome_fail(outcome, "%s", reason));
	_exit(workload->run(request, outcome) ? 0 : 1);
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
		time_it(workload, request, outcome);
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
		!prepare_process(request.parent, reason, sizeof(reason)))
		return say_failure(fd, reason);
	if (!request.workload)
		return say_failure(fd, "bad request: no workload");
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
