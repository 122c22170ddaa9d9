/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "model/series.h"

/* Two variants; chart 0 swept over counts 2, 4, 8; chart 1 not swept, three runs a boot. */
static struct campaign campaign_of(unsigned boots)
{
	struct campaign campaign = {.boots = boots};
	for (unsigned v = 0; v < 2; v++)
		xgrow(&campaign.variants, &campaign.variants_n, sizeof(*campaign.variants));
	for (unsigned c = 0; c < 2; c++) {
		struct campaign_chart *chart =
			xgrow(&campaign.charts, &campaign.charts_n, sizeof(*chart));
		chart->swept = c == 0;
		for (unsigned v = 0; v < 2; v++)
			for (unsigned count = 2; count <= (chart->swept ? 8 : 2); count *= 2) {
				struct campaign_cell *cell =
					xgrow(&campaign.cells, &campaign.cells_n, sizeof(*cell));
				*cell = (struct campaign_cell){.variant = v, .chart = c,
					.count = chart->swept ? count : 0, .repeats = 3};
			}
	}
	return campaign;
}

static unsigned enter(struct campaign *campaign, unsigned variant, unsigned boot, unsigned entry,
	const char *kernel_boot_id)
{
	struct campaign_boot *added =
		xgrow(&campaign->entries, &campaign->entries_n, sizeof(*added));
	*added = (struct campaign_boot){.variant = variant, .number = boot, .entry = entry,
		.kernel_boot_id = xstrdup(kernel_boot_id)};
	return (unsigned)campaign->entries_n - 1;
}

static void add(struct samples *samples, unsigned cell, unsigned entry, unsigned round,
	double value)
{
	struct sample *sample = xgrow(&samples->samples, &samples->length, sizeof(*sample));
	*sample = (struct sample){.cell = cell, .entry = entry, .round = round, .value = value};
}

static void add_without(struct samples *samples, unsigned cell, unsigned entry, unsigned round,
	enum sample_status status, const char *reason)
{
	add(samples, cell, entry, round, NAN);
	samples->samples[samples->length - 1].status = status;
	samples->samples[samples->length - 1].reason = xstrdup(reason);
}

/* The summary of one cell of the swept chart: variant 0, the first count. */
static struct summary first_cell(const struct campaign *campaign, const struct samples *samples)
{
	struct series_set set;
	series_set_init(&set, campaign, 0, samples);
	struct summary summary = set.series[0].points[0].summary;
	series_set_release(&set);
	return summary;
}

static void every_cell_is_a_point(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(1);
	struct samples samples = {0};
	struct series_set set;
	enter(&campaign, 0, 1, 1, "a");
	campaign.cells[1].skipped = xstrdup("cannot");
	add(&samples, 0, 0, 1, 5);
	add(&samples, 0, 0, 2, 7);
	add(&samples, 0, 0, 3, 6);
	add_without(&samples, 2, 0, 1, SAMPLE_FAILED, "first");
	add_without(&samples, 2, 0, 2, SAMPLE_TIMEOUT, "last");
	add(&samples, 2, 0, 3, 9);
	series_set_init(&set, &campaign, 0, &samples);
	assert_int_equal(set.length, 2);
	for (size_t v = 0; v < 2; v++) {
		const struct series *series = &set.series[v];
		assert_int_equal(series->length, 3); /* a gap is a point without a value */
		assert_int_equal(series->style, v);
		for (size_t i = 0; i < 3; i++)
			assert_true(series->points[i].x == (double)(2u << i));
		assert_int_equal(series->whole.kind, SUMMARY_NOTHING);
	}
	const struct series_point *points = set.series[0].points;
	assert_true(points[0].summary.centre == 6);
	assert_int_equal(points[0].summary.n, 3);
	assert_null(points[0].reason);
	assert_int_equal(points[1].summary.kind, SUMMARY_NOTHING);
	assert_string_equal(points[1].reason, "cannot");
	assert_int_equal(points[1].failed, 0);
	assert_true(points[2].summary.centre == 9);
	assert_int_equal(points[2].failed, 2);
	assert_string_equal(points[2].reason, "last");
	assert_int_equal(set.series[1].points[0].summary.kind, SUMMARY_NOTHING);
	assert_null(set.series[1].points[0].reason);
	series_set_release(&set);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void what_is_made_again_is_no_failure(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(1);
	struct samples samples = {0};
	struct series_set set;
	enter(&campaign, 0, 1, 1, "a");
	enter(&campaign, 0, 1, 2, "a");
	for (unsigned cell = 0; cell < 7; cell += 6) { /* swept, and not */
		add_without(&samples, cell, 0, 1, SAMPLE_INTERRUPTED, "the runner ended");
		add_without(&samples, cell, 1, 2, SAMPLE_DISTURBED, "by others");
		add(&samples, cell, 1, 1, 5);
	}
	for (unsigned chart = 0; chart < 2; chart++) {
		series_set_init(&set, &campaign, chart, &samples);
		for (size_t i = 0; i < set.series[0].length; i++)
			assert_int_equal(set.series[0].points[i].failed, 0);
		assert_int_equal(set.series[0].points[0].summary.n, 1);
		assert_null(set.series[0].points[0].reason);
		series_set_release(&set);
	}
	campaign_release(&campaign);
	samples_release(&samples);
}

static void boots_of_one_kernel_boot_are_one(void **state)
{
	(void)state;
	/* `here`: three set-up cycles under one kernel. */
	struct campaign campaign = campaign_of(3);
	struct samples samples = {0};
	for (unsigned boot = 1; boot <= 3; boot++) {
		enter(&campaign, 0, boot, 1, "a");
		add(&samples, 0, boot - 1, 1, boot);
	}
	struct summary summary = first_cell(&campaign, &samples);
	assert_int_equal(summary.kind, SUMMARY_SAMPLES);
	assert_int_equal(summary.boots, 1);
	assert_int_equal(summary.n, 3);
	/* The same in three kernel boots. */
	campaign.entries[1].kernel_boot_id[0] = 'b';
	campaign.entries[2].kernel_boot_id[0] = 'c';
	summary = first_cell(&campaign, &samples);
	assert_int_equal(summary.kind, SUMMARY_BOOTS);
	assert_int_equal(summary.boots, 3);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void a_boot_entered_twice_is_one(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(2);
	struct samples samples = {0};
	add(&samples, 0, enter(&campaign, 0, 1, 1, "a"), 1, 1);
	enter(&campaign, 1, 1, 1, "b"); /* another variant's boot 1 is another */
	add(&samples, 0, enter(&campaign, 0, 1, 2, "c"), 2, 2);
	assert_int_equal(first_cell(&campaign, &samples).boots, 1);
	add(&samples, 0, enter(&campaign, 0, 2, 1, "d"), 1, 3);
	struct summary summary = first_cell(&campaign, &samples);
	assert_int_equal(summary.boots, 2);
	assert_int_equal(summary.n, 3);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void what_never_came_up_joins_nothing(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(2);
	struct samples samples = {0};
	for (unsigned boot = 1; boot <= 2; boot++) {
		static const char *const ids[] = {"a", "b"};
		unsigned lost = enter(&campaign, 0, boot, 1, "");
		add_without(&samples, 1, lost, 1, SAMPLE_FAILED, "boot: kernel panic");
		add(&samples, 0, enter(&campaign, 0, boot, 2, ids[boot - 1]), 1, boot);
	}
	assert_int_equal(first_cell(&campaign, &samples).boots, 2);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void runs_stand_at_their_number(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(2);
	struct samples samples = {0};
	struct series_set set;
	enter(&campaign, 0, 2, 1, "b"); /* boots may be entered in any order of others */
	enter(&campaign, 0, 1, 1, "a");
	enter(&campaign, 1, 1, 1, "c");
	add(&samples, 6, 0, 1, 40);
	add(&samples, 6, 1, 3, 30);
	add(&samples, 6, 1, 1, 10);
	add_without(&samples, 6, 1, 2, SAMPLE_TIMEOUT, "deadline");
	campaign.cells[7].skipped = xstrdup("one CPU");
	series_set_init(&set, &campaign, 1, &samples);
	const struct series *series = &set.series[0];
	static const double wanted[] = {10, NAN, 30, 40, NAN, NAN};
	assert_int_equal(series->length, 6);
	for (size_t i = 0; i < 6; i++) {
		const struct series_point *point = &series->points[i];
		assert_true(point->x == (double)(i + 1));
		assert_int_equal(point->boot, i / 3 + 1);
		assert_int_equal(point->summary.n, isnan(wanted[i]) ? 0 : 1);
		assert_true(isnan(wanted[i]) ? isnan(point->summary.centre)
					     : point->summary.centre == wanted[i]);
		assert_int_equal(point->failed, i == 1);
	}
	assert_string_equal(series->points[1].reason, "deadline");
	assert_int_equal(series->whole.n, 3);
	assert_int_equal(series->whole.boots, 2);
	assert_int_equal(set.series[1].length, 6);
	assert_string_equal(set.series[1].points[5].reason, "one CPU");
	assert_int_equal(set.series[1].whole.kind, SUMMARY_NOTHING);
	series_set_release(&set);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void nothing_measured_is_no_series_of_zeros(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of(1);
	struct samples samples = {0};
	struct series_set set;
	for (unsigned chart = 0; chart < 2; chart++) {
		series_set_init(&set, &campaign, chart, &samples);
		for (size_t i = 0; i < set.series[1].length; i++) {
			assert_int_equal(set.series[1].points[i].summary.kind, SUMMARY_NOTHING);
			assert_true(isnan(set.series[1].points[i].summary.centre));
		}
		series_set_release(&set);
	}
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_cell_is_a_point),
		cmocka_unit_test(what_is_made_again_is_no_failure),
		cmocka_unit_test(boots_of_one_kernel_boot_are_one),
		cmocka_unit_test(a_boot_entered_twice_is_one),
		cmocka_unit_test(what_never_came_up_joins_nothing),
		cmocka_unit_test(runs_stand_at_their_number),
		cmocka_unit_test(nothing_measured_is_no_series_of_zeros),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
