/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/now.h"
#include "runner/spawn.h"
#include "runner/strays.h"

#define KILL_TRIES 500       /* of 10 ms: as long as a kill may take */
#define DRAIN_NS 1000000000  /* for what is still in the pipes once all are dead */

/* A child while it runs. */
struct child {
	pid_t pid; /* of the program, and of its group */
	int process; /* pidfd; -1 on kernels without: then the end of its output has to do */
	int output, errors; /* our ends of its pipes; -1 once they are at their end */
	sigset_t outside;   /* the signal mask the caller had */
	struct child_result *result;
};

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Its descriptors and environment as child.h promises. Returns 0 or an error number. */
static int spawn(pid_t *pid, char *const *argv, int output, int errors)
{
	static char locale[] = "LC_ALL=C";
	static char *const environment[] = {locale, NULL};
	posix_spawn_file_actions_t actions;
	int failure = posix_spawn_file_actions_init(&actions);

	if (failure)
		return failure;
	if (!(failure = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)) &&
		!(failure = posix_spawn_file_actions_adddup2(&actions, output, 1)) &&
		!(failure = posix_spawn_file_actions_adddup2(&actions, errors, 2)) &&
		!(failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3)))
		failure = spawn_group(pid, argv, environment, &actions);
	posix_spawn_file_actions_destroy(&actions);
	return failure;
}

static bool start(struct child *child, char *const *argv, struct error *err)
{
	int output[2] = {-1, -1}, errors[2] = {-1, -1};
	bool started = false;

	if (pipe2(output, O_CLOEXEC) || pipe2(errors, O_CLOEXEC)) {
		error_set(err, "no pipe for %s: %s", argv[0], strerror(errno));
		goto out;
	}
	/* Only our ends: the child's share no open file description with them. */
	if (fcntl(output[0], F_SETFL, O_NONBLOCK) || fcntl(errors[0], F_SETFL, O_NONBLOCK)) {
		error_set(err, "no pipe for %s: %s", argv[0], strerror(errno));
		goto out;
	}
	int failure = spawn(&child->pid, argv, output[1], errors[1]);
	if (failure) {
		error_set(err, "cannot start %s: %s", argv[0], strerror(failure));
		goto out;
	}
	child->process = pidfd_open(child->pid, 0);
	child->output = output[0];
	child->errors = errors[0];
	output[0] = errors[0] = -1;
	started = true;
out:
	for (int i = 0; i < 2; i++) {
		close_end(&output[i]);
		close_end(&errors[i]);
	}
	return started;
}

/* Takes what is there; at the end of the stream closes *fd. */
static void drain(int *fd, struct text *text, size_t limit_bytes)
{
	char buffer[16384];

	while (*fd >= 0) {
		ssize_t got = read(*fd, buffer, sizeof(buffer));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN)
			return;
		if (got <= 0) {
			close_end(fd);
			return;
		}
		size_t room = limit_bytes - text->length;
		text_add_bytes(text, buffer, (size_t)got < room ? (size_t)got : room);
	}
}

/* Waits for output, the end of the program, a signal or the time; then takes the output. */
static void wait_and_drain(struct child *child, int64_t until_ns)
{
	struct pollfd fds[] = {
		{.fd = child->output, .events = POLLIN}, /* poll() skips negative descriptors */
		{.fd = child->errors, .events = POLLIN},
		{.fd = child->process, .events = POLLIN},
	};
	int64_t left_ns = until_ns - now_steady_ns();

	if (left_ns < 0)
		left_ns = 0;
	/* No descriptor that could tell: look again every 10 ms. */
	if (child->output < 0 && child->errors < 0 && child->process < 0 && left_ns > 10000000)
		left_ns = 10000000;
	struct timespec left = {left_ns / NS_PER_S, left_ns % NS_PER_S};
	ppoll(fds, ARRAY_LENGTH(fds), &left, &child->outside);
	drain(&child->output, &child->result->output, CHILD_OUTPUT_BYTES);
	drain(&child->errors, &child->result->errors, CHILD_ERRORS_BYTES);
}

/* Leaves it a zombie, so that its group's number stays taken until the group is killed. */
static bool has_ended(const struct child *child)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
		info.si_pid == child->pid;
}

static void watch(struct child *child, const struct child_request *request)
{
	int64_t deadline_ns = now_steady_ns() + request->deadline_ns;

	while (!has_ended(child)) {
		if (*request->interrupts >= 2) {
			child->result->interrupted = true;
			return;
		}
		if (now_steady_ns() >= deadline_ns) {
			child->result->timed_out = true;
			return;
		}
		wait_and_drain(child, deadline_ns);
	}
}

/* True where one was there to be reaped: the group may be empty by now. */
static bool reap_group(struct child *child)
{
	bool reaped = false;
	int status;

	for (pid_t pid; (pid = waitpid(-child->pid, &status, WNOHANG)) > 0; reaped = true) {
		if (pid == child->pid)
			child->result->status = status;
		else
			child->result->left++;
	}
	return reaped;
}

/* Kills until the kernel knows no such group. */
static bool group_end(struct child *child)
{
	static const struct timespec pause = {0, 10000000};

	for (int tries = 0; tries < KILL_TRIES;) {
		if (kill(-child->pid, SIGKILL) && errno == ESRCH)
			return true;
		if (reap_group(child))
			continue;
		tries++;
		nanosleep(&pause, NULL);
	}
	return false;
}

bool child_run(const struct child_request *request, struct child_result *result,
	struct error *err)
{
	struct child child = {-1, -1, -1, -1, .result = result};
	struct strays strays = {NULL, 0};
	sigset_t held;

	if (prctl(PR_SET_CHILD_SUBREAPER, 1))
		return error_set(err, "cannot become a subreaper: %s", strerror(errno));
	strays_begin(&strays);
	/* Let in by ppoll() only: an interrupt between look and wait would be slept over. */
	sigemptyset(&held);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &held, &child.outside);

	bool started = start(&child, request->argv, err);
	if (started) {
		watch(&child, request);
		result->unkillable = !group_end(&child);
		if (!strays_end(&strays, &result->left))
			result->unkillable = true;
		int64_t drained_ns = now_steady_ns() + DRAIN_NS;
		while ((child.output >= 0 || child.errors >= 0) && now_steady_ns() < drained_ns)
			wait_and_drain(&child, drained_ns);
	}
	close_end(&child.output);
	close_end(&child.errors);
	close_end(&child.process);
	pthread_sigmask(SIG_SETMASK, &child.outside, NULL);
	strays_release(&strays);
	return started;
}

const char *child_last_line(struct child_result *result)
{
	char *errors = result->errors.bytes, *end = errors ? errors + strlen(errors) : NULL;

	if (!end)
		return "";
	while (end > errors && end[-1] == '\n')
		*--end = '\0';
	char *newline = strrchr(errors, '\n');
	return newline ? newline + 1 : errors;
}

void child_result_release(struct child_result *result)
{
	text_release(&result->output);
	text_release(&result->errors);
}
