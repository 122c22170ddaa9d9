/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/disturbance-kernel.h"

#include <dirent.h>
#include <unistd.h>

#include "model/text.h"

#define CPU_FOLDER "/sys/devices/system/cpu"
#define CLOCK_FILE "/sys/devices/system/clocksource/clocksource0/current_clocksource"
#define FILE_BYTES 65536
#define KTHREADD 2 /* the father of all kernel threads, where they can be seen at all */

/* A small file without its last newline, NULL where it cannot be read. Caller frees. */
static char *read_file(const char *path)
{
	struct text text = TEXT_EMPTY;
	struct error unread;
	if (!text_read_file(&text, path, FILE_BYTES, &unread) || !text.bytes) {
		text_release(&text);
		return NULL;
	}
	char *whole = text_take(&text);
	whole[strcspn(whole, "\n")] = 0;
	return whole;
}

/* ---- threads ---- */

/* The parent and the CPU time of a process, from /proc/PID/stat behind its name. */
static bool read_stat(long pid, long *parent, uint64_t *ticks)
{
	char path[64];
	unsigned long long user, system;
	snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	char *stat = read_file(path);
	const char *behind = stat ? strrchr(stat, ')') : NULL;
	bool read = behind && sscanf(behind + 1,
		" %*c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", parent, &user, &system) == 3;
	if (read)
		*ticks = user + system;
	free(stat);
	return read;
}

void kernel_threads_find(struct kernel_threads *threads)
{
	*threads = (struct kernel_threads){NULL, 0};
	char *children = read_file("/proc/2/task/2/children");
	long parent;
	uint64_t ticks;
	/* Somebody else's process 2 has a parent, or children that are no kernel threads. */
	if (children && read_stat(KTHREADD, &parent, &ticks) && parent == 0) {
		char *at = children, *end;
		for (long pid; (pid = strtol(at, &end, 10)) > 0 && end != at; at = end) {
			if (!read_stat(pid, &parent, &ticks))
				continue;
			struct kernel_thread *thread = xgrow(
				&threads->threads, &threads->length, sizeof(*thread));
			*thread = (struct kernel_thread){pid, ticks};
		}
	}
	free(children);
}

int64_t kernel_threads_ns(const struct kernel_threads *threads)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < threads->length; i++) {
		long parent;
		uint64_t ticks;
		if (read_stat(threads->threads[i].pid, &parent, &ticks) &&
			ticks > threads->threads[i].ticks)
			sum += ticks - threads->threads[i].ticks;
	}
	return (int64_t)(sum * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK)));
}

void kernel_threads_release(struct kernel_threads *threads)
{
	free(threads->threads);
	*threads = (struct kernel_threads){NULL, 0};
}

/* ---- settings ---- */

/* The number behind "nr_throttled " in a cpu.stat. */
static uint64_t throttled_in(const char *path)
{
	struct text text = TEXT_EMPTY;
	struct error unread;
	uint64_t times = 0;
	if (text_read_file(&text, path, FILE_BYTES, &unread) && text.bytes) {
		const char *at = strstr(text.bytes, "nr_throttled ");
		times = at ? strtoull(at + strlen("nr_throttled "), NULL, 10) : 0;
	}
	text_release(&text);
	return times;
}

/* Whether a comma-separated list of cgroup controllers has "cpu"; version 2 has an empty list. */
static bool has_cpu(const char *controllers)
{
	for (const char *at = controllers; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, "cpu", 3) == 0 && (at[3] == 0 || at[3] == ','))
			return true;
	}
	return *controllers == 0;
}

static uint64_t cgroup_throttled(void)
{
	struct text text = TEXT_EMPTY;
	struct error unread;
	uint64_t times = 0;
	char *rest = NULL;
	if (text_read_file(&text, "/proc/self/cgroup", FILE_BYTES, &unread))
		rest = text.bytes;
	for (char *line; (line = strsep(&rest, "\n"));) {
		char *controllers = strchr(line, ':');
		char *path = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!path)
			continue;
		*path++ = 0;
		if (!has_cpu(++controllers))
			continue;
		char *file = xasprintf("/sys/fs/cgroup%s%s%s/cpu.stat", *controllers ? "/" : "",
			controllers, path);
		times += throttled_in(file);
		free(file);
	}
	text_release(&text);
	return times;
}

static unsigned first_cpu(const char *cpus)
{
	return cpus ? (unsigned)strtoul(cpus, NULL, 10) : 0;
}

static char *read_cpu_file(const char *cpus, const char *name)
{
	char *path = xasprintf(CPU_FOLDER "/cpu%u/%s", first_cpu(cpus), name);
	char *text = read_file(path);
	free(path);
	return text;
}

void kernel_state_read(const char *cpus, struct kernel_state *state)
{
	char *hot = read_cpu_file(cpus, "thermal_throttle/core_throttle_count");
	*state = (struct kernel_state){
		.clock_source = read_file(CLOCK_FILE),
		.online = read_file(CPU_FOLDER "/online"),
		.frequency = read_cpu_file(cpus, "cpufreq/scaling_max_freq"),
		.throttled = cgroup_throttled() + (hot ? strtoull(hot, NULL, 10) : 0),
	};
	free(hot);
}

static void compare(struct text *changed, const char *what, const char *before, const char *after)
{
	if (before && after && strcmp(before, after) != 0)
		text_add(changed, "%s%s %s to %s", changed->length ? ", " : "", what, before,
			after);
}

char *kernel_state_changed(const struct kernel_state *before, const struct kernel_state *after)
{
	struct text changed = TEXT_EMPTY;
	compare(&changed, "clock source", before->clock_source, after->clock_source);
	compare(&changed, "CPUs online", before->online, after->online);
	compare(&changed, "highest frequency in kHz", before->frequency, after->frequency);
	return changed.length ? text_take(&changed) : NULL;
}

void kernel_state_release(struct kernel_state *state)
{
	free(state->clock_source);
	free(state->online);
	free(state->frequency);
	*state = (struct kernel_state){.online = NULL};
}
