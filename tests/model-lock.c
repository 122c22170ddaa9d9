/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/lock.h"
#include "tests/temporary.h"

#define ID "20261130-k3f7qd"

extern char **environ;

/* A process that takes the lock, says so, and keeps it until it is killed. */
static pid_t spawn_holder(const char *path)
{
	int said[2];
	char byte = 0;
	assert_int_equal(pipe(said), 0);
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct error err;
		byte = lock_take(path, ID, &err) >= 0 ? 'y' : 'n';
		if (write(said[1], &byte, 1) != 1)
			_exit(1);
		alarm(30); /* in case the test dies before it kills us */
		pause();
		_exit(1);
	}
	close(said[1]);
	assert_int_equal(read(said[0], &byte, 1), 1);
	close(said[0]);
	assert_int_equal(byte, 'y');
	return pid;
}

static void the_second_taker_is_told_of_the_first(void **state)
{
	char *path = temporary_path(state, "lab.db"), id[CAMPAIGN_ID_BYTES];
	struct error err;
	assert_false(lock_holder(path, id));
	pid_t pid = spawn_holder(path);
	char *wanted = xasprintf("campaign " ID " of this store is being run by process %d", pid);
	assert_int_equal(lock_take(path, "20261201-others", &err), -1);
	assert_string_equal(err.message, wanted);
	assert_true(lock_holder(path, id));
	assert_string_equal(id, ID);

	/* However it ends. */
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_false(lock_holder(path, id));
	assert_string_equal(id, "");
	int lock = lock_take(path, "20261201-others", &err);
	assert_true(lock >= 0);
	assert_true(lock_holder(path, id));
	assert_string_equal(id, "20261201-others");
	close(lock);
	assert_false(lock_holder(path, id));
	free(wanted);
	free(path);
}

static void another_name_of_the_store_is_the_same(void **state)
{
	char *path = temporary_path(state, "lab.db"), *name = temporary_path(state, "link");
	char *run = xasprintf("%s.run", name), id[CAMPAIGN_ID_BYTES];
	struct error err;
	FILE *store = fopen(path, "w");
	assert_non_null(store);
	fclose(store);
	assert_int_equal(symlink(path, name), 0);
	int lock = lock_take(path, ID, &err);
	assert_true(lock >= 0);
	assert_true(lock_holder(name, id));
	assert_int_equal(lock_take(name, ID, &err), -1);
	assert_int_not_equal(access(run, F_OK), 0);
	close(lock);
	free(path);
	free(name);
	free(run);
}

static void a_child_does_not_keep_it(void **state)
{
	char *path = temporary_path(state, "lab.db"), id[CAMPAIGN_ID_BYTES];
	char sleep[] = "sleep", seconds[] = "30", *argv[] = {sleep, seconds, NULL};
	struct error err;
	pid_t pid;
	int lock = lock_take(path, ID, &err);
	assert_true(lock >= 0);
	assert_int_equal(posix_spawnp(&pid, sleep, NULL, NULL, argv, environ), 0);
	close(lock);
	bool held = lock_holder(path, id);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_false(held);
	free(path);
}

/* A server that asks holds the lock for a moment: a taker must not take that for a runner. */
static void a_look_is_waited_for(void **state)
{
	static const struct timespec a_moment = {0, 100000000};
	char *path = temporary_path(state, "lab.db"), *run = temporary_path(state, "lab.db.run");
	struct error err = {""};
	int said[2], lock = lock_take(path, ID, &err);
	char byte = 0;
	close(lock);
	assert_int_equal(pipe(said), 0);
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		int fd = open(run, O_RDONLY | O_CLOEXEC);
		byte = flock(fd, LOCK_SH | LOCK_NB) == 0 ? 'y' : 'n';
		if (write(said[1], &byte, 1) != 1)
			_exit(1);
		nanosleep(&a_moment, NULL);
		_exit(0);
	}
	close(said[1]);
	assert_int_equal(read(said[0], &byte, 1), 1);
	close(said[0]);
	assert_int_equal(byte, 'y');
	lock = lock_take(path, ID, &err);
	waitpid(pid, NULL, 0);
	assert_string_equal(err.message, "");
	assert_true(lock >= 0);
	close(lock);
	free(path);
	free(run);
}

static void what_cannot_be_locked_is_said(void **state)
{
	char *path = temporary_path(state, "nowhere/lab.db"), id[CAMPAIGN_ID_BYTES];
	struct error err;
	assert_int_equal(lock_take(path, ID, &err), -1);
	char *wanted = xasprintf("%s.run: No such file or directory", path);
	assert_string_equal(err.message, wanted);
	assert_false(lock_holder(path, id));
	free(wanted);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(the_second_taker_is_told_of_the_first),
		temporary_test(another_name_of_the_store_is_the_same),
		temporary_test(a_child_does_not_keep_it),
		temporary_test(a_look_is_waited_for),
		temporary_test(what_cannot_be_locked_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
