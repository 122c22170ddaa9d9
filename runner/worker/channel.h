/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One-way channels between the members of a workload: a pipe or a socket pair. */
#ifndef WORKER_CHANNEL_H
#define WORKER_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

struct channel {
	int from; /* the end that is read; -1 once closed */
	int to;   /* the end that is written */
};

/* False with errno, and both ends -1. */
bool channel_pipe(struct channel *channel);
bool channel_sockets(struct channel *channel);

void channel_close_from(struct channel *channel);
void channel_close_to(struct channel *channel);

/*
 * Read or write exactly that many bytes. False with errno, which is 0 where the other side has
 * gone (end of file, EPIPE).
 */
bool channel_read(int from, void *bytes, size_t length);
bool channel_write(int to, const void *bytes, size_t length);

#endif
