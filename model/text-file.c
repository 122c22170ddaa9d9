/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts from files and into files; the contract is in text.h. */
#include "model/text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

bool text_read_file(struct text *text, const char *path, size_t limit_bytes, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return error_set(err, "cannot open '%s': %s", path, strerror(errno));

	/* The size is not asked for: a file of /proc or a pipe has none. */
	struct text piece = TEXT_EMPTY;
	bool ok = true;
	while (piece.length < limit_bytes) {
		char buffer[16384];
		size_t want = limit_bytes - piece.length;
		ssize_t n = read(fd, buffer, want < sizeof(buffer) ? want : sizeof(buffer));
		if (n == 0)
			break;
		if (n > 0) {
			text_add_bytes(&piece, buffer, (size_t)n);
		} else if (errno != EINTR) {
			ok = error_set(err, "cannot read '%s': %s", path, strerror(errno));
			break;
		}
	}
	close(fd);
	if (ok && !text->bytes) {
		*text = piece;
		return true;
	}
	if (ok)
		text_add_bytes(text, piece.bytes, piece.length);
	text_release(&piece);
	return ok;
}

/*
 * Opens a new file in the folder under a name nobody else has. Its mode is what the umask
 * leaves, which mkstemp() would not give.
 */
static int open_temporary(const char *folder, char **path)
{
	for (int i = 0; i < 100; i++) {
		uint64_t random;
		if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
			return -1;
		*path = xasprintf("%s/.schedlab-%016llx", folder, (unsigned long long)random);
		int fd = open(*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fd;
		free(*path);
		*path = NULL;
		if (errno != EEXIST)
			return -1;
	}
	return -1;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
	while (length) {
		ssize_t n = write(fd, bytes, length);
		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			bytes += n;
			length -= (size_t)n;
		}
	}
	return true;
}

static bool sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return false;
	/* EINVAL: a file system that has nothing to sync in a folder. */
	bool ok = fsync(fd) == 0 || errno == EINVAL;
	int why = errno;
	close(fd);
	errno = why;
	return ok;
}

bool text_write_file(const struct text *text, const char *path, struct error *err)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? xstrndup(path, slash == path ? 1 : (size_t)(slash - path))
			     : xstrdup(".");
	char *temporary = NULL;
	int fd = -1;
	bool ok = false;

	/* A rename would replace a device or a pipe by a file. */
	struct stat old;
	if (stat(path, &old) == 0 && !S_ISREG(old.st_mode)) {
		error_set(err, "cannot write '%s': not a regular file", path);
		goto out;
	}
	fd = open_temporary(folder, &temporary);
	if (fd < 0)
		goto failed;
	if (!write_all(fd, text->bytes, text->length) || fsync(fd) != 0)
		goto failed;
	int closed = close(fd);
	fd = -1;
	if (closed != 0 || rename(temporary, path) != 0)
		goto failed;
	free(temporary);
	temporary = NULL;
	if (!sync_folder(folder))
		goto failed;
	ok = true;
	goto out;
failed:
	error_set(err, "cannot write '%s': %s", path, strerror(errno));
out:
	if (fd >= 0)
		close(fd);
	if (temporary)
		unlink(temporary);
	free(temporary);
	free(folder);
	return ok;
}
