/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/run.h"

#include <math.h>
#include <sodium.h>
#include <time.h>

#include "model/formats/jsonl.h"
#include "runner/facts.h"
#include "runner/matrix.h"
#include "runner/schedule.h"

/* A launch during which the machine went down this often is failed, not made again. */
#define CRASHES_MAX 3

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
};

static int64_t now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

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

static void tell(struct run *run, enum run_event event, size_t entry, const struct sample *sample,
	const char *text)
{
	struct run_news news = {event, run->campaign, &run->campaign->entries[entry], sample, text,
		ledger_totals(run->ledger)};
	run->listener(run->context, &news);
}

static bool is_interrupted(const struct run *run)
{
	return *run->options->interrupts > 0;
}

/* ---- entries ---- */

/*
 * The last entry of that variant that came up, before entry `before`; -1 where there is none. An
 * entry that the runner did not survive has no boot id, and nothing is known of its kernel.
 */
static ptrdiff_t earlier_entry(const struct campaign *campaign, unsigned variant, size_t before)
{
	for (size_t i = before; i-- > 0;) {
		const struct campaign_boot *entry = &campaign->entries[i];
		if (entry->variant == variant && !entry->failure && *entry->kernel_boot_id)
			return (ptrdiff_t)i;
	}
	return -1;
}

/* A kernel image that was rebuilt or replaced under a running campaign is another variant. */
static bool check_same_kernel(struct run *run, size_t entry, struct error *err)
{
	struct campaign *campaign = run->campaign;
	const struct environment *env = &campaign->entries[entry].env;
	struct environment before = {0};
	ptrdiff_t earlier = earlier_entry(campaign, campaign->entries[entry].variant, entry);
	if (earlier < 0)
		return true;
	if (!store_environment_read(run->store, campaign, (size_t)earlier, &before, err))
		return false;
	const char *now = environment_get(env, "version");
	const char *then = environment_get(&before, "version");
	bool same = !now || !then || strcmp(now, then) == 0;
	if (!same)
		error_set(err, "wrong kernel: it is '%s', but was '%s' in an earlier boot", now,
			then);
	environment_release(&before);
	return same;
}

static struct campaign_boot *new_entry(struct run *run, const struct schedule_boot *boot)
{
	struct campaign *campaign = run->campaign;
	unsigned before = 0;
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *other = &campaign->entries[i];
		before += other->variant == boot->variant && other->clock == boot->clock &&
			other->number == boot->number;
	}
	struct campaign_boot *entry =
		xgrow(&campaign->entries, &campaign->entries_n, sizeof(*entry));
	*entry = (struct campaign_boot){.variant = boot->variant,
		.clock = boot->clock,
		.number = boot->number,
		.entry = before + 1,
		.entered_us = now_us(),
		.kernel_boot_id = xstrdup("")};
	return entry;
}

/* A reason as the store takes it: an error's words may hold a guest's bytes, or be cut anywhere. */
static char *valid(const char *words)
{
	struct text text = TEXT_EMPTY;
	text_add_utf8(&text, words, strlen(words));
	return text_take(&text);
}

/* Why the entry is lost goes into the store with it. */
static bool lose_entry(struct run *run, size_t entry, const struct error *why, struct error *err)
{
	free(run->campaign->entries[entry].failure);
	run->campaign->entries[entry].failure = valid(why->message);
	tell(run, RUN_LOST, entry, NULL, why->message);
	return store_entry_update(run->store, run->campaign, entry, err);
}

/*
 * The host itself runs another kernel than before. Nothing is lost by that: the right one can be
 * booted again, so the campaign stops instead of failing everything that is left of it.
 */
static bool refuse_kernel(struct run *run, size_t entry, const struct error *why, struct error *err)
{
	run->campaign->entries[entry].failure = xstrdup(why->message);
	return store_entry_update(run->store, run->campaign, entry, err) &&
		error_set(err, "%s", why->message);
}

/*
 * Enters a boot. False with err where the store failed or the host has the wrong kernel;
 * otherwise the entry is in the store, with `failure` set where the variant did not come up.
 */
static bool enter(struct run *run, const struct schedule_boot *boot, struct error *err)
{
	struct error why;
	struct campaign_boot *entry = new_entry(run, boot);
	size_t number = run->campaign->entries_n - 1;
	tell(run, RUN_ENTERING, number, NULL, NULL);
	if (!store_entry_add(run->store, run->campaign, err))
		return false;
	bool up = machine_enter(run->machine, boot->variant, boot->clock, &entry->env, &why);
	const char *boot_id = environment_get(&entry->env, "boot_id");
	if (up && boot_id) {
		free(entry->kernel_boot_id);
		entry->kernel_boot_id = xstrdup(boot_id);
	}
	if (!up)
		return lose_entry(run, number, &why, err);
	if (!check_same_kernel(run, number, &why))
		return run->plan->machine == PLAN_MACHINE_VM ? lose_entry(run, number, &why, err)
							     : refuse_kernel(run, number, &why, err);
	if (!store_entry_update(run->store, run->campaign, number, err))
		return false;
	tell(run, RUN_ENTERED, number, NULL, NULL);
	return true;
}

/* ---- launches ---- */

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
		.started_us = now_us(),
	};
}

static void sample_release(struct sample *sample)
{
	free(sample->reason);
	free(sample->cpus);
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
		entry->failure = valid(why.message);
		sample->reason = xasprintf("boot: %s", entry->failure);
	} else if (sample->reason) {
		char *said = sample->reason;
		sample->reason = valid(said);
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
		return lose_entry(run, entry, &why, err);
	for (enum placement p = 0; p < PLACEMENT_N; p++)
		cpus[p] = placements_cpus(&placements, p);
	placements_release(&placements);
	return true;
}

/*
 * The launches of one entry, one after the other. The sample that ended is written in the same
 * transaction that announces the next one.
 */
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
		bool last = i + 1 == n || is_interrupted(run);
		struct sample next = {0};
		if (!last)
			next = announced(run, entry, &launches[i + 1]);
		ok = store_sample_add(run->store, campaign, &sample, last ? NULL : &next,
			run->machine_boot_id, err);
		if (ok && campaign->entries[entry].failure && !lost_before)
			tell(run, RUN_LOST, entry, NULL, campaign->entries[entry].failure);
		if (ok)
			tell(run, RUN_SAMPLE, entry, &sample, NULL);
		sample_release(&sample);
		sample = next;
		if (last)
			break;
	}
	return ok;
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
	char *cpus[PLACEMENT_N] = {NULL};
	bool ok = enter(run, boot, err);
	size_t entry = run->campaign->entries_n - 1;
	ok = ok && find_cpus(run, entry, cpus, err) &&
		(is_interrupted(run) || launch_all(run, entry, launches, n, cpus, err));
	machine_leave(run->machine, &run->campaign->entries[entry].env);
	ok = ok && store_entry_update(run->store, run->campaign, entry, err);
	environment_release(&run->campaign->entries[entry].env);
	for (enum placement p = 0; p < PLACEMENT_N; p++)
		free(cpus[p]);
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
		if (is_interrupted(run))
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
	struct run run = {store, plan, campaign, options, listener, context, NULL, NULL, ""};
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
	if (run.machine)
		run_boots(&run, result);
	if (run.machine && result->end == RUN_COMPLETE && !seal(&run, &result->message))
		result->end = RUN_FAILED;
	result->totals = ledger_totals(run.ledger);
	machine_free(run.machine);
	ledger_free(run.ledger);
}
