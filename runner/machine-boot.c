/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reboots of this host, done by hand: the runner stops, somebody boots the variant's kernel, and
 * `resume` goes on here. All that this adds to machine-here is the question which kernel runs.
 */
#include <sys/utsname.h>

#include "runner/machine-here.h"

/*
 * Whether the running kernel is the variant's: the release its file has, or, where the plan
 * names no file, the release that its label says. Nothing can be known of a file that cannot be
 * read: machine_here_enter() then says so.
 */
static bool is_running(const struct machine *machine, size_t variant)
{
	const struct machine_here *here = (const struct machine_here *)machine;
	const struct plan_variant *wanted = &here->plan->variants[variant];
	struct utsname running;
	struct error unread;

	uname(&running);
	if (!wanted->kernel)
		return strcmp(wanted->label, running.release) == 0;
	char *release = machine_kernel_release(wanted->kernel, &unread);
	bool same = !release || strcmp(release, running.release) == 0;
	free(release);
	return same;
}

static bool wants_reboot(const struct machine *machine, size_t variant)
{
	return !is_running(machine, variant);
}

static bool enter(struct machine *machine, size_t variant, enum clock clock,
	struct environment *env, struct error *err)
{
	const struct machine_here *here = (const struct machine_here *)machine;
	const struct plan_variant *wanted = &here->plan->variants[variant];

	if (!wanted->kernel && !is_running(machine, variant)) {
		struct utsname running;
		uname(&running);
		return error_set(err, "wrong kernel: %s is running, not %s "
			"(a variant without kernel: is labelled with its release)",
			running.release, wanted->label);
	}
	return machine_here_enter(machine, variant, clock, env, err);
}

struct machine *machine_boot_new(const struct plan *plan, const struct machine_options *options,
	struct error *err)
{
	static const struct machine_ops ops = {
		.enter = enter,
		.launch = machine_here_launch,
		.leave = machine_here_leave,
		.free = machine_here_free,
		.wants_reboot = wants_reboot,
	};

	return machine_here_new_as(&ops, plan, options, err);
}
