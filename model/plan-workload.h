/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One item of a plan's workloads: which keys it takes follows from its line in workload.c. */
#ifndef MODEL_PLAN_WORKLOAD_H
#define MODEL_PLAN_WORKLOAD_H

#include "model/plan-source.h"
#include "model/plan-value.h"
#include "model/plan.h"

/* Fills the workload but for its slug. On failure it may be half made: release it all the same. */
bool plan_workload_read(const struct plan_place *place, const struct plan_source_workload *source,
	struct plan_workload *workload, struct error *err);
void plan_workload_release(struct plan_workload *workload);

#endif
