/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sentences of every verdict, in both forms, and what counts as a regression. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "model/choice.h"
#include "model/verdict.h"

static struct campaign_variant variants[] = {
	{.label = (char[]){"6.1"}, .slug = (char[]){"6.1"}},
	{.label = (char[]){"6.1-µrt"}, .slug = (char[]){"6.1-rt"}},
};
static struct campaign campaign = {.id = "20261130-k3f7qd", .variants = variants, .variants_n = 2};
static struct campaign later = {.id = "20261201-k3f7qe", .variants = variants, .variants_n = 2};
static struct campaign_chart swept = {.swept = true, .x_text = (char[]){"processes"}};
static struct campaign_chart lone = {.swept = false, .x_text = (char[]){"run"}};

/* Four cells, the last two proven higher. */
static struct compare_cell cells[] = {
	{.x = 17, .ratio = {0.95, 0.90, 1.00, 0.05}, .hodges_lehmann = 1.118},
	{.x = 18, .ratio = {0.98, 0.93, 1.03, 0.30}},
	{.x = 19, .ratio = {1.10, 1.06, 1.14, 1e-4}, .marked = true},
	{.x = 20, .ratio = {1.20, 1.15, 1.25, 1e-5}, .marked = true},
};
static struct compare_crossing crossings[] = {{18, 19, true, false}};

static struct compare_pair pair_of(enum verdict verdict)
{
	return (struct compare_pair){
		.base_campaign = &campaign,
		.other_campaign = &campaign,
		.chart = &swept,
		.other_chart = &swept,
		.base = 0,
		.other = 1,
		.verdict = verdict,
		.method = COMPARE_BOOTS,
		.base_boots = 5,
		.other_boots = 4,
		.headline = {1.123, 1.11, 1.136, 1.2e-5},
		.means = 1.12,
		.shape_p = 4e-5,
		.p = 2.4e-5,
		.open = verdict >= VERDICT_FASTER,
		.headline_proven = verdict == VERDICT_FASTER || verdict == VERDICT_SLOWER,
		.higher = 2,
		.unproven = 2,
		.cells = cells,
		.cells_n = ARRAY_LENGTH(cells),
		.consistency = {NAN, NAN, NAN, NAN},
	};
}

static void assert_sentence(const struct compare_pair *pair, enum verdict_form form,
	const char *wanted)
{
	struct text text = TEXT_EMPTY;
	verdict_add_sentence(&text, pair, form);
	assert_string_equal(text.bytes, wanted);
	text_release(&text);
}

static void test_slower(void **state)
{
	(void)state;
	struct compare_pair pair = pair_of(VERDICT_SLOWER);
	pair.crossings = crossings;
	pair.crossings_n = 1;
	assert_sentence(&pair, VERDICT_UTF8,
		"6.1-µrt is 12.3 % slower than 6.1 (95 % interval +11.0 to +13.6 %, headline p = "
		"1.2e-05); 2 of 4 counts higher, 0 lower, 2 not proven; crosses between 18 and 19 "
		"processes, lower up to 18 and higher from 19");
	pair.untested = 3;
	pair.crossings_n = 0;
	assert_sentence(&pair, VERDICT_ASCII,
		"6.1-urt is 12.3 % slower than 6.1 (95 % interval +11.0 to +13.6 %, headline p = "
		"1.2e-05); 2 of 4 counts higher, 0 lower, 2 not proven; 3 more not tested");
}

static void test_faster(void **state)
{
	(void)state;
	struct compare_pair pair = pair_of(VERDICT_FASTER);
	pair.headline = (struct compare_ratio){0.924, 0.90, 0.95, 1e-20};
	pair.chart = pair.other_chart = &lone;
	pair.cells_n = 1;
	assert_sentence(&pair, VERDICT_UTF8,
		"6.1-µrt is 7.6 % faster than 6.1 (95 % interval −10.0 to −5.0 %, headline p < "
		"1e-15)");
	pair.other_campaign = &later;
	pair.other_times = true;
	assert_sentence(&pair, VERDICT_ASCII,
		"6.1-urt (20261201-k3f7qe) is 7.6 % faster than 6.1 (20261130-k3f7qd) (95 % "
		"interval -10.0 to -5.0 %, headline p < 1e-15); measured at different times");
}

static void test_shape(void **state)
{
	(void)state;
	struct compare_pair pair = pair_of(VERDICT_SLOWER);
	pair.headline_proven = false;
	pair.headline = (struct compare_ratio){1.002, 0.99, 1.014, 0.62};
	assert_sentence(&pair, VERDICT_UTF8,
		"6.1-µrt is slower than 6.1 at some counts, shape p = 4.0e-05; over all counts no "
		"difference proven: change +0.2 % (95 % interval −1.0 to +1.4 %, headline p = 0.62); "
		"2 of 4 counts higher, 0 lower, 2 not proven");
	pair.verdict = VERDICT_MIXED;
	struct text text = TEXT_EMPTY;
	verdict_add_sentence(&text, &pair, VERDICT_ASCII);
	assert_non_null(strstr(text.bytes, "faster than 6.1 at some counts and slower at others"));
	text_release(&text);
	verdict_add_brief(&text, &pair, VERDICT_ASCII);
	assert_string_equal(text.bytes, verdict_name(VERDICT_MIXED));
	text_release(&text);
}

static void test_nothing_proven(void **state)
{
	(void)state;
	struct compare_pair pair = pair_of(VERDICT_NO_DIFFERENCE);
	assert_sentence(&pair, VERDICT_UTF8,
		"6.1-µrt and 6.1: no difference proven: change +12.3 % (95 % interval +11.0 to "
		"+13.6 %, headline p = 1.2e-05); 2 of 4 counts above the baseline, 2 below, none "
		"proven");
	/* What was not tested is on neither side. */
	struct compare_cell some[ARRAY_LENGTH(cells)];
	memcpy(some, cells, sizeof(some));
	some[3].state = COMPARE_CELL_NOT_POSITIVE;
	pair.cells = some;
	pair.higher = 0;
	pair.unproven = 3;
	pair.untested = 1;
	pair.headline.p = pair.headline.low = pair.headline.high = NAN;
	assert_sentence(&pair, VERDICT_ASCII,
		"6.1-urt and 6.1: no difference proven: change +12.3 %; 1 of 3 counts above the "
		"baseline, 2 below, none proven; 1 more not tested");
	pair = pair_of(VERDICT_WITHIN_BOOT);
	pair.method = COMPARE_SAMPLES;
	pair.chart = &lone;
	pair.cells_n = 1;
	assert_sentence(&pair, VERDICT_UTF8,
		"6.1-µrt differs within one boot from 6.1: change +12.3 % (95 % interval +11.0 to "
		"+13.6 %, Mann-Whitney p = 1.2e-05), +12.0 % by means, +11.8 % by Hodges-Lehmann");
	pair = pair_of(VERDICT_NO_DATA);
	assert_sentence(&pair, VERDICT_UTF8, "6.1-µrt and 6.1: no data");
	pair = pair_of(VERDICT_NOT_COMPARABLE);
	pair.reason = (char[]){"CONFIG_HZ differs"};
	assert_sentence(&pair, VERDICT_UTF8,
		"6.1-µrt and 6.1: not comparable: CONFIG_HZ differs; the figures alone differ by "
		"+12.3 %");
	swept.emulated = true;
	assert_sentence(&pair, VERDICT_UTF8, "6.1-µrt and 6.1: not comparable: CONFIG_HZ differs");
	swept.emulated = false;
}

static void test_numbers(void **state)
{
	(void)state;
	static const struct {
		double ratio;
		const char *utf8, *ascii;
	} cases[] = {
		{1, "0.0 %", "0.0 %"},
		{1.123, "+12.3 %", "+12.3 %"},
		{0.924, "−7.6 %", "-7.6 %"},
		{1.0004, "+0.04 %", "+0.04 %"},
		{12.5, "+1150 %", "+1150 %"},
		{0, "−100.0 %", "-100.0 %"},
		{1e300, "+1.0e+302 %", "+1.0e+302 %"},
		{NAN, "n/a", "n/a"},
		{INFINITY, "n/a", "n/a"},
	};
	char change[VERDICT_CHANGE_BYTES], interval[VERDICT_INTERVAL_BYTES];
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		assert_string_equal(verdict_change(cases[i].ratio, VERDICT_UTF8, change),
			cases[i].utf8);
		assert_string_equal(verdict_change(cases[i].ratio, VERDICT_ASCII, change),
			cases[i].ascii);
	}
	/* Ends that one digit would show alike have two. */
	assert_string_equal(verdict_interval(&(struct compare_ratio){1, 1.1331, 1.1334, 0},
				    VERDICT_ASCII, interval),
		"+13.31 to +13.34 %");
	assert_string_equal(verdict_interval(&(struct compare_ratio){1, NAN, NAN, NAN},
				    VERDICT_ASCII, interval),
		"");
}

static void test_regression(void **state)
{
	(void)state;
	struct compare_pair pair = pair_of(VERDICT_SLOWER);
	assert_true(fabs(verdict_regression(&pair, NULL) - 0.15) < 1e-9); /* the worst marked cell */
	pair.cells_n = 2;
	assert_true(fabs(verdict_regression(&pair, NULL) - 0.11) < 1e-9); /* the headline's near end */
	pair.higher_is_better = true;
	assert_true(verdict_regression(&pair, NULL) == 0);
	pair.verdict = VERDICT_SLOWER;
	pair.headline = (struct compare_ratio){0.8, 0.75, 0.85, 1e-9};
	assert_true(fabs(verdict_regression(&pair, NULL) - 0.15) < 1e-9);
	/* What is not proven is no regression, however large. */
	static const enum verdict silent[] = {VERDICT_NO_DATA, VERDICT_NOT_COMPARABLE,
		VERDICT_NO_DIFFERENCE, VERDICT_WITHIN_BOOT};
	for (size_t i = 0; i < ARRAY_LENGTH(silent); i++) {
		pair = pair_of(silent[i]);
		assert_true(verdict_regression(&pair, NULL) == 0);
	}
	/* A chart that got faster as a whole may have got slower at single counts. */
	pair = pair_of(VERDICT_FASTER);
	pair.headline = (struct compare_ratio){0.9, 0.88, 0.92, 1e-9};
	assert_true(fabs(verdict_regression(&pair, NULL) - 0.15) < 1e-9);
}

static void test_choice(void **state)
{
	(void)state;
	struct error err;
	struct choice choice = {.limit = 3};
	unsigned shown = 0;
	for (size_t row = 0; row < 20; row++)
		shown += choice_shows(&choice, row, 20, (double)row + 1);
	assert_int_equal(shown, 3);
	assert_true(choice_shows(&choice, 0, 20, 1));
	assert_true(choice_shows(&choice, 19, 20, 20));
	for (size_t row = 0; row < 6; row++)
		assert_true(choice_shows(&choice, row, 6, 1));
	assert_true(choice_set(&choice, "2,15..17", &err));
	assert_true(choice_shows(&choice, 5, 20, 16));
	assert_false(choice_shows(&choice, 0, 20, 1));
	static const char *const bad[] = {"", "x", "1,", ",1", "0", "5..4", "1..", "1..2000000000",
		"1;2", "-1", "1.5"};
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		assert_false(choice_set(&choice, bad[i], &err));
	assert_true(choice_shows(&choice, 0, 20, 2));
	choice_release(&choice);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slower),
		cmocka_unit_test(test_faster),
		cmocka_unit_test(test_shape),
		cmocka_unit_test(test_nothing_proven),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_regression),
		cmocka_unit_test(test_choice),
	};
	return cmocka_run_group_tests_name("model-verdict", tests, NULL, NULL);
}
