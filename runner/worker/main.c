/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schedlab-worker: runs one launch of a built-in workload (a child of schedlab), or, as process
 * 1, is the init of a guest that is asked for launches over a serial port.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "runner/worker/command.h"
#include "runner/worker/exec.h"
#include "runner/worker/init.h"
#include "runner/worker/launch.h"
#include "runner/worker/layout.h"

static const struct workload workloads[] = {
	{"ring", ring_run},
	{"messaging", messaging_run},
	{"pingpong", pingpong_run},
	{NULL, NULL},
};

int main(int argc, char *argv[])
{
	bool launch = argc >= 2 && strcmp(argv[1], "launch") == 0;
	bool command = argc >= 2 && strcmp(argv[1], "command") == 0;

	if ((launch || command) && !layout_pad(argv)) {
		protocol_send(STDOUT_FILENO, "fail padding the environment: %s", strerror(errno));
		return 1;
	}
	if (command)
		return command_run(argv + 2, STDOUT_FILENO);
	if (launch)
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
