/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/plan.h"

static const char two_kernels[] = "# comments are lost\n"
				  "machine: vm\n"
				  "boots: 3\n"
				  "baseline: 6.1-rt\n"
				  "vm: {clock: counted}\n"
				  "variants:\n"
				  "  - label: 6.1 # a number\n"
				  "    kernel: k/vmlinuz\n"
				  "    config: k/config\n"
				  "    cmdline: preempt=none quiet\n"
				  "  - {label: 6.1-rt, kernel: rt/vmlinuz}\n"
				  "workloads:\n"
				  "  - {name: ring, counts: [2, 4, 8..64/8], time: 250us, inner: 5}\n"
				  "  - {name: ring, counts: 2, trips: 1000}\n"
				  "  - {name: messaging, counts: 1..3, loops: 7}\n"
				  "  - {name: pingpong, runs: 6}\n";

static void assert_parsed(const char *yaml, struct plan *plan)
{
	struct error err;
	if (!plan_parse(yaml, "plans/some.plan.yaml", plan, &err))
		fail_msg("%s", err.message);
}

/* The text says what the plan says: reading it again gives the same. */
static void assert_round_trip(const struct plan *plan)
{
	struct plan again;
	assert_parsed(plan->text, &again);
	assert_string_equal(again.title, plan->title);
	assert_int_equal(again.machine, plan->machine);
	assert_int_equal(again.boots, plan->boots);
	assert_int_equal(again.baseline, plan->baseline);
	assert_int_equal(again.clock, plan->clock);
	assert_int_equal(again.variants_n, plan->variants_n);
	for (size_t i = 0; i < plan->variants_n; i++) {
		const struct plan_variant *a = &plan->variants[i], *b = &again.variants[i];
		assert_string_equal(a->label, b->label);
		assert_string_equal(a->slug, b->slug);
		assert_string_equal(a->kernel, b->kernel);
		assert_string_equal(a->config ? a->config : "-", b->config ? b->config : "-");
		assert_string_equal(a->cmdline, b->cmdline);
	}
	assert_int_equal(again.workloads_n, plan->workloads_n);
	for (size_t i = 0; i < plan->workloads_n; i++) {
		const struct plan_workload *a = &plan->workloads[i], *b = &again.workloads[i];
		assert_string_equal(a->slug, b->slug);
		assert_int_equal(a->counts.length, b->counts.length);
		assert_int_equal(a->time_ns, b->time_ns);
		assert_int_equal(a->inner_given, b->inner_given);
		assert_int_equal(a->trips, b->trips);
		assert_int_equal(a->loops, b->loops);
		assert_int_equal(a->runs, b->runs);
	}
	plan_release(&again);
}

static void assert_kernel_set(struct plan *plan, const char *label_and_kernel)
{
	struct error err;
	if (!plan_set_kernel(plan, label_and_kernel, &err))
		fail_msg("%s", err.message);
	assert_round_trip(plan);
}

static void a_kernel_is_replaced(void **state)
{
	(void)state;
	struct plan plan;
	assert_parsed(two_kernels, &plan);
	assert_kernel_set(&plan, "6.1=k/vmlinuz");
	assert_string_equal(plan.variants[0].config, "k/config");
	assert_kernel_set(&plan, "6.1=my/bz=Image");
	assert_int_equal(plan.variants_n, 2);
	assert_string_equal(plan.variants[0].kernel, "my/bz=Image");
	assert_null(plan.variants[0].config);
	assert_string_equal(plan.variants[0].cmdline, "preempt=none quiet");
	assert_string_equal(plan.variants[1].kernel, "rt/vmlinuz");
	plan_release(&plan);
}

static void a_kernel_is_added(void **state)
{
	(void)state;
	struct plan plan;
	assert_parsed("machine: vm\nvariants: [{label: a=b, kernel: k, config: c}]\n"
		      "workloads: [{name: ring, counts: 2}]\n",
		&plan);
	assert_kernel_set(&plan, "a=b=c"); /* the label that is there holds a '=' */
	assert_int_equal(plan.variants_n, 1);
	assert_string_equal(plan.variants[0].kernel, "c");
	assert_kernel_set(&plan, "a=c");
	assert_int_equal(plan.variants_n, 2);
	assert_string_equal(plan.variants[1].label, "a");
	assert_kernel_set(&plan, "a=d");
	assert_int_equal(plan.variants_n, 2);
	assert_string_equal(plan.variants[1].kernel, "d");
	assert_string_equal(plan.title, "some.plan");
	plan_release(&plan);
}

static void hostile_labels_take_a_kernel(void **state)
{
	(void)state;
	static const char *const labels[] = {"<script>", "\"quotes' \"", "a\nb", " a ", "a\tb",
		"中文\n ", "~", "null", "#", ": ", "- a", "%s%n", "\xc2\x85", "\xe2\x80\xa8x", "\x7f",
		"\x01", "{a", "|\n a", "'", "\\", "\xef\xbb\xbf", "\xf0\x9f\x90\xa7"};
	struct plan plan;
	assert_parsed(two_kernels, &plan);
	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++) {
		char *argument = xasprintf("%s=my/bz Image", labels[i]);
		assert_kernel_set(&plan, argument);
		assert_int_equal(plan.variants_n, 3 + i);
		assert_string_equal(plan.variants[2 + i].label, labels[i]);
		assert_string_equal(plan.variants[2 + i].kernel, "my/bz Image");
		free(argument);
	}
	plan_release(&plan);
}

static void a_bad_kernel_changes_nothing(void **state)
{
	(void)state;
	static const struct {
		const char *argument, *error;
	} bad[] = {
		{"bzImage", "--kernel 'bzImage': expected LABEL=bzImage"},
		{"=bzImage", "--kernel '=bzImage': expected LABEL=bzImage"},
		{"a=", "--kernel 'a=': expected LABEL=bzImage"},
		{"", "--kernel '': expected LABEL=bzImage"},
		{"a\xff=b", "--kernel: bytes that are not UTF-8, expected UTF-8 text"},
		{"a=/", "--kernel a: '/' is a directory, expected a bzImage"},
		{"6.1=/dev/null", "--kernel 6.1: '/dev/null' is no regular file, expected a bzImage"},
	};
	struct plan plan;
	struct error err;
	assert_parsed(two_kernels, &plan);
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		assert_false(plan_set_kernel(&plan, bad[i].argument, &err));
		assert_string_equal(err.message, bad[i].error);
		assert_string_equal(plan.text, two_kernels);
	}
	plan_release(&plan);

	assert_parsed("machine: here\nvariants: [{label: a}]\n"
		      "workloads: [{name: ring, counts: 2}]\n",
		&plan);
	assert_false(plan_set_kernel(&plan, "b=c", &err));
	assert_string_equal(err.message, "--kernel b: the plan measures the running kernel, "
					 "expected a plan with machine: vm");
	plan_release(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kernel_is_replaced),
		cmocka_unit_test(a_kernel_is_added),
		cmocka_unit_test(hostile_labels_take_a_kernel),
		cmocka_unit_test(a_bad_kernel_changes_nothing),
	};
	return cmocka_run_group_tests_name("model-plan-kernel", tests, NULL, NULL);
}
