/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/text.h"
#include "runner/facts-parts.h"

#define MOUNT "/sys/fs/cgroup"

/*
 * Where this process is in the hierarchy that has a controller. Both versions may be mounted at
 * once, each with some of them.
 */
struct group {
	char *mount; /* the hierarchy's folder; NULL where the controller is nowhere */
	char *path;  /* "/user.slice/x", "" at its top */
	bool v2;
};

static bool has_controller(const char *list, size_t length, const char *controller)
{
	size_t n = strlen(controller);
	for (const char *at = list, *end = list + length; at < end;) {
		size_t word = strcspn(at, ",:");
		if (word == n && memcmp(at, controller, n) == 0)
			return true;
		at += word + 1;
	}
	return false;
}

/* A line of /proc/self/cgroup: "4:cpu,cpuacct:/path", of version 2 "0::/path". */
static bool read_line(const char *line, size_t length, const char *controller, struct group *group)
{
	const char *list = memchr(line, ':', length);
	const char *path = list ? memchr(list + 1, ':', (size_t)(line + length - list - 1)) : NULL;

	if (!path)
		return false;
	list++;
	group->v2 = path == list;
	if (!group->v2 && !has_controller(list, (size_t)(path - list), controller))
		return false;
	free(group->mount);
	free(group->path);
	group->mount = xasprintf(MOUNT "/%.*s", group->v2 ? 0 : (int)(path - list), list);
	group->path = xstrndup(path + 1, (size_t)(line + length - path - 1));
	if (strcmp(group->path, "/") == 0)
		group->path[0] = '\0';
	return true;
}

/* Looks in a group, then in those above it; a container may show a path it cannot see. */
static char *read_upwards(const char *root, const struct group *group, const char *file,
	size_t *depth)
{
	size_t length = *depth <= strlen(group->path) ? *depth : strlen(group->path);
	for (;;) {
		char *path = xasprintf("%s%.*s/%s", group->mount, (int)length, group->path, file);
		char *text = facts_read(root, path);
		free(path);
		*depth = length;
		if (text || length == 0)
			return text;
		while (length && group->path[--length] != '/')
			;
	}
}

/* One step up from where read_upwards() found a file; false at the top. */
static bool go_up(const struct group *group, size_t *depth)
{
	if (*depth == 0)
		return false;
	while (*depth && group->path[--*depth] != '/')
		;
	return true;
}

static struct group group_find(const char *root, const char *lines, const char *controller)
{
	struct group group = {0};

	/* Version 2 is line 0, at the end: a version 1 hierarchy with the controller has it. */
	for (const char *line = lines; *line;) {
		size_t length = strcspn(line, "\n");
		if (read_line(line, length, controller, &group) && !group.v2)
			break;
		line += length + (line[length] == '\n');
	}
	if (group.v2) {
		char *unified = facts_read(root, MOUNT "/unified/cgroup.procs");
		free(group.mount);
		group.mount = xstrdup(unified ? MOUNT "/unified" : MOUNT);
		free(unified);
	}
	return group;
}

static void group_release(struct group *group)
{
	free(group->mount);
	free(group->path);
}

/* How many CPUs one level grants: a number, or a negative one where it sets no limit. */
static double quota_at(const char *root, const struct group *group, size_t *depth, bool *known)
{
	double quota = -1, period = 0;
	char *text = read_upwards(root, group, group->v2 ? "cpu.max" : "cpu.cfs_quota_us", depth);

	*known |= text != NULL;
	if (text && group->v2) {
		if (sscanf(text, "%lf %lf", &quota, &period) != 2)
			quota = -1;
	} else if (text) {
		char *other = read_upwards(root, group, "cpu.cfs_period_us", depth);
		quota = strtod(text, NULL);
		period = other ? strtod(other, NULL) : 0;
		free(other);
	}
	free(text);
	return quota > 0 && period > 0 ? quota / period : -1;
}

/* A group has what the tightest of those above it leaves. */
static void add_cpu(const char *root, const char *lines, struct environment *env)
{
	struct group group = group_find(root, lines, "cpu");
	double tightest = -1;
	bool known = false;
	unsigned levels = 0;

	if (!group.mount)
		return;
	for (const char *at = group.path; *at; at++)
		levels += *at == '/';
	size_t depth = strlen(group.path);
	do {
		double quota = quota_at(root, &group, &depth, &known);
		if (quota > 0 && (tightest < 0 || quota < tightest))
			tightest = quota;
	} while (go_up(&group, &depth));

	char *max = known ? tightest > 0 ? xasprintf("%.4g CPUs", tightest) : xstrdup("max") : NULL;
	char *number = xasprintf("%u", levels);
	size_t own = strlen(group.path);
	char *weight = read_upwards(root, &group, group.v2 ? "cpu.weight" : "cpu.shares", &own);
	environment_set(env, "cgroup.version", group.v2 ? "2" : "1");
	environment_set(env, "cgroup.path", *group.path ? group.path : "/");
	environment_set(env, "cgroup.depth", number);
	environment_set(env, "cgroup.cpu.max", max);
	environment_set(env, "cgroup.cpu.weight", weight);
	free(weight);
	free(number);
	free(max);
	group_release(&group);
}

static void add_throttled(const char *root, const char *lines, struct environment *env)
{
	struct group group = group_find(root, lines, "cpu");
	unsigned long long throttled;

	if (!group.mount)
		return;
	size_t depth = strlen(group.path);
	char *stat = read_upwards(root, &group, "cpu.stat", &depth);
	const char *at = stat ? strstr(stat, "nr_throttled ") : NULL;
	if (at && sscanf(at, "nr_throttled %llu", &throttled) == 1) {
		char *number = xasprintf("%llu", throttled);
		environment_set(env, "cgroup.throttled", number);
		free(number);
	}
	free(stat);
	group_release(&group);
}

static void add_cpuset(const char *root, const char *lines, struct environment *env)
{
	struct group group = group_find(root, lines, "cpuset");

	if (!group.mount)
		return;
	size_t depth = strlen(group.path);
	char *cpus = read_upwards(root, &group,
		group.v2 ? "cpuset.cpus.effective" : "cpuset.effective_cpus", &depth);
	environment_set(env, "cgroup.cpuset", cpus);
	free(cpus);
	group_release(&group);
}

static void add_pids(const char *root, const char *lines, struct environment *env)
{
	struct group group = group_find(root, lines, "pids");
	unsigned long long tightest = 0;
	bool known = false;

	if (!group.mount)
		return;
	size_t depth = strlen(group.path);
	do {
		unsigned long long limit;
		char *text = read_upwards(root, &group, "pids.max", &depth);
		known |= text != NULL;
		if (text && sscanf(text, "%llu", &limit) == 1 && (!tightest || limit < tightest))
			tightest = limit;
		free(text);
	} while (go_up(&group, &depth));
	char *max = known ? tightest ? xasprintf("%llu", tightest) : xstrdup("max") : NULL;
	environment_set(env, "cgroup.pids.max", max);
	free(max);
	group_release(&group);
}

void facts_cgroup(const char *root, struct environment *env)
{
	static const char *const names[] = {"cgroup.version", "cgroup.path", "cgroup.depth",
		"cgroup.cpu.max", "cgroup.cpu.weight", "cgroup.throttled", "cgroup.cpuset",
		"cgroup.pids.max"};
	char *lines = facts_read(root, "/proc/self/cgroup");

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		environment_set(env, names[i], NULL);
	if (!lines)
		return;
	add_cpu(root, lines, env);
	add_throttled(root, lines, env);
	add_cpuset(root, lines, env);
	add_pids(root, lines, env);
	free(lines);
}
