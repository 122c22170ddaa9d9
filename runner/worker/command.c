/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/command.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "runner/worker/affinity.h"
#include "runner/worker/child.h"
#include "runner/worker/layout.h"
#include "runner/worker/policy.h"
#include "runner/worker/prepare.h"
#include "runner/worker/request.h"

#define CANNOT_START 127

static void give_up(const char *program, const char *why) __attribute__((noreturn));
static void give_up(const char *program, const char *why)
{
	dprintf(STDOUT_FILENO, "cannot start %s: %s\n", program, why);
	_exit(CANNOT_START);
}

static void start_program(char *argv[]) __attribute__((noreturn));
static void start_program(char *argv[])
{
	/* Ignored signals would be inherited. Root's PATH for programs is libc's own. */
	signal(SIGPIPE, SIG_DFL);
	dup2(STDOUT_FILENO, STDERR_FILENO);
	execvp(argv[0], argv);
	give_up(argv[0], strerror(errno));
}

/* How a program ended, in a status of 8 bits, as shells say it. */
static int shell_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/*
 * The first process of the namespace, or where there is none just the program's parent: waits for
 * the program, reaping what else comes to it, and ends with its status.
 */
static void mind(const struct request *request, char *argv[], bool own_namespace)
	__attribute__((noreturn));
static void mind(const struct request *request, char *argv[], bool own_namespace)
{
	char reason[128];
	int status = 0;
	pid_t program, ended;

	/* Where /proc cannot be mounted the program sees the host's, with other numbers. */
	if (own_namespace && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
		(void)mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
	if (!layout_hold(request->layout))
		give_up(argv[0], strerror(errno));
	if (!policy_apply(request->policy, reason, sizeof(reason)))
		give_up(argv[0], reason);
	program = fork();
	if (program == 0) {
		if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
			_exit(CANNOT_START);
		start_program(argv);
	}
	if (program < 0)
		give_up(argv[0], strerror(errno));
	do
		ended = waitpid(-1, &status, 0);
	while (ended != program && (ended > 0 || errno == EINTR));
	_exit(shell_status(status));
}

/* True where this process's next child begins a PID namespace. */
static bool separate(void)
{
	return geteuid() == 0 && unshare(CLONE_NEWPID | CLONE_NEWNS) == 0;
}

/* Half a line of the program's must not hide ours behind it. */
static bool say_end(int fd, int status)
{
	if (write(fd, "\n", 1) != 1)
		return false;
	if (WIFSIGNALED(status))
		return protocol_send(fd, "ended by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) > 128)
		return protocol_send(fd, "ended by signal %d (%s)", WEXITSTATUS(status) - 128,
			strsignal(WEXITSTATUS(status) - 128));
	return protocol_send(fd, "ended with exit code %d", WEXITSTATUS(status));
}

static int run(const struct request *request, char *argv[], int64_t deadline_ns, int fd)
{
	bool own_namespace = separate();
	int status;
	pid_t minder = child_fork();

	if (minder < 0)
		return protocol_send(fd, "fail fork of the command: %s", strerror(errno)) ? 1 : 2;
	if (minder == 0)
		mind(request, argv, own_namespace);
	if (child_wait(minder, deadline_ns, &status))
		return say_end(fd, status) && protocol_send(fd, "done") ? 0 : 2;
	kill(minder, SIGKILL);
	waitpid(minder, NULL, 0);
	if (write(fd, "\n", 1) != 1)
		return 2;
	return protocol_send(fd, "timeout %u ms passed", request->deadline_ms) ? 1 : 2;
}

int command_run(char *words[], int fd)
{
	int64_t start_ns = child_now_ns();
	struct request request;
	char reason[512], *mask;
	size_t n = 0;
	bool sent;

	while (words[n] && strcmp(words[n], "--") != 0)
		n++;
	if (!words[n] || !words[n + 1])
		return protocol_send(fd, "fail bad request: no command") ? 1 : 2;
	words[n] = NULL;
	mask = request_parse(words, &request, reason, sizeof(reason)) &&
			prepare_process(request.parent, reason, sizeof(reason))
		? affinity_bind(request.cpus, reason, sizeof(reason))
		: NULL;
	if (!mask)
		return protocol_send(fd, "fail %s", reason) ? 1 : 2;
	sent = protocol_send(fd, "mask %s", mask);
	free(mask);
	if (!sent)
		return 2;
	return run(&request, words + n + 1,
		start_ns + request.deadline_ms * INT64_C(1000000), fd);
}
