/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a log says that the TSC is no clock any more, and which samples that touches. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/dmesg.h"
#include "model/text.h"

static void the_first_mark_counts(void **state)
{
	struct dmesg_clock clock;

	(void)state;
	dmesg_clock_read(&clock,
		"[    1.204417] clocksource: Switched to clocksource tsc\n"
		" [  212.417903] clocksource: timekeeping watchdog on CPU2: Marking clocksource 'tsc' "
		"as unstable because the skew is too large:\n"
		"[  212.420790] tsc: Marking TSC unstable due to clocksource watchdog\n"
		"[  212.424105] clocksource: Switched to clocksource hpet");
	assert_true(clock.unstable);
	assert_true(fabs(clock.since_s - 212.417903) < 1e-9);
	assert_string_equal(clock.clocksource, "hpet");
	assert_false(dmesg_clock_affects(&clock, 60, 200));
	assert_true(dmesg_clock_affects(&clock, 200, 230));
	assert_true(dmesg_clock_affects(&clock, 300, 320));
}

static void other_lines(void **state)
{
	static const char *const logs[] = {
		"", "\n", "[", "[   1.0", "[ 341.1] clocksource: wd-tsc-wd read-back delay of 1140000ns, "
		"clock-skew test skipped!", "[ 977.3] demo: driver marked unstable by its maintainer",
		"[ 1.0] clocksource: Marking clocksource 'hpet' as unstable because",
	};
	struct dmesg_clock clock;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(logs); i++) {
		dmesg_clock_read(&clock, logs[i]);
		assert_false(clock.unstable);
		assert_true(isnan(clock.since_s));
		assert_false(dmesg_clock_affects(&clock, 0, 1e9));
	}
}

/* A log without times: unstable from some moment that is not known. */
static void without_times(void **state)
{
	struct dmesg_clock clock;

	(void)state;
	dmesg_clock_read(&clock, "Marking TSC unstable due to TSCs unsynchronized\n");
	assert_true(clock.unstable);
	assert_true(isnan(clock.since_s));
	assert_true(dmesg_clock_affects(&clock, 1, 2));
}

static void samples(void **state)
{
	struct environment env = {0};
	char captured[TEXT_TIME_BYTES];
	const int64_t at_us = INT64_C(1796068800000000);

	(void)state;
	environment_set(&env, "dmesg", "[  107.5] tsc: Marking TSC unstable due to x\n");
	environment_set(&env, "uptime", "100.00");
	assert_false(dmesg_affects_sample(&env, at_us, 0)); /* nothing says when that was */
	environment_set(&env, "captured", text_time(at_us, captured));
	assert_false(dmesg_affects_sample(&env, at_us, INT64_C(7000000000)));
	assert_true(dmesg_affects_sample(&env, at_us, INT64_C(8000000000)));
	assert_true(dmesg_affects_sample(&env, at_us + 20000000, 1000));
	environment_release(&env);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_mark_counts),
		cmocka_unit_test(other_lines),
		cmocka_unit_test(without_times),
		cmocka_unit_test(samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
