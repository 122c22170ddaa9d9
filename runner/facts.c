/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/facts.h"

#include <sys/klog.h>

#include "model/text.h"
#include "runner/facts-parts.h"

#define FILE_BYTES (1 << 20)
#define DMESG_BYTES (16 << 20)

/* syslog(2): the kernel's headers keep these numbers to themselves. */
enum { KLOG_READ_ALL = 3, KLOG_SIZE = 10 };

/* The value of the first "Key…: value" line of a file; NULL where it has none. */
static char *line_value(const char *text, const char *key)
{
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");
		const char *colon = memchr(line, ':', length);
		if (colon && strncmp(line, key, strlen(key)) == 0) {
			const char *value = colon + 1 + strspn(colon + 1, " \t");
			return value > line + length ? xstrdup("") :
				xstrndup(value, (size_t)(line + length - value));
		}
		line += length + (line[length] == '\n');
	}
	return NULL;
}

static char *all(const char *text)
{
	return xstrdup(text);
}

static char *cpus_allowed(const char *status)
{
	return line_value(status, "Cpus_allowed_list");
}

static char *cpu_model(const char *cpuinfo)
{
	return line_value(cpuinfo, "model name");
}

static char *hypervisor(const char *cpuinfo)
{
	char *flags = line_value(cpuinfo, "flags"), *at = flags;
	bool found = false;

	if (!flags)
		return NULL;
	for (char *flag; !found && (flag = strsep(&at, " "));)
		found = strcmp(flag, "hypervisor") == 0;
	free(flags);
	return xstrdup(found ? "yes" : "no");
}

/* Facts that stand in one file. Those that need more have a file of their own, facts-*.c. */
static const struct {
	const char *name, *path;
	char *(*pick)(const char *text);
} sources[] = {
	{"release", "/proc/sys/kernel/osrelease", all},
	{"version", "/proc/version", all},
	{"cmdline", "/proc/cmdline", all},
	{"boot_id", "/proc/sys/kernel/random/boot_id", all},
	{"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource", all},
	{"clocksource.available",
		"/sys/devices/system/clocksource/clocksource0/available_clocksource", all},
	{"cpus.online", "/sys/devices/system/cpu/online", all},
	{"cpus.allowed", "/proc/self/status", cpus_allowed},
	{"cpu.model", "/proc/cpuinfo", cpu_model},
	{"hypervisor", "/proc/cpuinfo", hypervisor},
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
	"/sys/devices/system/clocksource/clocksource0/*_clocksource",
	"/sys/devices/system/cpu/online",
	"/sys/devices/system/cpu/cpu[0-9]*/cpu_capacity",
	"/sys/devices/system/cpu/cpu[0-9]*/topology/*_id",
	"/sys/devices/system/cpu/cpu[0-9]*/topology/*_cpus",
	"/sys/devices/system/cpu/cpu[0-9]*/topology/*_siblings", /* before 5.7 */
	"/sys/devices/system/cpu/cpu[0-9]*/cache/index*/*",
	"/sys/devices/system/node/online",
	"/sys/devices/system/node/node[0-9]*/cpumap",
	"/sys/devices/system/node/node[0-9]*/distance",
	"/sys/devices/system/node/node[0-9]*/meminfo",
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

void facts_of_root(const char *root, struct environment *env, const char *config_path)
{
	for (size_t i = 0; i < ARRAY_LENGTH(sources); i++) {
		char *text = facts_read(root, sources[i].path);
		char *fact = text ? sources[i].pick(text) : NULL;
		environment_set(env, sources[i].name, fact);
		free(fact);
		free(text);
	}
	environment_set(env, "tool", "schedlab " SCHEDLAB_VERSION);
	facts_sched(root, env);
	facts_config(root, env, config_path);
	facts_topology(root, env);
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

/* Copies the kernel's log without the "<6>" in front of each line. */
static void add_log(struct text *dmesg, const char *log, size_t length)
{
	for (const char *end = log + length; log < end;) {
		const char *newline = memchr(log, '\n', (size_t)(end - log));
		const char *next = newline ? newline + 1 : end;
		const char *close = memchr(log, '>', (size_t)(next - log));
		if (*log == '<' && close && close - log <= 4)
			log = close + 1;
		text_add_utf8(dmesg, log, (size_t)(next - log));
		log = next;
	}
}

void facts_dmesg_of_host(struct environment *env)
{
	int size = klogctl(KLOG_SIZE, NULL, 0);

	environment_set(env, "dmesg", NULL);
	if (size <= 0 || size > DMESG_BYTES)
		return;
	char *log = xmalloc((size_t)size);
	int length = klogctl(KLOG_READ_ALL, log, size); /* refused to users by dmesg_restrict */
	if (length >= 0) {
		struct text dmesg = TEXT_EMPTY;
		add_log(&dmesg, log, (size_t)length);
		char *text = text_take(&dmesg);
		environment_set(env, "dmesg", text);
		free(text);
	}
	free(log);
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
