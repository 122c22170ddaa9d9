/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells and boots that are missing, odd or not to be compared, and comparisons over campaigns. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/built.h"

#define BOOTS 5
#define COUNTS 6

static double luck(unsigned a, unsigned b, unsigned c)
{
	return 1 + ((a * 7919 + b * 104729 + c * 1299709) % 1009 - 504.0) / 200000;
}

static double value_of(unsigned variant, unsigned boot, unsigned i)
{
	return (4 + i) * (variant ? 1.03 : 1) * luck(variant, boot, i);
}

/* Two variants; the other is 3 % above the base. */
static void build(struct built *built, const char *id, const char *workload, enum clock clock)
{
	built_init(built, id);
	built_variant(built, "base");
	built_variant(built, "other");
	built_chart(built, workload, PLACEMENT_BOUND, "us/switch", true)->clock = clock;
	for (unsigned v = 0; v < 2; v++)
		for (unsigned boot = 1; boot <= BOOTS; boot++)
			for (unsigned i = 0; i < COUNTS; i++)
				built_sample(built, v, 2 + i, boot, value_of(v, boot, i));
}

static struct sample *sample_at(struct built *built, unsigned v, unsigned boot, unsigned i)
{
	return &built->samples.samples[(v * BOOTS + boot - 1) * COUNTS + i];
}

static void fail_sample(struct sample *sample)
{
	sample->status = SAMPLE_FAILED;
	sample->value = NAN;
	sample->reason = xstrdup("killed");
}

static void a_cell_missing_in_a_boot_is_not_tested(void **state)
{
	(void)state;
	struct built built;
	build(&built, "20261130-ce11s0", "ring", CLOCK_WALL);
	fail_sample(sample_at(&built, 0, 2, 1));
	for (unsigned boot = 1; boot <= BOOTS; boot++)
		fail_sample(sample_at(&built, 1, boot, 3));
	struct comparison comparison = built_compare(&built, 0);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->cells[1].state, COMPARE_CELL_INCOMPLETE);
	assert_true(!isnan(pair->cells[1].ratio.ratio) && isnan(pair->cells[1].ratio.p));
	assert_int_equal(pair->cells[3].state, COMPARE_CELL_NO_OTHER);
	assert_true(isnan(pair->cells[3].ratio.ratio) && isnan(pair->cells[3].difference));
	assert_int_equal(pair->untested, 2);
	assert_int_equal(pair->higher, COUNTS - 2);
	assert_int_equal(pair->verdict, VERDICT_SLOWER);
	assert_int_equal(pair->base_boots, BOOTS);
	compare_release(&comparison);
	built_release(&built);
}

static void a_boot_of_few_cells_is_left_out_and_named(void **state)
{
	(void)state;
	struct built built;
	build(&built, "20261130-ce11s0", "ring", CLOCK_WALL);
	for (unsigned i = 0; i < 4; i++)
		fail_sample(sample_at(&built, 1, 3, i));
	for (unsigned i = 0; i < 3; i++)
		fail_sample(sample_at(&built, 0, 1, i));
	struct comparison comparison = built_compare(&built, 0);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->left_out_n, 1);
	assert_true(pair->left_out[0].other);
	assert_int_equal(pair->left_out[0].number, 3);
	assert_int_equal(pair->left_out[0].cells, 2);
	assert_int_equal(pair->left_out[0].of, COUNTS);
	assert_int_equal(pair->other_boots, BOOTS - 1);
	assert_int_equal(pair->base_boots, BOOTS); /* half is not under half */
	assert_int_equal(pair->untested, 3);
	compare_release(&comparison);
	built_release(&built);
}

static void a_boot_entered_twice_is_one(void **state)
{
	(void)state;
	struct built built;
	build(&built, "20261130-ce11s0", "ring", CLOCK_WALL);
	for (size_t i = 0; i < built.campaign.entries_n; i++)
		if (built.campaign.entries[i].number > 1)
			built.campaign.entries[i].number = 2;
	struct comparison comparison = built_compare(&built, 0);
	assert_int_equal(comparison.pairs[0].base_boots, 2);
	assert_int_equal(comparison.pairs[0].other_boots, 2);
	compare_release(&comparison);
	built_release(&built);
}

static void zero_and_below_are_named(void **state)
{
	(void)state;
	struct built built;
	build(&built, "20261130-ce11s0", "ring", CLOCK_WALL);
	sample_at(&built, 0, 2, 0)->value = -0.25;
	for (unsigned boot = 1; boot <= BOOTS; boot++)
		sample_at(&built, 0, boot, 1)->value = 0;
	struct comparison comparison = built_compare(&built, 0);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->cells[0].state, COMPARE_CELL_NOT_POSITIVE);
	assert_int_equal(pair->cells[0].base.kind, SUMMARY_UNLOGGABLE);
	assert_int_equal(pair->cells[1].state, COMPARE_CELL_NOT_POSITIVE);
	assert_true(isnan(pair->cells[1].ratio.ratio));
	assert_true(pair->cells[1].difference > 5 && pair->cells[1].difference < 5.3);
	assert_int_equal(pair->untested, 2);
	assert_int_equal(pair->verdict, VERDICT_SLOWER);
	compare_release(&comparison);
	built_release(&built);
}

static void what_is_not_comparable_proves_nothing(void **state)
{
	(void)state;
	struct built built;
	struct comparison comparison;
	static const char *const obstacles[] = {NULL, "CONFIG_PREEMPT differs"};
	build(&built, "20261130-ce11s0", "ring", CLOCK_WALL);
	compare_campaign(&comparison, &built.campaign, &built.samples, 0, obstacles);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->verdict, VERDICT_NOT_COMPARABLE);
	assert_string_equal(pair->reason, "CONFIG_PREEMPT differs");
	assert_true(!isnan(pair->headline.ratio) && isnan(pair->p) && isnan(pair->headline.p));
	assert_int_equal(pair->lower + pair->higher, 0);
	assert_int_equal(comparison.family, 0);
	compare_release(&comparison);

	built.campaign.charts[0].emulated = true;
	comparison = built_compare(&built, 0);
	assert_int_equal(comparison.pairs[0].verdict, VERDICT_NOT_COMPARABLE);
	assert_string_equal(comparison.pairs[0].reason, "wall-clock time of an emulated CPU");
	compare_release(&comparison);

	for (size_t i = 0; i < built.samples.length; i++)
		if (built.campaign.cells[built.samples.samples[i].cell].variant == 1)
			fail_sample(&built.samples.samples[i]);
	comparison = built_compare(&built, 0);
	assert_int_equal(comparison.pairs[0].verdict, VERDICT_NO_DATA);
	compare_release(&comparison);
	built_release(&built);
}

static void other_trips_are_never_compared(void **state)
{
	(void)state;
	struct built built;
	build(&built, "20261130-ce11s0", "ring", CLOCK_COUNTED);
	for (size_t i = 0; i < built.campaign.cells_n; i++)
		built.campaign.cells[i].trips = 5000;
	built.campaign.cells[COUNTS].trips = 1000; /* of the other, count 2 */
	struct comparison comparison = built_compare(&built, 0);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->cells[0].state, COMPARE_CELL_TRIPS);
	assert_true(isnan(pair->cells[0].ratio.ratio) && isnan(pair->cells[0].difference));
	assert_int_equal(pair->higher, COUNTS - 1);
	compare_release(&comparison);
	built_release(&built);
}

static void two_campaigns_are_two_times(void **state)
{
	(void)state;
	struct built then, now, counted;
	struct comparison comparison;
	build(&then, "20261130-th3n00", "ring", CLOCK_WALL);
	build(&now, "20261201-n0w000", "ring", CLOCK_WALL);
	build(&counted, "20261201-c0nt00", "ring", CLOCK_COUNTED);
	const struct compare_side base = {&then.campaign, &then.samples, 0, "ring.bound"};
	compare_init(&comparison);
	compare_add(&comparison, &base,
		&(struct compare_side){&now.campaign, &now.samples, 1, NULL}, NULL);
	compare_add(&comparison, &base,
		&(struct compare_side){&counted.campaign, &counted.samples, 1, NULL}, NULL);
	compare_add(&comparison, &base,
		&(struct compare_side){&then.campaign, &then.samples, 1, NULL}, NULL);
	compare_decide(&comparison);
	assert_int_equal(comparison.length, 3);
	assert_true(comparison.pairs[0].other_times && !comparison.pairs[2].other_times);
	assert_int_equal(comparison.pairs[0].verdict, VERDICT_SLOWER);
	assert_int_equal(comparison.pairs[1].verdict, VERDICT_NOT_COMPARABLE);
	assert_string_equal(comparison.pairs[1].reason, "counted instructions against time");
	assert_int_equal(comparison.family, 2);
	compare_release(&comparison);

	/* A chart that the other campaign does not have. */
	free(now.campaign.charts[0].workload);
	now.campaign.charts[0].workload = xstrdup("messaging");
	compare_add(&comparison, &base,
		&(struct compare_side){&now.campaign, &now.samples, 1, NULL}, NULL);
	compare_decide(&comparison);
	assert_int_equal(comparison.pairs[0].verdict, VERDICT_NO_DATA);
	compare_release(&comparison);
	built_release(&then);
	built_release(&now);
	built_release(&counted);
}

static void disturbed_samples_are_left_out(void **state)
{
	(void)state;
	struct built built;
	build(&built, "20261130-ce11s0", "ring", CLOCK_WALL);
	struct comparison before = built_compare(&built, 0);
	size_t n = built.samples.length;
	for (size_t i = 0; i < n; i += 7) { /* a disturbed attempt before the one there is */
		struct sample *again = xgrow(&built.samples.samples, &built.samples.length,
			sizeof(*again));
		*again = built.samples.samples[i];
		again->attempt = 2;
		built.samples.samples[i].status = SAMPLE_DISTURBED;
		built.samples.samples[i].value *= 3;
	}
	struct comparison after = built_compare(&built, 0);
	assert_int_equal(after.pairs[0].disturbed, built.samples.length - n);
	assert_true(after.pairs[0].p == before.pairs[0].p);
	assert_true(after.pairs[0].headline.ratio == before.pairs[0].headline.ratio);
	compare_release(&before);
	compare_release(&after);
	built_release(&built);
}

/* A ring of 2 and pingpong do the same work: whether they agree in size, and in sign. */
static void equivalent_work_is_checked(void **state)
{
	(void)state;
	struct built built;
	build(&built, "20261130-ce11s0", "ring", CLOCK_WALL); /* at count 2 about 4, and 4.12 */
	built_chart(&built, "pingpong", PLACEMENT_BOUND, "us/loop", false);
	for (unsigned boot = 1; boot <= BOOTS; boot++) {
		built_sample(&built, 0, 0, boot, 12 * luck(1, 2, boot));
		built_sample(&built, 1, 0, boot, 8.3 * luck(2, 3, boot));
	}
	struct comparison comparison = built_compare(&built, 0);
	assert_int_equal(comparison.notes_n, 2);
	assert_non_null(strstr(comparison.notes[0], "base, bound: half a pingpong is 6"));
	assert_non_null(strstr(comparison.notes[1], "one is proven higher and the other lower"));
	compare_release(&comparison);
	built_release(&built);
}

static void less_time_for_more_work_is_noted(void **state)
{
	(void)state;
	struct built built;
	built_init(&built, "20261130-ce11s0");
	built_variant(&built, "base");
	built_variant(&built, "other");
	built_chart(&built, "messaging", PLACEMENT_BOUND, "s", true);
	for (unsigned v = 0; v < 2; v++)
		for (unsigned run = 0; run < 8; run++) {
			built_sample(&built, v, 10, 1, 0.5 + run / 1000.);
			built_sample(&built, v, 20, 1, (v ? 0.3 : 1) + run / 1000.);
			built_sample(&built, v, 30, 1, v ? 1e-10 : 1.5);
		}
	struct comparison comparison = built_compare(&built, 0);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->notes_n, 3);
	assert_string_equal(pair->notes[0],
		"8 of 24 values of other are below the 1 ns the clock can tell");
	assert_string_equal(pair->notes[1],
		"other: 20 processes take less than 10, which do less work");
	compare_release(&comparison);
	built_release(&built);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cell_missing_in_a_boot_is_not_tested),
		cmocka_unit_test(a_boot_of_few_cells_is_left_out_and_named),
		cmocka_unit_test(a_boot_entered_twice_is_one),
		cmocka_unit_test(zero_and_below_are_named),
		cmocka_unit_test(what_is_not_comparable_proves_nothing),
		cmocka_unit_test(other_trips_are_never_compared),
		cmocka_unit_test(two_campaigns_are_two_times),
		cmocka_unit_test(disturbed_samples_are_left_out),
		cmocka_unit_test(equivalent_work_is_checked),
		cmocka_unit_test(less_time_for_more_work_is_noted),
	};
	return cmocka_run_group_tests_name("model/compare, cells", tests, NULL, NULL);
}
