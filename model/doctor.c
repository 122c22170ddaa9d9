/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/doctor.h"

#include "model/dmesg.h"
#include "model/kconfig.h"

enum test {
	IS,       /* one of these words */
	IS_NOT,   /* something else than this one */
	LACKS,    /* the word is not in it */
	CONTAINS,
	ABOVE,    /* a number */
	BELOW,
	MISSING
};

#define DEEP_US 20 /* a switch takes 1 to 5 */
#define CPU "/sys/devices/system/cpu/"

static const struct rule {
	const char *fact;
	enum test test;
	const char *argument;
	enum doctor_weight weight;
	const char *what, *fix;
} rules[] = {
	{"clocksource", IS, "hpet acpi_pm pit jiffies refined-jiffies", DOCTOR_BAD,
		"reading this clock costs a microsecond or more",
		"boot with clocksource=tsc, or tsc=reliable where the hardware deserves it"},
	{"tsc.flags", LACKS, "constant_tsc", DOCTOR_NOISY,
		"the TSC follows the frequency of the CPU", "fix the frequency"},
	{"cgroup.cpu.max", IS_NOT, "max", DOCTOR_BAD,
		"a CPU quota stops processes in the middle of a run",
		"run outside of this control group (systemd-run --scope), or write max to cpu.max"},
	{"cgroup.throttled", ABOVE, "0", DOCTOR_NOISY, "this control group has been throttled",
		"run outside of this control group"},
	{"cgroup.depth", ABOVE, "4", DOCTOR_NOISY,
		"every level of control groups adds work to each switch",
		"run in a group nearer to the top (systemd-run --slice=…)"},
	{"cgroup.pids.max", BELOW, "8192", DOCTOR_NOTE,
		"messaging over many groups will not find enough processes",
		"raise pids.max (systemd: TasksMax=infinity)"},
	{"cpufreq.governor", IS_NOT, "performance", DOCTOR_NOISY,
		"the frequency follows the load", "cpupower frequency-set -g performance"},
	{"cpufreq.turbo", IS, "on", DOCTOR_NOISY,
		"the frequency depends on temperature and on the other cores",
		"echo 1 > " CPU "intel_pstate/no_turbo, or echo 0 > " CPU "cpufreq/boost"},
	{"smt.active", IS, "1", DOCTOR_NOISY,
		"what runs on the sibling of a bound CPU takes part of its core",
		"echo off > " CPU "smt/control"},
	{"steal", ABOVE, "0.5", DOCTOR_NOISY, "a hypervisor takes percents of the CPU time away",
		"use a host with CPUs of its own; disturbed samples are measured again"},
	{"load", ABOVE, "0.5", DOCTOR_NOISY, "other work is running here", "stop it, or wait"},
	{"sched.autogroup_enabled", IS, "1", DOCTOR_NOISY,
		"sessions are groups of their own: bound and unbound runs compete differently",
		"sysctl kernel.sched_autogroup_enabled=0"},
	{"sched.schedstats", IS, "1", DOCTOR_NOISY, "statistics cost nanoseconds a switch",
		"sysctl kernel.sched_schedstats=0"},
	{"sched_ext.state", IS, "enabled", DOCTOR_NOISY,
		"a BPF scheduler has taken over", "stop it, or name it in the variant's label"},
	{"tracer", IS_NOT, "nop", DOCTOR_BAD, "the kernel is being traced",
		"echo nop > /sys/kernel/tracing/current_tracer"},
	{"nmi_watchdog", IS, "1", DOCTOR_NOISY, "the watchdog interrupts every CPU",
		"sysctl kernel.nmi_watchdog=0"},
	{"thp", IS, "always", DOCTOR_NOISY, "huge pages come and go as memory allows",
		"echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"},
	{"aslr", IS, "0", DOCTOR_NOISY, "every launch has the same layout, lucky or not",
		"sysctl kernel.randomize_va_space=2"},
	{"limit.files", BELOW, "4096", DOCTOR_NOTE,
		"messaging over many groups will not find enough descriptors", "ulimit -n 65536"},
	{"limit.processes", BELOW, "8192", DOCTOR_NOTE,
		"messaging over many groups will not find enough processes", "ulimit -u unlimited"},
	{"limit.pid", BELOW, "8192", DOCTOR_NOTE,
		"messaging over many groups will not find enough processes",
		"sysctl kernel.pid_max=32768"},
	{"hypervisor", IS_NOT, "no", DOCTOR_NOTE,
		"this machine is a guest: what its neighbours do is not seen",
		"prefer counted results, or a host of your own"},
	{"kvm", MISSING, NULL, DOCTOR_NOTE,
		"guests run emulated: counted values only, no verdicts on time",
		"load kvm_intel or kvm_amd, and be allowed to open /dev/kvm"},
	{"config", MISSING, NULL, DOCTOR_NOTE,
		"the kernel's .config is unknown: fairness not checked",
		"config: in the plan, modprobe configs, or install /boot/config-RELEASE"},
	{"config.source", CONTAINS, "another kernel", DOCTOR_BAD,
		"the .config found is not this kernel's", "config: in the plan"},
	{"sched.features", MISSING, NULL, DOCTOR_NOTE,
		"features and slices of the scheduler are not recorded",
		"run as root, with mount -t debugfs none /sys/kernel/debug"},
	{"dmesg", MISSING, NULL, DOCTOR_NOTE, "the kernel's log cannot be read",
		"run as root, or sysctl kernel.dmesg_restrict=0"},
	{"clocksource", MISSING, NULL, DOCTOR_NOTE, "the clock source is not known",
		"mount -t sysfs none /sys"},
};

/* Options that make every path of the scheduler another one. */
static const char *const debug_options[] = {
	"PROVE_LOCKING", "LOCKDEP", "LOCK_STAT", "DEBUG_LOCK_ALLOC", "PROVE_RCU", "DEBUG_PREEMPT",
	"PREEMPT_TRACER", "IRQSOFF_TRACER", "KASAN", "KCSAN", "KMSAN", "KCOV", "GCOV_KERNEL",
	"DEBUG_OBJECTS", "DEBUG_PAGEALLOC_ENABLE_DEFAULT", "DEBUG_KMEMLEAK", "SLUB_DEBUG_ON",
	"DEBUG_MUTEXES", "DEBUG_SPINLOCK", "DEBUG_ATOMIC_SLEEP", "DEBUG_VM",
};

static bool has_word(const char *words, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = words; (at = strstr(at, word)); at++)
		if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return true;
	return false;
}

static bool applies(const struct rule *rule, const char *value)
{
	char *end;

	if (!value)
		return rule->test == MISSING;
	double number = strtod(value, &end); /* "max" and "unlimited" are none */
	bool is_number = end != value;
	switch (rule->test) {
	case IS:
		return *value && has_word(rule->argument, value);
	case IS_NOT:
		return *value && strcmp(value, rule->argument) != 0;
	case LACKS:
		return !has_word(value, rule->argument);
	case CONTAINS:
		return strstr(value, rule->argument) != NULL;
	case ABOVE:
		return is_number && number > strtod(rule->argument, NULL);
	case BELOW:
		return is_number && number < strtod(rule->argument, NULL);
	case MISSING:
		break;
	}
	return false;
}

/* Takes `value` over. */
static void find(struct doctor *doctor, enum doctor_weight weight, const char *fact, char *value,
	const char *what, const char *fix)
{
	struct doctor_finding *finding =
		xgrow(&doctor->findings, &doctor->length, sizeof(*finding));
	*finding = (struct doctor_finding){weight, fact, value, what, fix};
}

static void examine_config(struct doctor *doctor, const struct environment *env)
{
	const char *text = environment_get(env, "config");
	const char *source = environment_get(env, "config.source");
	struct kconfig config;
	struct error unread;

	if (!text || (source && strstr(source, "another kernel")) ||
		!kconfig_parse(&config, text, strlen(text), &unread))
		return;
	for (size_t i = 0; i < ARRAY_LENGTH(debug_options); i++)
		if (kconfig_is_on(&config, debug_options[i]))
			find(doctor, DOCTOR_BAD, "config",
				xasprintf("CONFIG_%s=y", debug_options[i]),
				"a debug option changes every path of the scheduler",
				"build the kernel without it");
	kconfig_release(&config);
}

static void examine_log(struct doctor *doctor, const struct environment *env)
{
	const char *log = environment_get(env, "dmesg");
	struct dmesg_clock clock = {0};

	if (log)
		dmesg_clock_read(&clock, log);
	if (clock.unstable)
		find(doctor, DOCTOR_BAD, "dmesg", xasprintf("TSC unstable since %.1f s",
			clock.since_s), "the kernel gave the TSC up as a clock",
			"update the firmware; tsc=reliable only where the hardware deserves it");
}

/* "POLL 0, C1 2, C6 133 off": a state with its latency in microseconds. */
static void examine_idle(struct doctor *doctor, const struct environment *env)
{
	const char *states = environment_get(env, "cpuidle.states");
	unsigned latency_us;
	char off[4];

	for (const char *at = states; at; at = strstr(at, ", "), at = at ? at + 2 : NULL) {
		int got = sscanf(at, "%*s %u %3s", &latency_us, off);
		if (got >= 1 && latency_us > DEEP_US && (got == 1 || strcmp(off, "off") != 0)) {
			find(doctor, DOCTOR_NOISY, "cpuidle.states", xstrdup(states),
				"deep idle states delay wake-ups of unbound runs",
				"cpu_dma_latency: 0 in the plan");
			return;
		}
	}
}

static void examine_cpus(struct doctor *doctor, const struct environment *env)
{
	const char *online = environment_get(env, "cpus.online");
	const char *allowed = environment_get(env, "cpus.allowed");
	const char *topology = environment_get(env, "topology");
	const char *balancing = environment_get(env, "numa_balancing");

	if (online && allowed && strcmp(online, allowed) != 0)
		find(doctor, DOCTOR_NOTE, "cpus.allowed", xasprintf("%s of %s", allowed, online),
			"an affinity mask or a cpuset leaves only some of the CPUs",
			"taskset, or another cpuset, where all are wanted");
	if (topology && strstr(topology, "NUMA nodes") && balancing && strcmp(balancing, "0") != 0)
		find(doctor, DOCTOR_NOISY, "numa_balancing", xstrdup(balancing),
			"pages and processes wander between nodes",
			"sysctl kernel.numa_balancing=0");
}

/* By insertion, which keeps the order of the rules among equals. */
static void sort_by_weight(struct doctor *doctor)
{
	for (size_t i = 1; i < doctor->length; i++) {
		struct doctor_finding finding = doctor->findings[i];
		size_t j = i;
		for (; j && doctor->findings[j - 1].weight > finding.weight; j--)
			doctor->findings[j] = doctor->findings[j - 1];
		doctor->findings[j] = finding;
	}
}

void doctor_init(struct doctor *doctor, const struct environment *env)
{
	*doctor = (struct doctor){.rules = ARRAY_LENGTH(rules) + ARRAY_LENGTH(debug_options) + 4};
	examine_log(doctor, env);
	examine_config(doctor, env);
	for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
		const char *value = environment_get(env, rules[i].fact);
		if (applies(&rules[i], value))
			find(doctor, rules[i].weight, rules[i].fact, xstrdup_null(value),
				rules[i].what, rules[i].fix);
	}
	examine_idle(doctor, env);
	examine_cpus(doctor, env);
	sort_by_weight(doctor);
}

void doctor_release(struct doctor *doctor)
{
	for (size_t i = 0; i < doctor->length; i++)
		free(doctor->findings[i].value);
	free(doctor->findings);
	*doctor = (struct doctor){0};
}

const char *doctor_weight_name(enum doctor_weight weight)
{
	static const char *const names[] = {"bad", "noisy", "note"};
	return names[weight];
}
