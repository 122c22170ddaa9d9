/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A store with the fixture's campaigns in a folder of its own, as cmocka's set-up and tear-down of
 * a group of tests. Include behind cmocka.h.
 */
#ifndef TESTS_FILLED_H
#define TESTS_FILLED_H

#include "tests/fixture.h"
#include "tests/temporary.h"

static char *filled_path; /* of the store */

static inline int filled_make(void **state)
{
	struct error err;
	if (temporary_make(state) != 0)
		return -1;
	filled_path = temporary_path(state, "lab.db");
	if (fixture_fill(filled_path, &err))
		return 0;
	print_error("%s\n", err.message);
	return -1;
}

static inline int filled_remove(void **state)
{
	free(filled_path);
	return temporary_remove(state);
}

#endif
