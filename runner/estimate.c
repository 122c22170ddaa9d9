/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long things take, for plans and deadlines. The figures below were measured on 2-CPU x86-64
 * virtual machines; a campaign that runs corrects the rest by what it has seen (cli/progress).
 */
#include "runner/matrix.h"

#include "runner/schedule.h"

#define NATIVE_MESSAGE_S 2.5e-6    /* one message of `messaging`, bound */
#define EMULATED_MESSAGE_S 45e-6   /* the same under TCG */
#define COUNTED_PER_S 150e6        /* instructions a counted guest executes in a second */
#define COUNTED_HOP 7000.0         /* instructions in one context switch with its pipe I/O */
#define COUNTED_OVERHEAD 0.35      /* of the hops' instructions: the overhead intervals */
#define COUNTED_MESSAGE 9000.0     /* instructions in one message */
#define NATIVE_START_S 0.004       /* start and end of one launch */
#define EMULATED_START_S 0.06
#define NATIVE_PROCESS_S 0.0002    /* start of one process of a launch */
#define EMULATED_PROCESS_S 0.003
#define CALIBRATION 1.3            /* of one timed interval: finding out how many trips fit */
#define TCG_ENTRY_S 5.0
#define KVM_ENTRY_S 2.0
#define HERE_ENTRY_S 0.1
#define EXTERNAL_S 1.0 /* a command nobody knows */
#define EXTERNAL_DEADLINE_S 600.0

#define DEADLINE_LEAST_S 60.0
#define DEADLINE_TIMES 20.0

static bool is_emulated(const struct campaign *campaign)
{
	return strcmp(campaign->accel, "tcg") == 0;
}

static double messages(const struct plan_workload *planned, unsigned count)
{
	return 400.0 * count * planned->loops;
}

static unsigned processes(const struct plan_workload *planned, unsigned count)
{
	return planned->workload->timed ? (count ? count : 2) : 40 * count;
}

static unsigned inner_of(const struct plan_workload *planned, enum clock clock)
{
	return clock == CLOCK_COUNTED && !planned->inner_given ? 3 : planned->inner;
}

static double counted_s(const struct plan_workload *planned, const struct campaign_cell *cell)
{
	if (!planned->workload->timed)
		return messages(planned, cell->count) * COUNTED_MESSAGE / COUNTED_PER_S;
	double hops = (double)cell->trips * (cell->count ? cell->count : planned->workload->hops);
	unsigned inner = inner_of(planned, CLOCK_COUNTED);
	return hops * inner * COUNTED_HOP * (1 + COUNTED_OVERHEAD) / COUNTED_PER_S;
}

static double wall_s(const struct plan_workload *planned, const struct campaign_cell *cell,
	bool emulated)
{
	if (!planned->workload->timed)
		return messages(planned, cell->count) *
			(emulated ? EMULATED_MESSAGE_S : NATIVE_MESSAGE_S);
	double interval_s = (double)planned->time_ns / 1e9;
	if (planned->trips) {
		unsigned hops = cell->count ? cell->count : planned->workload->hops;
		interval_s = (double)planned->trips * hops * (emulated ? 60e-6 : 4e-6);
	}
	/* A ring times its overhead for as long as itself. */
	double times = planned->workload->hops ? 1 : 2;
	return times * interval_s * (planned->inner + CALIBRATION);
}

double matrix_launch_s(const struct plan *plan, const struct campaign *campaign, unsigned number)
{
	const struct campaign_cell *cell = &campaign->cells[number];
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	const struct plan_workload *planned = matrix_workload(plan, chart);
	bool emulated = is_emulated(campaign);
	if (planned->external)
		return EXTERNAL_S;
	double start_s = (emulated ? EMULATED_START_S : NATIVE_START_S) +
		processes(planned, cell->count) *
			(emulated ? EMULATED_PROCESS_S : NATIVE_PROCESS_S);
	return start_s + (chart->clock == CLOCK_COUNTED ? counted_s(planned, cell)
							: wall_s(planned, cell, emulated));
}

double matrix_entry_s(const struct campaign *campaign)
{
	if (is_emulated(campaign))
		return TCG_ENTRY_S;
	return strcmp(campaign->accel, "kvm") == 0 ? KVM_ENTRY_S : HERE_ENTRY_S;
}

double matrix_campaign_s(const struct plan *plan, const struct campaign *campaign)
{
	double total_s = 0;
	for (unsigned i = 0; i < campaign->cells_n; i++)
		if (!campaign->cells[i].skipped)
			total_s += matrix_launch_s(plan, campaign, i) * campaign->cells[i].repeats;
	for (unsigned v = 0; v < campaign->variants_n; v++)
		for (enum clock clock = 0; clock < CLOCK_N; clock++)
			if (schedule_enters(campaign, v, clock))
				total_s += matrix_entry_s(campaign);
	return total_s * campaign->boots;
}

void matrix_request(const struct plan *plan, const struct campaign *campaign, unsigned number,
	const char *cpus, struct launch_request *request)
{
	const struct campaign_cell *cell = &campaign->cells[number];
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	const struct plan_workload *planned = matrix_workload(plan, chart);
	double launch_s = matrix_launch_s(plan, campaign, number);
	double deadline_s = planned->external
		? EXTERNAL_DEADLINE_S
		: DEADLINE_LEAST_S + DEADLINE_TIMES * launch_s;
	/* What is counted nothing disturbs, and an emulated time is the emulator's. */
	bool watched = plan->disturbance.watched && chart->clock == CLOCK_WALL && !chart->emulated;
	*request = (struct launch_request){
		.workload = planned,
		.clock = chart->clock,
		.count = cell->count,
		.trips = cell->trips,
		.inner = inner_of(planned, chart->clock),
		.cpus = cpus,
		.deadline_ns = (int64_t)(deadline_s * 1e9),
		.policy = plan->variants[cell->variant].policy,
		.awake = plan->awake && chart->placement == PLACEMENT_UNBOUND,
		.disturbance = watched ? &plan->disturbance : NULL,
	};
}
