/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether a store is still what it was, told from outside. Only with stat(): closing any
 * descriptor of a store that is not SQLite's own would drop SQLite's locks.
 */
#ifndef WEB_STAMP_H
#define WEB_STAMP_H

#include "model/base.h"

/*
 * The store's file alone: whatever changes in a store is written to it, also what a reader rolls
 * back after a crash.
 */
struct stamp {
	int64_t changed_ns; /* -1: there is no such file */
	uint64_t bytes, inode;
	bool trusted; /* false: changed so shortly before that a change after it might not show */
};

void stamp_take(const char *store_path, struct stamp *stamp);

bool stamp_same(const struct stamp *a, const struct stamp *b);

#endif
