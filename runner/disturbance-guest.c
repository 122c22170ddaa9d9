/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/disturbance-guest.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>

#include "model/now.h"
#include "model/text.h"

#define FILE_BYTES 4096
#define CPU_NAME "CPU " /* "CPU 0/KVM": so QEMU names these threads where it is asked to */

static bool read_task_file(struct text *text, const char *tasks, const char *task,
	const char *name)
{
	struct error unread;
	char *path = xasprintf("%s/%s/%s", tasks, task, name);
	bool read = text_read_file(text, path, FILE_BYTES, &unread) && text->bytes;
	free(path);
	return read;
}

/* The second number of schedstat; 0 of a thread that is no CPU, or cannot be read. */
static int64_t task_waited_ns(const char *tasks, const char *task)
{
	struct text comm = TEXT_EMPTY, stat = TEXT_EMPTY;
	int64_t waited_ns = 0;
	if (read_task_file(&comm, tasks, task, "comm") &&
		strncmp(comm.bytes, CPU_NAME, strlen(CPU_NAME)) == 0 &&
		read_task_file(&stat, tasks, task, "schedstat") &&
		sscanf(stat.bytes, "%*s %" SCNd64, &waited_ns) != 1)
		waited_ns = 0;
	text_release(&comm);
	text_release(&stat);
	return waited_ns;
}

static int64_t cpus_waited_ns(pid_t qemu)
{
	char *tasks = xasprintf("/proc/%ld/task", (long)qemu);
	int64_t sum_ns = 0;
	DIR *folder = opendir(tasks);
	for (struct dirent *task; folder && (task = readdir(folder));)
		if (task->d_name[0] != '.')
			sum_ns += task_waited_ns(tasks, task->d_name);
	if (folder)
		closedir(folder);
	free(tasks);
	return sum_ns;
}

struct guest_watch guest_watch_begin(pid_t qemu)
{
	return (struct guest_watch){qemu, now_steady_ns(), cpus_waited_ns(qemu)};
}

void guest_watch_end(const struct guest_watch *watch, unsigned cpus_n,
	struct disturbance *disturbance)
{
	int64_t waited_ns = cpus_waited_ns(watch->qemu) - watch->waited_ns;
	int64_t took_ns = now_steady_ns() - watch->began_ns;
	*disturbance = (struct disturbance){.steal = 0};
	if (waited_ns > 0 && took_ns > 0)
		disturbance->steal = fmin(1, (double)waited_ns / ((double)took_ns * cpus_n));
}
