/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The running kernel as a machine, and what machine-boot has in common with it: once the right
 * kernel runs, launches are the same.
 */
#ifndef RUNNER_MACHINE_HERE_H
#define RUNNER_MACHINE_HERE_H

#include "runner/machine.h"

struct machine_here {
	struct machine machine;
	const struct plan *plan;
	struct machine_options options;
	bool entered;
};

/* Makes one with these ops; fails where the worker cannot be run. */
struct machine *machine_here_new_as(const struct machine_ops *ops, const struct plan *plan,
	const struct machine_options *options, struct error *err);

bool machine_here_enter(struct machine *machine, size_t variant, enum clock clock,
	struct environment *env, struct error *err);
bool machine_here_launch(struct machine *machine, const struct launch_request *request,
	struct sample *sample, struct error *err);
void machine_here_leave(struct machine *machine, struct environment *env);
void machine_here_free(struct machine *machine);

#endif
