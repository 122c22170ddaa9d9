/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/run-parts.h"

#include "model/now.h"

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
		.entered_us = now_unix_us(),
		.kernel_boot_id = xstrdup("")};
	return entry;
}

bool run_lose_entry(struct run *run, size_t entry, const struct error *why, struct error *err)
{
	free(run->campaign->entries[entry].failure);
	run->campaign->entries[entry].failure = xstrdup(why->message);
	run_tell(run, RUN_LOST, entry, NULL, why->message);
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

bool run_enter(struct run *run, const struct schedule_boot *boot, struct error *err)
{
	struct error why;
	struct campaign_boot *entry = new_entry(run, boot);
	size_t number = run->campaign->entries_n - 1;
	run_tell(run, RUN_ENTERING, number, NULL, NULL);
	if (!store_entry_add(run->store, run->campaign, err))
		return false;
	if (!run_set_up(run, number, &why, err))
		return false;
	if (*why.message)
		return run_lose_entry(run, number, &why, err);
	bool up = machine_enter(run->machine, boot->variant, boot->clock, &entry->env, &why);
	const char *boot_id = environment_get(&entry->env, "boot_id");
	if (up && boot_id) {
		free(entry->kernel_boot_id);
		entry->kernel_boot_id = xstrdup(boot_id);
	}
	if (!up)
		return run_lose_entry(run, number, &why, err);
	if (!check_same_kernel(run, number, &why))
		return run->plan->machine == PLAN_MACHINE_VM ? run_lose_entry(run, number, &why, err)
							     : refuse_kernel(run, number, &why, err);
	if (!store_entry_update(run->store, run->campaign, number, err))
		return false;
	run_tell(run, RUN_ENTERED, number, NULL, NULL);
	return true;
}
