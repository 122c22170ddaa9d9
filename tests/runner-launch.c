/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>

#include "runner/launch.h"

static struct plan_workload workload_of(const char *name)
{
	return (struct plan_workload){
		.workload = workload_find(name),
		.time_ns = 10000000,
		.inner = 11,
		.loops = 100,
	};
}

static void assert_near(double got, double wanted)
{
	if (!(fabs(got - wanted) <= 1e-12 * fabs(wanted)))
		fail_msg("got %.17g, wanted %.17g", got, wanted);
}

static void assert_words(const struct launch_request *request, const char *wanted)
{
	struct text text = TEXT_EMPTY;

	launch_request_words(request, &text);
	assert_string_equal(text.bytes, wanted);
	text_release(&text);
}

static void request_words(void **state)
{
	struct plan_workload ring = workload_of("ring"), messaging = workload_of("messaging");
	struct plan_workload pingpong = workload_of("pingpong");
	int64_t deadline_ns = 1500000001;

	(void)state;
	messaging.transport = PLAN_TRANSPORT_PIPES;
	assert_words(&(struct launch_request){.workload = &ring, .count = 8, .inner = 11,
			.cpus = "0", .deadline_ns = deadline_ns},
		"launch workload=ring count=8 cpus=0 time_ns=10000000 inner=11 deadline_ms=1501");
	assert_words(&(struct launch_request){.workload = &pingpong, .inner = 3, .trips = 5000,
			.cpus = "2-3", .clock = CLOCK_COUNTED, .deadline_ns = deadline_ns},
		"launch workload=pingpong count=0 cpus=2-3 trips=5000 inner=3 deadline_ms=1501");
	assert_words(&(struct launch_request){.workload = &messaging, .count = 10, .inner = 1,
			.deadline_ns = deadline_ns},
		"launch workload=messaging count=10 loops=100 transport=pipes deadline_ms=1501");
	assert_words(&(struct launch_request){.workload = &ring, .count = 2, .inner = 1,
			.layout = 7, .deadline_ns = deadline_ns},
		"launch workload=ring count=2 layout=7 time_ns=10000000 inner=1 deadline_ms=1501");
	assert_words(&(struct launch_request){.workload = &ring, .count = 2, .inner = 1,
			.layout = 7, .repeatable = true, .policy = "batch",
			.deadline_ns = deadline_ns},
		"launch workload=ring count=2 layout=7 aslr=off policy=batch time_ns=10000000 inner=1 "
		"deadline_ms=1501");
}

static void reply_lines(void **state)
{
	static const char *const bad[] = {"", "nonsense", "interval", "interval 1", "interval 1 0",
		"interval -1 2", "interval 1 2 3", "interval 1 +2", "interval 1  2", "interval 1.5 2",
		"interval 99999999999999999999 1", "intervals 1 2", "overhead x 1", "mask", "mask ",
		"usage 1", "usage a b", "done now", "Done", "hello 1 a b"};
	static const char *const good[] = {"mask 0-1", "overhead 1000 4", "interval 0 1",
		"interval 18446744073709551615 1", "usage 12 3", "done"};
	struct launch_reply reply;

	(void)state;
	launch_reply_init(&reply);
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		if (launch_reply_line(&reply, bad[i]))
			fail_msg("taken: '%s'", bad[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(good); i++)
		if (!launch_reply_line(&reply, good[i]))
			fail_msg("not taken: '%s'", good[i]);
	assert_true(reply.done);
	assert_int_equal(reply.intervals_n, 2);
	assert_int_equal(reply.overheads_n, 1);
	assert_near(reply.overheads[0], 250);
	assert_string_equal(reply.cpus, "0-1");
	assert_false(launch_reply_line(&reply, "interval 1 1")); /* after the end */
	launch_reply_release(&reply);
}

/* Feeds lines, ended by NULL, and gives the sample they come to. */
static struct sample sample_of(const struct launch_request *request, const char *const *lines)
{
	struct launch_reply reply;
	struct sample sample = {.cell = 7, .started_us = 42};

	launch_reply_init(&reply);
	for (; *lines; lines++)
		assert_true(launch_reply_line(&reply, *lines));
	launch_reply_sample(&reply, request, &sample);
	launch_reply_release(&reply);
	assert_int_equal(sample.cell, 7);
	assert_int_equal(sample.started_us, 42);
	return sample;
}

static void values(void **state)
{
	struct plan_workload ring = workload_of("ring"), messaging = workload_of("messaging");
	struct plan_workload pingpong = workload_of("pingpong");
	const struct {
		struct launch_request request;
		const char *lines[8];
		double value, raw, overhead, spread;
	} cases[] = {
		{{.workload = &ring, .count = 4, .cpus = "0"},
			{"mask 0", "overhead 700 1", "overhead 1000 2", "interval 36000 3",
				"interval 16000 1", "interval 24000 1", "done"},
			4 - 0.6, 4, 0.6, 1},
		{{.workload = &ring, .count = 1}, /* less than its overhead: kept */
			{"mask 0-1", "overhead 900 1", "interval 400 1", "done"},
			-0.5, 0.4, 0.9, 0},
		{{.workload = &ring, .count = 8, .clock = CLOCK_COUNTED, .cpus = "0"},
			{"mask 0", "overhead 2500 1", "interval 80000 1", "interval 80800 1", "done"},
			10050 - 2500, 10050, 2500, 50},
		{{.workload = &pingpong}, {"mask 0-1", "interval 5000000 1000", "done"}, 5, 5, NAN, 0},
		{{.workload = &pingpong, .clock = CLOCK_COUNTED},
			{"mask 0", "interval 12000000 1000", "done"}, 12000, 12000, NAN, 0},
		{{.workload = &messaging, .count = 10},
			{"mask 0-1", "interval 1234567890 1", "done"}, 1.23456789, 1.23456789, NAN, 0},
		{{.workload = &messaging, .count = 10, .clock = CLOCK_COUNTED},
			{"mask 0", "interval 1234567890 1", "done"}, 1234567890, 1234567890, NAN, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct sample sample = sample_of(&cases[i].request, cases[i].lines);
		assert_int_equal(sample.status, SAMPLE_OK);
		assert_null(sample.reason);
		assert_non_null(sample.cpus);
		assert_near(sample.value, cases[i].value);
		assert_near(sample.raw, cases[i].raw);
		assert_near(sample.spread, cases[i].spread);
		if (isnan(cases[i].overhead))
			assert_true(isnan(sample.overhead));
		else
			assert_near(sample.overhead, cases[i].overhead);
		sample_release(&sample);
	}
}

static void failures(void **state)
{
	struct plan_workload ring = workload_of("ring");
	const struct launch_request bound = {.workload = &ring, .count = 2, .cpus = "1"};
	static const struct {
		const char *lines[8];
		enum sample_status status;
		const char *reason;
	} cases[] = {
		{{NULL}, SAMPLE_FAILED, "the worker ended without saying that it was done"},
		{{"mask 1", "overhead 1 1", "interval 1 1"}, SAMPLE_FAILED,
			"the worker ended without saying that it was done"},
		{{"fail fork of process 17 of 64: no"}, SAMPLE_FAILED,
			"fork of process 17 of 64: no"},
		{{"mask 1", "fail"}, SAMPLE_FAILED, "the worker gave no reason"},
		{{"mask 1", "timeout 5 ms passed"}, SAMPLE_TIMEOUT, "5 ms passed"},
		{{"mask 0-1", "overhead 1 1", "interval 1 1", "done"}, SAMPLE_FAILED,
			"asked for CPU 1, ran on 0-1"},
		{{"overhead 1 1", "interval 1 1", "done"}, SAMPLE_FAILED,
			"the worker did not say where it ran"},
		{{"mask 1", "overhead 1 1", "done"}, SAMPLE_FAILED, "the worker timed no interval"},
		{{"mask 1", "interval 1 1", "done"}, SAMPLE_FAILED,
			"the worker measured no overhead"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct sample sample = sample_of(&bound, cases[i].lines);
		assert_int_equal(sample.status, cases[i].status);
		assert_string_equal(sample.reason, cases[i].reason);
		assert_true(isnan(sample.value) && isnan(sample.raw));
		assert_true(isnan(sample.overhead) && isnan(sample.spread));
		sample_release(&sample);
	}
}

static void a_mask_may_be_written_otherwise(void **state)
{
	struct plan_workload pingpong = workload_of("pingpong");
	static const char *const lines[] = {"mask 0,1,2", "interval 1 1", "done", NULL};
	struct launch_request request = {.workload = &pingpong, .cpus = "0-2"};
	struct sample sample = sample_of(&request, lines);

	(void)state;
	assert_int_equal(sample.status, SAMPLE_OK);
	assert_string_equal(sample.cpus, "0,1,2");
	sample_release(&sample);
}

static void values_survive_text(void **state)
{
	struct plan_workload ring = workload_of("ring");
	static const char *const lines[] = {
		"mask 0", "overhead 1000003 7", "interval 1000000007 3", "done", NULL};
	struct launch_request request = {.workload = &ring, .count = 7};
	char digits[TEXT_NUMBER_BYTES];

	(void)state;
	/* in a locale with a comma too, where the system has one */
	setlocale(LC_ALL, "de_DE.UTF-8");
	struct sample sample = sample_of(&request, lines);
	setlocale(LC_ALL, "C");
	double numbers[] = {sample.value, sample.raw, sample.overhead};
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
		assert_true(strtod(text_number(numbers[i], digits), NULL) == numbers[i]);
	assert_near(sample.raw, 1000000007.0 / 3 / 7 / 1000);
	sample_release(&sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(request_words),
		cmocka_unit_test(reply_lines),
		cmocka_unit_test(values),
		cmocka_unit_test(failures),
		cmocka_unit_test(a_mask_may_be_written_otherwise),
		cmocka_unit_test(values_survive_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
