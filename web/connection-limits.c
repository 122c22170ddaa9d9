/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/connection.h"

#include <sys/resource.h>

#define OTHER_DESCRIPTORS 32 /* sockets listened on, stores, logs */

struct connection_limits connection_limits_default(void)
{
	return (struct connection_limits){
		.connections = 4096,
		.loopback = 64,
		.per_address = 64,
		.requests = 1000,
		.time_s = {[CONNECTION_HEADER] = 10, [CONNECTION_BODY] = 30,
			[CONNECTION_ANSWER] = 120, [CONNECTION_IDLE] = 15},
	};
}

void connection_limits_fit(struct connection_limits *limits)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return;
	files.rlim_cur = files.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &files) != 0 && getrlimit(RLIMIT_NOFILE, &files) != 0)
		return;
	rlim_t left = files.rlim_cur / 2;
	if (files.rlim_cur < 2 * OTHER_DESCRIPTORS)
		left = files.rlim_cur > OTHER_DESCRIPTORS ? files.rlim_cur - OTHER_DESCRIPTORS : 1;
	if (left < limits->connections)
		limits->connections = (unsigned)left;
	if (limits->loopback > limits->connections / 4)
		limits->loopback = limits->connections / 4;
}
