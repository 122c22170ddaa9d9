/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From the words of `plan` and `run` (a plan file, --kernel, --seed) to what will be measured:
 * the plan as amended, and the campaign it makes on this machine.
 */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include "cli/command.h"
#include "model/plan.h"
#include "runner/machine.h"

#define SETUP_SEED_MAX ((UINT64_C(1) << 53) - 1) /* every reader of JSON can hold it */

struct setup_options {
	const char *plan_path;
	const char **kernels; /* LABEL=BZIMAGE each */
	size_t kernels_n;
	uint64_t seed;
	bool seeded;
};

#define SETUP_OPTIONS                                                                              \
	{"kernel", 'k', "LABEL=BZIMAGE", 0,                                                        \
		"Give the variant with that label this kernel, or add such a variant (repeatable)", 0}, \
	{"seed", 'S', "NUMBER", 0, "Draw the order from this seed, 0 to 2^53 - 1", 0}

/* The part of an argp parser that serves these options and the PLAN argument. */
error_t setup_parse(int key, char *arg, struct argp_state *state, struct setup_options *options);

struct setup {
	struct plan plan;
	struct campaign campaign; /* as matrix_build() and the seed make it; not in a store yet */
	char *worker;             /* machine.worker points here */
	struct machine_options machine;
};

/* EXIT_DONE, or another code after saying why on stderr; then *setup holds nothing. */
int setup_read(const struct setup_options *options, struct setup *setup);
void setup_release(struct setup *setup);

/* Where schedlab-worker is: $SCHEDLAB_WORKER, beside this program, or installed. Caller frees. */
char *setup_worker(void);

#endif
