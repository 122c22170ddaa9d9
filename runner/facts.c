/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/facts.h"

#include <unistd.h>

#include "model/now.h"
#include "model/text.h"
#include "runner/facts-parts.h"
#include "runner/facts-pick.h"

#define FILE_BYTES (1 << 20)
#define CPUS "/sys/devices/system/cpu/"
#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/"
#ifdef __clang__
#define TOOL_COMPILER __VERSION__
#else
#define TOOL_COMPILER "gcc " __VERSION__
#endif

/* Facts that stand in one file. Those that need more have a file of their own, facts-*.c. */
static const struct source {
	const char *name, *path;
	facts_pick *pick;
} sources[] = {
	{"release", "/proc/sys/kernel/osrelease", facts_pick_all},
	{"version", "/proc/version", facts_pick_all},
	{"compiler", "/proc/version", facts_pick_compiler},
	{"cmdline", "/proc/cmdline", facts_pick_all},
	{"boot_id", "/proc/sys/kernel/random/boot_id", facts_pick_all},
	{"uptime", "/proc/uptime", facts_pick_word},
	{"clocksource", CLOCKSOURCE "current_clocksource", facts_pick_all},
	{"clocksource.available", CLOCKSOURCE "available_clocksource", facts_pick_all},
	{"tsc.flags", "/proc/cpuinfo", facts_pick_tsc_flags},
	{"cpus.online", CPUS "online", facts_pick_all},
	{"cpus.isolated", CPUS "isolated", facts_pick_cpu_list},
	{"cpus.nohz_full", CPUS "nohz_full", facts_pick_cpu_list},
	{"cpus.allowed", "/proc/self/status", facts_pick_cpus_allowed},
	{"cpu.model", "/proc/cpuinfo", facts_pick_cpu_model},
	{"cpu.microcode", "/proc/cpuinfo", facts_pick_microcode},
	{"smt.active", CPUS "smt/active", facts_pick_all},
	{"smt.control", CPUS "smt/control", facts_pick_all},
	{"cpuidle.driver", CPUS "cpuidle/current_driver", facts_pick_all},
	{"cpuidle.governor", CPUS "cpuidle/current_governor_ro", facts_pick_all},
	{"cpuidle.governor", CPUS "cpuidle/current_governor", facts_pick_all},
	{"cpuidle.haltpoll_ns", "/sys/module/haltpoll/parameters/guest_halt_poll_ns",
		facts_pick_all},
	{"hypervisor", "/proc/cpuinfo", facts_pick_hypervisor},
	{"hypervisor.type", "/sys/hypervisor/type", facts_pick_all},
	{"hypervisor.product", "/sys/class/dmi/id/product_name", facts_pick_all},
	{"sched_ext.state", "/sys/kernel/sched_ext/state", facts_pick_all},
	{"sched_ext.ops", "/sys/kernel/sched_ext/root/ops", facts_pick_all},
	{"thp", "/sys/kernel/mm/transparent_hugepage/enabled", facts_pick_bracketed},
	{"numa_balancing", "/proc/sys/kernel/numa_balancing", facts_pick_all},
	{"aslr", "/proc/sys/kernel/randomize_va_space", facts_pick_all},
	{"nmi_watchdog", "/proc/sys/kernel/nmi_watchdog", facts_pick_all},
	{"tracer", "/sys/kernel/tracing/current_tracer", facts_pick_all},
	{"tracer", "/sys/kernel/debug/tracing/current_tracer", facts_pick_all},
};

/* Of this host alone: what a campaign may run into, not what a boot is. */
static const struct source moment[] = {
	{"load", "/proc/loadavg", facts_pick_word},
	{"steal", "/proc/stat", facts_pick_steal},
	{"limit.files", "/proc/self/limits", facts_pick_files},
	{"limit.processes", "/proc/self/limits", facts_pick_processes},
	{"limit.threads", "/proc/sys/kernel/threads-max", facts_pick_all},
	{"limit.pid", "/proc/sys/kernel/pid_max", facts_pick_all},
	{"limit.pipe_pages", "/proc/sys/fs/pipe-user-pages-soft", facts_pick_all},
};

/*
 * What the sources above and facts-*.c read, and what hwloc opens (found with strace). Of
 * debugfs not sched/debug, which lists every task, and not sched/domains.
 */
const char *const facts_guest_files[] = {
	"/proc/sys/kernel/osrelease",
	"/proc/sys/kernel/random/boot_id",
	"/proc/sys/kernel/sched_*",
	"/proc/version",
	"/proc/cmdline",
	"/proc/config.gz",
	"/proc/cpuinfo",
	"/proc/meminfo",
	"/proc/self/status",
	"/sys/kernel/realtime",
	"/sys/kernel/debug/sched_features",
	"/sys/kernel/debug/sched/[!d]*",
	"/sys/kernel/debug/sched/*_balancing/*",
	"/sys/kernel/sched_ext/state",
	"/sys/kernel/sched_ext/root/ops",
	"/sys/kernel/mm/transparent_hugepage/enabled",
	"/sys/kernel/tracing/current_tracer",
	"/sys/hypervisor/type",
	"/sys/class/dmi/id/product_name",
	"/proc/sys/kernel/numa_balancing",
	"/proc/sys/kernel/randomize_va_space",
	"/proc/sys/kernel/nmi_watchdog",
	"/proc/self/cgroup",
	"/sys/devices/system/clocksource/clocksource0/*_clocksource",
	"/sys/devices/system/cpu/online",
	"/sys/devices/system/cpu/isolated",
	"/sys/devices/system/cpu/nohz_full",
	"/sys/devices/system/cpu/smt/*",
	"/sys/devices/system/cpu/vulnerabilities/*",
	"/sys/devices/system/cpu/cpuidle/current_*",
	"/sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_[dg][ro]*", /* driver, governor */
	"/sys/devices/system/cpu/cpu[0-9]*/cpu_capacity",
	"/sys/devices/system/cpu/cpu[0-9]*/topology/*_id",
	"/sys/devices/system/cpu/cpu[0-9]*/topology/*_cpus",
	"/sys/devices/system/cpu/cpu[0-9]*/topology/*_siblings", /* before 5.7 */
	"/sys/devices/system/cpu/cpu[0-9]*/cache/index*/*",
	"/sys/devices/system/node/online",
	"/sys/devices/system/node/node[0-9]*/cpumap",
	"/sys/devices/system/node/node[0-9]*/distance",
	"/sys/devices/system/node/node[0-9]*/meminfo",
	"/proc/uptime", /* last: the moment of it is when all has come */
	NULL,
};

char *facts_read(const char *root, const char *path)
{
	struct text raw = TEXT_EMPTY, clean = TEXT_EMPTY;
	struct error unread;
	char *file = xasprintf("%s%s", root, path), *text = NULL;

	if (text_read_file(&raw, file, FILE_BYTES, &unread)) {
		while (raw.length && strchr(" \t\n", raw.bytes[raw.length - 1]))
			raw.length--;
		text_add_utf8(&clean, raw.bytes, raw.length);
		text = text_take(&clean);
	}
	text_release(&raw);
	free(file);
	return text;
}

static void add_sources(const char *root, const struct source *from, size_t n,
	struct environment *env)
{
	for (size_t i = 0; i < n; i++) {
		char *text = facts_read(root, from[i].path);
		char *fact = text ? from[i].pick(text) : NULL;
		if (fact || !environment_get(env, from[i].name)) /* the first place that has it */
			environment_set(env, from[i].name, fact);
		free(fact);
		free(text);
	}
}

void facts_of_root(const char *root, struct environment *env, const char *config_path)
{
	char captured[TEXT_TIME_BYTES];
	text_time(now_unix_us(), captured);
	environment_set(env, "captured", captured);
	add_sources(root, sources, ARRAY_LENGTH(sources), env);
	environment_set(env, "tool", "schedlab " SCHEDLAB_VERSION);
	environment_set(env, "tool.compiler", TOOL_COMPILER);
	facts_cpu(root, env);
	facts_cgroup(root, env);
	facts_sched(root, env);
	facts_config(root, env, config_path);
	facts_topology(root, env);
}

void facts_of_moment(struct environment *env)
{
	add_sources("", moment, ARRAY_LENGTH(moment), env);
	environment_set(env, "kvm", access("/dev/kvm", R_OK | W_OK) == 0 ? "yes" : NULL);
}

/* HZ as the running kernel shows it: the coarse clock moves once a tick. */
static void measure_hz(struct environment *env)
{
	struct timespec tick;
	char hz[32];

	if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) || tick.tv_sec || tick.tv_nsec <= 0)
		return;
	snprintf(hz, sizeof(hz), "%ld", (1000000000 + tick.tv_nsec / 2) / tick.tv_nsec);
	environment_set(env, "hz", hz);
}

void facts_of_host(struct environment *env, const char *config_path)
{
	facts_of_root("", env, config_path);
	if (!environment_get(env, "hz"))
		measure_hz(env);
	facts_dmesg_of_host(env);
}

bool facts_boot_id(char boot_id[static FACTS_BOOT_ID_BYTES])
{
	char *text = facts_read("", "/proc/sys/kernel/random/boot_id");
	bool fits = text && *text && strlen(text) < FACTS_BOOT_ID_BYTES;

	if (fits)
		memcpy(boot_id, text, strlen(text) + 1);
	free(text);
	return fits;
}
