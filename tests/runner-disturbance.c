/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a disturbance is made of, and what it makes of a sample. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runner/disturbance-kernel.h"
#include "runner/disturbance.h"

static const struct plan_disturbance thresholds = {true, 0.05, 0.01};

static void ticks_of_a_cpu(void **state)
{
	static const char stat[] = "cpu  11 12 13 14 15 16 17 18 19 20\n"
				   "cpu1 1 2 3 4 5 6 7 8 9 10\n"
				   "cpu12 10 20 30 40 50 60 70 80 0 0\n"
				   "cpu3 1 2 3\n";
	struct disturbance_ticks ticks;
	(void)state;
	assert_true(disturbance_ticks(stat, 1, &ticks));
	assert_true(ticks.user == 3 && ticks.system == 3 && ticks.steal == 8);
	assert_true(disturbance_ticks(stat, 12, &ticks));
	assert_true(ticks.user == 30 && ticks.system == 30 && ticks.steal == 80);
	assert_false(disturbance_ticks(stat, 0, &ticks));
	assert_false(disturbance_ticks(stat, 2, &ticks));
	assert_false(disturbance_ticks(stat, 3, &ticks)); /* a line that is cut */
	assert_false(disturbance_ticks("", 0, &ticks));
}

static void marks(void **state)
{
	static char changed[] = "clock source tsc to hpet";
	static const struct {
		struct disturbance disturbance;
		const char *json, *reason;
	} cases[] = {
		{{.others = 0}, NULL, NULL},
		{{.others = 0.00001}, NULL, NULL},
		{{.others = 0.05, .steal = 0.01}, "{\"others\":0.05,\"steal\":0.01}", NULL},
		{{.others = 0.25}, "{\"others\":0.25}", "other processes ran on its CPUs"},
		{{.steal = 0.5, .throttled = 3}, "{\"steal\":0.5,\"throttled\":3}",
			"the hypervisor took its CPUs; its CPUs were throttled"},
		{{.changed = changed},
			"{\"changed\":\"clock source tsc to hpet\"}", "clock source tsc to hpet"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct sample sample = {.status = SAMPLE_OK, .value = 4};
		disturbance_mark(&cases[i].disturbance, &thresholds, &sample);
		assert_int_equal(sample.status, cases[i].reason ? SAMPLE_DISTURBED : SAMPLE_OK);
		assert_int_equal(sample.disturbance != NULL, cases[i].json != NULL);
		if (cases[i].json)
			assert_string_equal(sample.disturbance, cases[i].json);
		assert_int_equal(sample.reason != NULL, cases[i].reason != NULL);
		if (cases[i].reason)
			assert_string_equal(sample.reason, cases[i].reason);
		assert_true(sample.value == 4);
		sample_release(&sample);
	}
}

static void a_failure_stays_one(void **state)
{
	const struct disturbance disturbance = {.others = 0.5};
	struct sample sample = {.status = SAMPLE_FAILED, .value = NAN, .reason = xstrdup("fork")};
	(void)state;
	disturbance_mark(&disturbance, &thresholds, &sample);
	assert_int_equal(sample.status, SAMPLE_FAILED);
	assert_string_equal(sample.reason, "fork");
	assert_string_equal(sample.disturbance, "{\"others\":0.5}");
	sample_release(&sample);
}

static void settings_that_changed(void **state)
{
	struct kernel_state before = {.clock_source = (char[]){"tsc"}, .online = (char[]){"0-3"}};
	struct kernel_state after = {.clock_source = (char[]){"hpet"}, .online = (char[]){"0-2"},
		.frequency = (char[]){"2000000"}};
	(void)state;
	assert_null(kernel_state_changed(&before, &before));
	char *changed = kernel_state_changed(&before, &after);
	assert_string_equal(changed, "clock source tsc to hpet, CPUs online 0-3 to 0-2");
	free(changed);
}

static void shares_are_shares(void **state)
{
	struct disturbance disturbance;
	(void)state;
	disturbance_end(disturbance_begin(NULL), &disturbance);
	assert_true(disturbance.others >= 0 && disturbance.others <= 1);
	assert_true(disturbance.steal >= 0 && disturbance.steal <= 1);
	disturbance_release(&disturbance);
	disturbance_end(disturbance_begin("1000000"), &disturbance); /* no such CPU */
	assert_true(disturbance.others == 0 && disturbance.steal == 0);
	disturbance_release(&disturbance);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_of_a_cpu),
		cmocka_unit_test(marks),
		cmocka_unit_test(a_failure_stays_one),
		cmocka_unit_test(settings_that_changed),
		cmocka_unit_test(shares_are_shares),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
