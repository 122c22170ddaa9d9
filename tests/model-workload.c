/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/slug.h"
#include "model/workload.h"

static void the_table_is_whole(void **state)
{
	(void)state;
	size_t n = 0;
	for (const struct workload *w; (w = workload_at(n)); n++) {
		assert_ptr_equal(workload_find(w->name), w);
		assert_true(slug_is_valid(w->name)); /* names stand in addresses */
		assert_int_equal(strncmp(w->like, "as ", 3), 0);
		assert_non_null(w->x_text);
		assert_non_null(w->unit);
		assert_non_null(w->unit_text);
		assert_int_equal(strncmp(w->counted_text, "instructions", 12), 0);
	}
	assert_int_equal(n, 3);
	assert_null(workload_at(n + 1));
	assert_null(workload_find("Ring"));
	assert_null(workload_find(""));
}

static void names_go_out_and_come_back(void **state)
{
	(void)state;
	for (int i = 0; i < PLACEMENT_N; i++) {
		enum placement placement;
		assert_true(placement_parse(placement_name((enum placement)i), &placement));
		assert_int_equal(placement, i);
	}
	for (int i = 0; i < CLOCK_N; i++) {
		enum clock clock;
		assert_true(clock_parse(clock_name((enum clock)i), &clock));
		assert_int_equal(clock, i);
	}
	enum placement placement;
	enum clock clock;
	assert_false(placement_parse("sideways", &placement));
	assert_false(clock_parse("auto", &clock));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_is_whole),
		cmocka_unit_test(names_go_out_and_come_back),
	};
	return cmocka_run_group_tests_name("model-workload", tests, NULL, NULL);
}
