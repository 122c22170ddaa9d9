/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

/* Whoever only looks holds the lock for a moment: a taker tries for half a second. */
#define TRIES 50
static const struct timespec between_tries = {0, 10000000};

/* The lock is the store's, by whichever of its names it was opened. */
static int lock_open(const char *store_path, int flags)
{
	char *real = realpath(store_path, NULL);
	char *path = xasprintf("%s.run", real ? real : store_path);
	int fd = open(path, flags | O_CLOEXEC, 0644);
	int saved = errno;
	free(path);
	free(real);
	errno = saved;
	return fd;
}

/* "PID ID" of the holder; what cannot be read is left at 0 and "". */
static void read_holder(int fd, long *pid, char id[static CAMPAIGN_ID_BYTES])
{
	char line[64] = "";
	*pid = 0;
	id[0] = 0;
	if (pread(fd, line, sizeof(line) - 1, 0) <= 0)
		return;
	char *rest;
	*pid = strtol(line, &rest, 10);
	if (*rest == ' ')
		snprintf(id, CAMPAIGN_ID_BYTES, "%.*s", (int)strcspn(rest + 1, "\n"), rest + 1);
}

static void say_holder(int fd, struct error *err)
{
	char id[CAMPAIGN_ID_BYTES];
	long pid;
	read_holder(fd, &pid, id);
	if (pid > 0 && id[0])
		error_set(err, "campaign %s of this store is being run by process %ld", id, pid);
	else
		error_set(err, "a campaign of this store is being run by another process");
}

static bool lock_file(int fd)
{
	for (int try = 0; try < TRIES; try++) {
		if (flock(fd, LOCK_EX | LOCK_NB) == 0)
			return true;
		if (errno != EWOULDBLOCK)
			return false;
		nanosleep(&between_tries, NULL);
	}
	errno = EWOULDBLOCK;
	return false;
}

int lock_take(const char *store_path, const char *id, struct error *err)
{
	char line[64];
	int fd = lock_open(store_path, O_RDWR | O_CREAT);
	if (fd < 0) {
		error_set(err, "%s.run: %s", store_path, strerror(errno));
		return -1;
	}
	if (!lock_file(fd)) {
		if (errno == EWOULDBLOCK)
			say_holder(fd, err);
		else
			error_set(err, "%s.run: %s", store_path, strerror(errno));
		close(fd);
		return -1;
	}
	int length = snprintf(line, sizeof(line), "%ld %s\n", (long)getpid(), id);
	if (ftruncate(fd, 0) != 0 || pwrite(fd, line, (size_t)length, 0) != length) {
		error_set(err, "%s.run: %s", store_path, strerror(errno));
		close(fd);
		return -1;
	}
	return fd;
}

bool lock_holder(const char *store_path, char id[static CAMPAIGN_ID_BYTES])
{
	long pid;
	id[0] = 0;
	int fd = lock_open(store_path, O_RDONLY);
	if (fd < 0)
		return false;
	bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
	if (held)
		read_holder(fd, &pid, id);
	close(fd);
	return held;
}
