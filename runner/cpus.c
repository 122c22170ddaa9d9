/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/cpus.h"

#include <glob.h>
#include <unistd.h>

#include "model/text.h"

#define CPUS_FOLDER "/sys/devices/system/cpu"
#define LIST_BYTES (1 << 16)

char *cpus_list(hwloc_const_bitmap_t cpus)
{
	char *list = NULL;

	if (hwloc_bitmap_list_asprintf(&list, cpus) < 0 || !list)
		abort(); /* no memory: as xmalloc */
	return list;
}

/*
 * hwloc takes anything that begins with digits, "3x" and a range without end too: the list is
 * put to the letter first.
 */
static bool list_parse(const char *list, hwloc_bitmap_t cpus)
{
	if (!*list || list[strspn(list, "0123456789,-\n")] != '\0')
		return false;
	return hwloc_bitmap_list_sscanf(cpus, list) == 0 && hwloc_bitmap_weight(cpus) > 0;
}

/* A mask as old kernels write it: "00000000,00000003". */
static bool mask_parse(const char *mask, hwloc_bitmap_t cpus)
{
	struct text hwloc = TEXT_EMPTY; /* there it is "0x00000000,0x00000003" */
	bool parsed;

	if (!*mask || mask[strspn(mask, "0123456789abcdefABCDEF,\n")] != '\0')
		return false;
	for (const char *word = mask; *word;) {
		size_t length = strcspn(word, ",\n");
		text_add(&hwloc, "%s0x%.*s", hwloc.length ? "," : "", (int)length, word);
		word += length + strspn(word + length, ",\n");
	}
	parsed = hwloc_bitmap_sscanf(cpus, hwloc.bytes) == 0 && hwloc_bitmap_weight(cpus) > 0;
	text_release(&hwloc);
	return parsed;
}

static char *read_line(const char *root, const char *path)
{
	struct text text = TEXT_EMPTY;
	struct error unread;
	char *file = xasprintf("%s%s", root, path);
	bool got = text_read_file(&text, file, LIST_BYTES, &unread) && text.length;

	free(file);
	if (!got) {
		text_release(&text);
		return NULL;
	}
	char *line = text_take(&text);
	line[strcspn(line, "\n")] = '\0';
	return line;
}

/* False where the file is not there or does not hold a list (or, where `masks`, a mask). */
static bool read_cpus(const char *root, const char *path, bool masks, hwloc_bitmap_t cpus)
{
	char *line = read_line(root, path);
	bool read = line && (masks ? mask_parse(line, cpus) : list_parse(line, cpus));

	free(line);
	return read;
}

/* Kernels before 2.6.29 and cut trees have no list: a CPU with a folder, unless it says 0. */
static void online_by_folder(const char *root, hwloc_bitmap_t online)
{
	char *pattern = xasprintf("%s" CPUS_FOLDER "/cpu[0-9]*", root);
	glob_t found;

	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			char *end;
			const char *digits = strrchr(found.gl_pathv[i], '/') + 4;
			unsigned long cpu = strtoul(digits, &end, 10);
			char *path = xasprintf(CPUS_FOLDER "/cpu%lu/online", cpu);
			char *line = *end ? NULL : read_line(root, path);
			if (!*end && (!line || strcmp(line, "0") != 0))
				hwloc_bitmap_set(online, (unsigned)cpu);
			free(line);
			free(path);
		}
		globfree(&found);
	}
	free(pattern);
}

static void group_add(struct cpus_groups *groups, const char *name, hwloc_bitmap_t cpus)
{
	struct cpus_group *group = xgrow(&groups->groups, &groups->length, sizeof(*group));
	group->name = name ? xstrdup(name) : cpus_list(cpus);
	group->cpus = cpus;
}

static bool groups_have(const struct cpus_groups *groups, unsigned cpu)
{
	for (size_t i = 0; i < groups->length; i++)
		if (hwloc_bitmap_isset(groups->groups[i].cpus, cpu))
			return true;
	return false;
}

static int by_first(const void *a, const void *b)
{
	const struct cpus_group *x = a, *y = b;
	return hwloc_bitmap_first(x->cpus) - hwloc_bitmap_first(y->cpus);
}

/*
 * Groups that every CPU names itself, in files of its folder: `lists`, first found first, or
 * masks in `mask`. A CPU that no file speaks of makes a group of its own where `alone`.
 */
static void group_by_cpu(struct cpus_groups *groups, const struct cpus *cpus, const char *root,
	const char *const *lists, const char *mask, bool alone)
{
	for (int cpu = hwloc_bitmap_first(cpus->usable); cpu >= 0;
		cpu = hwloc_bitmap_next(cpus->usable, cpu)) {
		if (groups_have(groups, (unsigned)cpu))
			continue;
		hwloc_bitmap_t group = hwloc_bitmap_alloc();
		bool found = false;
		for (size_t i = 0; lists[i] && !found; i++) {
			char *path = xasprintf(CPUS_FOLDER "/cpu%d/%s", cpu, lists[i]);
			found = read_cpus(root, path, false, group);
			free(path);
		}
		if (!found && mask) {
			char *path = xasprintf(CPUS_FOLDER "/cpu%d/%s", cpu, mask);
			found = read_cpus(root, path, true, group);
			free(path);
		}
		hwloc_bitmap_and(group, group, cpus->usable);
		if (!hwloc_bitmap_isset(group, (unsigned)cpu)) /* not there, or it makes no sense */
			hwloc_bitmap_only(group, (unsigned)cpu);
		if (found || alone)
			group_add(groups, NULL, group);
		else
			hwloc_bitmap_free(group);
	}
	if (groups->length)
		qsort(groups->groups, groups->length, sizeof(*groups->groups), by_first);
}

/* Groups that stand in a file each: `head`NAME`tail`, called `prefix`NAME. */
static void group_by_file(struct cpus_groups *groups, const struct cpus *cpus, const char *root,
	const char *head, const char *tail, const char *prefix)
{
	char *pattern = xasprintf("%s%s*%s", root, head, tail);
	glob_t found;

	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *path = found.gl_pathv[i] + strlen(root);
			hwloc_bitmap_t group = hwloc_bitmap_alloc();
			if (read_cpus(root, path, false, group))
				hwloc_bitmap_and(group, group, cpus->usable);
			if (hwloc_bitmap_iszero(group)) { /* a node of memory alone has no CPU */
				hwloc_bitmap_free(group);
				continue;
			}
			size_t length = strlen(path) - strlen(head) - strlen(tail);
			char *name = xasprintf("%s%.*s", prefix, (int)length, path + strlen(head));
			group_add(groups, name, group);
			free(name);
		}
		globfree(&found);
	}
	free(pattern);
	if (groups->length)
		qsort(groups->groups, groups->length, sizeof(*groups->groups), by_first);
}

static void group_all(struct cpus *cpus, const char *root)
{
	static const char *const core_lists[] = {
		"topology/core_cpus_list", "topology/thread_siblings_list", NULL};
	static const char *const package_lists[] = {
		"topology/package_cpus_list", "topology/core_siblings_list", NULL};
	/* The highest level there is; index numbers grow with it. */
	static const char *const llc_lists[] = {"cache/index4/shared_cpu_list",
		"cache/index3/shared_cpu_list", "cache/index2/shared_cpu_list", NULL};

	/* Not by core_id: that starts again in every die, and in some packages too. */
	group_by_cpu(&cpus->cores, cpus, root, core_lists, "topology/thread_siblings", true);
	group_by_cpu(&cpus->packages, cpus, root, package_lists, "topology/core_siblings", false);
	group_by_cpu(&cpus->llcs, cpus, root, llc_lists, NULL, false);
	group_by_file(&cpus->nodes, cpus, root, "/sys/devices/system/node/node", "/cpulist",
		"node");
	group_by_file(&cpus->kinds, cpus, root, "/sys/devices/cpu_", "/cpus", "");
}

bool cpus_read(struct cpus *cpus, const char *root, const char *allowed, struct error *err)
{
	*cpus = (struct cpus){.online = hwloc_bitmap_alloc(), .allowed = hwloc_bitmap_alloc(),
		.usable = hwloc_bitmap_alloc()};
	if (!read_cpus(root, CPUS_FOLDER "/online", false, cpus->online))
		online_by_folder(root, cpus->online);
	if (!allowed) {
		hwloc_bitmap_copy(cpus->allowed, cpus->online);
	} else if (!list_parse(allowed, cpus->allowed)) {
		cpus_release(cpus);
		return error_set(err, "bad list of CPUs '%s'", allowed);
	}
	if (hwloc_bitmap_iszero(cpus->online)) /* no /sys: what is allowed has to do */
		hwloc_bitmap_copy(cpus->online, cpus->allowed);
	hwloc_bitmap_and(cpus->usable, cpus->online, cpus->allowed);
	if (hwloc_bitmap_iszero(cpus->usable)) {
		cpus_release(cpus);
		return error_set(err, "no CPU is both online and allowed");
	}
	group_all(cpus, root);
	return true;
}

static void groups_release(struct cpus_groups *groups)
{
	for (size_t i = 0; i < groups->length; i++) {
		free(groups->groups[i].name);
		hwloc_bitmap_free(groups->groups[i].cpus);
	}
	free(groups->groups);
}

void cpus_release(struct cpus *cpus)
{
	groups_release(&cpus->cores);
	groups_release(&cpus->llcs);
	groups_release(&cpus->packages);
	groups_release(&cpus->nodes);
	groups_release(&cpus->kinds);
	hwloc_bitmap_free(cpus->online);
	hwloc_bitmap_free(cpus->allowed);
	hwloc_bitmap_free(cpus->usable);
	*cpus = (struct cpus){0};
}

const struct cpus_group *cpus_group_find(const struct cpus_groups *groups, const char *name)
{
	for (size_t i = 0; i < groups->length; i++)
		if (strcmp(groups->groups[i].name, name) == 0)
			return &groups->groups[i];
	return NULL;
}

unsigned cpus_first(const struct cpus *cpus)
{
	const struct cpus_group *big = cpus_group_find(&cpus->kinds, "core");
	return (unsigned)hwloc_bitmap_first(big ? big->cpus : cpus->usable);
}

hwloc_bitmap_t cpus_one_per_core(const struct cpus *cpus)
{
	hwloc_bitmap_t lowest = hwloc_bitmap_alloc();
	for (size_t i = 0; i < cpus->cores.length; i++)
		hwloc_bitmap_set(lowest, (unsigned)hwloc_bitmap_first(cpus->cores.groups[i].cpus));
	return lowest;
}

bool cpus_check(const struct cpus *cpus, unsigned cpu, struct error *err)
{
	bool online = hwloc_bitmap_isset(cpus->online, cpu);
	char *list;

	if (hwloc_bitmap_isset(cpus->usable, cpu))
		return true;
	list = cpus_list(online ? cpus->allowed : cpus->online);
	if (online)
		error_set(err, "CPU %u is online but not allowed here: the affinity mask or the "
			       "cpuset leaves %s", cpu, list);
	else
		error_set(err, "CPU %u is offline (online: %s)", cpu, list);
	free(list);
	return false;
}
