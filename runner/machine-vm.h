/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest as a machine. For machine-vm.c, its prober and its tests; others see machine.h.
 */
#ifndef RUNNER_MACHINE_VM_H
#define RUNNER_MACHINE_VM_H

#include "runner/guest.h"
#include "runner/machine.h"

struct machine_vm {
	struct machine machine;
	const struct plan *plan;
	struct machine_options options;
	struct machine_accel accel;
	int64_t boot_ns;  /* how long a guest may take until it says hello */
	int64_t grace_ns; /* how much longer than its deadline a launch may stay silent */
	struct guest guest;
};

/* How a guest introduces itself. */
struct machine_vm_hello {
	char boot_id[64], release[256];
};

/*
 * Waits until a guest that was started says hello and is ready, and checks that it is the kernel
 * `release`. On failure the error says which of the named failures it is.
 */
bool machine_vm_greet(struct guest *guest, const char *release, int64_t deadline_ns,
	struct machine_vm_hello *hello, struct error *err);

#endif
