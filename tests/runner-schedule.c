/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runner/schedule.h"

/* 2 variants x (a swept counted chart, a wall chart without counts) x some counts. */
static struct campaign campaign_of(uint64_t seed)
{
	struct campaign campaign = {.seed = seed, .boots = 4};
	for (unsigned v = 0; v < 2; v++)
		xgrow(&campaign.variants, &campaign.variants_n, sizeof(*campaign.variants));
	for (unsigned c = 0; c < 2; c++) {
		struct campaign_chart *chart =
			xgrow(&campaign.charts, &campaign.charts_n, sizeof(*chart));
		chart->clock = c ? CLOCK_WALL : CLOCK_COUNTED;
	}
	for (unsigned v = 0; v < 2; v++)
		for (unsigned count = 0; count < 6; count++) {
			struct campaign_cell *cell =
				xgrow(&campaign.cells, &campaign.cells_n, sizeof(*cell));
			*cell = (struct campaign_cell){.variant = v, .chart = count == 0,
				.count = count, .repeats = count ? 3 : 10};
		}
	return campaign;
}

static void each_block_enters_everything_once(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(42);
	size_t n;
	struct schedule_boot *boots = schedule_boots(&campaign, &n);
	assert_int_equal(n, 4 * 4);
	bool moved = false;
	for (size_t block = 0; block < 4; block++) {
		unsigned seen = 0;
		for (size_t i = 0; i < 4; i++) {
			const struct schedule_boot *boot = &boots[block * 4 + i];
			assert_int_equal(boot->number, block + 1);
			seen |= 1u << (boot->variant * 2 + boot->clock);
			moved = moved || boot->variant != boots[i].variant ||
				boot->clock != boots[i].clock;
		}
		assert_int_equal(seen, 15);
	}
	assert_true(moved); /* blocks have orders of their own */
	free(boots);
	campaign_release(&campaign);
}

static void each_pass_has_every_cell_once(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(42);
	struct schedule_boot boot = {1, CLOCK_COUNTED, 2};
	size_t n;
	struct schedule_launch *launches = schedule_launches(&campaign, &boot, 3, &n);
	assert_int_equal(n, 5 * 3);
	bool shuffled = false;
	for (size_t pass = 0; pass < 3; pass++) {
		unsigned seen = 0;
		for (size_t i = 0; i < 5; i++) {
			const struct schedule_launch *launch = &launches[pass * 5 + i];
			assert_int_equal(launch->round, pass + 1);
			assert_int_equal(campaign.cells[launch->cell].variant, 1);
			seen |= 1u << campaign.cells[launch->cell].count;
			shuffled = shuffled || launch->cell != launches[i].cell;
		}
		assert_int_equal(seen, 0x3e);
	}
	assert_true(shuffled);
	free(launches);
	campaign_release(&campaign);
}

static void runs_are_spread_over_the_passes(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(1);
	campaign.charts[1].clock = CLOCK_COUNTED; /* the cell of ten runs joins the others */
	struct schedule_boot boot = {0, CLOCK_COUNTED, 1};
	size_t n;
	struct schedule_launch *launches = schedule_launches(&campaign, &boot, 3, &n);
	unsigned runs = 0, in_pass[3] = {0}, done = 0;
	for (size_t i = 0; i < n; i++) {
		if (campaign.cells[launches[i].cell].count == 0) {
			assert_int_equal(launches[i].round, ++runs);
			in_pass[done / 5]++;
		} else {
			done = done < 14 ? done + 1 : done;
		}
	}
	assert_int_equal(runs, 10);
	for (int pass = 0; pass < 3; pass++)
		assert_true(in_pass[pass] >= 2 && in_pass[pass] <= 5);
	free(launches);
	campaign_release(&campaign);
}

static void the_seed_decides_and_nothing_else(void **state)
{
	(void)state;
	struct campaign a = campaign_of(7), b = campaign_of(7), c = campaign_of(8);
	b.boots = 9; /* later boots do not change the order of earlier ones */
	struct schedule_boot boot = {0, CLOCK_COUNTED, 3};
	size_t n, m;
	struct schedule_launch *x = schedule_launches(&a, &boot, 3, &n);
	struct schedule_launch *y = schedule_launches(&b, &boot, 3, &m);
	struct schedule_launch *z = schedule_launches(&c, &boot, 3, &m);
	assert_memory_equal(x, y, n * sizeof(*x));
	assert_true(memcmp(x, z, n * sizeof(*x)) != 0);
	free(x);
	free(y);
	free(z);
	campaign_release(&a);
	campaign_release(&b);
	campaign_release(&c);
}

static void skipped_cells_are_left_out(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(7);
	for (size_t i = 0; i < campaign.cells_n; i++)
		if (campaign.cells[i].count || campaign.cells[i].variant)
			campaign.cells[i].skipped = xstrdup("cannot");
	size_t n;
	struct schedule_boot *boots = schedule_boots(&campaign, &n);
	assert_int_equal(n, 4); /* one variant on one clock, four times */
	assert_int_equal(boots[0].clock, CLOCK_WALL);
	free(boots);
	campaign_release(&campaign);
}

static void shuffling_is_even(void **state)
{
	(void)state;
	/* Which of five cells comes first, over 5,000 boots: each near 1,000 (6 sigma = 170). */
	struct campaign campaign = campaign_of(99);
	unsigned first[6] = {0};
	for (unsigned number = 1; number <= 5000; number++) {
		struct schedule_boot boot = {0, CLOCK_COUNTED, number};
		size_t n;
		struct schedule_launch *launches = schedule_launches(&campaign, &boot, 1, &n);
		first[campaign.cells[launches[0].cell].count]++;
		free(launches);
	}
	for (int count = 1; count <= 5; count++)
		assert_in_range(first[count], 830, 1170);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_block_enters_everything_once),
		cmocka_unit_test(each_pass_has_every_cell_once),
		cmocka_unit_test(runs_are_spread_over_the_passes),
		cmocka_unit_test(the_seed_decides_and_nothing_else),
		cmocka_unit_test(skipped_cells_are_left_out),
		cmocka_unit_test(shuffling_is_even),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
