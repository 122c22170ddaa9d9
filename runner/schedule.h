/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order of everything, drawn from the campaign's seed and nothing else, so that it can be
 * printed beforehand and continued after an interruption. Boots are interleaved in blocks: each
 * block enters every (variant, clock) once, in an order of its own. Inside a boot every pass
 * goes over all cells in shuffled order; the runs of a workload without counts are spread
 * evenly over the passes.
 */
#ifndef RUNNER_SCHEDULE_H
#define RUNNER_SCHEDULE_H

#include "model/campaign.h"

struct schedule_boot {
	unsigned variant;
	enum clock clock;
	unsigned number; /* 1…campaign->boots */
};

struct schedule_launch {
	unsigned cell;
	unsigned round; /* 1…repeats of the cell; rounds of a cell ascend */
	unsigned pass;  /* over all cells, from 0: what a disturbed launch is made again at the end of */
};

/* Whether the campaign enters this variant on this clock at all: some cell of it can run. */
bool schedule_enters(const struct campaign *campaign, unsigned variant, enum clock clock);

/* All boots in the order they are entered; those without a cell to run are left out. Caller frees. */
struct schedule_boot *schedule_boots(const struct campaign *campaign, size_t *n);

/* All launches of one boot in their order; `passes` is the plan's rounds. Caller frees. */
struct schedule_launch *schedule_launches(const struct campaign *campaign,
	const struct schedule_boot *boot, unsigned passes, size_t *n);

#endif
