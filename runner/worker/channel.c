/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/channel.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static bool opened(struct channel *channel, int result, const int ends[static 2])
{
	channel->from = result == 0 ? ends[0] : -1;
	channel->to = result == 0 ? ends[1] : -1;
	return result == 0;
}

bool channel_pipe(struct channel *channel)
{
	int ends[2];

	return opened(channel, pipe(ends), ends);
}

bool channel_sockets(struct channel *channel)
{
	int ends[2];

	return opened(channel, socketpair(AF_UNIX, SOCK_STREAM, 0, ends), ends);
}

static void close_end(int *end)
{
	if (*end >= 0)
		close(*end);
	*end = -1;
}

void channel_close_from(struct channel *channel)
{
	close_end(&channel->from);
}

void channel_close_to(struct channel *channel)
{
	close_end(&channel->to);
}

bool channel_read(int from, void *bytes, size_t length)
{
	char *at = bytes;

	while (length > 0) {
		ssize_t got = read(from, at, length);

		if (got == 0)
			errno = 0;
		if (got <= 0)
			return false;
		at += got;
		length -= (size_t)got;
	}
	return true;
}

bool channel_write(int to, const void *bytes, size_t length)
{
	const char *at = bytes;

	while (length > 0) {
		ssize_t put = write(to, at, length);

		if (put < 0) {
			if (errno == EPIPE)
				errno = 0;
			return false;
		}
		at += put;
		length -= (size_t)put;
	}
	return true;
}
