/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How variants are entered. Three kinds (plan key `machine:`): here, vm, boot. The campaign loop
 * knows only these six calls.
 */
#ifndef RUNNER_MACHINE_H
#define RUNNER_MACHINE_H

#include <signal.h>

#include "runner/launch.h"

struct machine;

struct machine_options {
	const char *worker; /* path of the schedlab-worker program */
	const volatile sig_atomic_t *interrupts; /* SIGINT/SIGTERM so far; from 2 on stop at once */
};

/* How a guest can be run here. */
struct machine_accel {
	char name[8];  /* "kvm" or "tcg"; "" where no guest can be run at all */
	char why[256]; /* why not kvm, or why no guest at all; "" */
};

/*
 * kvm only where a guest really starts under it: a few bytes of firmware are run and have to
 * answer within two seconds, then the given kernel has to come up. `kernel` may be NULL.
 */
void machine_accel_probe(const struct machine_options *options, const char *kernel,
	struct machine_accel *accel);

/* The release a bzImage says it is ("6.1.0-57-amd64"), from its boot header. Caller frees. */
char *machine_kernel_release(const char *kernel, struct error *err);

/* Makes a machine of the plan's kind; nothing is entered yet. The plan is borrowed. */
struct machine *machine_new(const struct plan *plan, const struct machine_accel *accel,
	const struct machine_options *options, struct error *err);
void machine_free(struct machine *machine);

/*
 * Enters a variant: afterwards its kernel runs and launches can be made. Fills *env, boot_id
 * and release among it. False where it did not come up; the error begins with the kind of
 * failure: "did not boot:", "kernel panic:", "hang:", "wrong kernel:", "protocol:"; and *env
 * then holds what is known (a guest's console as dmesg).
 */
bool machine_enter(struct machine *machine, size_t variant, enum clock clock,
	struct environment *env, struct error *err);

/*
 * Whether somebody has to reboot this host before the variant can be entered: only for kind
 * boot, and only when another release runs than the variant's. Entering then fails with
 * "wrong kernel:".
 */
bool machine_wants_reboot(const struct machine *machine, size_t variant);

/*
 * One launch. True with a sample of any status; false where the machine itself is gone (guest
 * panic, hang …): then nothing more can be launched in this entry. started_us and duration_ns
 * are set; cell, entry, round and attempt are left alone.
 * An interrupt "at once" ends it with status SAMPLE_INTERRUPTED.
 */
bool machine_launch(struct machine *machine, const struct launch_request *request,
	struct sample *sample, struct error *err);

/* Leaves the variant; adds to *env what is known only now (dmesg). Harmless where none is entered. */
void machine_leave(struct machine *machine, struct environment *env);

/* What each kind provides; `machine` above dispatches. */
struct machine_ops {
	bool (*enter)(struct machine *, size_t variant, enum clock clock, struct environment *env,
		struct error *err);
	bool (*launch)(struct machine *, const struct launch_request *request,
		struct sample *sample, struct error *err);
	void (*leave)(struct machine *, struct environment *env);
	void (*free)(struct machine *);
	bool (*wants_reboot)(const struct machine *, size_t variant); /* NULL = never */
};

struct machine { /* the first member of each kind's own struct */
	const struct machine_ops *ops;
};

struct machine *machine_here_new(const struct plan *plan, const struct machine_options *options,
	struct error *err);
struct machine *machine_vm_new(const struct plan *plan, const struct machine_accel *accel,
	const struct machine_options *options, struct error *err);
struct machine *machine_boot_new(const struct plan *plan, const struct machine_options *options,
	struct error *err);

#endif
