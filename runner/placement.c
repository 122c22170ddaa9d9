/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/placement.h"

#include <dirent.h>
#include <errno.h>
#include <hwloc.h>
#include <sched.h>

#include "model/text.h"

#define ONLINE_PATH "/sys/devices/system/cpu/online"
#define CPUS_LARGEST (1 << 20) /* far above any kernel's NR_CPUS: where doubling gives up */

/*
 * The affinity mask of a thread, 0 = the caller. The kernel refuses a set smaller than its own
 * with EINVAL, and its own size is nowhere to be read: so the set is doubled until it fits.
 */
static hwloc_bitmap_t mask_of_thread(pid_t thread)
{
	for (int cpus = 1024; cpus <= CPUS_LARGEST; cpus *= 2) {
		size_t size = CPU_ALLOC_SIZE(cpus);
		cpu_set_t *set = CPU_ALLOC(cpus);
		if (!set)
			abort(); /* as xmalloc */
		if (sched_getaffinity(thread, size, set) == 0) {
			hwloc_bitmap_t mask = hwloc_bitmap_alloc();
			for (int cpu = 0; cpu < cpus; cpu++)
				if (CPU_ISSET_S((size_t)cpu, size, set))
					hwloc_bitmap_set(mask, (unsigned)cpu);
			CPU_FREE(set);
			return mask;
		}
		int failure = errno;
		CPU_FREE(set);
		errno = failure;
		if (errno != EINVAL)
			break;
	}
	return NULL;
}

static bool thread_set_mask(pid_t thread, hwloc_const_bitmap_t mask)
{
	int cpus = hwloc_bitmap_last(mask) + 1;
	size_t size = CPU_ALLOC_SIZE(cpus);
	cpu_set_t *set = CPU_ALLOC(cpus);
	if (!set)
		abort();

	CPU_ZERO_S(size, set);
	for (int cpu = hwloc_bitmap_first(mask); cpu >= 0; cpu = hwloc_bitmap_next(mask, cpu))
		CPU_SET_S((size_t)cpu, size, set);
	int result = sched_setaffinity(thread, size, set);
	int failure = errno;
	CPU_FREE(set);
	errno = failure;
	return result == 0;
}

/*
 * A CPU list, false where it is none. hwloc takes anything that begins with digits, "3x" and a
 * range without end too: the list is put to the letter first.
 */
static bool list_parse(const char *list, hwloc_bitmap_t cpus)
{
	if (!*list || list[strspn(list, "0123456789,-\n")] != '\0')
		return false;
	if (hwloc_bitmap_list_sscanf(cpus, list) != 0)
		return false;
	return hwloc_bitmap_weight(cpus) > 0;
}

static char *list_text(hwloc_const_bitmap_t cpus)
{
	char *list = NULL;

	if (hwloc_bitmap_list_asprintf(&list, cpus) < 0 || !list)
		abort();
	return list;
}

static bool fill(struct placements *placements, hwloc_const_bitmap_t usable, struct error *err)
{
	if (hwloc_bitmap_iszero(usable))
		return error_set(err, "no CPU is both online and allowed");
	*placements = (struct placements){.usable = list_text(usable)};
	placements->usable_n = (unsigned)hwloc_bitmap_weight(usable);
	placements->first = (unsigned)hwloc_bitmap_first(usable);
	return true;
}

bool placements_of_host(struct placements *placements, struct error *err)
{
	struct text online = TEXT_EMPTY;
	struct error unread;
	hwloc_bitmap_t usable = mask_of_thread(0), cpus = hwloc_bitmap_alloc();
	bool done = false;

	if (!usable) {
		error_set(err, "cannot read the affinity mask: %s", strerror(errno));
		goto out;
	}
	/* Without sysfs the mask alone has to do; the kernel only runs what is online anyway. */
	if (text_read_file(&online, ONLINE_PATH, 1 << 16, &unread) && online.bytes &&
		list_parse(online.bytes, cpus))
		hwloc_bitmap_and(usable, usable, cpus);
	done = fill(placements, usable, err);
out:
	text_release(&online);
	hwloc_bitmap_free(cpus);
	hwloc_bitmap_free(usable);
	return done;
}

bool placements_of_environment(const struct environment *env, struct placements *placements,
	struct error *err)
{
	const char *online = environment_get(env, "cpus.online");
	const char *allowed = environment_get(env, "cpus.allowed");
	hwloc_bitmap_t usable = hwloc_bitmap_alloc(), cpus = hwloc_bitmap_alloc();
	bool done = false;

	if (!online && !allowed) {
		error_set(err, "nothing says which CPUs are online");
		goto out;
	}
	hwloc_bitmap_fill(usable);
	for (int i = 0; i < 2; i++) {
		const char *list = i ? allowed : online;
		if (!list)
			continue;
		if (!list_parse(list, cpus)) {
			error_set(err, "bad list of CPUs '%s'", list);
			goto out;
		}
		hwloc_bitmap_and(usable, usable, cpus);
	}
	done = fill(placements, usable, err);
out:
	hwloc_bitmap_free(cpus);
	hwloc_bitmap_free(usable);
	return done;
}

/* The usable CPU whose turn it is. */
static unsigned cpu_of_round(const struct placements *placements, unsigned round)
{
	hwloc_bitmap_t usable = hwloc_bitmap_alloc();
	hwloc_bitmap_list_sscanf(usable, placements->usable);
	int cpu = hwloc_bitmap_first(usable);
	for (unsigned i = (round - 1) % placements->usable_n; i > 0; i--)
		cpu = hwloc_bitmap_next(usable, cpu);
	hwloc_bitmap_free(usable);
	return (unsigned)cpu;
}

char *placements_cpus(const struct placements *placements, enum placement placement,
	unsigned round)
{
	switch (placement) {
	case PLACEMENT_BOUND:
		return xasprintf("%u", placements->first);
	case PLACEMENT_EACH:
		return xasprintf("%u", cpu_of_round(placements, round));
	case PLACEMENT_SIBLINGS:
	case PLACEMENT_CORE:
	case PLACEMENT_LLC:
	case PLACEMENT_ACROSS:
		return xstrdup_null(placements->found[placement]);
	case PLACEMENT_UNBOUND:
	case PLACEMENT_N:
		break;
	}
	return NULL;
}

bool placements_equal(const char *list, const char *other)
{
	hwloc_bitmap_t a = hwloc_bitmap_alloc(), b = hwloc_bitmap_alloc();
	bool equal = list_parse(list, a) && list_parse(other, b) && hwloc_bitmap_isequal(a, b);

	hwloc_bitmap_free(b);
	hwloc_bitmap_free(a);
	return equal;
}

/* A thread that ended meanwhile needs no moving. */
static bool move_thread(pid_t thread, unsigned cpu, bool avoid, struct error *err)
{
	hwloc_bitmap_t mask = mask_of_thread(thread);
	bool moved = true;

	if (mask) {
		if (avoid)
			hwloc_bitmap_clr(mask, cpu);
		else
			hwloc_bitmap_set(mask, cpu);
		if (!hwloc_bitmap_iszero(mask))
			moved = thread_set_mask(thread, mask);
	} else {
		moved = false;
	}
	if (!moved && errno == ESRCH)
		moved = true;
	if (!moved)
		error_set(err, "cannot move thread %d %s CPU %u: %s", (int)thread,
			avoid ? "off" : "to", cpu, strerror(errno));
	hwloc_bitmap_free(mask);
	return moved;
}

bool placements_avoid(unsigned cpu, bool avoid, struct error *err)
{
	DIR *tasks = opendir("/proc/self/task");
	bool moved = true;

	if (!tasks)
		return error_set(err, "/proc/self/task: %s", strerror(errno));
	for (struct dirent *task; moved && (task = readdir(tasks));) {
		char *end;
		long thread = strtol(task->d_name, &end, 10);
		if (*end == '\0' && thread > 0)
			moved = move_thread((pid_t)thread, cpu, avoid, err);
	}
	closedir(tasks);
	return moved;
}

void placements_release(struct placements *placements)
{
	free(placements->usable);
	for (enum placement p = 0; p < PLACEMENT_N; p++)
		free(placements->found[p]);
	*placements = (struct placements){0};
}
