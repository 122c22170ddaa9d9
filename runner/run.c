/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/run-parts.h"

#include <sodium.h>

#include "model/formats/jsonl.h"

void run_campaign_id(int64_t started_us, char id[static CAMPAIGN_ID_BYTES])
{
	static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
	time_t seconds = (time_t)(started_us / 1000000);
	struct tm tm;
	gmtime_r(&seconds, &tm);
	size_t length = strftime(id, CAMPAIGN_ID_BYTES, "%Y%m%d-", &tm);
	for (; length < CAMPAIGN_ID_BYTES - 1; length++)
		id[length] = letters[randombytes_uniform(sizeof(letters) - 1)];
	id[length] = 0;
}

void run_tell(struct run *run, enum run_event event, size_t entry, const struct sample *sample,
	const char *text)
{
	struct run_news news = {event, run->campaign, &run->campaign->entries[entry], sample, text,
		ledger_totals(run->ledger)};
	run->listener(run->context, &news);
}

bool run_is_interrupted(const struct run *run)
{
	return *run->options->interrupts > 0;
}

/* What is left of a boot's launches, in order. */
static struct schedule_launch *remaining(const struct run *run, const struct schedule_boot *boot,
	size_t *n)
{
	size_t all;
	struct schedule_launch *launches =
		schedule_launches(run->campaign, boot, run->plan->rounds, &all);
	*n = 0;
	for (size_t i = 0; i < all; i++)
		if (!ledger_done(run->ledger, launches[i].cell, boot->number, launches[i].round))
			launches[(*n)++] = launches[i];
	return launches;
}

/* One boot: enter, launch, leave. False with err where the store failed. */
static bool run_boot(struct run *run, const struct schedule_boot *boot,
	const struct schedule_launch *launches, size_t n, struct error *err)
{
	bool ok = run_enter(run, boot, err);
	size_t entry = run->campaign->entries_n - 1;
	ok = ok && (run_is_interrupted(run) || run_launches(run, entry, launches, n, err));
	machine_leave(run->machine, &run->campaign->entries[entry].env);
	ok = ok && store_entry_update(run->store, run->campaign, entry, err);
	/* Also where the store failed meanwhile; then it is that failure that is told. */
	struct error torn;
	if (!run_tear_down(run, entry, ok ? err : &torn))
		ok = false;
	environment_release(&run->campaign->entries[entry].env);
	return ok;
}

/*
 * Whether somebody has to reboot the host first; then message says so. Two boots of a variant are
 * two boots of its kernel: the second does not begin under the one that the first was made in.
 */
static bool wants_reboot(const struct run *run, const struct schedule_boot *boot,
	struct error *message)
{
	const struct campaign *campaign = run->campaign;
	bool other = machine_wants_reboot(run->machine, boot->variant), again = false;
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		again |= entry->variant == boot->variant && entry->number != boot->number &&
			strcmp(entry->kernel_boot_id, run->machine_boot_id) == 0;
	}
	again = again && run->plan->machine == PLAN_MACHINE_BOOT;
	if (other || again)
		error_set(message, "boot %s%s, then: schedlab resume %s",
			campaign->variants[boot->variant].label, other ? "" : " again",
			campaign->id);
	return other || again;
}

/* All boots that still have launches to make. */
static void run_boots(struct run *run, struct run_result *result)
{
	const struct campaign *campaign = run->campaign;
	size_t boots_n;
	struct schedule_boot *boots = schedule_boots(campaign, &boots_n);
	result->end = RUN_COMPLETE;
	for (size_t i = 0; i < boots_n && result->end == RUN_COMPLETE; i++) {
		size_t n;
		struct schedule_launch *launches = remaining(run, &boots[i], &n);
		if (n == 0) {
			free(launches);
			continue;
		}
		if (run_is_interrupted(run))
			result->end = RUN_INTERRUPTED;
		else if (wants_reboot(run, &boots[i], &result->message))
			result->end = RUN_REBOOT;
		else if (!run_boot(run, &boots[i], launches, n, &result->message))
			result->end = RUN_FAILED;
		free(launches);
	}
	free(boots);
	/* By a signal during the last boot, unless that was during its last launch. */
	struct ledger_totals totals = ledger_totals(run->ledger);
	if (result->end == RUN_COMPLETE && totals.done < totals.expected)
		result->end = RUN_INTERRUPTED;
}

static bool seal(struct run *run, struct error *err)
{
	struct campaign whole;
	struct samples samples;
	char digest[DIGEST_BYTES];
	if (store_campaign_read_whole(run->store, run->campaign->id, &whole, &samples, err) !=
		STORE_FOUND)
		return false;
	bool ok = jsonl_digest(&whole, &samples, digest, err) &&
		store_campaign_seal(run->store, run->campaign, digest, err);
	campaign_release(&whole);
	samples_release(&samples);
	return ok;
}

/* A launch that the runner did not survive is an attempt; then the ledger knows what is left. */
static bool take_stock(struct run *run, struct error *err)
{
	struct samples samples;
	if (!store_sample_interrupt(run->store, run->campaign, err) ||
		!store_samples_read(run->store, run->campaign, &samples, err))
		return false;
	run->ledger = ledger_new(run->campaign, &samples);
	samples_release(&samples);
	return true;
}

void run_campaign(struct store *store, const struct plan *plan, struct campaign *campaign,
	const struct machine_options *options, run_listener *listener, void *context,
	struct run_result *result)
{
	struct run run = {store, plan, campaign, options, listener, context, NULL, NULL, "",
		false};
	struct machine_accel accel = {"", ""};
	*result = (struct run_result){.end = RUN_FAILED};
	snprintf(accel.name, sizeof(accel.name), "%s", campaign->accel);
	facts_boot_id(run.machine_boot_id);

	bool complete = campaign->state == CAMPAIGN_COMPLETE;
	if (!complete && !take_stock(&run, &result->message))
		return;
	if (complete) {
		result->end = RUN_COMPLETE;
		return;
	}
	run.machine = machine_new(plan, &accel, options, &result->message);
	bool clean = run.machine && run_tear_down_pending(&run, &result->message);
	if (clean)
		run_boots(&run, result);
	if (clean && result->end == RUN_COMPLETE && !seal(&run, &result->message))
		result->end = RUN_FAILED;
	result->totals = ledger_totals(run.ledger);
	machine_free(run.machine);
	ledger_free(run.ledger);
}
