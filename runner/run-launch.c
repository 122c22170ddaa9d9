/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/run-parts.h"

#include <math.h>

#include "model/text.h"
#include "runner/matrix.h"

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
		.started_us = run_now_us(),
	};
}

/*
 * Fills the sample of a launch: by making it, or with the reason why it is not made (the entry
 * is lost, or the machine went down too often during it).
 */
static void launch_one(struct run *run, struct sample *sample, const char *cpus, unsigned crashes)
{
	struct campaign_boot *entry = &run->campaign->entries[sample->entry];
	struct launch_request request;
	struct error why;
	if (entry->failure) {
		sample->status = SAMPLE_FAILED;
		sample->reason = xasprintf("boot: %s", entry->failure);
		return;
	}
	if (crashes >= CRASHES_MAX) {
		sample->status = SAMPLE_FAILED;
		sample->reason = xasprintf("the machine went down during it %u times", crashes);
		return;
	}
	matrix_request(run->plan, run->campaign, sample->cell, cpus, &request);
	if (!machine_launch(run->machine, &request, sample, &why)) {
		sample->status = SAMPLE_FAILED;
		free(sample->reason);
		entry->failure = xstrdup(why.message);
		sample->reason = xasprintf("boot: %s", entry->failure);
	} else if (sample->reason) {
		char *said = sample->reason;
		sample->reason = text_valid(said);
		free(said);
	}
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
 * Which CPUs each placement means in this entry; NULL strings = unbound. Where that cannot be
 * known the entry is lost. False with err where the store failed.
 */
static bool find_cpus(struct run *run, size_t entry, char *cpus[PLACEMENT_N], struct error *err)
{
	const struct campaign_boot *boot = &run->campaign->entries[entry];
	struct placements placements;
	struct error why;
	if (boot->failure)
		return true;
	bool guest = run->plan->machine == PLAN_MACHINE_VM;
	if (guest ? !placements_of_environment(&boot->env, &placements, &why)
		  : !placements_of_host(&placements, &why))
		return run_lose_entry(run, entry, &why, err);
	for (enum placement p = 0; p < PLACEMENT_N; p++)
		cpus[p] = placements_cpus(&placements, p);
	placements_release(&placements);
	return true;
}

static bool launch_all(struct run *run, size_t entry, const struct schedule_launch *launches,
	size_t n, char *cpus[PLACEMENT_N], struct error *err)
{
	struct campaign *campaign = run->campaign;
	struct sample sample = announced(run, entry, &launches[0]);
	bool ok = store_sample_add(run->store, campaign, NULL, &sample, run->machine_boot_id, err);
	for (size_t i = 0; ok && i < n; i++) {
		const struct campaign_chart *chart =
			&campaign->charts[campaign->cells[sample.cell].chart];
		bool lost_before = campaign->entries[entry].failure;
		unsigned crashes;
		ok = count_crashes(run, &sample, &crashes, err);
		if (!ok)
			break;
		launch_one(run, &sample, cpus[chart->placement], crashes);
		ledger_add(run->ledger, &sample, campaign->entries[entry].number);
		bool last = i + 1 == n || run_is_interrupted(run);
		struct sample next = {0};
		if (!last)
			next = announced(run, entry, &launches[i + 1]);
		ok = store_sample_add(run->store, campaign, &sample, last ? NULL : &next,
			run->machine_boot_id, err);
		if (ok && campaign->entries[entry].failure && !lost_before)
			run_tell(run, RUN_LOST, entry, NULL, campaign->entries[entry].failure);
		if (ok)
			run_tell(run, RUN_SAMPLE, entry, &sample, NULL);
		sample_release(&sample);
		sample = next;
		if (last)
			break;
	}
	return ok;
}

bool run_launches(struct run *run, size_t entry, const struct schedule_launch *launches, size_t n,
	struct error *err)
{
	char *cpus[PLACEMENT_N] = {NULL};
	bool ok = find_cpus(run, entry, cpus, err) &&
		launch_all(run, entry, launches, n, cpus, err);
	for (enum placement p = 0; p < PLACEMENT_N; p++)
		free(cpus[p]);
	return ok;
}
