/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Executes a campaign, from its first launch or from where it was interrupted: the schedule says
 * what comes next, a machine enters the variant, the store keeps each sample before the next
 * launch begins. Nothing else runs, writes or prints while a launch is under way.
 */
#ifndef RUNNER_RUN_H
#define RUNNER_RUN_H

#include "model/store.h"
#include "runner/ledger.h"
#include "runner/machine.h"

/* What the caller is told, between launches. */
enum run_event {
	RUN_ENTERING, /* a variant is about to be entered */
	RUN_ENTERED,
	RUN_LOST,   /* it did not come up, or broke off: text says why */
	RUN_SAMPLE, /* a sample is in the store */
};

struct run_news {
	enum run_event event;
	const struct campaign *campaign;
	const struct campaign_boot *boot;
	const struct sample *sample; /* RUN_SAMPLE only */
	const char *text;            /* RUN_LOST only */
	struct ledger_totals totals;
};

typedef void run_listener(void *context, const struct run_news *news);

enum run_end {
	RUN_COMPLETE,    /* every launch has its sample; the campaign is sealed */
	RUN_INTERRUPTED, /* by a signal: resume continues */
	RUN_REBOOT,      /* another kernel has to be booted first: message says which */
	RUN_FAILED       /* the store or the machine failed: message says how; resume continues */
};

struct run_result {
	enum run_end end;
	struct ledger_totals totals;
	struct error message;
};

/* Draws an id of the form 20261130-k3f7qd. */
void run_campaign_id(int64_t started_us, char id[static CAMPAIGN_ID_BYTES]);

/*
 * Runs everything that is left of a stored campaign. The caller holds the store's lock for it.
 * `campaign` is as read from the store; its entries grow. In a complete one nothing is done.
 */
void run_campaign(struct store *store, const struct plan *plan, struct campaign *campaign,
	const struct machine_options *options, run_listener *listener, void *context,
	struct run_result *result);

#endif
