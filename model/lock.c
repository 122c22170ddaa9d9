/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

static int lock_open(const char *store_path, int flags)
{
	char *path = xasprintf("%s.run", store_path);
	int fd = open(path, flags | O_CLOEXEC, 0644);
	int saved = errno;
	free(path);
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

int lock_take(const char *store_path, const char *id, struct error *err)
{
	char line[64], holder[CAMPAIGN_ID_BYTES];
	long pid;
	int fd = lock_open(store_path, O_RDWR | O_CREAT);
	if (fd < 0) {
		error_set(err, "%s.run: %s", store_path, strerror(errno));
		return -1;
	}
	if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		read_holder(fd, &pid, holder);
		error_set(err, "campaign %s of this store is being run by process %ld", holder, pid);
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
