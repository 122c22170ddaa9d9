/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of runs: fact 10 of 2007 in numbers made to its shape, and what has no sets. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/skew.h"

static struct campaign_chart charts[] = {{.placement = PLACEMENT_BOUND},
	{.placement = PLACEMENT_EACH}};
static struct campaign_cell cells[] = {{.chart = 0, .repeats = 35}, {.chart = 1, .repeats = 4}};
static struct campaign_boot boot = {.number = 1, .entry = 1};
static const struct campaign campaign = {.boots = 1, .charts = charts, .charts_n = 2,
	.cells = cells, .cells_n = 2, .entries = &boot, .entries_n = 1};

static void assert_near(double a, double b)
{
	assert_true(fabs(a - b) < 1e-9);
}

static struct skew skew_of_list(struct sample *list, size_t n, size_t cell, unsigned set)
{
	const struct samples samples = {list, n};
	enum sample_use *uses = sample_uses(&campaign, &samples);
	struct skew skew = skew_of(&campaign, &samples, uses, cell, set);
	free(uses);
	return skew;
}

static void seven_sets_of_five(void **state)
{
	static const double of_set[] = {9.22, 9.62, 9.47, 9.40, 9.50, 9.55, 9.30};
	struct sample list[35];
	(void)state;
	for (unsigned i = 0; i < ARRAY_LENGTH(list); i++)
		list[i] = (struct sample){.round = i + 1, .attempt = 1, .status = SAMPLE_OK,
			.value = of_set[i / 5] + (i % 5 == 4 ? 0.0101 : 0.0001)};
	list[1].value = 9.2249; /* not distinct to three digits */
	struct skew skew = skew_of_list(list, ARRAY_LENGTH(list), 0, 5);
	assert_int_equal(skew.runs, 35);
	assert_int_equal(skew.sets, 7);
	assert_int_equal(skew.distinct, 14);
	assert_near(skew.low, 9.22);
	assert_near(skew.high, 9.63);
	assert_near(skew.median, 9.475);
	assert_near(skew.inside, 0.01);
	assert_near(skew.between, 0.40);

	skew = skew_of_list(list, ARRAY_LENGTH(list), 0, 1);
	assert_int_equal(skew.sets, 35);
	assert_true(isnan(skew.inside));
	skew = skew_of_list(list, ARRAY_LENGTH(list), 0, 0);
	assert_int_equal(skew.sets, 1);
	assert_near(skew.inside, 0.41);
	assert_true(isnan(skew.between));
}

static void each_has_its_cpus_as_sets(void **state)
{
	static char zero[] = "0", one[] = "1";
	struct sample list[] = {
		{.cell = 1, .round = 1, .attempt = 1, .value = 4, .cpus = zero},
		{.cell = 1, .round = 2, .attempt = 1, .value = 5, .cpus = one},
		{.cell = 1, .round = 3, .attempt = 1, .value = 4.5, .cpus = zero},
		{.cell = 1, .round = 4, .attempt = 1, .value = 5.5, .cpus = one},
		{.cell = 0, .round = 1, .attempt = 1, .value = 90},
	};
	(void)state;
	struct skew skew = skew_of_list(list, ARRAY_LENGTH(list), 1, 1);
	assert_int_equal(skew.sets, 2);
	assert_near(skew.inside, 0.5);
	assert_near(skew.between, 1);
}

static void nothing_measured(void **state)
{
	struct sample list[] = {{.round = 1, .attempt = 1, .status = SAMPLE_FAILED, .value = NAN}};
	(void)state;
	struct skew skew = skew_of_list(list, 1, 0, 5);
	assert_int_equal(skew.runs, 0);
	assert_int_equal(skew.sets, 0);
	assert_true(isnan(skew.median) && isnan(skew.inside) && isnan(skew.between));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seven_sets_of_five),
		cmocka_unit_test(each_has_its_cpus_as_sets),
		cmocka_unit_test(nothing_measured),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
