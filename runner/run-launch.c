/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/run-parts.h"

#include <math.h>

#include "model/now.h"
#include "model/text.h"
#include "runner/matrix.h"
#include "runner/queue.h"
#include "runner/random.h"

/* A launch during which the machine went down this often is failed, not made again. */
#define CRASHES_MAX 3

static struct sample announced(const struct run *run, size_t entry,
	const struct schedule_launch *launch)
{
	unsigned boot = run->campaign->entries[entry].number;
	return (struct sample){
		.cell = launch->cell,
		.entry = (unsigned)entry,
		.round = launch->round,
		.attempt = ledger_attempts(run->ledger, launch->cell, boot, launch->round) + 1,
		.value = NAN,
		.raw = NAN,
		.overhead = NAN,
		.spread = NAN,
		.started_us = now_unix_us(),
	};
}

/*
 * What the memory layout of a launch is drawn from, never 0: new for each attempt, the same for
 * the whole campaign, or new for each set of a cell's runs.
 */
static uint64_t layout_of(const struct run *run, const struct sample *sample)
{
	uint64_t seed = run->campaign->seed, boot = run->campaign->entries[sample->entry].number;
	uint64_t layout = 0;
	switch (run->plan->layout) {
	case PLAN_LAYOUT_REDRAWN:
		seed = random_stream(seed, RANDOM_LAYOUT, sample->attempt, 0, 0);
		layout = random_stream(seed, RANDOM_LAYOUT, sample->cell, boot, sample->round);
		break;
	case PLAN_LAYOUT_FIXED:
		layout = random_stream(seed, RANDOM_LAYOUT, 0, 0, 0);
		break;
	case PLAN_LAYOUT_SETS:
		layout = random_stream(seed, RANDOM_LAYOUT, sample->cell, boot,
			(sample->round - 1) / run->plan->set);
		break;
	}
	return layout ? layout : 1;
}

static void fail_sample(struct sample *sample, char *reason)
{
	sample->status = SAMPLE_FAILED;
	free(sample->reason);
	sample->reason = reason;
}

/*
 * Fills the sample of a launch: by making it, or with the reason why it is not made (the entry
 * is lost, the machine went down too often during it, its CPUs are gone).
 */
static void launch_one(struct run *run, struct sample *sample,
	const struct placements *placements, unsigned crashes)
{
	struct campaign_boot *entry = &run->campaign->entries[sample->entry];
	unsigned chart = run->campaign->cells[sample->cell].chart;
	enum placement placement = run->campaign->charts[chart].placement;
	struct launch_request request;
	struct error why;
	if (entry->failure) {
		fail_sample(sample, xasprintf("boot: %s", entry->failure));
		return;
	}
	if (crashes >= CRASHES_MAX) {
		fail_sample(sample,
			xasprintf("the machine went down during it %u times", crashes));
		return;
	}
	if (placements->lacks[placement]) {
		fail_sample(sample, xstrdup(placements->lacks[placement]));
		return;
	}
	char *cpus = placements_cpus(placements, placement, sample->round);
	matrix_request(run->plan, run->campaign, sample->cell, cpus, &request);
	request.layout = layout_of(run, sample);
	request.repeatable = run->plan->layout != PLAN_LAYOUT_REDRAWN;
	if (!machine_launch(run->machine, &request, sample, &why)) {
		entry->failure = xstrdup(why.message);
		fail_sample(sample, xasprintf("boot: %s", entry->failure));
	} else if (sample->reason) {
		char *said = sample->reason;
		sample->reason = text_valid(said);
		free(said);
	}
	free(cpus);
}

/* How often the machine went down during this launch; asked only where it was tried before. */
static bool count_crashes(struct run *run, const struct sample *sample, unsigned *crashes,
	struct error *err)
{
	*crashes = 0;
	return sample->attempt <= CRASHES_MAX ||
		store_sample_crashes(run->store, run->campaign, sample->cell,
			run->campaign->entries[sample->entry].number, sample->round,
			run->machine_boot_id, crashes, err);
}

/*
 * Which CPUs each placement means in this entry. Where that cannot be known the entry is lost.
 * False with err where the store failed.
 */
static bool find_cpus(struct run *run, size_t entry, struct placements *placements,
	struct error *err)
{
	const struct campaign_boot *boot = &run->campaign->entries[entry];
	struct error why;
	*placements = (struct placements){.usable = NULL};
	if (boot->failure)
		return true;
	bool guest = run->plan->machine == PLAN_MACHINE_VM;
	if (guest ? placements_of_environment(&boot->env, placements, &why)
		  : placements_of_host(placements, &why) &&
			(!matrix_needs_topology(run->plan) ||
				placements_find(placements, NULL, &why)))
		return true;
	return run_lose_entry(run, entry, &why, err);
}

/* Makes the launch that was announced as *sample, and announces the one behind it as *next. */
static bool make_launch(struct run *run, struct queue *queue, struct schedule_launch *launch,
	const struct placements *placements, struct sample *sample, struct sample *next,
	bool *more, struct error *err)
{
	struct campaign *campaign = run->campaign;
	size_t entry = sample->entry;
	bool lost_before = campaign->entries[entry].failure;
	unsigned boot = campaign->entries[entry].number, crashes;
	if (!count_crashes(run, sample, &crashes, err))
		return false;
	launch_one(run, sample, placements, crashes);
	ledger_add(run->ledger, sample, boot);
	if (sample->status == SAMPLE_DISTURBED &&
		!ledger_done(run->ledger, sample->cell, boot, sample->round))
		queue_again(queue, launch);
	*more = !run_is_interrupted(run) && queue_next(queue, launch);
	if (*more)
		*next = announced(run, entry, launch);
	if (!store_sample_add(run->store, campaign, sample, *more ? next : NULL,
		    run->machine_boot_id, err))
		return false;
	if (campaign->entries[entry].failure && !lost_before)
		run_tell(run, RUN_LOST, entry, NULL, campaign->entries[entry].failure);
	run_tell(run, RUN_SAMPLE, entry, sample, NULL);
	return true;
}

static bool launch_all(struct run *run, size_t entry, struct queue *queue,
	const struct placements *placements, struct error *err)
{
	struct schedule_launch launch;
	bool more = queue_next(queue, &launch);
	struct sample sample = announced(run, entry, &launch), next = {0};
	bool ok = store_sample_add(run->store, run->campaign, NULL, &sample,
		run->machine_boot_id, err);
	while (ok && more) {
		ok = make_launch(run, queue, &launch, placements, &sample, &next, &more, err);
		sample_release(&sample);
		sample = next;
		next = (struct sample){0};
	}
	return ok;
}

bool run_launches(struct run *run, size_t entry, const struct schedule_launch *launches, size_t n,
	struct error *err)
{
	struct placements placements;
	struct queue queue = {.launches = launches, .length = n};
	bool ok = find_cpus(run, entry, &placements, err) &&
		launch_all(run, entry, &queue, &placements, err);
	queue_release(&queue);
	placements_release(&placements);
	return ok;
}
