/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/store-trend.h"

#include "model/store-db.h"

bool store_trend_list(struct store *store, const char *host, unsigned limit,
	struct trend_brief **briefs, size_t *n, struct error *err)
{
	*briefs = NULL;
	*n = 0;
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT host, chart, variant, sum(c), max(m) FROM (SELECT t.host, t.chart,"
		" t.variant, count(*) AS c, max(s.started_us) AS m FROM trend t JOIN summary s"
		" ON s.trend = t.key AND s.count = -1 WHERE ?1 IS NULL OR t.host = ?1"
		" GROUP BY t.key) GROUP BY host, chart, variant ORDER BY host, chart, variant"
		" LIMIT ?2",
		"su", host, limit);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct trend_brief *brief = xgrow(briefs, n, sizeof(*brief));
		*brief = (struct trend_brief){db_text(row, 0), db_text(row, 1), db_text(row, 2),
			(unsigned)sqlite3_column_int64(row, 3), sqlite3_column_int64(row, 4)};
	}
	if (step == DB_END)
		return true;
	trend_briefs_free(*briefs, *n);
	*briefs = NULL;
	*n = 0;
	return false;
}

void trend_briefs_free(struct trend_brief *briefs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(briefs[i].host);
		free(briefs[i].chart);
		free(briefs[i].variant);
	}
	free(briefs);
}

/* From count to count by the index: a trend has thousands of rows, and few counts. */
bool store_trend_counts(struct store *store, const char *host, const char *chart,
	const char *variant, int64_t **counts, size_t *n, struct error *err)
{
	*counts = NULL;
	*n = 0;
	sqlite3_stmt *row = db_prepare(store, err,
		"WITH RECURSIVE each(trend, count) AS (SELECT key, -1 FROM trend WHERE host = ?"
		" AND chart = ? AND variant = ? UNION ALL SELECT trend, (SELECT min(count)"
		" FROM summary s WHERE s.trend = each.trend AND s.count > each.count) FROM each"
		" WHERE count IS NOT NULL) SELECT DISTINCT count FROM each WHERE count >= 0"
		" ORDER BY count",
		"sss", host, chart, variant);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW)
		*(int64_t *)xgrow(counts, n, sizeof(**counts)) = sqlite3_column_int64(row, 0);
	if (step == DB_END)
		return true;
	free(*counts);
	*counts = NULL;
	*n = 0;
	return false;
}

/* The trend that the newest campaign belongs to, of those of different clocks and units. */
static enum store_found read_kind(struct store *store, struct trend *trend, int64_t *key,
	struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT key, clock, emulated, unit, better, (SELECT max(started_us) FROM summary"
		" WHERE trend = key AND count = ?4), (SELECT count(*) FROM summary"
		" WHERE trend = key AND count = ?4) FROM trend WHERE host = ?1 AND chart = ?2"
		" AND variant = ?3 ORDER BY 6 DESC",
		"sssi", trend->host, trend->chart, trend->variant, trend->count);
	enum store_found found = STORE_ABSENT;
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		int64_t campaigns = sqlite3_column_int64(row, 6);
		if (found == STORE_FOUND) {
			trend->other_measure += (unsigned)campaigns;
		} else if (campaigns) {
			found = STORE_FOUND;
			*key = sqlite3_column_int64(row, 0);
			clock_parse((const char *)sqlite3_column_text(row, 1), &trend->clock);
			trend->emulated = sqlite3_column_int(row, 2) != 0;
			trend->unit = db_text(row, 3);
			better_parse((const char *)sqlite3_column_text(row, 4), &trend->better);
		}
	}
	return step == DB_END ? found : STORE_BROKEN;
}

/* Kernels follow on each other: mostly it is the one of the point before. */
static size_t find_kernel(struct trend *trend, const char *kernel)
{
	for (size_t i = trend->kernels_n; i-- > 0;)
		if (strcmp(trend->kernels[i], kernel) == 0)
			return i;
	*(char **)xgrow(&trend->kernels, &trend->kernels_n, sizeof(*trend->kernels)) =
		xstrdup(kernel);
	return trend->kernels_n - 1;
}

static bool read_points(struct store *store, struct trend *trend, int64_t key, struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT id, started_us, centre, low, high, n, boots, amendments, withdrawn, basis,"
		" coalesce(kernel, '') FROM summary WHERE trend = ? AND count = ?"
		" ORDER BY started_us, campaign",
		"ii", key, trend->count);
	enum db_step step = DB_FAILED;
	while (row && (step = db_step(store, row, err)) == DB_ROW) {
		struct trend_point *point = xgrow(&trend->points, &trend->length, sizeof(*point));
		snprintf(point->id, sizeof(point->id), "%s",
			(const char *)sqlite3_column_text(row, 0));
		point->started_us = sqlite3_column_int64(row, 1);
		point->centre = db_double(row, 2);
		point->low = db_double(row, 3);
		point->high = db_double(row, 4);
		point->n = (unsigned)sqlite3_column_int64(row, 5);
		point->boots = (unsigned)sqlite3_column_int64(row, 6);
		point->amendments = (unsigned)sqlite3_column_int64(row, 7);
		point->withdrawn = sqlite3_column_int(row, 8) != 0;
		point->basis = sqlite3_column_int64(row, 9);
		point->kernel = find_kernel(trend, (const char *)sqlite3_column_text(row, 10));
	}
	return step == DB_END;
}

/* What readers are told about the chart, in the newest campaign's words. */
static bool read_words(struct store *store, struct trend *trend, struct error *err)
{
	struct campaign campaign;
	const char *id = trend->points[trend->length - 1].id;
	if (store_campaign_read(store, id, &campaign, err) != STORE_FOUND)
		return false;
	ptrdiff_t chart = campaign_chart_find(&campaign, trend->chart);
	ptrdiff_t variant = campaign_variant_find(&campaign, trend->variant);
	if (chart >= 0 && variant >= 0) {
		trend->label = xstrdup(campaign.variants[variant].label);
		trend->unit_text = xstrdup(campaign.charts[chart].unit_text);
		trend->x_text = xstrdup(campaign.charts[chart].x_text);
	}
	campaign_release(&campaign);
	return (chart >= 0 && variant >= 0) ||
		error_set(err, "%s: the summary of campaign %s is damaged", store->path, id);
}

static enum store_found read_trend(struct store *store, struct trend *trend, struct error *err)
{
	int64_t key;
	enum store_found found = read_kind(store, trend, &key, err);
	if (found == STORE_FOUND &&
		(!read_points(store, trend, key, err) || !read_words(store, trend, err)))
		found = STORE_BROKEN;
	return found;
}

enum store_found store_trend_read(struct store *store, const char *host, const char *chart,
	const char *variant, int64_t count, struct trend *trend, struct error *err)
{
	*trend = (struct trend){.host = xstrdup(host), .chart = xstrdup(chart),
		.variant = xstrdup(variant), .count = count};
	enum store_found found = STORE_BROKEN;
	if (db_begin_read(store, err)) {
		found = read_trend(store, trend, err);
		db_end_read(store);
	}
	if (found == STORE_FOUND)
		trend_finish(trend);
	else
		trend_release(trend);
	return found;
}
