/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A fresh folder for each test, as cmocka's set-up and tear-down: its path is the test's state.
 * Include behind cmocka.h.
 */
#ifndef TESTS_TEMPORARY_H
#define TESTS_TEMPORARY_H

#include <ftw.h>
#include <sys/stat.h>

#include "model/text.h"

#define temporary_test(function) \
	cmocka_unit_test_setup_teardown(function, temporary_make, temporary_remove)

static inline int temporary_make(void **state)
{
	const char *root = getenv("TMPDIR");
	char *folder = xasprintf("%s/schedlab-test.XXXXXX", root && *root ? root : "/tmp");
	*state = mkdtemp(folder);
	return *state ? 0 : -1;
}

static inline int temporary_remove_one(const char *path, const struct stat *status, int type,
	struct FTW *where)
{
	(void)status, (void)type, (void)where;
	return remove(path);
}

static inline int temporary_remove(void **state)
{
	int failed = nftw(*state, temporary_remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(*state);
	return failed;
}

/* FOLDER/name; the caller frees it. */
static inline char *temporary_path(void **state, const char *name)
{
	return xasprintf("%s/%s", (const char *)*state, name);
}

/* Writes FOLDER/path (it begins with a slash) with a line of content, and the folders above it. */
static inline void temporary_put(void **state, const char *path, const char *content)
{
	char *file = xasprintf("%s%s", (const char *)*state, path);
	for (char *slash = file + strlen(*state) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(file, 0777);
		*slash = '/';
	}
	struct text text = TEXT_EMPTY;
	struct error err;
	text_add(&text, "%s\n", content);
	assert_true(text_write_file(&text, file, &err));
	text_release(&text);
	free(file);
}

#endif
