/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/child.h"

#define SECOND_NS INT64_C(1000000000)

static volatile sig_atomic_t interrupts;

static void on_signal(int signal)
{
	if (signal == SIGINT)
		interrupts++;
}

/* As subreaper we would have every process of the child as a child of our own. */
static void assert_nothing_left(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void run(const char *program, const char *script, int64_t deadline_ns,
	struct child_result *result)
{
	char *path = xstrdup(program), *option = xstrdup("-c"), *text = xstrdup(script);
	char *argv[] = {path, option, text, NULL};
	struct error err;

	*result = (struct child_result){0};
	if (!child_run(&(struct child_request){argv, deadline_ns, &interrupts}, result, &err))
		fail_msg("%s", err.message);
	assert_false(result->unkillable);
	assert_nothing_left();
	free(text);
	free(option);
	free(path);
}

static void output_and_exit(void **state)
{
	struct child_result result;

	(void)state;
	run("/bin/sh", "echo out; echo err >&2; exit 7", 30 * SECOND_NS, &result);
	assert_string_equal(result.output.bytes, "out\n");
	assert_string_equal(result.errors.bytes, "err\n");
	assert_true(WIFEXITED(result.status));
	assert_int_equal(WEXITSTATUS(result.status), 7);
	assert_false(result.timed_out || result.interrupted);
	assert_int_equal(result.left, 0);
	child_result_release(&result);

	run("/bin/sh", "kill -SEGV $$", 30 * SECOND_NS, &result);
	assert_true(WIFSIGNALED(result.status));
	assert_int_equal(WTERMSIG(result.status), SIGSEGV);
	child_result_release(&result);
}

static void not_started(void **state)
{
	char *path = xstrdup("/nonexistent/worker");
	char *argv[] = {path, NULL};
	struct child_result result = {0};
	struct error err;

	(void)state;
	assert_false(child_run(&(struct child_request){argv, SECOND_NS, &interrupts}, &result,
		&err));
	assert_string_equal(err.message,
		"cannot start /nonexistent/worker: No such file or directory");
	assert_nothing_left();
	free(path);
}

/* A clean start whatever this process has: descriptors, signals, environment, group. */
static void starts_clean(void **state)
{
	struct child_result result;
	int leak = open("/dev/null", O_RDONLY); /* no close-on-exec, on purpose */
	char wanted[64];

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	setenv("SCHEDLAB_TEST_LEAK", "1", 1);
	/* signals 1 to 28: glibc starts children with its own two, 32 and 33, ignored */
	run("/bin/sh", "ls /proc/$$/fd; grep SigIgn /proc/$$/status | grep -o '.......$'; "
		"env | grep -E 'LC_|LEAK'; readlink /proc/$$/fd/0", 30 * SECOND_NS, &result);
	assert_string_equal(result.output.bytes,
		"0\n1\n2\n0000000\nLC_ALL=C\n/dev/null\n");
	child_result_release(&result);
	signal(SIGPIPE, SIG_DFL);
	close(leak);

	run("/bin/sh", "set -- $(cat /proc/$$/stat); [ $1 = $5 ] && echo $4 $6", 30 * SECOND_NS,
		&result);
	snprintf(wanted, sizeof(wanted), "%d %d\n", (int)getpid(), (int)getsid(0));
	assert_string_equal(result.output.bytes, wanted);
	child_result_release(&result);
}

static void deadline_kills_everything(void **state)
{
	struct child_result result;

	(void)state;
	/* deaf to TERM, with children in the group, out of it, and out of the session */
	run("/bin/sh", "trap '' TERM INT HUP; sleep 1000 & (sleep 1000 & sleep 1000) & "
		"setsid sleep 1000 & setsid sh -c 'setsid sleep 1000 & sleep 1000' & "
		"echo started; while :; do sleep 1000; done",
		SECOND_NS / 2, &result);
	assert_true(result.timed_out);
	assert_string_equal(result.output.bytes, "started\n");
	assert_true(WIFSIGNALED(result.status));
	assert_true(result.left >= 6);
	child_result_release(&result);
}

static void survivor_with_the_pipe(void **state)
{
	struct child_result result;

	(void)state;
	run("/bin/sh", "sleep 1000 & setsid sleep 1000 & echo gone", 300 * SECOND_NS, &result);
	assert_false(result.timed_out);
	assert_string_equal(result.output.bytes, "gone\n");
	assert_int_equal(result.left, 2);
	child_result_release(&result);

	/* and one that closes its output long before it ends */
	run("/bin/sh", "exec >&- 2>&-; sleep 0.2; exit 5", 300 * SECOND_NS, &result);
	assert_int_equal(WEXITSTATUS(result.status), 5);
	child_result_release(&result);
}

static void other_children_are_left_alone(void **state)
{
	struct child_result result = {0};
	struct error err;
	char path[] = "/bin/true";
	char *argv[] = {path, NULL};
	pid_t other = fork();

	(void)state;
	assert_true(other >= 0);
	if (other == 0) {
		alarm(60);
		for (;;)
			pause();
	}
	assert_true(child_run(&(struct child_request){argv, 30 * SECOND_NS, &interrupts},
		&result, &err));
	assert_int_equal(waitpid(other, NULL, WNOHANG), 0);
	kill(other, SIGKILL);
	assert_int_equal(waitpid(other, NULL, 0), other);
	child_result_release(&result);
}

static void floods_are_cut(void **state)
{
	struct child_result result;

	(void)state;
	run("/bin/sh", "head -c 20000000 /dev/zero; head -c 200000 /dev/zero >&2; exit 3",
		60 * SECOND_NS, &result);
	assert_int_equal(result.output.length, CHILD_OUTPUT_BYTES);
	assert_int_equal(result.errors.length, CHILD_ERRORS_BYTES);
	assert_int_equal(WEXITSTATUS(result.status), 3);
	child_result_release(&result);
}

static void second_interrupt_ends_it(void **state)
{
	struct child_result result;
	struct sigaction action = {.sa_handler = on_signal};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGINT};
	struct itimerspec soon = {{0, 50000000}, {0, 50000000}};
	timer_t timer;

	(void)state;
	sigaction(SIGINT, &action, NULL);
	assert_int_equal(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
	assert_int_equal(timer_settime(timer, 0, &soon, NULL), 0);
	run("/bin/sh", "sleep 1000", 300 * SECOND_NS, &result);
	timer_delete(timer);
	assert_true(result.interrupted);
	assert_false(result.timed_out);
	assert_true(interrupts >= 2);
	child_result_release(&result);
	signal(SIGINT, SIG_DFL);

	interrupts = 1; /* the first lets it finish */
	run("/bin/sh", "echo whole", 300 * SECOND_NS, &result);
	assert_false(result.interrupted);
	assert_string_equal(result.output.bytes, "whole\n");
	child_result_release(&result);
	interrupts = 0;
}

static void signals_are_no_error(void **state)
{
	struct child_result result;
	struct sigaction action = {.sa_handler = on_signal};
	struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};

	(void)state;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	run("/bin/sh", "for i in 1 2 3 4 5; do echo $i; sleep 0.02; done", 30 * SECOND_NS,
		&result);
	setitimer(ITIMER_REAL, &never, NULL);
	signal(SIGALRM, SIG_DFL);
	assert_string_equal(result.output.bytes, "1\n2\n3\n4\n5\n");
	assert_int_equal(result.status, 0);
	child_result_release(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(output_and_exit),
		cmocka_unit_test(not_started),
		cmocka_unit_test(starts_clean),
		cmocka_unit_test(deadline_kills_everything),
		cmocka_unit_test(survivor_with_the_pipe),
		cmocka_unit_test(other_children_are_left_alone),
		cmocka_unit_test(floods_are_cut),
		cmocka_unit_test(second_interrupt_ends_it),
		cmocka_unit_test(signals_are_no_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
