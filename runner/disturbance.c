/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/disturbance.h"

#include <hwloc.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

#include "model/formats/jsonl-field.h"
#include "model/now.h"
#include "model/text.h"
#include "runner/disturbance-kernel.h"
#include "runner/launch.h"
#include "runner/placement.h"

#define STAT_BYTES (1 << 22)

struct disturbance_watch {
	char *cpus; /* the list */
	unsigned cpus_n;
	struct disturbance_ticks ticks; /* sums over them */
	struct kernel_threads threads;
	struct kernel_state state;
	int64_t began_ns, ours_ns;
};

static int64_t timeval_ns(const struct timeval *time)
{
	return (int64_t)time->tv_sec * NS_PER_S + (int64_t)time->tv_usec * 1000;
}

/* CPU time of this process and of all its children that were waited for. */
static int64_t ours_ns(void)
{
	static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
	int64_t sum = 0;
	for (size_t i = 0; i < ARRAY_LENGTH(whose); i++) {
		struct rusage usage;
		if (getrusage(whose[i], &usage) == 0)
			sum += timeval_ns(&usage.ru_utime) + timeval_ns(&usage.ru_stime);
	}
	return sum;
}

bool disturbance_ticks(const char *stat, unsigned cpu, struct disturbance_ticks *ticks)
{
	char name[16];
	uint64_t user, nice, system, idle, wait, irq, softirq, steal;
	snprintf(name, sizeof(name), "\ncpu%u ", cpu);
	const char *line = strstr(stat, name);
	if (!line || sscanf(line + strlen(name),
			     "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
			     " %" SCNu64 " %" SCNu64,
			     &user, &nice, &system, &idle, &wait, &irq, &softirq, &steal) != 8)
		return false;
	*ticks = (struct disturbance_ticks){user + nice, system, steal};
	return true;
}

/* The sums over the watched CPUs; zeros where they cannot be read, so that nothing is claimed. */
static struct disturbance_ticks sum_ticks(const char *cpus, unsigned *cpus_n)
{
	struct disturbance_ticks sum = {0, 0, 0}, one;
	struct text stat = TEXT_EMPTY;
	struct error unread;
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	*cpus_n = 0;
	if (cpus && hwloc_bitmap_list_sscanf(set, cpus) == 0 &&
		text_read_file(&stat, "/proc/stat", STAT_BYTES, &unread) && stat.bytes) {
		for (int cpu = hwloc_bitmap_first(set); cpu >= 0;
			cpu = hwloc_bitmap_next(set, cpu)) {
			if (!disturbance_ticks(stat.bytes, (unsigned)cpu, &one))
				continue;
			sum.user += one.user;
			sum.system += one.system;
			sum.steal += one.steal;
			++*cpus_n;
		}
	}
	text_release(&stat);
	hwloc_bitmap_free(set);
	return sum;
}

static char *usable_cpus(void)
{
	struct placements host;
	struct error err;
	if (!placements_of_host(&host, &err))
		return NULL;
	char *usable = xstrdup(host.usable);
	placements_release(&host);
	return usable;
}

struct disturbance_watch *disturbance_begin(const char *cpus)
{
	struct disturbance_watch *watch = xcalloc(1, sizeof(*watch));
	watch->cpus = cpus ? xstrdup(cpus) : usable_cpus();
	kernel_state_read(watch->cpus, &watch->state);
	kernel_threads_find(&watch->threads);
	watch->ours_ns = ours_ns();
	watch->began_ns = now_steady_ns();
	watch->ticks = sum_ticks(watch->cpus, &watch->cpus_n);
	return watch;
}

/* Ticks since then in ns, one of each CPU doubted. */
static double certain_ns(uint64_t before, uint64_t after, unsigned cpus_n)
{
	double ticks = after > before ? (double)(after - before) : 0;
	double tick_ns = (double)NS_PER_S / (double)sysconf(_SC_CLK_TCK);
	return ticks > cpus_n ? (ticks - cpus_n) * tick_ns : 0;
}

/*
 * All time on the CPUs less ours and the kernel threads'. It cannot be more than what was spent
 * outside the kernel: kernel threads that are not to be seen (in a container) are kept out by
 * that.
 */
static double others_ns(const struct disturbance_watch *watch,
	const struct disturbance_ticks *after, double ours)
{
	const struct disturbance_ticks *before = &watch->ticks;
	double all = certain_ns(before->user + before->system, after->user + after->system,
		watch->cpus_n);
	double user = certain_ns(before->user, after->user, 0);
	return fmax(0, fmin(all - ours - (double)kernel_threads_ns(&watch->threads), user));
}

void disturbance_end(struct disturbance_watch *watch, struct disturbance *disturbance)
{
	unsigned cpus_n;
	struct kernel_state state;
	struct disturbance_ticks after = sum_ticks(watch->cpus, &cpus_n);
	double wall_ns = (double)(now_steady_ns() - watch->began_ns) * watch->cpus_n;
	double ours = (double)(ours_ns() - watch->ours_ns);

	*disturbance = (struct disturbance){.others = 0};
	kernel_state_read(watch->cpus, &state);
	if (cpus_n && cpus_n == watch->cpus_n && wall_ns > 0) {
		disturbance->others = fmin(1, others_ns(watch, &after, ours) / wall_ns);
		disturbance->steal = fmin(1,
			certain_ns(watch->ticks.steal, after.steal, cpus_n) / wall_ns);
	}
	disturbance->throttled = (unsigned)(state.throttled - watch->state.throttled);
	disturbance->changed = kernel_state_changed(&watch->state, &state);
	kernel_state_release(&state);
	kernel_state_release(&watch->state);
	kernel_threads_release(&watch->threads);
	free(watch->cpus);
	free(watch);
}

void disturbance_release(struct disturbance *disturbance)
{
	free(disturbance->changed);
	*disturbance = (struct disturbance){.changed = NULL};
}

/* To a hundredth of a percent: more would be noise in every export. */
static void set_share(json_t *json, const char *name, double share)
{
	double value = round(share * 1e4) / 1e4;
	if (value > 0)
		json_object_set_new(json, name, json_real(launch_rounded(value)));
}

static char *to_json(const struct disturbance *disturbance)
{
	json_t *json = json_object();
	set_share(json, "others", disturbance->others);
	set_share(json, "steal", disturbance->steal);
	if (disturbance->throttled)
		json_object_set_new(json, "throttled", json_integer(disturbance->throttled));
	if (disturbance->changed)
		json_object_set_new(json, "changed", json_string(disturbance->changed));
	char *text = json_object_size(json) ? jsonl_compact(json) : NULL;
	json_decref(json);
	return text;
}

/* Without figures, so that pages can list launches of one reason together. */
static char *reason_of(const struct disturbance *disturbance,
	const struct plan_disturbance *thresholds)
{
	struct text reason = TEXT_EMPTY;
	if (disturbance->others > thresholds->others)
		text_add(&reason, "other processes ran on its CPUs");
	if (disturbance->steal > thresholds->steal)
		text_add(&reason, "%sthe hypervisor took its CPUs", reason.length ? "; " : "");
	if (disturbance->throttled)
		text_add(&reason, "%sits CPUs were throttled", reason.length ? "; " : "");
	if (disturbance->changed)
		text_add(&reason, "%s%s", reason.length ? "; " : "", disturbance->changed);
	return reason.length ? text_take(&reason) : NULL;
}

void disturbance_mark(const struct disturbance *disturbance,
	const struct plan_disturbance *thresholds, struct sample *sample)
{
	char *reason = reason_of(disturbance, thresholds);
	free(sample->disturbance);
	sample->disturbance = to_json(disturbance);
	if (!reason || sample->status != SAMPLE_OK) {
		free(reason);
		return;
	}
	free(sample->reason);
	sample->reason = reason;
	sample->status = SAMPLE_DISTURBED;
}
