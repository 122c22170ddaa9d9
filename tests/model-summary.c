/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What lists and trends show says the same as the charts, whatever was amended. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/series.h"
#include "model/store-db.h"
#include "model/summary.h"
#include "tests/built.h"
#include "tests/fixture.h"
#include "tests/temporary.h"

#define WHOLE (-1)

static void assert_done(bool done, const struct error *err)
{
	if (!done)
		fail_msg("%s", err->message);
}

static void assert_near(double a, double b)
{
	if (!(isnan(a) && isnan(b)) && !(fabs(a - b) <= 1e-12 * fabs(b)))
		fail_msg("%.17g is not %.17g", a, b);
}

/* The row in the store; false where there is none. */
static bool find(struct store *store, const struct campaign *c, size_t chart, size_t variant,
	int64_t count, struct summary_row *found)
{
	struct error err;
	sqlite3_stmt *row = db_prepare(store, &err,
		"SELECT centre, low, high, n, boots, kernel, amendments, withdrawn FROM summary"
		" JOIN trend ON key = trend WHERE campaign = ? AND count = ? AND chart = ?"
		" AND variant = ? AND host = ?",
		"iisss", c->key, count, c->charts[chart].slug, c->variants[variant].slug, c->host);
	assert_non_null(row);
	if (db_step(store, row, &err) != DB_ROW)
		return false;
	*found = (struct summary_row){.centre = db_double(row, 0), .low = db_double(row, 1),
		.high = db_double(row, 2), .n = (unsigned)sqlite3_column_int(row, 3),
		.boots = (unsigned)sqlite3_column_int(row, 4)};
	assert_non_null(strstr((const char *)sqlite3_column_text(row, 5), "6.1.0-57-"));
	assert_int_equal(sqlite3_column_int(row, 6), c->amendments_n);
	assert_int_equal(sqlite3_column_int(row, 7), c->withdrawn != 0);
	assert_int_equal(db_step(store, row, &err), DB_END);
	return true;
}

static void assert_summary(const struct summary_row *row, const struct summary *numbers)
{
	assert_near(row->centre, numbers->centre);
	assert_near(row->low, numbers->low);
	assert_near(row->high, numbers->high);
	assert_int_equal(row->n, numbers->n);
	assert_int_equal(row->boots, numbers->boots);
}

/* The stored rows of one chart are what its series says. */
static void check_chart(struct store *store, const struct campaign *campaign, size_t chart,
	const struct samples *samples)
{
	struct series_set set;
	struct summary_row row;
	series_set_init(&set, campaign, chart, samples);
	for (size_t v = 0; v < set.length; v++) {
		const struct series *series = &set.series[v];
		assert_true(find(store, campaign, chart, v, WHOLE, &row));
		if (!set.chart->swept) {
			assert_summary(&row, &series->whole);
			continue;
		}
		for (size_t p = 0; p < series->length; p++) {
			const struct summary *numbers = &series->points[p].summary;
			bool there = find(store, campaign, chart, v,
				(int64_t)series->points[p].count, &row);
			assert_int_equal(there, numbers->kind != SUMMARY_NOTHING);
			if (there)
				assert_summary(&row, numbers);
		}
	}
	series_set_release(&set);
}

static void check(struct store *store)
{
	struct campaign campaign;
	struct samples samples;
	struct error err;
	assert_int_equal(store_campaign_read_whole(store, FIXTURE_ID, &campaign, &samples, &err),
		STORE_FOUND);
	for (size_t chart = 0; chart < campaign.charts_n; chart++)
		check_chart(store, &campaign, chart, &samples);
	samples_release(&samples);
	campaign_release(&campaign);
}

static void amend(struct store *store, struct amendment amendment)
{
	static char author[] = "A. Tester <a@example.org>", reason[] = "columns mixed up";
	struct error err;
	struct amendment filled = amendment;
	filled.dated_us = FIXTURE_STARTED_US + 1;
	filled.author = xstrdup(author);
	filled.reason = xstrdup(reason);
	filled.chart = xstrdup_null(amendment.chart);
	filled.variant = xstrdup_null(amendment.variant);
	filled.other = xstrdup_null(amendment.other);
	filled.text = xstrdup_null(amendment.text);
	assert_done(store_amendment_add(store, FIXTURE_ID, &filled, &err), &err);
	amendment_release(&filled);
}

static void summaries_follow_every_amendment(void **state)
{
	static char first[] = "6.1", second[] = "6.1-cloud", third[] = "6.1-rt",
		    chart[] = "ring.bound", label[] = "<b>6.1</b>";
	char *path = temporary_path(state, "lab.db");
	struct error err;
	struct store *store = store_open(path, STORE_WRITE, &err);
	assert_done(store && fixture_complete(store, &err), &err);
	check(store);
	amend(store, (struct amendment){.kind = AMENDMENT_EXCLUDE, .variant = third, .boot = 2});
	check(store);
	amend(store, (struct amendment){.kind = AMENDMENT_SWAP, .variant = first, .other = second,
		.chart = chart});
	check(store);
	amend(store, (struct amendment){.kind = AMENDMENT_RELABEL, .variant = first,
		.text = label});
	check(store);
	struct campaign_brief *briefs;
	size_t n;
	struct campaign_filter filter = {.words = "<B>6.1"};
	assert_done(store_campaign_find(store, &filter, &briefs, &n, &err), &err);
	assert_int_equal(n, 1);
	assert_int_equal(briefs[0].amendments, 3);
	campaign_briefs_free(briefs, n);
	amend(store, (struct amendment){.kind = AMENDMENT_WITHDRAW});
	check(store);
	store_close(store);
	free(path);
}

/* Sealing what was measured here makes the same as taking it in from elsewhere. */
static void a_sealed_campaign_has_its_summary(void **state)
{
	char *path = temporary_path(state, "lab.db");
	struct samples samples = {0};
	struct campaign campaign = fixture_make_complete(&samples);
	struct error err;
	char *digest = campaign.digest;
	campaign.digest = NULL;
	campaign.state = CAMPAIGN_OPEN;
	struct store *store = store_open(path, STORE_WRITE, &err);
	assert_done(store && store_campaign_import(store, &campaign, &samples, &err), &err);
	assert_done(store_campaign_seal(store, &campaign, digest, &err), &err);
	check(store);
	assert_false(store_campaign_seal(store, &campaign, digest, &err));
	free(digest);
	samples_release(&samples);
	campaign_release(&campaign);
	store_close(store);
	free(path);
}

static const struct summary_row *whole_in(const struct campaign_summary *summary, unsigned variant)
{
	size_t i = 0;
	while (!summary->rows[i].whole || summary->rows[i].variant != variant)
		i++;
	return &summary->rows[i];
}

static void the_whole_is_over_cells_that_all_boots_have(void **state)
{
	(void)state;
	struct built built;
	built_init(&built, "20261130-whole0");
	for (unsigned v = 0; v < 2; v++)
		built_variant(&built, v ? "b" : "a");
	built_chart(&built, "ring", PLACEMENT_BOUND, "us", true);
	static const double values[2][2] = {{2, 8}, {3, 12}}; /* by boot and count */
	for (unsigned boot = 0; boot < 2; boot++)
		for (unsigned count = 0; count < 2; count++)
			for (unsigned v = 0; v < 2; v++)
				built_sample(&built, v, count + 2, boot + 1, values[boot][count]);
	built_sample(&built, 1, 9, 1, 1000); /* in one boot alone */
	struct campaign_summary summary;
	campaign_summary_init(&summary, &built.campaign, &built.samples);
	const struct summary_row *a = whole_in(&summary, 0), *b = whole_in(&summary, 1);
	assert_near(a->centre, sqrt(4 * 6));
	assert_near(b->centre, a->centre);
	assert_true(a->low < a->centre && a->centre < a->high);
	assert_int_equal(a->n, 4);
	assert_int_equal(a->boots, 2);
	assert_true(a->basis == b->basis);
	campaign_summary_release(&summary);

	built_sample(&built, 1, 9, 2, 1000);
	campaign_summary_init(&summary, &built.campaign, &built.samples);
	b = whole_in(&summary, 1);
	assert_near(b->centre, cbrt(24 * 1000));
	assert_true(whole_in(&summary, 0)->basis != b->basis);
	assert_non_null(strstr(summary.sparkline.bytes, ";1:"));
	campaign_summary_release(&summary);
	built_release(&built);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(summaries_follow_every_amendment),
		temporary_test(a_sealed_campaign_has_its_summary),
		cmocka_unit_test(the_whole_is_over_cells_that_all_boots_have),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
