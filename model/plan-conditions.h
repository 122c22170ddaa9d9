/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Under what conditions a plan's launches are made: layout, disturbance, idle states. */
#ifndef MODEL_PLAN_CONDITIONS_H
#define MODEL_PLAN_CONDITIONS_H

#include "model/plan-source.h"
#include "model/plan-value.h"
#include "model/plan.h"

/* Reads them; the plan's machine is known already. */
bool plan_conditions_read(const struct plan_place *top, const struct plan_source *source,
	struct plan *plan, struct error *err);

#endif
