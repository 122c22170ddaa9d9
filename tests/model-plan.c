/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Good plans; the bad ones are in model-plan-errors.c, --kernel in model-plan-kernel.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/plan.h"
#include "model/slug.h"
#include "model/text.h"

static const char full[] = "# every key\n"
			   "title: All of it\n"
			   "machine: vm\n"
			   "boots: 3\n"
			   "rounds: 4\n"
			   "placements: [unbound]\n"
			   "baseline: 6.1-rt\n"
			   "vm: {cpus: 4, memory: 1G, clock: counted}\n"
			   "variants:\n"
			   "  - label: 6.1 # a number\n"
			   "    kernel: k/vmlinuz\n"
			   "    config: k/config\n"
			   "    cmdline: preempt=none quiet\n"
			   "  - {label: 6.1-rt, kernel: rt/vmlinuz}\n"
			   "workloads:\n"
			   "  - name: ring\n"
			   "    counts: [2, 4, 8..64/8, 4]\n"
			   "    time: 250us\n"
			   "    inner: 5\n"
			   "  - name: ring\n"
			   "    counts: 2\n"
			   "    trips: 1000\n"
			   "  - {name: messaging, counts: 1..3, loops: 7, transport: pipes}\n"
			   "  - {name: pingpong, runs: 6, time: 2s}\n";

static void assert_parsed(const char *yaml, struct plan *plan)
{
	struct error err;
	if (!plan_parse(yaml, "plans/some.plan.yaml", plan, &err))
		fail_msg("%s", err.message);
	assert_string_equal(plan->text, yaml);
}

static void every_key_is_read(void **state)
{
	(void)state;
	struct plan plan;
	assert_parsed(full, &plan);
	assert_string_equal(plan.title, "All of it");
	assert_int_equal(plan.machine, PLAN_MACHINE_VM);
	assert_int_equal(plan.boots, 3);
	assert_int_equal(plan.rounds, 4);
	assert_int_equal(plan.placements_n, 1);
	assert_int_equal(plan.placements[0], PLACEMENT_UNBOUND);
	assert_int_equal(plan.baseline, 1);
	assert_int_equal(plan.vm_cpus, 4);
	assert_int_equal(plan.vm_memory_mib, 1024);
	assert_int_equal(plan.clock, PLAN_CLOCK_COUNTED);

	assert_int_equal(plan.variants_n, 2);
	assert_string_equal(plan.variants[0].label, "6.1");
	assert_string_equal(plan.variants[0].kernel, "k/vmlinuz");
	assert_string_equal(plan.variants[0].config, "k/config");
	assert_string_equal(plan.variants[0].cmdline, "preempt=none quiet");
	assert_string_equal(plan.variants[1].slug, "6.1-rt");
	assert_null(plan.variants[1].config);
	assert_string_equal(plan.variants[1].cmdline, "");

	assert_int_equal(plan.workloads_n, 4);
	const struct plan_workload *w = plan.workloads;
	assert_string_equal(w[0].slug, "ring");
	assert_int_equal(w[0].counts.length, 10);
	assert_int_equal(w[0].time_ns, 250000);
	assert_int_equal(w[0].inner, 5);
	assert_true(w[0].inner_given);
	assert_int_equal(w[0].runs, 0);
	assert_string_equal(w[1].slug, "ring-2");
	assert_int_equal(w[1].time_ns, 0);
	assert_int_equal(w[1].trips, 1000);
	assert_string_equal(w[2].workload->name, "messaging");
	assert_int_equal(w[2].loops, 7);
	assert_int_equal(w[2].transport, PLAN_TRANSPORT_PIPES);
	assert_int_equal(w[3].runs, 6);
	assert_int_equal(w[3].time_ns, 2000000000);
	assert_int_equal(w[3].counts.length, 0);
	plan_release(&plan);
	assert_null(plan.text);
}

static void what_is_not_said_has_defaults(void **state)
{
	(void)state;
	struct plan plan;
	assert_parsed("machine: here\nvariants: [{label: a, config: c}]\n"
		      "workloads: [{name: ring, counts: 2}, {name: messaging, counts: 1}, "
		      "{name: pingpong}]\n",
		&plan);
	assert_string_equal(plan.title, "some.plan");
	assert_int_equal(plan.boots, 1);
	assert_int_equal(plan.rounds, 1);
	assert_int_equal(plan.placements_n, 2);
	assert_int_equal(plan.placements[0], PLACEMENT_BOUND);
	assert_int_equal(plan.placements[1], PLACEMENT_UNBOUND);
	assert_int_equal(plan.baseline, 0);
	assert_int_equal(plan.vm_cpus, 2);
	assert_int_equal(plan.vm_memory_mib, 512);
	assert_int_equal(plan.clock, PLAN_CLOCK_AUTO);
	assert_null(plan.variants[0].kernel);
	assert_int_equal(plan.workloads[0].time_ns, 10000000);
	assert_int_equal(plan.workloads[0].inner, 11);
	assert_false(plan.workloads[0].inner_given);
	assert_int_equal(plan.workloads[0].trips, 0);
	assert_int_equal(plan.workloads[1].loops, 100);
	assert_int_equal(plan.workloads[1].time_ns, 0);
	assert_int_equal(plan.workloads[1].transport, PLAN_TRANSPORT_SOCKETS);
	assert_int_equal(plan.workloads[2].runs, 10);
	plan_release(&plan);
}

/* A BOM, CRLF, a document's marks and JSON are YAML too. */
static void other_spellings(void **state)
{
	(void)state;
	static const char *const plans[] = {
		"\xef\xbb\xbfmachine: here\nvariants: [{label: a}]\n"
		"workloads: [{name: ring, counts: 2}]\n",
		"machine: here\r\nvariants:\r\n- label: a\r\nworkloads:\r\n- name: ring\r\n"
		"  counts: 2\r\n",
		"%YAML 1.1\n---\nmachine: here\nvariants: [{label: a}]\n"
		"workloads: [{name: ring, counts: 2}]\n...\n",
		"{\"machine\": \"here\", \"variants\": [{\"label\": \"a\"}], "
		"\"workloads\": [{\"name\": \"ring\", \"counts\": \"2\"}]}",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(plans); i++) {
		struct plan plan;
		assert_parsed(plans[i], &plan);
		assert_string_equal(plan.variants[0].label, "a");
		assert_int_equal(plan.workloads[0].counts.values[0], 2);
		plan_release(&plan);
	}
}

static const char *const hostile[] = {"<script>alert(1)</script>", "\\\"quotes' \\\"", "a/b/../c",
	"a\\nb", "a\\tb", "中文", "日本", "~", "null", "no", "1e3", "-rf", "..", "#", ": ", " a", "a ",
	"\\u0085\\u2028", "%s%n", "&amp;", "\\x7f", "A", "a", "=", "\\U0001F427"};

static void hostile_labels_stay_apart(void **state)
{
	(void)state;
	struct text yaml = TEXT_EMPTY;
	text_add(&yaml, "machine: here\nvariants:\n");
	for (size_t i = 0; i < ARRAY_LENGTH(hostile); i++)
		text_add(&yaml, "- label: \"%s\"\n", hostile[i]);
	for (int i = 0; i < 2; i++)
		text_add(&yaml, "- label: %0300d%d\n", 0, i);
	text_add(&yaml, "workloads: [{name: ring, counts: 2}]\n");
	struct plan plan;
	assert_parsed(yaml.bytes, &plan);
	assert_int_equal(plan.variants_n, ARRAY_LENGTH(hostile) + 2);
	assert_string_equal(plan.variants[1].label, "\"quotes' \"");
	assert_string_equal(plan.variants[3].label, "a\nb");
	for (size_t i = 0; i < plan.variants_n; i++) {
		assert_true(slug_is_valid(plan.variants[i].slug));
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(plan.variants[i].slug, plan.variants[j].slug);
	}
	plan_release(&plan);
	text_release(&yaml);
}

static size_t count_cells(const struct plan *plan)
{
	size_t columns = plan->variants_n * plan->placements_n, cells = 0;
	for (size_t i = 0; i < plan->workloads_n; i++) {
		const struct plan_workload *w = &plan->workloads[i];
		cells += columns * (w->workload->swept ? w->counts.length : 1);
	}
	return cells;
}

static void shipped_plans_are_good(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		size_t cells; /* 0: may be tuned */
	} plans[] = {
		{"plans/demo.yaml", 0},
		{"plans/here.yaml", 0},
		{"plans/lkml-2007.yaml", 1794},
		{"plans/lkml-2007-here.yaml", 598},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(plans); i++) {
		struct plan plan;
		struct error err;
		if (!plan_read_file(plans[i].path, &plan, &err))
			fail_msg("%s", err.message);
		assert_true(plans[i].cells == 0 || count_cells(&plan) == plans[i].cells);
		plan_release(&plan);
	}
}

/* A plan cut anywhere, or with any one byte changed, is a plan or a line with a place. */
static void damaged_plans_do_no_harm(void **state)
{
	(void)state;
	static const char changes[] = {'\t', '\n', ':', '[', '{', '"', '\x80', '-', '#', '0'};
	char copy[sizeof(full)];
	struct plan plan;
	struct error err;
	for (size_t i = 0; i < sizeof(full) - 1; i++) {
		for (size_t j = 0; j <= ARRAY_LENGTH(changes); j++) {
			memcpy(copy, full, sizeof(full));
			copy[i] = j < ARRAY_LENGTH(changes) ? changes[j] : 0;
			if (plan_parse(copy, "p", &plan, &err)) {
				plan_release(&plan);
			} else {
				unsigned line, column;
				assert_int_equal(
					sscanf(err.message, "p:%u:%u: ", &line, &column), 2);
				assert_non_null(strstr(err.message, "expected"));
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_key_is_read),
		cmocka_unit_test(what_is_not_said_has_defaults),
		cmocka_unit_test(other_spellings),
		cmocka_unit_test(hostile_labels_stay_apart),
		cmocka_unit_test(shipped_plans_are_good),
		cmocka_unit_test(damaged_plans_do_no_harm),
	};
	return cmocka_run_group_tests_name("model-plan", tests, NULL, NULL);
}
