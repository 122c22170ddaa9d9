/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The value of an external command: what the plan's pattern finds in its output. How the command
 * ended is not trusted: benchmarks fail with exit code 0, and succeed with others.
 */
#ifndef RUNNER_EXTERNAL_H
#define RUNNER_EXTERNAL_H

#include "runner/launch.h"

/*
 * Fills the sample from the worker's replies and the command's output as launch_reply_sample()
 * does. There is a value where the pattern matches in exactly one place, its group is a decimal
 * number, and the worker was done; else the sample is a failure and holds the whole output.
 */
void external_sample(const struct launch_reply *reply, const struct launch_request *request,
	const char *output, struct sample *sample);

#endif
