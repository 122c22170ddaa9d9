/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/files.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/protocol.h"

enum { FILE_MAX_BYTES = 1 << 20, CHUNK_BYTES = 3000 };

/* CHUNK_BYTES in base64 behind "data " is the longest line. */
_Static_assert(CHUNK_BYTES / 3 * 4 + 5 <= PROTOCOL_PAYLOAD_BYTES, "a chunk fits a line");

static void encode(const unsigned char *bytes, size_t length, char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < length; i += 3) {
		size_t n = length - i < 3 ? length - i : 3;
		unsigned group = (unsigned)bytes[i] << 16;

		if (n > 1)
			group |= (unsigned)bytes[i + 1] << 8;
		if (n > 2)
			group |= bytes[i + 2];
		*text++ = digits[group >> 18];
		*text++ = digits[group >> 12 & 63];
		*text++ = n > 1 ? digits[group >> 6 & 63] : '=';
		*text++ = n > 2 ? digits[group & 63] : '=';
	}
	*text = '\0';
}

/* Files of /proc and /sys do not tell their size: read to the end. -1 where that cannot be. */
static ssize_t read_file(const char *path, unsigned char *bytes, size_t room)
{
	size_t length = 0;
	ssize_t got = 1;
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (file < 0)
		return -1;
	while (got > 0 && length < room) {
		got = read(file, bytes + length, room - length);
		if (got > 0)
			length += (size_t)got;
		else if (got < 0 && errno == EINTR)
			got = 1;
	}
	close(file);
	return got < 0 || length == room ? -1 : (ssize_t)length;
}

static bool send_file(int fd, const char *path, unsigned char *bytes)
{
	char text[CHUNK_BYTES / 3 * 4 + 1];
	/* One byte more than may be sent tells a file that is too long. */
	ssize_t length = read_file(path, bytes, FILE_MAX_BYTES + 1);

	if (length < 0)
		return protocol_send(fd, "missing %s", path);
	if (!protocol_send(fd, "file %s %zd", path, length))
		return false;
	for (size_t at = 0; at < (size_t)length; at += CHUNK_BYTES) {
		size_t left = (size_t)length - at;

		encode(bytes + at, left < CHUNK_BYTES ? left : CHUNK_BYTES, text);
		if (!protocol_send(fd, "data %s", text))
			return false;
	}
	return true;
}

bool files_send(int fd, const char *pattern)
{
	unsigned char *bytes = malloc(FILE_MAX_BYTES + 1);
	bool sent = true;
	glob_t found;

	if (!bytes || glob(pattern, 0, NULL, &found) != 0) {
		free(bytes);
		return protocol_send(fd, "missing %s", pattern);
	}
	for (size_t i = 0; sent && i < found.gl_pathc; i++) {
		struct stat stat_of;

		if (stat(found.gl_pathv[i], &stat_of) == 0 && S_ISREG(stat_of.st_mode))
			sent = send_file(fd, found.gl_pathv[i], bytes);
	}
	globfree(&found);
	free(bytes);
	return sent;
}
