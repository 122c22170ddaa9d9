/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schedlab-worker: runs one launch of a built-in workload (a child of schedlab), or, as process
 * 1, is the init of a guest that is asked for launches over a serial port.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "runner/worker/exec.h"
#include "runner/worker/init.h"
#include "runner/worker/launch.h"

static const struct workload workloads[] = {
	{"ring", ring_run},
	{"messaging", messaging_run},
	{"pingpong", pingpong_run},
	{NULL, NULL},
};

int main(int argc, char *argv[])
{
	if (argc >= 2 && strcmp(argv[1], "launch") == 0)
		return launch_run(argv + 2, workloads, STDOUT_FILENO);
	if (argc >= 2 && strcmp(argv[1], "exec") == 0)
		return exec_run(argv + 2);
	if (getpid() == 1)
		init_run();
	fprintf(stderr, "schedlab-worker " SCHEDLAB_VERSION ", protocol %d\n"
		"usage: schedlab-worker launch KEY=VALUE ...   (schedlab starts it)\n"
		"or as /init of a guest\n", PROTOCOL_VERSION);
	return 2;
}
