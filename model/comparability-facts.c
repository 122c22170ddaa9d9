/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/comparability-parts.h"

/*
 * The facts that are compared, in the order in which they are shown; a star at the end stands
 * for any rest of a name. `causes`: words of a command line that change the fact on purpose.
 * NULL: not compared. `of_kernel`: another kernel may have no such file, or have it anew; only
 * two values differ.
 * Not here, because two boots never have them in common or because it is jitter: boot ids,
 * uptimes, frequencies of a moment, bogomips, the path of a control group.
 */
static const struct field {
	const char *pattern, *causes;
	bool of_kernel;
} fields[] = {
	{"preempt.active", "preempt=", false},
	{"sched.preempt", NULL, true}, /* said by preempt.active */
	{"preempt.configured", "", false},
	{"hz", "", false},
	{"clocksource", "clocksource= tsc= notsc hpet=", false},
	{"tsc.flags", "tsc= notsc", false},
	{"compiler", "", false},
	{"vulnerabilities.*", "mitigations= spectre_v2= nospectre pti= nopti spec_store_bypass "
		"l1tf= mds= tsx_async_abort= retbleed= srbds= gather_data mmio_stale_data= "
		"spec_rstack_overflow= reg_file_data", true},
	{"sched.features", "", true},
	{"sched.autogroup_enabled", "noautogroup", true},
	{"sched.*", "schedstats= relax_domain_level=", true},
	{"sched_ext.*", "", true},
	{"cpu.model", "", false},
	{"cpu.microcode", "dis_ucode_ldr", false},
	{"topology", "maxcpus= nr_cpus= nosmp nosmt", false},
	{"cpus.online", "maxcpus= nr_cpus= nosmp nosmt", false},
	{"cpus.allowed", "maxcpus= nr_cpus= nosmp nosmt isolcpus=", false},
	{"cpus.isolated", "isolcpus=", false},
	{"cpus.nohz_full", "nohz_full=", false},
	{"smt.*", "nosmt", true},
	{"hypervisor*", "", false},
	{"cpufreq.*", "cpufreq. intel_pstate= amd_pstate=", true},
	{"cpuidle.*", "cpuidle. idle= intel_idle. processor.max_cstate= cpuidle_haltpoll.", true},
	{"cgroup.cpu*", "cgroup_disable=", false},
	{"cgroup.pids.max", "cgroup_disable=", false},
	{"cgroup.depth", "", false},
	{"thp", "transparent_hugepage=", true},
	{"numa_balancing", "numa_balancing=", true},
	{"aslr", "norandmaps", false},
	{"tracer", "ftrace=", true},
	{"nmi_watchdog", "nmi_watchdog= nowatchdog", true},
	{"qemu.version", "", false},
	{"tool.compiler", "", false},
	{"tool", "", false},
};

static bool matches(const char *pattern, const char *name)
{
	size_t length = strcspn(pattern, "*");
	return strncmp(pattern, name, length) == 0 && (pattern[length] || !name[length]);
}

/* A name belongs to the first line that fits it. */
static bool belongs(const char *name, size_t line)
{
	for (size_t i = 0; i < line; i++)
		if (matches(fields[i].pattern, name))
			return false;
	return matches(fields[line].pattern, name);
}

static bool knows(const struct environment *env, const char *name)
{
	for (size_t i = 0; i < env->length; i++)
		if (strcmp(env->facts[i].name, name) == 0)
			return true;
	return false;
}

/* Blanks are no difference: some kernels pad what others do not. */
static bool same_words(const char *a, const char *b)
{
	for (a += strspn(a, " \t\n"), b += strspn(b, " \t\n");;) {
		size_t n = strcspn(a, " \t\n"), m = strcspn(b, " \t\n");
		if (n != m || memcmp(a, b, n) != 0)
			return false;
		a += n + strspn(a + n, " \t\n");
		b += m + strspn(b + m, " \t\n");
		if (!*a || !*b)
			return !*a && !*b;
	}
}

/* Whether the two differ in it; *a and *b are then what to show. */
static bool fact_differs(const struct environment *x, const struct environment *y,
	const char *name, bool of_kernel, const char **a, const char **b)
{
	*a = environment_get(x, name);
	*b = environment_get(y, name);
	if (!*a && !*b)
		return false;
	if (!*a || !*b) { /* an older tool did not look for all that this one does */
		if (of_kernel || !knows(x, name) || !knows(y, name))
			return false;
		*a = *a ? *a : "missing";
		*b = *b ? *b : "missing";
		return true;
	}
	return !same_words(*a, *b);
}

static void compare_line(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b, size_t line)
{
	const struct field *field = &fields[line];
	enum comparability_weight weight = comparability_plan_says(a, b, field->causes) ?
		COMPARABILITY_PLANNED : COMPARABILITY_DIFFERS;

	/* A fact that is only in b was not looked for in a, or is a file of another kernel. */
	for (size_t i = 0; i < a->env->length; i++) {
		const char *name = a->env->facts[i].name, *from, *to;
		if (belongs(name, line) &&
			fact_differs(a->env, b->env, name, field->of_kernel, &from, &to))
			comparability_change(comparability, weight, name, from, to);
	}
}

/* What the .config or the campaigns have said already. */
static bool is_said(const char *pattern, bool configs, bool campaigns)
{
	bool follows = strcmp(pattern, "hz") == 0 || strcmp(pattern, "preempt.configured") == 0;
	return (configs && follows) || (campaigns && strcmp(pattern, "tool") == 0);
}

void comparability_facts(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b, bool configs)
{
	enum comparability_weight weight = comparability_kernel_varies(a, b) ?
		COMPARABILITY_PLANNED : COMPARABILITY_DIFFERS;
	const char *from, *to;

	for (size_t i = 0; i < ARRAY_LENGTH(fields); i++)
		if (fields[i].causes &&
			!is_said(fields[i].pattern, configs, a->campaign != b->campaign))
			compare_line(comparability, a, b, i);
	if (fact_differs(a->env, b->env, "release", false, &from, &to))
		comparability_change(comparability, weight, "release", from, to);
	else if (fact_differs(a->env, b->env, "version", false, &from, &to))
		comparability_change(comparability, weight, "version", from, to);
}

/* The first boot of the side in which a fact is not what it is in side->env. */
static const struct campaign_boot *boot_that_differs(const struct comparability_side *side,
	const struct field *field, const char **from, const char **to)
{
	for (size_t i = 0; i < side->campaign->entries_n; i++) {
		const struct campaign_boot *entry = &side->campaign->entries[i];
		if (comparability_has_boot(side, entry) &&
			fact_differs(side->env, &entry->env, field->pattern, field->of_kernel,
				from, to))
			return entry;
	}
	return NULL;
}

void comparability_boots(struct comparability *comparability,
	const struct comparability_side *side)
{
	if (!side->env)
		return;
	char *label = comparability_label(side);
	for (size_t i = 0; i < ARRAY_LENGTH(fields); i++) {
		const char *name = fields[i].pattern, *from, *to;
		const struct campaign_boot *boot = fields[i].causes && !strchr(name, '*') ?
			boot_that_differs(side, &fields[i], &from, &to) : NULL;
		if (!boot)
			continue;
		comparability_say(comparability, COMPARABILITY_DIFFERS, name,
			xasprintf("%s: not the same in all boots of %s (%s, in boot %u %s)", name,
				label, from, boot->number, to));
	}
	free(label);
}
