/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Layout, disturbance, commands and policies in plans. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/plan.h"

#define HERE "machine: here\nvariants: [{label: a}]\n"
#define RING "workloads: [{name: ring, counts: 2}]\n"
#define COMMAND HERE "workloads:\n- name: hb\n  command: [hackbench, '{count}']\n" \
		"  value: 'Time: ([0-9.]+)'\n  unit: s\n"

static struct plan parse(const char *yaml)
{
	struct plan plan;
	struct error err;
	if (!plan_parse(yaml, "p", &plan, &err))
		fail_msg("%s", err.message);
	return plan;
}

static void defaults(void **state)
{
	(void)state;
	struct plan plan = parse(HERE RING);
	assert_int_equal(plan.layout, PLAN_LAYOUT_REDRAWN);
	assert_int_equal(plan.set, 0);
	assert_true(plan.disturbance.watched);
	assert_true(plan.disturbance.others == 0.05 && plan.disturbance.steal == 0.01);
	assert_false(plan.awake);
	assert_null(plan.workloads[0].external);
	assert_null(plan.variants[0].policy);
	assert_null(plan.variants[0].setup.argv);
	plan_release(&plan);
}

static void what_is_said(void **state)
{
	(void)state;
	struct plan plan = parse(HERE "layout: sets\nset: 7\ncpu_dma_latency: 0\n"
				      "disturbance: {others: 12.5%}\nplacements: [each, llc]\n" RING);
	assert_int_equal(plan.layout, PLAN_LAYOUT_SETS);
	assert_int_equal(plan.set, 7);
	assert_true(plan.disturbance.others == 0.125 && plan.disturbance.steal == 0.01);
	assert_true(plan.awake);
	assert_int_equal(plan.placements[0], PLACEMENT_EACH);
	plan_release(&plan);

	plan = parse(HERE "disturbance: off\n" RING);
	assert_false(plan.disturbance.watched);
	plan_release(&plan);
}

static void variants_of_here(void **state)
{
	(void)state;
	struct plan plan = parse("machine: here\nvariants:\n- label: a\n  setup: echo 1 > x\n"
				 "  teardown: [rm, -f, x]\n  policy: fifo:10\n" RING);
	const struct plan_variant *variant = &plan.variants[0];
	assert_int_equal(variant->setup.argc, 3);
	assert_string_equal(variant->setup.argv[0], "/bin/sh");
	assert_string_equal(variant->setup.argv[2], "echo 1 > x");
	assert_null(variant->setup.argv[3]);
	assert_int_equal(variant->teardown.argc, 3);
	assert_string_equal(variant->teardown.argv[1], "-f");
	assert_string_equal(variant->policy, "fifo:10");
	plan_release(&plan);
}

static void external_commands(void **state)
{
	(void)state;
	struct plan plan = parse(COMMAND "  counts: [1, 4]\n  better: higher\n");
	const struct plan_workload *workload = &plan.workloads[0];
	assert_true(workload->workload->external && workload->workload->swept);
	assert_string_equal(workload->workload->name, "hb");
	assert_string_equal(workload->workload->unit, "s");
	assert_string_equal(workload->slug, "hb");
	assert_int_equal(workload->counts.length, 2);
	assert_string_equal(workload->external->command.argv[1], "{count}");
	assert_int_equal(workload->external->better, BETTER_HIGHER);
	plan_release(&plan);

	plan = parse(COMMAND);
	assert_false(plan.workloads[0].workload->swept);
	assert_int_equal(plan.workloads[0].runs, 10);
	plan_release(&plan);
}

static void errors_name_the_place(void **state)
{
	(void)state;
	static const struct {
		const char *yaml, *wanted;
	} plans[] = {
		{HERE "layout: loose\n" RING,
			"p:3:9: layout is 'loose', expected redrawn, fixed or sets"},
		{HERE "set: 5\n" RING,
			"p:3:6: set without layout: sets, expected layout: sets beside it"},
		{HERE "disturbance: on\n" RING,
			"p:3:14: disturbance is neither, expected off or {others: 5%, steal: 1%}"},
		{HERE "disturbance: {other: 5%}\n" RING,
			"p:3:15: unknown key 'other', expected others or steal"},
		{HERE "disturbance: {others: 5}\n" RING,
			"p:3:23: others is '5', expected a share such as 5%, above 0% and at most "
			"100%"},
		{HERE "cpu_dma_latency: 3\n" RING,
			"p:3:18: cpu_dma_latency is '3', expected a whole number from 0 to 0"},
		{"machine: vm\ncpu_dma_latency: 0\nvariants: [{label: a, kernel: k}]\n" RING,
			"p:2:18: cpu_dma_latency on machine: vm, expected it on here or boot"},
		{"machine: vm\nvariants: [{label: a, kernel: k, setup: x}]\n" RING,
			"p:2:41: setup on machine: vm, expected it on machine: here alone"},
		{"machine: here\nvariants: [{label: a, policy: 'fifo:100'}]\n" RING,
			"p:2:31: policy is 'fifo:100', expected other, batch, idle, nice:-20..19, "
			"fifo:1..99 or rr:1..99"},
		{"machine: here\nvariants: [{label: a, setup: {b: c}}]\n" RING,
			"p:2:30: setup is a mapping (key: value), expected a list of words or a "
			"line for sh"},
		{HERE "workloads: [{name: ring, counts: 2, unit: s}]\n",
			"p:3:43: ring takes no unit, expected counts, time, inner or trips"},
		{HERE "workloads: [{name: ring, command: x, value: (a), unit: s}]\n",
			"p:3:20: 'ring' is a built-in workload, expected another name for a command"},
		{HERE "workloads: [{name: hb, command: x, value: a, unit: s}]\n",
			"p:3:43: value has 0 groups, expected one: ( ) around the number"},
		{HERE "workloads: [{name: hb, command: x, value: (a, unit: s}]\n",
			"p:3:43: value: Unmatched ( or \\(, expected a POSIX extended regular "
			"expression"},
		{HERE "workloads: [{name: hb, command: x, value: (a)}]\n",
			"p:3:13: a command without unit, expected name:, value: and unit:"},
		{HERE "workloads: [{name: hb, command: x, time: 10ms, value: (a), unit: s}]\n",
			"p:3:42: a command takes no time, expected counts, runs, value, unit or "
			"better"},
		{HERE "workloads: [{name: hb, command: [], value: (a), unit: s}]\n",
			"p:3:33: command is empty, expected at least one item"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(plans); i++) {
		struct plan plan;
		struct error err = {""};
		assert_false(plan_parse(plans[i].yaml, "p", &plan, &err));
		assert_string_equal(err.message, plans[i].wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(what_is_said),
		cmocka_unit_test(variants_of_here),
		cmocka_unit_test(external_commands),
		cmocka_unit_test(errors_name_the_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
