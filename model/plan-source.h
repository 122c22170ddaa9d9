/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan as it is written: which keys there are and what each holds, without a look at the
 * values. Everything is text because libcyaml 1.3 reads 3abc as 3 and -1 as a large number;
 * NULL where the plan does not say. What is a scalar or something else is beyond a schema and is
 * read from the tree: `counts` and `command` of a workload, `setup` and `teardown` of a variant,
 * and `disturbance`.
 */
#ifndef MODEL_PLAN_SOURCE_H
#define MODEL_PLAN_SOURCE_H

#include "model/plan-tree.h"

#define PLAN_LIST_MAX 100 /* variants, workloads */

struct plan_source_variant {
	char *label, *kernel, *config, *cmdline, *policy;
};

struct plan_source_workload {
	char *name, *time, *inner, *trips, *loops, *runs, *transport, *value, *unit, *better;
};

struct plan_source_vm {
	char *cpus, *memory, *clock;
};

struct plan_source {
	char *title, *machine, *boots, *rounds, *baseline, *layout, *set, *cpu_dma_latency;
	char **placements;
	unsigned placements_n;
	struct plan_source_vm *vm;
	struct plan_source_variant *variants;
	unsigned variants_n;
	struct plan_source_workload *workloads;
	unsigned workloads_n;
};

/* NULL with the error where a key or the kind of a value is not of the format. */
struct plan_source *plan_source_new(const struct plan_tree *tree, struct error *err);
void plan_source_free(struct plan_source *source);

#endif
