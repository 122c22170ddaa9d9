/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schedlab-worker command: one launch of a program that knows nothing of schedlab. As root it
 * runs in a PID namespace of its own, whose first process is ours: when that is killed, or this
 * process dies, the kernel ends whatever the program has started, wherever it went.
 */
#ifndef WORKER_COMMAND_H
#define WORKER_COMMAND_H

/* Exit status as of launch_run(). */
int command_run(char *words[], int fd);

#endif
