/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <glob.h>
#include <hwloc.h>

#include "model/text.h"
#include "runner/cpus.h"
#include "runner/facts-parts.h"

#define CPUS "/sys/devices/system/cpu"

/* A value and the CPUs that have it. */
struct shared {
	char *value;
	hwloc_bitmap_t cpus;
};

struct values {
	struct shared *shared;
	size_t length;
};

/* Takes `value` over. */
static void values_add(struct values *values, unsigned cpu, char *value)
{
	struct shared *shared = NULL;
	for (size_t i = 0; i < values->length && !shared; i++)
		if (strcmp(values->shared[i].value, value) == 0)
			shared = &values->shared[i];
	if (shared) {
		free(value);
	} else {
		shared = xgrow(&values->shared, &values->length, sizeof(*shared));
		*shared = (struct shared){value, hwloc_bitmap_alloc()};
	}
	hwloc_bitmap_set(shared->cpus, cpu);
}

/* "performance", or "performance (CPUs 0-2), powersave (CPUs 3)"; NULL where there is none. */
static char *values_take(struct values *values)
{
	struct text text = TEXT_EMPTY;
	for (size_t i = 0; i < values->length; i++) {
		char *list = cpus_list(values->shared[i].cpus);
		text_add(&text, "%s%s", i ? ", " : "", values->shared[i].value);
		if (values->length > 1)
			text_add(&text, " (CPUs %s)", list);
		free(list);
		free(values->shared[i].value);
		hwloc_bitmap_free(values->shared[i].cpus);
	}
	free(values->shared);
	*values = (struct values){0};
	return text.length ? text_take(&text) : NULL;
}

/* The paths that fit the pattern, without the root. To be freed with globfree(). */
static glob_t find(const char *root, const char *pattern)
{
	char *whole = xasprintf("%s%s", root, pattern);
	glob_t found;

	if (glob(whole, 0, NULL, &found) != 0)
		found = (glob_t){0};
	free(whole);
	return found;
}

static unsigned cpu_of(const char *root, const char *path)
{
	return (unsigned)strtoul(path + strlen(root) + strlen(CPUS "/cpu"), NULL, 10);
}

static void add_per_cpu(const char *root, struct environment *env, const char *name,
	const char *file)
{
	char *pattern = xasprintf(CPUS "/cpu[0-9]*/%s", file);
	glob_t found = find(root, pattern);
	struct values values = {0};

	for (size_t i = 0; i < found.gl_pathc; i++) {
		char *value = facts_read(root, found.gl_pathv[i] + strlen(root));
		if (value)
			values_add(&values, cpu_of(root, found.gl_pathv[i]), value);
	}
	char *text = values_take(&values);
	environment_set(env, name, text);
	free(text);
	globfree(&found);
	free(pattern);
}

/* "POLL 0, C1 2, C6 133 off": each state with its latency in µs. NULL where the CPU has none. */
static char *idle_states(const char *root, unsigned cpu)
{
	struct text text = TEXT_EMPTY;
	for (unsigned state = 0;; state++) {
		char *folder = xasprintf(CPUS "/cpu%u/cpuidle/state%u", cpu, state), *value[3];
		static const char *const files[] = {"name", "latency", "disable"};
		for (int i = 0; i < 3; i++) {
			char *path = xasprintf("%s/%s", folder, files[i]);
			value[i] = facts_read(root, path);
			free(path);
		}
		bool there = value[0] && value[1];
		if (there)
			text_add(&text, "%s%s %s%s", text.length ? ", " : "", value[0], value[1],
				value[2] && strcmp(value[2], "0") != 0 ? " off" : "");
		for (int i = 0; i < 3; i++)
			free(value[i]);
		free(folder);
		if (!there)
			return text.length ? text_take(&text) : NULL;
	}
}

static void add_idle_states(const char *root, struct environment *env)
{
	glob_t found = find(root, CPUS "/cpu[0-9]*/cpuidle");
	struct values values = {0};

	for (size_t i = 0; i < found.gl_pathc; i++) {
		unsigned cpu = cpu_of(root, found.gl_pathv[i]);
		char *states = idle_states(root, cpu);
		if (states)
			values_add(&values, cpu, states);
	}
	char *text = values_take(&values);
	environment_set(env, "cpuidle.states", text);
	free(text);
	globfree(&found);
}

/* Two drivers say no_turbo, the others boost. */
static void add_turbo(const char *root, struct environment *env)
{
	char *no_turbo = facts_read(root, CPUS "/intel_pstate/no_turbo");
	char *boost = facts_read(root, CPUS "/cpufreq/boost");
	const char *turbo = no_turbo ? (strcmp(no_turbo, "0") == 0 ? "on" : "off") :
		boost ? (strcmp(boost, "0") == 0 ? "off" : "on") : NULL;

	environment_set(env, "cpufreq.turbo", turbo);
	free(no_turbo);
	free(boost);
}

static void add_vulnerabilities(const char *root, struct environment *env)
{
	static const char folder[] = CPUS "/vulnerabilities/";
	glob_t found = find(root, CPUS "/vulnerabilities/*");

	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *path = found.gl_pathv[i] + strlen(root);
		char *name = xasprintf("vulnerabilities.%s", path + strlen(folder));
		char *text = facts_read(root, path);
		environment_set(env, name, text);
		free(text);
		free(name);
	}
	globfree(&found);
}

void facts_cpu(const char *root, struct environment *env)
{
	add_per_cpu(root, env, "cpufreq.driver", "cpufreq/scaling_driver");
	add_per_cpu(root, env, "cpufreq.governor", "cpufreq/scaling_governor");
	add_per_cpu(root, env, "cpufreq.min_khz", "cpufreq/scaling_min_freq");
	add_per_cpu(root, env, "cpufreq.max_khz", "cpufreq/scaling_max_freq");
	add_per_cpu(root, env, "cpufreq.preference", "cpufreq/energy_performance_preference");
	add_turbo(root, env);
	add_idle_states(root, env);
	add_vulnerabilities(root, env);
}
