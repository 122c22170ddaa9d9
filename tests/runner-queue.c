/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Disturbed launches are made again behind their pass, and no other order changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runner/queue.h"

static const struct schedule_launch launches[] = {
	{.cell = 0, .round = 1, .pass = 0},
	{.cell = 1, .round = 1, .pass = 0},
	{.cell = 1, .round = 2, .pass = 1},
	{.cell = 0, .round = 2, .pass = 1},
};

/* Makes them all; each whose letter is in `disturbed` once more, every time it is there. */
static void assert_order(const char *disturbed, const char *wanted)
{
	struct queue queue = {.launches = launches, .length = ARRAY_LENGTH(launches)};
	struct schedule_launch launch;
	char order[32] = "", left[32];
	size_t n = 0;
	snprintf(left, sizeof(left), "%s", disturbed);
	while (queue_next(&queue, &launch)) {
		char name = (char)('a' + launch.cell + 2 * (launch.round - 1));
		assert_true(n < sizeof(order) - 1);
		order[n++] = name;
		char *again = strchr(left, name);
		if (again) {
			*again = '.';
			queue_again(&queue, &launch);
		}
	}
	assert_string_equal(order, wanted);
	queue_release(&queue);
}

static void what_is_disturbed_comes_behind_its_pass(void **state)
{
	(void)state;
	assert_order("", "abdc");
	assert_order("a", "abadc");
	assert_order("b", "abbdc");
	assert_order("ab", "ababdc");
	assert_order("aab", "ababadc");
	assert_order("dcc", "abdcdcc");
	assert_order("ac", "abadcc");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_disturbed_comes_behind_its_pass),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
