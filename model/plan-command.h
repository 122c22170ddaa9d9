/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A command in a plan: a list is the program and its arguments, started as they are; a single
 * value is a line for /bin/sh -c.
 */
#ifndef MODEL_PLAN_COMMAND_H
#define MODEL_PLAN_COMMAND_H

#include "model/plan-value.h"
#include "model/plan.h"

/* Leaves *command alone where there is no such key. */
bool plan_command_read(const struct plan_place *place, const char *key,
	struct plan_command *command, struct error *err);
void plan_command_release(struct plan_command *command);

#endif
