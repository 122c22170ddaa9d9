/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schedlab-worker exec PARENT_PID PROGRAM ARGUMENT…: becomes that program, as one that dies with
 * its parent. posix_spawn() cannot ask for that; a runner that is killed would leave its guests.
 */
#ifndef RUNNER_WORKER_EXEC_H
#define RUNNER_WORKER_EXEC_H

#define EXEC_FAILED 127 /* the exit code where the program could not be started; stderr says why */

int exec_run(char *argv[]); /* from PARENT_PID on, ended by NULL */

#endif
