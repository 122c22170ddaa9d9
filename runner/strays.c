/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/strays.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#include "model/text.h"

#define ROUNDS_MAX 500 /* of 10 ms */
#define LIST_BYTES (1 << 20)

/* Adds a thread's children, as /proc lists them: "17 4 23 ". */
static void add_children(const char *thread, pid_t **pids, size_t *length)
{
	char *path = xasprintf("/proc/self/task/%s/children", thread);
	struct text list = TEXT_EMPTY;
	struct error unread;

	/* A kernel without CONFIG_PROC_CHILDREN has no such file: then the group has to do. */
	if (text_read_file(&list, path, LIST_BYTES, &unread) && list.bytes) {
		char *at = list.bytes, *end;
		for (long pid; (pid = strtol(at, &end, 10)) > 0 && end != at; at = end) {
			pid_t *new = xgrow(pids, length, sizeof(*new));
			*new = (pid_t)pid;
		}
	}
	text_release(&list);
	free(path);
}

static void list_children(pid_t **pids, size_t *length)
{
	DIR *threads = opendir("/proc/self/task");

	*pids = NULL;
	*length = 0;
	if (!threads)
		return;
	for (struct dirent *thread; (thread = readdir(threads));)
		if (thread->d_name[0] != '.')
			add_children(thread->d_name, pids, length);
	closedir(threads);
}

static bool is_known(const struct strays *strays, pid_t pid)
{
	for (size_t i = 0; i < strays->known_n; i++)
		if (strays->known[i] == pid)
			return true;
	return false;
}

void strays_begin(struct strays *strays)
{
	list_children(&strays->known, &strays->known_n);
}

bool strays_end(struct strays *strays, unsigned *killed)
{
	static const struct timespec pause = {0, 10000000};

	for (int round = 0; round < ROUNDS_MAX; round++) {
		pid_t *pids;
		size_t length, there = 0, reaped = 0;

		list_children(&pids, &length);
		for (size_t i = 0; i < length; i++) {
			if (is_known(strays, pids[i]))
				continue;
			there++;
			kill(pids[i], SIGKILL); /* our child, not yet reaped: the number is its own */
			if (waitpid(pids[i], NULL, WNOHANG) == pids[i])
				reaped++;
		}
		free(pids);
		*killed += (unsigned)reaped;
		if (there == 0)
			return true;
		if (reaped == 0)
			nanosleep(&pause, NULL);
	}
	return false;
}

void strays_release(struct strays *strays)
{
	free(strays->known);
	*strays = (struct strays){NULL, 0};
}
