/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a pattern finds in a command's output, and what counts as no value. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runner/external.h"

static struct plan_external external = {.value = (char[]){"^Time: *([^ ]+)"}};
static const struct plan_workload workload = {
	.workload = &external.workload, .external = &external};
static const struct launch_request request = {.workload = &workload, .cpus = "0"};

static struct sample sample_of(const char *output, bool done, const char *cpus)
{
	static char ended[] = "with exit code 0";
	char *mask = xstrdup_null(cpus);
	const struct launch_reply reply = {.done = done, .cpus = mask, .ended = ended};
	struct sample sample = {.cell = 7};
	external_sample(&reply, &request, output, &sample);
	free(mask);
	return sample;
}

static void values(void **state)
{
	static const struct {
		const char *output;
		double value;
	} cases[] = {
		{"Time: 0.123\n", 0.123},
		{"Running\nTime: 5", 5},
		{"Time: -1.5e3 seconds\nNo Time: 4\n", -1500},
		{"Time: 0.1234567890123456789\n", 0.123456789012346},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct sample sample = sample_of(cases[i].output, true, "0");
		assert_int_equal(sample.status, SAMPLE_OK);
		assert_true(sample.value == cases[i].value);
		assert_null(sample.output);
		assert_int_equal(sample.cell, 7);
		sample_release(&sample);
	}
}

static void failures_keep_the_output(void **state)
{
	static const struct {
		const char *output, *reason;
	} cases[] = {
		{"time: 4\n", "its output has no match of value:; it ended with exit code 0"},
		{"Time: 4\nTime: 5\n",
			"its output has 2 matches of value:, not one; it ended with exit code 0"},
		{"Time: 4s\n", "what value: finds is no number: '4s'; it ended with exit code 0"},
		{"Time: 0x10\n",
			"what value: finds is no number: '0x10'; it ended with exit code 0"},
		{"Time: inf\n", "what value: finds is no number: 'inf'; it ended with exit code 0"},
		{"Time: 1e999\n",
			"what value: finds is no number: '1e999'; it ended with exit code 0"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct sample sample = sample_of(cases[i].output, true, "0");
		assert_int_equal(sample.status, SAMPLE_FAILED);
		assert_string_equal(sample.reason, cases[i].reason);
		assert_string_equal(sample.output, cases[i].output);
		assert_true(isnan(sample.value));
		sample_release(&sample);
	}
	struct sample elsewhere = sample_of("Time: 4\n", true, "1");
	assert_string_equal(elsewhere.reason, "asked for CPU 0, ran on 1");
	sample_release(&elsewhere);
	struct sample silent = sample_of("Time: 4\n", false, "0");
	assert_int_equal(silent.status, SAMPLE_FAILED);
	sample_release(&silent);
	struct sample bytes = sample_of("a\xff", true, "0");
	assert_string_equal(bytes.output, "a\xef\xbf\xbd");
	sample_release(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(failures_keep_the_output),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
