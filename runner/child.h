/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One program run to its end in a process group of its own, with nothing of it left behind.
 *
 * It starts with default signals, LC_ALL=C as its whole environment, /dev/null as stdin and no
 * other descriptor than 0, 1 and 2. The group is made by setpgid, not setsid: a session would be
 * a scheduler autogroup of its own and change what is measured. The calling process becomes a
 * subreaper, so that what the program leaves behind comes back here and can be killed.
 */
#ifndef RUNNER_CHILD_H
#define RUNNER_CHILD_H

#include <signal.h>
#include <sys/types.h>

#include "model/text.h"

#define CHILD_OUTPUT_BYTES (16 << 20) /* of stdout; what comes after it is dropped */
#define CHILD_ERRORS_BYTES (64 << 10) /* of stderr */

struct child_request {
	char *const *argv;   /* argv[0] is the path of the program; ended by NULL */
	int64_t deadline_ns; /* from the start; then it is killed */
	const volatile sig_atomic_t *interrupts; /* killed as soon as this is 2 or more */
};

/* Start with {0}, end with child_result_release(). */
struct child_result {
	struct text output, errors;
	int status; /* as waitpid() gives it */
	bool timed_out, interrupted;
	unsigned left;   /* processes that were still there when it ended, and were killed */
	bool unkillable; /* some of them would not go: this host can measure nothing more */
};

/*
 * Runs it. False with an error where it could not be started; otherwise every process of the
 * group, and every one that left the group and came back to us, is gone (or unkillable is set).
 * SIGINT and SIGTERM wake it, so that the handler's count is seen at once.
 */
bool child_run(const struct child_request *request, struct child_result *result,
	struct error *err);
/* The last line it wrote to stderr, cut out in place; "" where there is none. */
const char *child_last_line(struct child_result *result);
void child_result_release(struct child_result *result);

#endif
