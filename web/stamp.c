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

static struct stamp_file look(const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0)
		return (struct stamp_file){.changed_ns = -1};
	return (struct stamp_file){in_ns(&st.st_mtim), (uint64_t)st.st_size, st.st_ino};
}

void stamp_take(const char *store_path, struct stamp *stamp)
{
	static const char *const endings[] = {"", "-journal", ".run"};
	char path[4096];
	struct timespec now;
	*stamp = (struct stamp){.trusted = true};
	clock_gettime(CLOCK_REALTIME, &now);
	for (size_t i = 0; i < ARRAY_LENGTH(endings); i++) {
		int length = snprintf(path, sizeof(path), "%s%s", store_path, endings[i]);
		struct stamp_file *file = &stamp->files[i];
		*file = length < (int)sizeof(path) ? look(path) : (struct stamp_file){-1, 0, 0};
		/* A time ahead of the clock is no better known. */
		if (file->changed_ns > in_ns(&now) - DOUBT_NS)
			stamp->trusted = false;
	}
}

bool stamp_same(const struct stamp *a, const struct stamp *b)
{
	for (size_t i = 0; i < ARRAY_LENGTH(a->files); i++) {
		const struct stamp_file *x = &a->files[i], *y = &b->files[i];
		if (x->changed_ns != y->changed_ns || x->bytes != y->bytes ||
			x->inode != y->inode)
			return false;
	}
	return true;
}
