/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers printed in the thread of September 2007, and what is true of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/text.h"
#include "tests/built.h"

#define FOLDER "plans/lkml-2007-published/"

/* Per cent, as the facts give them: to one decimal. */
static void assert_percent(double ratio, double wanted)
{
	if (!(fabs((ratio - 1) * 100 - wanted) <= 0.05 + 1e-9))
		fail_msg("got %+.3f %%, wanted %+.1f %%", (ratio - 1) * 100, wanted);
}

/* The names behind "# run" or "# processes", in the last line of the header. */
static size_t read_names(struct built *built, char *line, unsigned *variants)
{
	size_t n = 0;
	char *rest = line;
	for (char *word; (word = strsep(&rest, " ")) && n < 8;)
		if (*word != '#' && word != line + 2)
			variants[n++] = built_variant(built, word);
	return n;
}

/* Adds a chart from a .dat file: one value a count, or a value a run where nothing is swept. */
static void add_file(struct built *built, const char *path, const char *workload,
	enum placement placement, const char *unit, bool swept)
{
	struct text text = TEXT_EMPTY;
	struct error err;
	unsigned variants[8] = {0};
	size_t names = 0;
	char *header = NULL, *rest, *line;

	if (!text_read_file(&text, path, 1 << 16, &err))
		fail_msg("%s", err.message);
	built_chart(built, workload, placement, unit, swept);
	for (rest = text.bytes; (line = strsep(&rest, "\n"));) {
		if (*line == '#') {
			header = line;
			continue;
		}
		if (*line == '\0')
			continue;
		if (names == 0)
			names = read_names(built, header, variants);
		unsigned count = (unsigned)strtoul(line, &line, 10);
		for (size_t i = 0; i < names; i++)
			built_sample(built, variants[i], swept ? count : 0, 1,
				strtod(line, &line));
	}
	assert_true(names > 0);
	text_release(&text);
}

static struct comparison runs(struct built *built, const char *path)
{
	built_init(built, "20070913-000001");
	add_file(built, path, "w", PLACEMENT_BOUND, "us/switch", false);
	return built_compare(built, 0);
}

static void fact_1_equal_means_prove_nothing(void **state)
{
	(void)state;
	struct built built;
	struct comparison all = runs(&built, FOLDER "first-numbers/lat_ctx-2.unbound.dat");
	compare_release(&all);
	struct comparison comparison = built_compare(&built, 1);
	const struct compare_pair *pair = &comparison.pairs[1];
	assert_true(fabs(pair->cells[0].base.mean - 5.041) < 1e-9);
	assert_true(fabs(pair->cells[0].other.mean - 5.045) < 1e-9);
	assert_true(fabs(pair->cells[0].base.centre - 5.020) < 1e-9);
	assert_true(fabs(pair->cells[0].other.centre - 5.065) < 1e-9);
	assert_int_equal(pair->method, COMPARE_SAMPLES);
	assert_int_equal(pair->verdict, VERDICT_NO_DIFFERENCE);
	compare_release(&comparison);
	built_release(&built);
}

static void fact_2_second_numbers(void **state)
{
	(void)state;
	struct built built;
	struct comparison comparison = runs(&built, FOLDER "second-numbers/lat_ctx-2.bound.dat");
	assert_percent(comparison.pairs[1].means, -26.0);
	assert_percent(comparison.pairs[1].headline.ratio, -26.2);
	assert_int_equal(comparison.pairs[1].verdict, VERDICT_WITHIN_BOOT);
	compare_release(&comparison);
	built_release(&built);
	comparison = runs(&built, FOLDER "second-numbers/pipe-test.bound.dat");
	assert_percent(comparison.pairs[1].headline.ratio, -17.1);
	assert_int_equal(comparison.pairs[1].cells[0].base.n, 7);
	compare_release(&comparison);
	built_release(&built);
}

static void fact_3_as_published(void **state)
{
	(void)state;
	struct built built;
	struct comparison comparison = runs(&built, FOLDER "second-numbers/hackbench-50.bound.dat");
	assert_percent(comparison.pairs[0].means, 6.5);
	assert_percent(comparison.pairs[1].means, -0.5);
	compare_release(&comparison);
	comparison = built_compare(&built, 1); /* what was meant: the columns exchanged */
	assert_true(fabs(comparison.pairs[0].cells[0].base.mean - 8.0926) < 5e-5);
	assert_percent(comparison.pairs[0].means, -6.1);
	assert_percent(comparison.pairs[1].means, -6.6);
	compare_release(&comparison);
	built_release(&built);
}

static void fact_4_divides_by_the_old_value(void **state)
{
	(void)state;
	struct built built;
	struct comparison comparison = runs(&built, FOLDER "hackbench-90/hackbench-90.unbound.dat");
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_percent(pair->means, -7.6);
	assert_percent(pair->headline.ratio, -7.4);
	assert_percent(pair->cells[0].hodges_lehmann, -7.5);
	assert_true(fabs(pair->p - 2 / 184756.0) < 1e-12);
	assert_int_equal(pair->verdict, VERDICT_WITHIN_BOOT);
	compare_release(&comparison);
	built_release(&built);
}

static void fact_5_tiny_and_separated(void **state)
{
	(void)state;
	struct built built;
	struct comparison all = runs(&built, FOLDER "follow-up/pipe-test.bound.dat");
	compare_release(&all);
	struct comparison comparison = built_compare(&built, 1);
	const struct compare_pair *pair = &comparison.pairs[1];
	assert_percent(pair->headline.ratio, 0.8);
	assert_true(pair->p > 1e-5 && pair->p < 1.2e-5);
	assert_true(pair->headline.low > 1 && pair->headline.high < 1.02);
	assert_int_equal(pair->higher, 1);
	assert_int_equal(pair->verdict, VERDICT_WITHIN_BOOT);
	compare_release(&comparison);
	built_release(&built);

	built_init(&built, "20070918-000001");
	add_file(&built, FOLDER "follow-up/pipe-test.bound.dat", "w", PLACEMENT_BOUND, "us/loop",
		false);
	struct built later;
	built_init(&later, "20070918-000002");
	add_file(&later, FOLDER "follow-up-nopreempt/pipe-test.bound.dat", "w", PLACEMENT_BOUND,
		"us/loop", false);
	compare_init(&comparison);
	compare_add(&comparison,
		&(struct compare_side){&built.campaign, &built.samples, 2, NULL},
		&(struct compare_side){&later.campaign, &later.samples, 0, NULL}, NULL);
	compare_decide(&comparison);
	pair = &comparison.pairs[0];
	assert_true(pair->other_times);
	assert_percent(pair->headline.ratio, 12.2);
	assert_true(pair->headline.low > 1.11 && pair->headline.high < 1.13);
	assert_int_equal(pair->notes_n, 1);
	assert_string_equal(pair->notes[0],
		"all 10 values of 2.6.23-rc6-cfs-devel-nopreempt are 9.58");
	compare_release(&comparison);
	built_release(&later);
	built_release(&built);
}

static void fact_6_curves_cross(void **state)
{
	(void)state;
	struct built built;
	built_init(&built, "20070917-000001");
	add_file(&built, FOLDER "follow-up/lat_ctx.bound.dat", "lat_ctx", PLACEMENT_BOUND,
		"us/switch", true);
	for (size_t base = 0; base < 2; base++) {
		struct comparison comparison = built_compare(&built, base);
		const struct compare_pair *pair = &comparison.pairs[1];
		assert_int_equal(pair->crossings_n, 1);
		assert_true(pair->crossings[0].upwards && !pair->crossings[0].proven);
		assert_true(pair->crossings[0].before == (base ? 18 : 19));
		assert_true(pair->crossings[0].after == (base ? 19 : 20));
		assert_percent(pair->headline.ratio, base ? 6.7 : 1.9);
		assert_int_equal(pair->verdict, VERDICT_NO_DIFFERENCE);
		compare_release(&comparison);
	}
	built_release(&built);
}

static void fact_7_follow_up(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		enum placement placement;
		bool swept;
		double ck, devel;
	} facts[] = {
		{FOLDER "follow-up/lat_ctx.bound.dat", PLACEMENT_BOUND, true, -4.5, 1.9},
		{FOLDER "follow-up/lat_ctx.unbound.dat", PLACEMENT_UNBOUND, true, -17.0, -15.2},
		{FOLDER "follow-up/hackbench.bound.dat", PLACEMENT_BOUND, true, -23.9, -16.3},
		{FOLDER "follow-up/hackbench.unbound.dat", PLACEMENT_UNBOUND, true, -20.3, -13.9},
		{FOLDER "follow-up/pipe-test.bound.dat", PLACEMENT_BOUND, false, -8.7, -8.0},
		{FOLDER "follow-up/pipe-test.unbound.dat", PLACEMENT_UNBOUND, false, -9.1, -6.0},
	};
	struct built built;
	built_init(&built, "20070917-000001");
	for (size_t i = 0; i < ARRAY_LENGTH(facts); i++) {
		char *workload = xasprintf("w%zu", i / 2);
		add_file(&built, facts[i].path, workload, facts[i].placement, "us", facts[i].swept);
		free(workload);
	}
	struct comparison comparison = built_compare(&built, 0);
	assert_int_equal(comparison.length, 12);
	assert_int_equal(comparison.family, 0);
	for (size_t i = 0; i < ARRAY_LENGTH(facts); i++) {
		assert_percent(comparison.pairs[i].headline.ratio, facts[i].ck);
		assert_percent(comparison.pairs[6 + i].headline.ratio, facts[i].devel);
	}
	compare_release(&comparison);
	built_release(&built);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fact_1_equal_means_prove_nothing),
		cmocka_unit_test(fact_2_second_numbers),
		cmocka_unit_test(fact_3_as_published),
		cmocka_unit_test(fact_4_divides_by_the_old_value),
		cmocka_unit_test(fact_5_tiny_and_separated),
		cmocka_unit_test(fact_6_curves_cross),
		cmocka_unit_test(fact_7_follow_up),
	};
	return cmocka_run_group_tests_name("model/compare of 2007", tests, NULL, NULL);
}
