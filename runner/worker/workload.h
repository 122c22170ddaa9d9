/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The built-in workloads. Each runs in the timing process, fills the outcome's intervals and
 * usage, and returns true when all its members are reaped; or false with the outcome failed:
 * then the timing process ends, and with it every member. A new one is a file and a line in
 * main.c's table.
 */
#ifndef WORKER_WORKLOAD_H
#define WORKER_WORKLOAD_H

#include <stdbool.h>

#include "runner/worker/outcome.h"
#include "runner/worker/request.h"

struct workload {
	const char *name;
	bool (*run)(const struct request *request, struct outcome *outcome);
};

bool ring_run(const struct request *request, struct outcome *outcome);
bool messaging_run(const struct request *request, struct outcome *outcome);
bool pingpong_run(const struct request *request, struct outcome *outcome);

#endif
