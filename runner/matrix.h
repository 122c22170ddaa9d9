/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a plan to the campaign it will be on this machine: which cells there are, on which clock
 * each runs, with how many trips, and which cannot run here and why. `plan` prints it, `run`
 * stores it.
 */
#ifndef RUNNER_MATRIX_H
#define RUNNER_MATRIX_H

#include "runner/launch.h"
#include "runner/machine.h"
#include "runner/placement.h"

/* What this machine offers: filled by matrix_resources(), by hand in tests. */
struct matrix_resources {
	struct machine_accel accel; /* for guests */
	unsigned cpus;              /* usable ones */
	const char *lacks[PLACEMENT_N]; /* why there are no CPUs for a placement, or NULL */
	uint64_t descriptors;       /* RLIMIT_NOFILE, hard */
	uint64_t processes;         /* smallest of RLIMIT_NPROC, threads-max, pid_max, pids.max */
	char processes_limit[64];   /* which of them that is */
};

/* Whether the plan's placements ask what CPUs share; looking costs hwloc hundreds of files. */
bool matrix_needs_topology(const struct plan *plan);

bool matrix_resources(const struct plan *plan, const struct machine_options *options,
	struct matrix_resources *resources, struct error *err);

/*
 * Fills the campaign's title, plan, machine, accel, boots, baseline, variants, charts and cells;
 * id, host, tool, seed and start are the caller's. Everything is copied.
 */
void matrix_build(const struct plan *plan, const struct matrix_resources *resources,
	struct campaign *campaign);

/* The plan's workload behind a chart; NULL where the campaign is not of this plan. */
const struct plan_workload *matrix_workload(const struct plan *plan,
	const struct campaign_chart *chart);

/*
 * The request for one launch of a cell, with its deadline; cpus is borrowed (NULL = unbound).
 */
void matrix_request(const struct plan *plan, const struct campaign *campaign, unsigned cell,
	const char *cpus, struct launch_request *request);

/* Seconds that one launch of the cell, or one entry into a variant, is expected to take. */
double matrix_launch_s(const struct plan *plan, const struct campaign *campaign, unsigned cell);
double matrix_entry_s(const struct campaign *campaign);

/* Seconds that the whole campaign is expected to take, skipped cells left out. */
double matrix_campaign_s(const struct plan *plan, const struct campaign *campaign);

#endif
