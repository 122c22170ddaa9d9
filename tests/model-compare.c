/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/built.h"

#define BOOTS 4
#define COUNTS 6

/* cmocka 1.1.5 compares only floats. */
static void assert_near(double got, double wanted, double relative)
{
	if (!(fabs(got - wanted) <= relative * fabs(wanted)))
		fail_msg("got %.15g, wanted %.15g", got, wanted);
}

/* Luck of a few tenths of a per cent that depends on its arguments alone, never ends in 0. */
static double luck(unsigned a, unsigned b, unsigned c)
{
	return 1 + ((a * 7919 + b * 104729 + c * 1299709) % 1009 - 504.0) / 200000;
}

/* Two variants, one chart; the other is `change` times the base at each count. */
static void build(struct built *built, const double change[static COUNTS], double scale)
{
	built_init(built, "20261130-bu1lt0");
	built_variant(built, "base");
	built_variant(built, "other");
	built_chart(built, "ring", PLACEMENT_BOUND, "us/switch", true);
	for (unsigned v = 0; v < 2; v++)
		for (unsigned boot = 1; boot <= BOOTS; boot++)
			for (unsigned i = 0; i < COUNTS; i++)
				for (unsigned round = 0; round < 3; round++)
					built_sample(built, v, 2 + i, boot,
						scale * (4 + i) * (v ? change[i] : 1) *
							luck(v, boot * 16 + i, round));
}

static const double slower[COUNTS] = {1.05, 1.05, 1.05, 1.05, 1.05, 1.05};
static const double equal[COUNTS] = {1, 1, 1, 1, 1, 1};
static const double crossing[COUNTS] = {0.9, 0.9, 0.95, 1.08, 1.1, 1.1};

static void a_change_is_found_with_its_size(void **state)
{
	(void)state;
	struct built built;
	build(&built, slower, 1);
	struct comparison comparison = built_compare(&built, 0);
	assert_int_equal(comparison.length, 1);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->method, COMPARE_BOOTS);
	assert_int_equal(pair->verdict, VERDICT_SLOWER);
	assert_string_equal(verdict_name(pair->verdict), "slower");
	assert_near(pair->headline.ratio, 1.05, 0.002);
	assert_true(pair->headline.low < pair->headline.ratio && pair->headline.low > 1.04);
	assert_true(pair->headline_proven && pair->open && pair->q == pair->p);
	assert_int_equal(pair->higher, COUNTS);
	assert_int_equal(pair->lower + pair->unproven + pair->untested, 0);
	assert_int_equal(pair->crossings_n + pair->left_out_n + pair->notes_n, 0);
	double logs = 0;
	for (size_t i = 0; i < pair->cells_n; i++)
		logs += log(pair->cells[i].ratio.ratio) / COUNTS;
	assert_near(pair->headline.ratio, exp(logs), 1e-12);
	assert_true(pair->consistency.low < 1 && pair->consistency.high > 1);
	compare_release(&comparison);

	built.campaign.charts[0].better = BETTER_HIGHER;
	comparison = built_compare(&built, 0);
	assert_int_equal(comparison.pairs[0].verdict, VERDICT_FASTER);
	compare_release(&comparison);
	built_release(&built);
}

static void without_a_change_nothing_is_proven(void **state)
{
	(void)state;
	struct built built;
	build(&built, equal, 1);
	struct comparison comparison = built_compare(&built, 0);
	assert_int_equal(comparison.pairs[0].verdict, VERDICT_NO_DIFFERENCE);
	assert_int_equal(comparison.family, 1);
	assert_int_equal(comparison.open, 0);
	compare_release(&comparison);
	built_release(&built);
}

/* Half of the cells up and half down: the headline sees nothing, the shape does. */
static void a_crossing_is_told(void **state)
{
	(void)state;
	struct built built;
	build(&built, crossing, 1);
	struct comparison comparison = built_compare(&built, 0);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->crossings_n, 1);
	assert_true(pair->crossings[0].before == 4 && pair->crossings[0].after == 5);
	assert_true(pair->crossings[0].upwards && pair->crossings[0].proven);
	assert_int_equal(pair->lower, 3);
	assert_int_equal(pair->higher, 3);
	assert_true(pair->open);
	assert_int_equal(pair->verdict,
		pair->headline_proven ? VERDICT_SLOWER : VERDICT_MIXED);
	compare_release(&comparison);
	built_release(&built);
}

static void exchange_flips_the_sign_and_keeps_p(void **state)
{
	(void)state;
	struct built built;
	build(&built, crossing, 1);
	struct comparison there = built_compare(&built, 0), back = built_compare(&built, 1);
	const struct compare_pair *a = &there.pairs[0], *b = &back.pairs[0];
	assert_true(a->p == b->p && a->shape_p == b->shape_p && a->headline.p == b->headline.p);
	assert_near(a->headline.ratio, 1 / b->headline.ratio, 1e-13);
	assert_near(a->headline.low, 1 / b->headline.high, 1e-13);
	assert_near(a->consistency.ratio, 1 / b->consistency.ratio, 1e-12);
	for (size_t i = 0; i < a->cells_n; i++) {
		assert_true(a->cells[i].ratio.p == b->cells[i].ratio.p);
		assert_near(a->cells[i].ratio.ratio, 1 / b->cells[i].ratio.ratio, 1e-13);
	}
	assert_int_equal(a->lower, b->higher);
	compare_release(&there);
	compare_release(&back);
	built_release(&built);
}

static void a_constant_and_the_order_change_nothing(void **state)
{
	(void)state;
	static const double scales[] = {1000, 1e-3, 8, 3.7};
	struct built built, scaled;
	build(&built, crossing, 1);
	struct comparison plain = built_compare(&built, 0);
	for (size_t s = 0; s < ARRAY_LENGTH(scales); s++) {
		build(&scaled, crossing, scales[s]);
		for (size_t i = 0, j = scaled.samples.length - 1; i < j; i++, j--) {
			struct sample swap = scaled.samples.samples[i];
			scaled.samples.samples[i] = scaled.samples.samples[j];
			scaled.samples.samples[j] = swap;
		}
		struct comparison other = built_compare(&scaled, 0);
		assert_near(other.pairs[0].p, plain.pairs[0].p, 1e-6);
		assert_near(other.pairs[0].headline.ratio, plain.pairs[0].headline.ratio, 1e-12);
		assert_near(other.pairs[0].headline.high, plain.pairs[0].headline.high, 1e-9);
		assert_int_equal(other.pairs[0].verdict, plain.pairs[0].verdict);
		assert_int_equal(other.pairs[0].lower, plain.pairs[0].lower);
		compare_release(&other);
		built_release(&scaled);
	}
	compare_release(&plain);
	built_release(&built);
}

/* The order of samples alone, without rounding in between: to the last bit. */
static void order_is_irrelevant_to_the_last_bit(void **state)
{
	(void)state;
	struct built built;
	build(&built, slower, 1);
	struct comparison before = built_compare(&built, 0);
	for (size_t i = 1; i < built.samples.length; i++) {
		size_t j = (i * 7919) % i;
		struct sample swap = built.samples.samples[i];
		built.samples.samples[i] = built.samples.samples[j];
		built.samples.samples[j] = swap;
	}
	struct comparison after = built_compare(&built, 0);
	assert_memory_equal(&before.pairs[0].headline, &after.pairs[0].headline,
		sizeof(before.pairs[0].headline));
	assert_true(before.pairs[0].p == after.pairs[0].p);
	assert_memory_equal(&before.pairs[0].consistency, &after.pairs[0].consistency,
		sizeof(before.pairs[0].consistency));
	compare_release(&before);
	compare_release(&after);
	built_release(&built);
}

/* However far apart, one kernel boot says nothing of kernels; nor do two entries into one. */
static void one_boot_is_never_a_verdict(void **state)
{
	(void)state;
	struct built built;
	build(&built, slower, 1);
	for (size_t i = 0; i < built.campaign.entries_n; i++) {
		struct campaign_boot *entry = &built.campaign.entries[i];
		free(entry->kernel_boot_id);
		entry->kernel_boot_id = xstrdup("one boot for all");
	}
	struct comparison comparison = built_compare(&built, 0);
	const struct compare_pair *pair = &comparison.pairs[0];
	assert_int_equal(pair->method, COMPARE_SAMPLES);
	assert_int_equal(pair->base_boots, 1);
	assert_int_equal(pair->verdict, VERDICT_WITHIN_BOOT);
	assert_int_equal(comparison.family, 0);
	assert_int_equal(comparison.within_family, 1);
	/* 12 + 12 values, fully separated. */
	assert_near(pair->cells[0].ratio.p, 2 / 2704156.0, 1e-9);
	assert_true(isnan(pair->headline.low) && !isnan(pair->cells[0].ratio.low));
	compare_release(&comparison);
	built_release(&built);
}

static void no_spread_breaks_nothing(void **state)
{
	(void)state;
	for (unsigned boots = 1; boots <= 5; boots++) {
		struct built built;
		built_init(&built, "20261130-f1at00");
		built_variant(&built, "base");
		built_variant(&built, "other");
		built_chart(&built, "pingpong", PLACEMENT_BOUND, "us/loop", false);
		for (unsigned v = 0; v < 2; v++)
			for (unsigned i = 0; i < 10; i++)
				built_sample(&built, v, 0, 1 + i % boots, 9.58);
		struct comparison comparison = built_compare(&built, 0);
		const struct compare_pair *pair = &comparison.pairs[0];
		assert_int_equal(pair->verdict, VERDICT_NO_DIFFERENCE);
		assert_true(pair->p == 1);
		assert_near(pair->headline.ratio, 1, 1e-15);
		assert_true(pair->headline.low <= 1 && pair->headline.high >= 1);
		assert_true(pair->consistency.ratio == 1);
		assert_int_equal(pair->notes_n, 2);
		assert_string_equal(pair->notes[0], "all 10 values of base are 9.58");
		compare_release(&comparison);
		built_release(&built);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_is_found_with_its_size),
		cmocka_unit_test(without_a_change_nothing_is_proven),
		cmocka_unit_test(a_crossing_is_told),
		cmocka_unit_test(exchange_flips_the_sign_and_keeps_p),
		cmocka_unit_test(a_constant_and_the_order_change_nothing),
		cmocka_unit_test(order_is_irrelevant_to_the_last_bit),
		cmocka_unit_test(one_boot_is_never_a_verdict),
		cmocka_unit_test(no_spread_breaks_nothing),
	};
	return cmocka_run_group_tests_name("model/compare", tests, NULL, NULL);
}
