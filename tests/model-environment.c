/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/environment.h"

static void facts_are_sorted_and_distinct(void **state)
{
	static const char *const names[] = {"release", "hz", "version", "boot_id", "sched.features"};
	struct environment env = {NULL, 0};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		environment_set(&env, names[i], names[i]);
	environment_set(&env, "hz", "250");
	assert_int_equal(env.length, ARRAY_LENGTH(names));
	for (size_t i = 1; i < env.length; i++)
		assert_true(strcmp(env.facts[i - 1].name, env.facts[i].name) < 0);
	assert_string_equal(environment_get(&env, "hz"), "250");
	assert_string_equal(environment_get(&env, "version"), "version");
	environment_release(&env);
	assert_int_equal(env.length, 0);
	assert_null(environment_get(&env, "hz"));
}

static void missing_is_recorded(void **state)
{
	struct environment env = {NULL, 0};

	(void)state;
	environment_set(&env, "dmesg", NULL);
	assert_int_equal(env.length, 1);
	assert_null(environment_get(&env, "dmesg"));
	assert_null(environment_get(&env, "never"));
	environment_set(&env, "dmesg", "");
	assert_string_equal(environment_get(&env, "dmesg"), "");
	environment_set(&env, "dmesg", NULL);
	assert_null(environment_get(&env, "dmesg"));
	environment_release(&env);
}

static void a_fact_may_be_set_to_itself(void **state)
{
	struct environment env = {NULL, 0};

	(void)state;
	environment_set(&env, "a", "text");
	environment_set(&env, "a", environment_get(&env, "a"));
	assert_string_equal(environment_get(&env, "a"), "text");
	environment_release(&env);
}

static void many_facts(void **state)
{
	struct environment env = {NULL, 0};
	char name[16];

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "%u", i * 7919 % 300);
		environment_set(&env, name, name);
	}
	assert_int_equal(env.length, 300);
	for (unsigned i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "%u", i);
		assert_string_equal(environment_get(&env, name), name);
	}
	environment_release(&env);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(facts_are_sorted_and_distinct),
		cmocka_unit_test(missing_is_recorded),
		cmocka_unit_test(a_fact_may_be_set_to_itself),
		cmocka_unit_test(many_facts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
