/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which samples statistics use, and that series use those. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/sample-use.h"
#include "model/series.h"

/* One variant, one chart, one cell of two launches in one boot. */
static struct campaign_variant variant = {.label = (char[]){"v"}, .slug = (char[]){"v"}};
static struct campaign_chart chart = {.slug = (char[]){"ring.bound"}, .swept = true};
static struct campaign_cell cell = {.count = 2, .repeats = 2};
static struct campaign_boot boot = {.number = 1, .entry = 1, .kernel_boot_id = (char[]){"a"}};
static const struct campaign campaign = {.boots = 1, .variants = &variant, .variants_n = 1,
	.charts = &chart, .charts_n = 1, .cells = &cell, .cells_n = 1, .entries = &boot,
	.entries_n = 1};

static struct sample sample(unsigned round, unsigned attempt, enum sample_status status,
	double value)
{
	return (struct sample){.round = round, .attempt = attempt, .status = status,
		.value = value};
}

static void assert_uses(struct sample *list, size_t n, const enum sample_use *wanted)
{
	const struct samples samples = {list, n};
	enum sample_use *uses = sample_uses(&campaign, &samples);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(uses[i], wanted[i]);
	free(uses);
}

static void a_disturbed_value_gives_way_to_an_undisturbed_one(void **state)
{
	(void)state;
	struct sample list[] = {
		sample(1, 1, SAMPLE_DISTURBED, 9),
		sample(2, 1, SAMPLE_OK, 5),
		sample(1, 2, SAMPLE_INTERRUPTED, NAN),
		sample(1, 3, SAMPLE_OK, 4),
	};
	assert_uses(list, ARRAY_LENGTH(list), (enum sample_use[]){SAMPLE_LEFT_OUT, SAMPLE_USED,
		SAMPLE_WITHOUT, SAMPLE_USED});
}

static void the_last_disturbed_value_has_to_do(void **state)
{
	(void)state;
	struct sample list[] = {
		sample(1, 1, SAMPLE_DISTURBED, 9),
		sample(1, 2, SAMPLE_DISTURBED, 8),
		sample(2, 1, SAMPLE_OK, 5),
		sample(1, 3, SAMPLE_DISTURBED, 7),
		sample(1, 4, SAMPLE_INTERRUPTED, NAN),
	};
	assert_uses(list, ARRAY_LENGTH(list), (enum sample_use[]){SAMPLE_LEFT_OUT, SAMPLE_LEFT_OUT,
		SAMPLE_USED, SAMPLE_FOR_LACK, SAMPLE_WITHOUT});

	const struct samples samples = {list, ARRAY_LENGTH(list)};
	struct series_set set;
	series_set_init(&set, &campaign, 0, &samples);
	const struct series_point *point = &set.series[0].points[0];
	assert_int_equal(point->summary.n, 2);
	assert_int_equal(point->disturbed, 2);
	assert_int_equal(point->for_lack, 1);
	assert_true(point->summary.min == 5 && point->summary.max == 7);
	series_set_release(&set);
}

static void a_failure_stands_for_its_launch(void **state)
{
	(void)state;
	struct sample list[] = {
		sample(1, 1, SAMPLE_DISTURBED, 9),
		sample(1, 2, SAMPLE_FAILED, NAN),
	};
	assert_uses(list, ARRAY_LENGTH(list),
		(enum sample_use[]){SAMPLE_LEFT_OUT, SAMPLE_WITHOUT});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_disturbed_value_gives_way_to_an_undisturbed_one),
		cmocka_unit_test(the_last_disturbed_value_has_to_do),
		cmocka_unit_test(a_failure_stands_for_its_launch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
