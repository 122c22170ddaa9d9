/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bad plans and the one line each of them gets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <unistd.h>

#include "model/plan.h"
#include "model/text.h"

#define HERE "machine: here\nvariants: [{label: a}]\n"
#define VM "machine: vm\nvariants: [{label: a, kernel: k}]\n"
#define RING "workloads:\n- name: ring\n  counts: 2..4\n"

struct bad_plan {
	const char *yaml, *error;
};

static void assert_errors(const struct bad_plan *plans, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct plan plan;
		struct error err;
		if (plan_parse(plans[i].yaml, "p", &plan, &err))
			fail_msg("no error for:\n%s", plans[i].yaml);
		assert_string_equal(err.message, plans[i].error);
		assert_null(plan.text);
		assert_null(plan.variants);
	}
}

static void what_is_no_yaml(void **state)
{
	(void)state;
	static const struct bad_plan plans[] = {
		{"", "p:1:1: an empty plan, expected machine:, variants: and workloads:"},
		{"# only this\n", "p:1:1: an empty plan, expected machine:, variants: and workloads:"},
		{"machine: here\n\trounds: 1\n", "p:2:1: a tab, expected spaces"},
		{HERE "workloads:\n\t- name: ring\n", "p:4:1: a tab, expected spaces"},
		{HERE "workloads:\n  - name: ring\n\tcounts: 2\n", "p:5:1: a tab, expected spaces"},
		{"\xef\xbb\xbfmachine:\n\t- a", "p:2:1: a tab, expected spaces"},
		{"machine: [here", "p:2:1: did not find expected ',' or ']' while parsing a flow "
				   "sequence, expected YAML"},
		{"machine: here\nvariants: 'a\n", "p:3:1: found unexpected end of stream while "
						"scanning a quoted scalar, expected YAML"},
		{"machine: here\nboots 3\nrounds: 1\n",
			"p:3:1: could not find expected ':' while scanning a simple key, expected YAML"},
		{"title: a: b\n", "p:1:9: mapping values are not allowed in this context, expected "
				  "YAML"},
		{"title: a\x01" "b\n", "p:1:9: control characters are not allowed, expected YAML"},
		{"title: é\xff\n", "p:1:9: a byte that is not UTF-8, expected UTF-8 text"},
		{"\xff\xfem\n", "p:1:1: a byte that is not UTF-8, expected UTF-8 text"},
		{"title: \"a\\0b\"\n", "p:1:8: a NUL character, expected text"},
		{HERE RING "---\n" HERE RING, "p:6:1: a second document, expected one plan a file"},
		{"title: &a b\n", "p:1:8: an anchor, expected the value alone"},
		{"title: *a\n", "p:1:8: an alias, expected the value itself"},
		{"title: !!int 3\n", "p:1:8: a tag, expected the value alone"},
		{"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
			"p:1:4: an anchor, expected the value alone"},
		{"a: [[[[[[[[[[", "p:1:11: too many levels, expected a plan"},
	};
	assert_errors(plans, ARRAY_LENGTH(plans));
}

static void keys_and_kinds(void **state)
{
	(void)state;
	static const struct bad_plan plans[] = {
		{"plan", "p:1:1: the plan is a single value, expected a mapping (key: value)"},
		{"- a", "p:1:1: the plan is a list, expected a mapping (key: value)"},
		{"{}", "p:1:1: no machine, expected machine: here, vm or boot"},
		{HERE "round: 3\n" RING,
			"p:3:1: unknown key 'round', expected title, machine, boots, rounds, "
			"placements, baseline, layout, set, disturbance, cpu_dma_latency, vm, "
			"variants or workloads"},
		{"machine: here\nvariants:\n- label: a\n  colour: red\n" RING,
			"p:4:3: unknown key 'colour', expected label, kernel, config, cmdline, "
			"setup, teardown or policy"},
		{HERE "workloads:\n- name: ring\n  count: 3\n",
			"p:5:3: unknown key 'count', expected name, counts, time, inner, trips, loops, "
			"runs, transport, command, value, unit or better"},
		{HERE "vm: {cpu: 3}\n" RING,
			"p:3:6: unknown key 'cpu', expected cpus, memory or clock"},
		{HERE "<<: {a: b}\n" RING,
			"p:3:1: unknown key '<<', expected title, machine, boots, rounds, placements, "
			"baseline, layout, set, disturbance, cpu_dma_latency, vm, variants or "
			"workloads"},
		{HERE "? [a]\n: b\n", "p:3:3: a list or a mapping as a key, expected a name"},
		{HERE "boots: 1\nboots: 2\n" RING, "p:4:1: boots is said twice, expected it once"},
		{HERE "workloads:\n- {name: ring, counts: 2, counts: 3}\n",
			"p:4:27: counts is said twice, expected it once"},
		{HERE "boots: [1]\n", "p:3:8: boots is a list, expected a single value"},
		{HERE "title: {a: b}\n", "p:3:8: title is a mapping (key: value), expected a single "
					 "value"},
		{"machine: here\nvariants: a\n",
			"p:2:11: variants is a single value, expected a list"},
		{"machine: here\nvariants:\n" RING, "p:2:10: variants is empty, expected a list"},
		{"machine: here\nvariants: []\n",
			"p:2:11: variants is empty, expected at least one item"},
		{"machine: here\nvariants:\n- a\n",
			"p:3:3: an item of variants is a single value, expected a mapping (key: "
			"value)"},
		{"machine: here\nvariants:\n- label: a\n-\n" RING,
			"p:4:2: an item of variants is empty, expected a mapping (key: value)"},
		{HERE "workloads: []\n", "p:3:12: workloads is empty, expected at least one item"},
		{HERE "placements: []\n" RING,
			"p:3:13: placements is empty, expected at least one item"},
		{HERE "placements: bound\n",
			"p:3:13: placements is a single value, expected a list"},
		{HERE "placements: [[bound]]\n",
			"p:3:14: an item of placements is a list, expected a single value"},
		{HERE "vm:\n" RING, "p:3:4: vm is empty, expected a mapping (key: value)"},
	};
	assert_errors(plans, ARRAY_LENGTH(plans));
}

static void missing_keys(void **state)
{
	(void)state;
	static const struct bad_plan plans[] = {
		{"variants: [{label: a}]\n" RING,
			"p:1:1: no machine, expected machine: here, vm or boot"},
		{"# a\n\nmachine: here\n" RING,
			"p:3:1: no variants, expected variants: with at least one label:"},
		{HERE, "p:1:1: no workloads, expected workloads: with at least one name:"},
		{"machine: here\nvariants:\n- config: a\n" RING,
			"p:3:3: a variant without a label, expected label:"},
		{"machine: vm\nvariants:\n- label: a\n" RING,
			"p:3:3: a variant without a kernel, expected kernel: a bzImage for machine: vm"},
		{HERE "workloads:\n- counts: 2\n",
			"p:4:3: a workload without a name, expected name: ring, messaging or pingpong"},
		{HERE "workloads:\n- name: ring\n",
			"p:4:3: ring without counts, expected counts: N, FROM..TO, FROM..TO/STEP or a "
			"list"},
	};
	assert_errors(plans, ARRAY_LENGTH(plans));
}

static void bad_values(void **state)
{
	(void)state;
	static const struct bad_plan plans[] = {
		{"machine: vms\n", "p:1:10: machine is 'vms', expected here, vm or boot"},
		{"machine: HERE\n", "p:1:10: machine is 'HERE', expected here, vm or boot"},
		{"machine:\n", "p:1:9: machine is '', expected here, vm or boot"},
		{HERE "title:\n", "p:3:7: title is empty, expected text"},
		{HERE "boots: 0\n", "p:3:8: boots is '0', expected a whole number from 1 to 1000"},
		{HERE "boots: -1\n", "p:3:8: boots is '-1', expected a whole number from 1 to 1000"},
		{HERE "boots: 3x\n", "p:3:8: boots is '3x', expected a whole number from 1 to 1000"},
		{HERE "boots: 010\n",
			"p:3:8: boots is '010', expected a whole number from 1 to 1000"},
		{HERE "boots: 1.5\n",
			"p:3:8: boots is '1.5', expected a whole number from 1 to 1000"},
		{HERE "rounds: 99999999999999999999\n",
			"p:3:9: rounds is '99999999999999999999', expected a whole number from 1 to "
			"100000"},
		{HERE "placements: [bound, sideways]\n" RING,
			"p:3:21: unknown placement 'sideways', expected bound, unbound, siblings, "
			"core, llc, across or each"},
		{HERE "placements: [bound, bound]\n" RING,
			"p:3:21: bound is said twice, expected it once"},
		{HERE "baseline: b\n" RING,
			"p:3:11: baseline 'b' is no variant, expected the label of one"},
		{HERE "vm: {cpus: 0}\n", "p:3:12: cpus is '0', expected a whole number from 1 to 256"},
		{HERE "vm: {memory: 512}\n",
			"p:3:14: memory is '512', expected a size with its unit (M or G) such as 512M, "
			"from 64M to 1024G"},
		{HERE "vm: {memory: 32M}\n",
			"p:3:14: memory is '32M', expected a size with its unit (M or G) such as 512M, "
			"from 64M to 1024G"},
		{HERE "vm: {clock: tsc}\n", "p:3:13: clock is 'tsc', expected auto, wall or counted"},
		{"machine: here\nvariants: [{label: a}, {label: b}, {label: a}]\n" RING,
			"p:2:44: a label that is there already, expected another"},
		{"machine: here\nvariants: [{label: ''}]\n" RING,
			"p:2:20: label is empty, expected text"},
		{"machine: here\nvariants: [{label: a, kernel: k}]\n" RING,
			"p:2:31: a kernel on machine: here, expected a label alone (the running "
			"kernel)"},
		{"machine: here\nvariants: [{label: a, cmdline: k}]\n" RING,
			"p:2:32: a cmdline on machine: here, expected a label alone (the running "
			"kernel)"},
		{"machine: vm\nvariants: [{label: a, kernel: }]\n" RING,
			"p:2:31: kernel is empty, expected text"},
		{"machine: vm\nvariants: [{label: a, kernel: k, cmdline: \"a\\nb\"}]\n" RING,
			"p:2:43: cmdline holds a control character, expected one line of text"},
	};
	assert_errors(plans, ARRAY_LENGTH(plans));
}

static void bad_workloads(void **state)
{
	(void)state;
	static const struct bad_plan plans[] = {
		{HERE "workloads: [{name: rings}]\n",
			"p:3:20: name is 'rings', expected ring, messaging or pingpong"},
		{HERE "workloads: [{name: ring, counts: 0..}]\n",
			"p:3:34: bad count '0..': expected N, FROM..TO or FROM..TO/STEP, from 1 to "
			"1000000 and ascending"},
		{HERE "workloads: [{name: ring, counts: [2, 4..2]}]\n",
			"p:3:38: bad count '4..2': expected N, FROM..TO or FROM..TO/STEP, from 1 to "
			"1000000 and ascending"},
		{HERE "workloads: [{name: ring, counts: []}]\n",
			"p:3:34: counts is empty, expected at least one item"},
		{HERE "workloads: [{name: ring, counts: {a: b}}]\n",
			"p:3:34: an item of counts is no single value, expected N, FROM..TO or "
			"FROM..TO/STEP"},
		{HERE "workloads: [{name: ring, counts: [2, [4]]}]\n",
			"p:3:38: an item of counts is no single value, expected N, FROM..TO or "
			"FROM..TO/STEP"},
		{HERE "workloads: [{name: ring, counts: }]\n",
			"p:3:34: bad count '': expected N, FROM..TO or FROM..TO/STEP, from 1 to 1000000 "
			"and ascending"},
		{HERE "workloads: [{name: pingpong, counts: 2}]\n",
			"p:3:38: pingpong takes no counts, expected time, inner, trips or runs"},
		{HERE "workloads: [{name: ring, counts: 2, loops: 5}]\n",
			"p:3:44: ring takes no loops, expected counts, time, inner or trips"},
		{HERE "workloads: [{name: ring, counts: 2, runs: 5}]\n",
			"p:3:43: ring takes no runs, expected counts, time, inner or trips"},
		{HERE "workloads: [{name: messaging, counts: 2, time: 1s}]\n",
			"p:3:48: messaging takes no time, expected counts, loops or transport"},
		{HERE "workloads: [{name: messaging, counts: 2, transport: tcp}]\n",
			"p:3:53: transport is 'tcp', expected sockets or pipes"},
		{HERE "workloads: [{name: ring, counts: 2, time: 10}]\n",
			"p:3:43: time is '10', expected a whole number with its unit (us, ms or s) such "
			"as 10ms, at most 60s"},
		{HERE "workloads: [{name: ring, counts: 2, time: 61s}]\n",
			"p:3:43: time is '61s', expected a whole number with its unit (us, ms or s) "
			"such as 10ms, at most 60s"},
		{HERE "workloads: [{name: ring, counts: 2, time: 0ms}]\n",
			"p:3:43: time is '0ms', expected a whole number with its unit (us, ms or s) "
			"such as 10ms, at most 60s"},
		{HERE "workloads: [{name: ring, counts: 2, time: 1ms, trips: 5}]\n",
			"p:3:55: time and trips together, expected one of them"},
		{HERE "workloads: [{name: pingpong, runs: 0}]\n",
			"p:3:36: runs is '0', expected a whole number from 1 to 100000"},
	};
	assert_errors(plans, ARRAY_LENGTH(plans));
}

/* Plans that would be too much work, each refused at once and without the memory for it. */
static void limits(void **state)
{
	(void)state;
	static const struct bad_plan plans[] = {
		{HERE "workloads:\n- name: ring\n  counts: 1..1000000\n",
			"p:5:11: 1000000 counts, expected at most 100000 cells in a plan"},
		{HERE "workloads:\n- name: ring\n  counts: 1..50001\n",
			"p:5:11: 100002 cells up to here, expected at most 100000 in a plan"},
		{HERE "workloads:\n- {name: ring, counts: 1..30000}\n"
		      "- {name: messaging, counts: 1..20001}\n",
			"p:5:29: 100002 cells up to here, expected at most 100000 in a plan"},
		{HERE "boots: 1000\nrounds: 100000\n" RING,
			"p:7:11: 600000000 samples up to here, expected at most 5000000 in a plan"},
		{HERE "boots: 1000\nworkloads: [{name: pingpong, runs: 2501}]\n",
			"p:4:36: 5002000 samples up to here, expected at most 5000000 in a plan"},
	};
	assert_errors(plans, ARRAY_LENGTH(plans));
}

static void long_lists(void **state)
{
	(void)state;
	struct text yaml = TEXT_EMPTY;
	struct plan plan;
	struct error err;
	text_add(&yaml, "machine: here\nvariants:\n");
	for (int i = 0; i < 101; i++)
		text_add(&yaml, "- label: v%d\n", i);
	assert_false(plan_parse(yaml.bytes, "p", &plan, &err));
	assert_string_equal(
		err.message, "p:103:3: too many items in variants, expected at most 100");
	text_release(&yaml);

	text_add(&yaml, HERE "workloads:\n- name: ring\n  counts:\n");
	for (int i = 0; i < 50000; i++)
		text_add(&yaml, "  - 1..100000\n");
	assert_false(plan_parse(yaml.bytes, "p", &plan, &err));
	assert_string_equal(
		err.message, "p:1006:5: too many items in counts, expected at most 1000");
	text_release(&yaml);

	text_add(&yaml, "machine: here\nvariants: [{label: %01001d}]\n" RING, 1);
	assert_false(plan_parse(yaml.bytes, "p", &plan, &err));
	assert_string_equal(
		err.message, "p:2:20: label has 1001 bytes, expected at most 1000");
	text_release(&yaml);

	/* A long value is quoted in part, and in whole characters. */
	text_add(&yaml, "machine: ");
	for (int i = 0; i < 1000; i++)
		text_add(&yaml, "中");
	assert_false(plan_parse(yaml.bytes, "p", &plan, &err));
	assert_string_equal(err.message,
		"p:1:10: machine is '中中中中中中中中中中中中中中中中中中中中…', expected here, vm "
		"or boot");
	text_release(&yaml);
}

/* Nothing of this size takes libyaml or us more than a moment. */
static void bombs(void **state)
{
	(void)state;
	static const char *const pieces[] = {"[", "{", "- ", "? ", "a: ", "'", "a\n", "- a\n", "&a ",
		"!", "\"", "|\n", "[a,", "{a,", "{a: b},", "a: b\n", ": ", "#", "\n", "%", "--- "};
	for (size_t i = 0; i < ARRAY_LENGTH(pieces); i++) {
		struct text yaml = TEXT_EMPTY;
		struct plan plan;
		struct error err;
		while (yaml.length + strlen(pieces[i]) < PLAN_BYTES_MAX / 4)
			text_add(&yaml, "%s", pieces[i]);
		assert_false(plan_parse(yaml.bytes, "p", &plan, &err));
		assert_int_equal(strncmp(err.message, "p:", 2), 0);
		text_release(&yaml);
	}
}

static void bad_files(void **state)
{
	(void)state;
	char folder[] = "/tmp/schedlab-test.XXXXXX";
	assert_non_null(mkdtemp(folder));
	char *path = xasprintf("%s/p.yaml", folder), *expected;
	struct plan plan;
	struct error err;
	struct text yaml = TEXT_EMPTY;

	assert_false(plan_read_file(path, &plan, &err));
	expected = xasprintf("cannot open '%s': No such file or directory", path);
	assert_string_equal(err.message, expected);
	free(expected);

	assert_false(plan_read_file(folder, &plan, &err));
	expected = xasprintf("cannot read '%s': Is a directory", folder);
	assert_string_equal(err.message, expected);
	free(expected);

	text_add(&yaml, "machine: vm\nvariants:\n- label: a\n  kernel: %s\n" RING, folder);
	assert_true(text_write_file(&yaml, path, &err));
	assert_false(plan_read_file(path, &plan, &err));
	expected = xasprintf("%s:4:11: kernel '%s' is a directory, expected a file", path, folder);
	assert_string_equal(err.message, expected);
	free(expected);

	text_release(&yaml);
	text_add_bytes(&yaml, "title: é\0", 10);
	assert_true(text_write_file(&yaml, path, &err));
	assert_false(plan_read_file(path, &plan, &err));
	expected = xasprintf("%s:1:9: a NUL byte, expected text", path);
	assert_string_equal(err.message, expected);
	free(expected);

	text_release(&yaml);
	text_add(&yaml, "%*s", PLAN_BYTES_MAX + 1, "#");
	assert_true(text_write_file(&yaml, path, &err));
	assert_false(plan_read_file(path, &plan, &err));
	expected = xasprintf("%s:1:1: a file of more than 1048576 bytes, expected a plan", path);
	assert_string_equal(err.message, expected);
	free(expected);

	text_release(&yaml);
	unlink(path);
	rmdir(folder);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_yaml),
		cmocka_unit_test(keys_and_kinds),
		cmocka_unit_test(missing_keys),
		cmocka_unit_test(bad_values),
		cmocka_unit_test(bad_workloads),
		cmocka_unit_test(limits),
		cmocka_unit_test(long_lists),
		cmocka_unit_test(bombs),
		cmocka_unit_test(bad_files),
	};
	return cmocka_run_group_tests_name("model-plan-errors", tests, NULL, NULL);
}
