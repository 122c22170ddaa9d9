/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sched.h>

#include "runner/placement.h"

static void guest_lists(void **state)
{
	static const struct {
		const char *online, *allowed, *usable;
		unsigned n, first;
	} cases[] = {
		{"0-1", "0-1", "0-1", 2, 0},
		{"1-3", "0-7", "1-3", 3, 1}, /* CPU 0 is off */
		{"0-3,8", "2-3,8-63", "2-3,8", 3, 2},
		{"0", NULL, "0", 1, 0},
		{NULL, "4,6", "4,6", 2, 4},
		{"0-4095", "4000-5000", "4000-4095", 96, 4000},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct environment env = {NULL, 0};
		struct placements placements;
		struct error err;
		environment_set(&env, "cpus.online", cases[i].online);
		environment_set(&env, "cpus.allowed", cases[i].allowed);
		assert_true(placements_of_environment(&env, &placements, &err));
		assert_string_equal(placements.usable, cases[i].usable);
		assert_int_equal(placements.usable_n, cases[i].n);
		assert_int_equal(placements.first, cases[i].first);
		char *cpus = placements_cpus(&placements, PLACEMENT_BOUND, 1), first[16];
		snprintf(first, sizeof(first), "%u", cases[i].first);
		assert_string_equal(cpus, first);
		assert_null(placements_cpus(&placements, PLACEMENT_UNBOUND, 1));
		free(cpus);
		placements_release(&placements);
		environment_release(&env);
	}
}

static void bad_guest_lists(void **state)
{
	static const struct {
		const char *online, *allowed;
	} cases[] = {{NULL, NULL}, {"0-1", "2-3"}, {"", NULL}, {"zero", NULL}, {"0-1", "3x"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct environment env = {NULL, 0};
		struct placements placements;
		struct error err = {""};
		environment_set(&env, "cpus.online", cases[i].online);
		environment_set(&env, "cpus.allowed", cases[i].allowed);
		assert_false(placements_of_environment(&env, &placements, &err));
		assert_true(*err.message);
		environment_release(&env);
	}
}

static void lists_are_compared_as_sets(void **state)
{
	(void)state;
	assert_true(placements_equal("0-2", "0,1,2"));
	assert_true(placements_equal("0-2", "2,0-1"));
	assert_false(placements_equal("0-2", "0-3"));
	assert_false(placements_equal("", ""));
	assert_false(placements_equal("a", "a"));
}

static void what_cpus_share(void **state)
{
	static const struct {
		const char *topology, *usable;
		const char *siblings, *core, *llc, *across;
	} cases[] = {
		/* CPUs are numbered as hwloc lists them: siblings beside each other. */
		{"pack:2 l3:1 core:2 pu:2", "0-7", "0-1", "0,2", "0-3", "0,4"},
		{"pack:2 l3:1 core:2 pu:2", "1-7", "2-3", "1-2", "1-3", "1,4"},
		{"pack:2 l3:1 core:2 pu:2", "0,2,4", NULL, "0,2", "0,2", "0,4"},
		{"pack:1 l3:1 core:2 pu:1", "0-1", NULL, "0-1", NULL, NULL},
		{"pack:1 l3:2 core:2 pu:1", "0-3", NULL, "0-1", "0-1", "0,2"},
		{"pack:1 l3:1 core:1 pu:2", "0-1", "0-1", NULL, NULL, NULL},
		{"pack:1 l3:1 core:4 pu:2", "3", NULL, NULL, NULL, NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const char *wanted[PLACEMENT_N] = {[PLACEMENT_SIBLINGS] = cases[i].siblings,
			[PLACEMENT_CORE] = cases[i].core,
			[PLACEMENT_LLC] = cases[i].llc,
			[PLACEMENT_ACROSS] = cases[i].across};
		struct placements placements = {.usable = xstrdup(cases[i].usable)};
		struct error err;
		assert_true(placements_find(&placements, cases[i].topology, &err));
		for (enum placement p = PLACEMENT_SIBLINGS; p <= PLACEMENT_ACROSS; p++) {
			char *cpus = placements_cpus(&placements, p, 1);
			assert_int_equal(cpus != NULL, wanted[p] != NULL);
			if (cpus)
				assert_string_equal(cpus, wanted[p]);
			assert_int_equal(placements.lacks[p] == NULL, wanted[p] != NULL);
			free(cpus);
		}
		placements_release(&placements);
	}
}

static void each_takes_turns(void **state)
{
	static const char *const wanted[] = {"2", "3", "8", "2", "3"};
	struct placements placements = {.usable = (char[]){"2-3,8"}, .usable_n = 3, .first = 2};

	(void)state;
	for (unsigned round = 1; round <= ARRAY_LENGTH(wanted); round++) {
		char *cpus = placements_cpus(&placements, PLACEMENT_EACH, round);
		assert_string_equal(cpus, wanted[round - 1]);
		free(cpus);
	}
}

static void host_follows_the_mask(void **state)
{
	struct placements all, one;
	struct error err;
	cpu_set_t before, single;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	assert_true(placements_of_host(&all, &err));
	assert_true(all.usable_n >= 1);
	assert_true(CPU_ISSET(all.first, &before));

	int last = -1;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &before))
			last = cpu;
	CPU_ZERO(&single);
	CPU_SET(last, &single);
	assert_int_equal(sched_setaffinity(0, sizeof(single), &single), 0);
	assert_true(placements_of_host(&one, &err));
	assert_int_equal(one.usable_n, 1);
	assert_int_equal(one.first, last);
	assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
	placements_release(&one);
	placements_release(&all);
}

static void avoid_and_back(void **state)
{
	struct placements placements;
	struct error err;
	cpu_set_t before, during, after;

	(void)state;
	assert_true(placements_of_host(&placements, &err));
	sched_getaffinity(0, sizeof(before), &before);
	assert_true(placements_avoid(placements.first, true, &err));
	sched_getaffinity(0, sizeof(during), &during);
	if (placements.usable_n > 1)
		assert_false(CPU_ISSET(placements.first, &during));
	else
		assert_true(CPU_EQUAL(&before, &during));
	assert_true(placements_avoid(placements.first, false, &err));
	sched_getaffinity(0, sizeof(after), &after);
	assert_true(CPU_EQUAL(&before, &after));
	placements_release(&placements);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guest_lists),
		cmocka_unit_test(bad_guest_lists),
		cmocka_unit_test(lists_are_compared_as_sets),
		cmocka_unit_test(what_cpus_share),
		cmocka_unit_test(each_takes_turns),
		cmocka_unit_test(host_follows_the_mask),
		cmocka_unit_test(avoid_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
