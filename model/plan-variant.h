/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One item of a plan's variants. */
#ifndef MODEL_PLAN_VARIANT_H
#define MODEL_PLAN_VARIANT_H

#include "model/plan-source.h"
#include "model/plan-value.h"
#include "model/plan.h"

/* Fills the variant but for its slug. On failure it may be half made: release it all the same. */
bool plan_variant_read(const struct plan_place *place, enum plan_machine machine,
	const struct plan_source_variant *source, struct plan_variant *variant, struct error *err);
void plan_variant_release(struct plan_variant *variant);

/*
 * Refuses a kernel: or config: that is there but is no file. One that is not there may come to
 * be, and is skipped with a reason where the plan is run; a folder never is a kernel.
 */
bool plan_variant_check_files(
	const struct plan_place *top, const struct plan *plan, struct error *err);

#endif
