/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trends of a made-up lab: what belongs together, what is left out, where it changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/store-trend.h"
#include "tests/biglab.h"
#include "tests/fixture.h"
#include "tests/temporary.h"

#define CAMPAIGNS 120 /* 90 of lab1, 10 of each other machine */

static struct store *fill(void **state)
{
	char *path = temporary_path(state, "lab.db");
	struct error err;
	struct store *store = store_open(path, STORE_WRITE, &err);
	if (!store || !biglab_fill(store, CAMPAIGNS, 0, &err))
		fail_msg("%s", err.message);
	free(path);
	return store;
}

static struct trend read_trend(struct store *store, const char *host, const char *variant,
	int64_t count)
{
	struct trend trend;
	struct error err;
	assert_int_equal(store_trend_read(store, host, "ring.bound", variant, count, &trend, &err),
		STORE_FOUND);
	return trend;
}

static void amend(struct store *store, unsigned i, enum amendment_kind kind)
{
	char id[CAMPAIGN_ID_BYTES];
	struct error err;
	struct amendment amendment = {.kind = kind, .dated_us = 1, .author = xstrdup("a <a@b>"),
		.reason = xstrdup("r"), .text = kind == AMENDMENT_NOTE ? xstrdup("t") : NULL};
	biglab_id(i, id);
	if (!store_amendment_add(store, id, &amendment, &err))
		fail_msg("%s", err.message);
	amendment_release(&amendment);
}

static void a_change_is_found_and_only_where_there_is_one(void **state)
{
	struct store *store = fill(state);
	static const int64_t counts[] = {TREND_WHOLE, 4};
	for (size_t i = 0; i < ARRAY_LENGTH(counts); i++) {
		struct trend slower = read_trend(store, "lab1", "6.12", counts[i]);
		struct trend same = read_trend(store, "lab1", "6.1", counts[i]);
		assert_int_equal(slower.length, 90);
		assert_int_equal(slower.changes_n, 1);
		assert_int_equal(same.changes_n, 0);
		/* Campaigns of lab1 are 0, 1, 2, 4 …; from 60 on they are slower. */
		assert_int_equal(slower.changes[0].at, 45);
		assert_true(slower.changes[0].low < BIGLAB_SLOWER);
		assert_true(slower.changes[0].high > BIGLAB_SLOWER);
		assert_string_equal(slower.kernels[slower.changes[0].kernel_after], "6.12.1");
		assert_string_equal(slower.label, "6.12");
		for (size_t p = 1; p < slower.length; p++)
			assert_true(slower.points[p].started_us > slower.points[p - 1].started_us);
		trend_release(&slower);
		trend_release(&same);
	}
	store_close(store);
}

static void withdrawn_campaigns_are_left_out_and_counted(void **state)
{
	struct store *store = fill(state);
	amend(store, 0, AMENDMENT_WITHDRAW);
	amend(store, 4, AMENDMENT_NOTE);
	struct trend trend = read_trend(store, "lab1", "6.1", TREND_WHOLE);
	assert_int_equal(trend.length, 89);
	assert_int_equal(trend.withdrawn, 1);
	assert_int_equal(trend.points[2].amendments, 1);
	assert_int_equal(trend.points[0].amendments, 0);
	trend_release(&trend);
	store_close(store);
}

/* One more campaign of lab1, after the others. */
static void add(struct store *store, const struct biglab_shape *shape, enum clock clock)
{
	struct samples samples = {0};
	char digest[DIGEST_BYTES];
	struct error err;
	struct campaign campaign = biglab_campaign(4 * CAMPAIGNS, CAMPAIGNS, shape, &samples);
	for (size_t i = 0; i < campaign.charts_n; i++)
		campaign.charts[i].clock = clock;
	for (size_t i = 0; i < campaign.entries_n; i++)
		campaign.entries[i].clock = clock;
	assert_true(jsonl_digest(&campaign, &samples, digest, &err));
	free(campaign.digest);
	campaign.digest = xstrdup(digest);
	if (!fixture_import(store, campaign, samples, &err))
		fail_msg("%s", err.message);
}

static void what_does_not_fit_the_newest_is_left_out(void **state)
{
	struct store *store = fill(state);
	struct biglab_shape longer = biglab_small;
	longer.counts++;
	add(store, &longer, CLOCK_WALL);
	struct trend whole = read_trend(store, "lab1", "6.1", TREND_WHOLE);
	assert_int_equal(whole.length, 1);
	assert_int_equal(whole.other_cells, 90);
	trend_release(&whole);
	/* A cell is the same whatever is beside it. */
	struct trend cell = read_trend(store, "lab1", "6.1", 2);
	assert_int_equal(cell.length, 91);
	trend_release(&cell);
	store_close(store);
}

static void clocks_are_never_mixed(void **state)
{
	struct store *store = fill(state);
	add(store, &biglab_small, CLOCK_COUNTED);
	struct trend trend = read_trend(store, "lab1", "6.1", TREND_WHOLE);
	assert_int_equal(trend.length, 1);
	assert_int_equal(trend.clock, CLOCK_COUNTED);
	assert_int_equal(trend.other_measure, 90);
	trend_release(&trend);
	store_close(store);
}

static void trends_are_listed(void **state)
{
	struct store *store = fill(state);
	struct trend_brief *briefs;
	int64_t *counts;
	size_t n;
	struct error err;
	assert_true(store_trend_list(store, NULL, 100, &briefs, &n, &err));
	assert_int_equal(n, 4 * 2 * 3);
	assert_string_equal(briefs[0].host, "lab1");
	assert_string_equal(briefs[0].chart, "messaging.bound");
	assert_string_equal(briefs[0].variant, "6.1");
	assert_int_equal(briefs[0].campaigns, 90);
	trend_briefs_free(briefs, n);
	assert_true(store_trend_list(store, "lab3", 2, &briefs, &n, &err));
	assert_int_equal(n, 2);
	trend_briefs_free(briefs, n);
	assert_true(store_trend_counts(store, "lab1", "ring.bound", "6.1", &counts, &n, &err));
	assert_int_equal(n, 4);
	assert_int_equal(counts[0], 2);
	assert_int_equal(counts[3], 8);
	free(counts);
	struct trend none;
	assert_int_equal(store_trend_read(store, "lab9", "ring.bound", "6.1", TREND_WHOLE, &none,
				 &err), STORE_ABSENT);
	assert_int_equal(store_trend_read(store, "lab1", "ring.bound", "6.1", 3, &none, &err),
		STORE_ABSENT);
	store_close(store);
}

static void emulated_time_has_no_changes(void **state)
{
	struct store *store = fill(state);
	struct trend trend = read_trend(store, "lab1", "6.12", TREND_WHOLE);
	assert_int_equal(trend.changes_n, 1);
	free(trend.changes);
	trend.changes = NULL;
	trend.changes_n = 0;
	trend.emulated = true;
	trend_finish(&trend);
	assert_int_equal(trend.changes_n, 0);
	trend_release(&trend);
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(a_change_is_found_and_only_where_there_is_one),
		temporary_test(withdrawn_campaigns_are_left_out_and_counted),
		temporary_test(what_does_not_fit_the_newest_is_left_out),
		temporary_test(clocks_are_never_mixed),
		temporary_test(trends_are_listed),
		temporary_test(emulated_time_has_no_changes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
