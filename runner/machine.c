/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/machine.h"

struct machine *machine_new(const struct plan *plan, const struct machine_accel *accel,
	const struct machine_options *options, struct error *err)
{
	switch (plan->machine) {
	case PLAN_MACHINE_HERE:
		return machine_here_new(plan, options, err);
	case PLAN_MACHINE_VM:
		return machine_vm_new(plan, accel, options, err);
	case PLAN_MACHINE_BOOT:
		return machine_boot_new(plan, options, err);
	}
	error_set(err, "no such kind of machine");
	return NULL;
}

void machine_free(struct machine *machine)
{
	if (machine)
		machine->ops->free(machine);
}

bool machine_enter(struct machine *machine, size_t variant, enum clock clock,
	struct environment *env, struct error *err)
{
	return machine->ops->enter(machine, variant, clock, env, err);
}

bool machine_wants_reboot(const struct machine *machine, size_t variant)
{
	return machine->ops->wants_reboot && machine->ops->wants_reboot(machine, variant);
}

bool machine_launch(struct machine *machine, const struct launch_request *request,
	struct sample *sample, struct error *err)
{
	return machine->ops->launch(machine, request, sample, err);
}

void machine_leave(struct machine *machine, struct environment *env)
{
	machine->ops->leave(machine, env);
}
