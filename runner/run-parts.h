/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign being run, as the files that run it share it: run.c goes through its boots,
 * run-entry.c enters one, run-setup.c sets it up and tears it down, run-launch.c makes its
 * launches. For these files only.
 */
#ifndef RUNNER_RUN_PARTS_H
#define RUNNER_RUN_PARTS_H

#include "runner/facts.h"
#include "runner/run.h"
#include "runner/schedule.h"

struct run {
	struct store *store;
	const struct plan *plan;
	struct campaign *campaign;
	const struct machine_options *options;
	run_listener *listener;
	void *context;
	struct machine *machine;
	struct ledger *ledger;
	char machine_boot_id[FACTS_BOOT_ID_BYTES];
	bool set_up; /* a variant, which is to be torn down */
};

bool run_is_interrupted(const struct run *run);

/* Tells the listener; sample and text may be NULL. */
void run_tell(struct run *run, enum run_event event, size_t entry, const struct sample *sample,
	const char *text);

/*
 * Enters a boot: a new entry at the end of the campaign's. False with err where the store failed
 * or the host has the wrong kernel; otherwise the entry is in the store, with `failure` set
 * where the variant did not come up.
 */
bool run_enter(struct run *run, const struct schedule_boot *boot, struct error *err);

/*
 * Sets the entry's variant up as the plan says; *why says what went wrong with that, else it is
 * empty. False with err where the store failed.
 */
bool run_set_up(struct run *run, size_t entry, struct error *why, struct error *err);

/* Tears it down again, if it was set up. False where that failed: nothing can be measured in what is left. */
bool run_tear_down(struct run *run, size_t entry, struct error *err);

/* Tears down what a runner that did not survive left set up. */
bool run_tear_down_pending(struct run *run, struct error *err);

/* Gives an entry up: why goes into the store with it, and to the listener. */
bool run_lose_entry(struct run *run, size_t entry, const struct error *why, struct error *err);

/*
 * Makes the n >= 1 launches of one entry, one after the other, until the last or a signal. The
 * sample that ended is written in the transaction that announces the next one. In an entry that
 * is lost every sample is a failure with that reason. False with err where the store failed.
 */
bool run_launches(struct run *run, size_t entry, const struct schedule_launch *launches, size_t n,
	struct error *err);

#endif
