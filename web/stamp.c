/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/stamp.h"

#include <sys/stat.h>

/*
 * A file's time comes from a clock that ticks every few milliseconds: two changes between ticks
 * look like one. git's rule: what was changed just now is not known well enough.
 */
#define DOUBT_NS (50 * INT64_C(1000000))

static int64_t in_ns(const struct timespec *time)
{
	return time->tv_sec * INT64_C(1000000000) + time->tv_nsec;
}

void stamp_take(const char *store_path, struct stamp *stamp)
{
	struct stat st;
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	*stamp = (struct stamp){.changed_ns = -1};
	if (stat(store_path, &st) != 0)
		return;
	stamp->changed_ns = in_ns(&st.st_mtim);
	stamp->bytes = (uint64_t)st.st_size;
	stamp->inode = st.st_ino;
	/* A time ahead of the clock is no better known. */
	stamp->trusted = stamp->changed_ns < in_ns(&now) - DOUBT_NS;
}

bool stamp_same(const struct stamp *a, const struct stamp *b)
{
	return a->changed_ns == b->changed_ns && a->bytes == b->bytes && a->inode == b->inode;
}
