/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said before a verdict: refused, differs, planned, worth knowing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/comparability.h"

#define HEADING "# Linux/x86 6.1.192 Kernel Configuration\n"

/* Two variants "a" and "b", one wall-clock and one counted chart, an entry for each. */
struct bench {
	struct campaign_variant variants[2];
	struct campaign_chart charts[2];
	struct campaign_boot entries[4];
	struct campaign campaign;
};

static char machine[] = "vm", host[] = "lab", tool[] = "schedlab 0.1", accel[] = "kvm";
static char label_a[] = "a", label_b[] = "b", kernel_a[] = "vmlinuz-a", kernel_b[] = "vmlinuz-b";
static char nothing[] = "", us[] = "us/switch", instructions[] = "instructions";
static char boot_id[] = "00000000-0000-4000-8000-000000000001";

static void bench_init(struct bench *bench)
{
	*bench = (struct bench){
		.variants = {{.label = label_a, .kernel = kernel_a, .cmdline = nothing},
			{.label = label_b, .kernel = kernel_b, .cmdline = nothing}},
		.charts = {{.clock = CLOCK_WALL, .unit = us},
			{.clock = CLOCK_COUNTED, .unit = instructions}},
	};
	for (unsigned i = 0; i < 4; i++) {
		bench->entries[i] = (struct campaign_boot){.variant = i % 2, .number = 1,
			.clock = i / 2 ? CLOCK_COUNTED : CLOCK_WALL, .kernel_boot_id = boot_id};
		environment_set(&bench->entries[i].env, "clocksource", "tsc");
		environment_set(&bench->entries[i].env, "config", HEADING "CONFIG_HZ=250\n");
	}
	bench->campaign = (struct campaign){.machine = machine, .host = host, .tool = tool,
		.accel = accel, .variants = bench->variants, .variants_n = 2,
		.charts = bench->charts, .charts_n = 2,
		.entries = bench->entries, .entries_n = 4};
}

static void bench_release(struct bench *bench)
{
	for (unsigned i = 0; i < 4; i++)
		environment_release(&bench->entries[i].env);
}

static void bench_set(struct bench *bench, unsigned variant, const char *name, const char *text)
{
	environment_set(&bench->entries[variant].env, name, text);
	environment_set(&bench->entries[variant + 2].env, name, text);
}

static struct comparability compared(const struct bench *bench, size_t chart)
{
	struct comparability_side a = comparability_side(&bench->campaign, 0, chart);
	struct comparability_side b = comparability_side(&bench->campaign, 1, chart);
	struct comparability comparability;
	comparability_init(&comparability, &a, &b);
	return comparability;
}

/* Asserts that these are the items, as "0 text", "1 text", … ended by NULL. */
static void assert_items(struct bench *bench, size_t chart, const char *const *expected)
{
	struct comparability comparability = compared(bench, chart);
	for (size_t i = 0; i < comparability.length; i++) {
		char *line = xasprintf("%d %s", (int)comparability.items[i].weight,
			comparability.items[i].text);
		assert_non_null(expected[i]);
		assert_string_equal(line, expected[i]);
		free(line);
	}
	assert_null(expected[comparability.length]);
	comparability_release(&comparability);
	bench_release(bench);
}

#define ITEMS(...) ((const char *const[]){__VA_ARGS__ __VA_OPT__(,) NULL})

static void identical(void **state)
{
	struct bench bench;

	(void)state;
	bench_init(&bench);
	assert_items(&bench, 0, ITEMS("3 the configs of a and b are identical"));
}

static void config_comes_first(void **state)
{
	struct bench bench;

	(void)state;
	bench_init(&bench);
	bench_set(&bench, 0, "config", HEADING "CONFIG_PREEMPT=y\nCONFIG_HZ=250\nCONFIG_USB=m\n");
	bench_set(&bench, 1, "config",
		HEADING "# CONFIG_PREEMPT is not set\nCONFIG_HZ=1000\nCONFIG_USB=y\n");
	bench_set(&bench, 1, "clocksource", "hpet");
	bench_set(&bench, 0, "hz", "250"); /* the configs have said so */
	bench_set(&bench, 1, "hz", "1000");
	bench_set(&bench, 0, "release", "6.1-a");
	bench_set(&bench, 1, "release", "6.1-b");
	bench_set(&bench, 0, "boot_id", "x");
	assert_items(&bench, 0,
		ITEMS("1 CONFIG_PREEMPT: y -> not set", "1 CONFIG_HZ: 250 -> 1000",
			"1 clocksource: tsc -> hpet", "2 release: 6.1-a -> 6.1-b",
			"3 1 other option of the configs differs, none of scheduling"));
}

static void what_the_plan_varies(void **state)
{
	static char none[] = "preempt=none x=1", full[] = "preempt=full x=1";
	struct bench bench;

	(void)state;
	bench_init(&bench);
	bench.variants[1].kernel = kernel_a;
	bench.variants[0].cmdline = none;
	bench.variants[1].cmdline = full;
	bench_set(&bench, 0, "cmdline", "BOOT_IMAGE=/a quiet preempt=none x=1");
	bench_set(&bench, 1, "cmdline", "BOOT_IMAGE=/b idle=poll preempt=full x=1");
	bench_set(&bench, 0, "preempt.active", "none");
	bench_set(&bench, 1, "preempt.active", "full");
	bench_set(&bench, 0, "release", "6.1"); /* one kernel: nobody meant it to change */
	bench_set(&bench, 1, "release", "6.2");
	assert_items(&bench, 0,
		ITEMS("1 release: 6.1 -> 6.2", "1 cmdline: (without) -> idle=poll",
			"2 preempt.active: none -> full", "2 cmdline: preempt=none -> preempt=full",
			"3 the configs of a and b are identical"));
}

static void missing_and_never_looked_for(void **state)
{
	struct bench bench;

	(void)state;
	bench_init(&bench);
	bench_set(&bench, 0, "clocksource", NULL);
	bench_set(&bench, 0, "thp", "always"); /* an older tool did not look for it */
	bench_set(&bench, 0, "sched.base_slice_ns", "1"); /* a file of one kernel alone */
	bench_set(&bench, 1, "sched.base_slice_ns", NULL);
	bench_set(&bench, 0, "aslr", "2");
	bench_set(&bench, 1, "aslr", " 2\n");
	assert_items(&bench, 0, ITEMS("1 clocksource: missing -> tsc",
					"3 the configs of a and b are identical"));
}

static void never_compared(void **state)
{
	struct bench bench;

	(void)state;
	bench_init(&bench);
	bench.charts[0].emulated = true;
	assert_items(&bench, 0, ITEMS("0 wall-clock time of an emulated CPU",
					"3 the configs of a and b are identical"));

	bench_init(&bench);
	struct comparability_side a = comparability_side(&bench.campaign, 0, 0);
	struct comparability_side b = comparability_side(&bench.campaign, 1, 1);
	struct comparability comparability;
	comparability_init(&comparability, &a, &b);
	assert_true(comparability.refused);
	assert_string_equal(comparability.items[0].text, "counted instructions against time");
	comparability_release(&comparability);
	bench.charts[0].emulated = true;
	bench.charts[1].clock = CLOCK_WALL;
	assert_string_equal(comparability_emulated(&bench.charts[0], &bench.charts[1]),
		"an emulated CPU against a real one");
	char *reason = comparability_charts(&bench.charts[0], &bench.charts[1]);
	assert_string_equal(reason, "us/switch against instructions");
	free(reason);
	bench_release(&bench);
}

static void labels_against_configs(void **state)
{
	static char rt[] = "6.1-RT", bore[] = "6.1 bore, sort of";
	struct bench bench;

	(void)state;
	bench_init(&bench);
	bench.variants[0].label = rt;
	bench.variants[1].label = bore;
	bench_set(&bench, 1, "config", HEADING "CONFIG_HZ=250\n# CONFIG_SCHED_BORE is not set\n");
	assert_items(&bench, 0,
		ITEMS("1 CONFIG_SCHED_BORE: absent -> not set",
			"3 label 6.1-RT says rt, but CONFIG_PREEMPT_RT is absent",
			"3 label 6.1 bore, sort of says bore, but CONFIG_SCHED_BORE is not set"));

	bench_init(&bench); /* in force by the command line: the promise is kept */
	static char full[] = "preempt", sort[] = "sort";
	bench.variants[0].label = full;
	bench.variants[1].label = sort;
	bench_set(&bench, 0, "preempt.active", "full");
	assert_items(&bench, 0, ITEMS("3 the configs of preempt and sort are identical"));
}

static void configs_unknown(void **state)
{
	struct bench bench;

	(void)state;
	bench_init(&bench);
	bench_set(&bench, 0, "config", NULL);
	bench_set(&bench, 1, "config.source", "/boot/config-6.1: for another kernel (5.10)");
	assert_items(&bench, 0,
		ITEMS("3 config of a unknown: fairness not checked",
			"3 config of b unknown (the one given is another kernel's): fairness not "
			"checked"));

	bench_init(&bench);
	environment_release(&bench.entries[1].env); /* never came up */
	assert_items(&bench, 0, ITEMS("3 config of b unknown: fairness not checked"));
}

static void clock_marked_unstable(void **state)
{
	struct bench bench;

	(void)state;
	bench_init(&bench);
	environment_set(&bench.entries[1].env, "dmesg",
		"[  107.3] tsc: Marking TSC unstable due to clocksource watchdog\n");
	assert_items(&bench, 0,
		ITEMS("1 the TSC of b was marked unstable 107.3 s after it booted",
			"3 the configs of a and b are identical"));
}

static void between_boots(void **state)
{
	struct bench bench;

	(void)state;
	bench_init(&bench);
	bench.entries[3].clock = CLOCK_WALL; /* a second boot of b */
	bench.entries[3].number = 2;
	environment_set(&bench.entries[3].env, "clocksource", "hpet");
	assert_items(&bench, 0,
		ITEMS("1 clocksource: not the same in all boots of b (tsc, in boot 2 hpet)",
			"3 the configs of a and b are identical"));
}

static void two_campaigns(void **state)
{
	static char other_host[] = "farm", other_tool[] = "schedlab 0.2";
	struct bench bench, other;

	(void)state;
	bench_init(&bench);
	bench_init(&other);
	other.campaign.host = other_host;
	other.campaign.tool = other_tool;
	bench_set(&other, 0, "tool", "schedlab 0.2");
	bench_set(&bench, 0, "tool", "schedlab 0.1");
	bench_set(&bench, 0, "sched.features", "AN_UNCOMMONLY_LONG_LIST_OF_FEATURES A SAME SAME D E");
	bench_set(&other, 0, "sched.features",
		"AN_UNCOMMONLY_LONG_LIST_OF_FEATURES A SAME SAME NO_D E");
	struct comparability_side a = comparability_side(&bench.campaign, 0, 0);
	struct comparability_side b = comparability_side(&other.campaign, 0, 0);
	struct comparability comparability;
	comparability_init(&comparability, &a, &b);
	assert_int_equal(comparability.length, 4);
	assert_string_equal(comparability.items[0].text, "sched.features: D -> NO_D");
	assert_string_equal(comparability.items[1].text, "host: lab -> farm");
	assert_string_equal(comparability.items[2].text, "tool: schedlab 0.1 -> schedlab 0.2");
	comparability_release(&comparability);
	bench_release(&bench);
	bench_release(&other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(identical),
		cmocka_unit_test(config_comes_first),
		cmocka_unit_test(what_the_plan_varies),
		cmocka_unit_test(missing_and_never_looked_for),
		cmocka_unit_test(never_compared),
		cmocka_unit_test(labels_against_configs),
		cmocka_unit_test(configs_unknown),
		cmocka_unit_test(clock_marked_unstable),
		cmocka_unit_test(between_boots),
		cmocka_unit_test(two_campaigns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
