/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "runner/facts-parts.h"

#define DEPTH_MAX 2 /* sched/numa_balancing/scan_size_mb; what is deeper is one folder a CPU */

/*
 * Sets prefix + path below `folder` for every regular file there. Left out: sched/debug, a dump
 * of every run queue and task, and sched/domains, which is the topology once more.
 */
static void add_folder(const char *root, const char *folder, const char *prefix, int depth,
	struct environment *env)
{
	char *path = xasprintf("%s%s", root, folder);
	DIR *entries = opendir(path);

	free(path);
	if (!entries)
		return;
	for (struct dirent *entry; (entry = readdir(entries));) {
		struct stat status;
		if (entry->d_name[0] == '.' || strcmp(entry->d_name, "debug") == 0 ||
			strcmp(entry->d_name, "domains") == 0 ||
			fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW))
			continue;
		char *file = xasprintf("%s/%s", folder, entry->d_name);
		char *name = xasprintf("%s%s", prefix, entry->d_name);
		if (S_ISREG(status.st_mode)) {
			char *text = facts_read(root, file);
			environment_set(env, name, text);
			free(text);
		} else if (S_ISDIR(status.st_mode) && depth > 1) {
			char *below = xasprintf("%s/", name);
			add_folder(root, file, below, depth - 1, env);
			free(below);
		}
		free(name);
		free(file);
	}
	closedir(entries);
}

/* /proc/sys/kernel/sched_latency_ns is the fact sched.latency_ns: its name in debugfs. */
static void add_sysctls(const char *root, struct environment *env)
{
	static const char folder[] = "/proc/sys/kernel", prefix[] = "sched_";
	char *path = xasprintf("%s%s", root, folder);
	DIR *entries = opendir(path);

	free(path);
	if (!entries)
		return;
	for (struct dirent *entry; (entry = readdir(entries));) {
		if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
			continue;
		char *file = xasprintf("%s/%s", folder, entry->d_name);
		char *text = facts_read(root, file); /* sched_domain is a folder: no text */
		if (text) {
			char *name = xasprintf("sched.%s", entry->d_name + strlen(prefix));
			environment_set(env, name, text);
			free(name);
		}
		free(text);
		free(file);
	}
	closedir(entries);
}

void facts_sched(const char *root, struct environment *env)
{
	char *features = facts_read(root, "/sys/kernel/debug/sched_features"); /* before 5.13 */

	environment_set(env, "sched.features", features);
	free(features);
	environment_set(env, "sched.preempt", NULL);
	add_sysctls(root, env);
	add_folder(root, "/sys/kernel/debug/sched", "sched.", DEPTH_MAX, env);
}
