/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one launch is asked to do: the KEY=VALUE words of runner/protocol.h, checked. */
#ifndef WORKER_REQUEST_H
#define WORKER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct request {
	const char *workload;
	const char *cpus; /* list to bind to, NULL = leave the mask alone */
	unsigned count;
	uint64_t time_ns;
	uint64_t trips; /* fixed operations in an interval, 0 = as many as take time_ns */
	unsigned inner;
	unsigned loops;
	bool pipes; /* messaging over pipes instead of sockets */
	unsigned deadline_ms;
	pid_t parent; /* 0 = not said */
	uint64_t layout;    /* what to draw the layout from; 0 = leave it */
	const char *policy; /* of scheduling; NULL = leave it */
};

/*
 * Reads the words; strings are borrowed from them. False with a line in `reason`, and *request
 * holding the defaults for what was not understood.
 */
bool request_parse(char *const words[], struct request *request, char *reason, size_t size);

#endif
