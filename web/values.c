/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/values.h"

#include "model/rows.h"
#include "model/verdict.h"
#include "web/address.h"
#include "web/kernels.h"
#include "web/number.h"
#include "web/table.h"

static void add_number(struct page *page, double value)
{
	char number[NUMBER_BYTES];
	page_add(page, "<td class='number'>%s</td>", number_text(value, number));
}

/* An interval only exists from some number of launches on: "–" until then. */
static void add_interval(struct page *page, const struct summary *summary)
{
	char low[NUMBER_BYTES], high[NUMBER_BYTES];
	number_text(summary->low, low);
	number_text(summary->high, high);
	if (summary->low <= summary->high)
		page_add(page, "<td class='number quiet'>%s to %s</td>", low, high);
	else
		page_add_html(page, "<td class='number quiet'>–</td>");
}

/* The cell's own page has every launch. */
static void add_launches(struct page *page, const struct series *series,
	const struct series_point *of)
{
	char at[ADDRESS_BYTES];
	page_add(page, "<td class='number quiet'><a href='%s/%s/%s/%u'>%u / %u</a>",
		address_of(series->campaign, at), series->chart->slug, series->slug, of->count,
		of->summary.n, of->summary.boots);
	if (of->failed)
		page_add(page, " <span class='bad'>%u failed</span>", of->failed);
	if (of->disturbed)
		page_add(page, " %u disturbed, left out", of->disturbed);
	if (of->for_lack)
		page_add(page, " <span class='bad'>%u disturbed every time</span>", of->for_lack);
	page_add_html(page, "</td>");
}

/* The comparison of the i-th series, where changes of it may be shown. */
static const struct compare_pair *pair_at(const struct values *values, size_t i)
{
	const struct compare_pair *const *pairs = values->pairs;
	return pairs && pairs[i] && verdict_has_change(pairs[i]) ? pairs[i] : NULL;
}

static const struct compare_cell *cell_find(const struct compare_pair *pair, double x)
{
	for (size_t i = 0; i < pair->cells_n; i++)
		if (pair->cells[i].x == x)
			return &pair->cells[i];
	return NULL;
}

/* "+12.3 % (+11.0 to +13.6 %)", with a star where it is proven. */
static void add_change(struct page *page, const struct compare_cell *cell)
{
	char change[VERDICT_CHANGE_BYTES], interval[VERDICT_INTERVAL_BYTES];
	if (!cell) {
		page_add_html(page, "<td class='number quiet'>–</td>");
		return;
	}
	page_add(page, "<td class='number %s'>%s", cell->marked ? "proven" : "quiet",
		verdict_change(cell->ratio.ratio, VERDICT_UTF8, change));
	if (verdict_interval(&cell->ratio, VERDICT_UTF8, interval)[0])
		page_add(page, " <small>(%s)</small>", interval);
	page_add(page, "%s</td>", cell->marked ? " *" : "");
}

/* What the numbers are, as heads of their columns. */
static const char *const statistic_heads[SERIES_STATISTIC_N] = {
	"centre", "median", "lowest", "mean"};
static const char *const band_heads[SERIES_BAND_N] = {"95 % interval", "lowest to highest", NULL};

/* How many columns a series has. */
static int columns_of(const struct values *values, size_t i)
{
	const struct series_set *set = values->set;
	if (!set->chart->swept)
		return 1;
	return 2 + (band_heads[set->band] != NULL) + (pair_at(values, i) != NULL);
}

/* Of multiples the reason may be the base's. */
static void add_gap(struct page *page, const struct series_set *set,
	const struct series_point *point, int columns)
{
	page_add(page, "<td class='gap' colspan='%d'>", columns);
	if (point && point->reason)
		page_add(page, "%s%s</td>",
			set->relative_to ? "" : point->failed ? "failed: " : "skipped: ",
			point->reason);
	else
		page_add_html(page, "–</td>");
}

static void add_cell(struct page *page, const struct values *values, size_t column,
	const struct series_point *point)
{
	const struct series_set *set = values->set;
	const struct compare_pair *pair = pair_at(values, column);
	char number[NUMBER_BYTES];
	if (!point || point->summary.kind == SUMMARY_NOTHING) {
		add_gap(page, set, point, columns_of(values, column));
		return;
	}
	page_add(page, "<td class='number first%s'>%s</td>", set->chart->swept ? " centre" : "",
		number_text(point->summary.centre, number));
	if (!set->chart->swept)
		return;
	if (band_heads[set->band])
		add_interval(page, &point->summary);
	add_launches(page, &set->series[column], point);
	if (pair)
		add_change(page, cell_find(pair, point->x));
}

static void add_column_heads(struct page *page, const struct values *values)
{
	const struct series_set *set = values->set;
	page_add_html(page, "<tr>");
	for (size_t i = 0; i < set->length; i++) {
		page_add(page, "<th scope='col' class='number first'>%s</th>",
			statistic_heads[set->statistic]);
		if (band_heads[set->band])
			page_add(page, "<th scope='col' class='number'>%s</th>",
				band_heads[set->band]);
		page_add_html(page, "<th scope='col' class='number'>launches / boots</th>");
		if (pair_at(values, i))
			page_add_html(page, "<th scope='col' class='number'>change</th>");
	}
	page_add_html(page, "</tr>\n");
}

static void add_head(struct page *page, const struct values *values)
{
	const struct series_set *set = values->set;
	bool swept = set->chart->swept;
	page_add(page, "<thead><tr><th scope='col' rowspan='%d'>%s</th>", swept ? 2 : 1,
		set->chart->x_text);
	for (size_t i = 0; i < set->length; i++) {
		page_add(page, "<th scope='%s' colspan='%d' class='first' data-series='%zu'>",
			swept ? "colgroup" : "col", columns_of(values, i), i);
		kernels_add_name(page, set->series[i].style, set->series[i].label);
		page_add_html(page, "</th>");
	}
	page_add_html(page, "</tr>\n");
	if (swept)
		add_column_heads(page, values);
	page_add_html(page, "</thead>\n");
}

static void add_row(struct page *page, const struct values *values, const struct rows *rows,
	size_t row)
{
	page_add(page, "<tr><th scope='row' class='number'>%.10g</th>", rows->x[row]);
	for (size_t column = 0; column < rows->columns; column++)
		add_cell(page, values, column, rows_at(rows, row, column));
	page_add_html(page, "</tr>\n");
}

static bool is_shown(const struct values *values, const struct rows *rows, size_t row)
{
	const struct chart_range *range = values->x;
	double x = rows->x[row];
	if (range && range->given && (x < range->from || x > range->to))
		return false;
	return !values->set->chart->swept || choice_shows(values->choice, row, rows->length, x);
}

/* "ring.bound, µs per switch, as multiples of 6.1": the caption, and the table's name. */
static void begin(struct page *page, const struct series_set *set, const char *rest)
{
	char *caption = xasprintf("%s, %s%s%s%s", set->chart->slug, set->chart->unit_text,
		set->relative_to ? ", as multiples of " : "",
		set->relative_to ? set->relative_to : "", rest);
	table_begin(page, "values", caption);
	free(caption);
}

void values_add_rows(struct page *page, const struct values *values)
{
	struct rows rows;
	size_t shown = 0;
	rows_init(&rows, values->set);
	begin(page, values->set, "");
	add_head(page, values);
	page_add_html(page, "<tbody>\n");
	for (size_t row = 0; row < rows.length; row++)
		if (is_shown(values, &rows, row)) {
			add_row(page, values, &rows, row);
			shown++;
		}
	page_add_html(page, "</tbody>");
	table_end(page);
	if (shown < rows.length)
		page_add(page, "<p class='more'><a href='%s'>All %zu rows</a></p>\n", values->all,
			rows.length);
	rows_release(&rows);
}

static void add_whole_head(struct page *page, const struct series_set *set)
{
	static const char *const rest[] = {
		"launches / boots", "lowest", "highest", "mean", "deviation", "change"};
	page_add(page, "<thead><tr><th scope='col'>variant</th>"
		       "<th scope='col' class='number'>%s</th>",
		statistic_heads[set->statistic]);
	if (band_heads[set->band])
		page_add(page, "<th scope='col' class='number'>%s</th>", band_heads[set->band]);
	for (size_t i = 0; i < ARRAY_LENGTH(rest); i++)
		page_add(page, "<th scope='col' class='number'>%s</th>", rest[i]);
	page_add_html(page, "</tr></thead>\n");
}

/* One point for all of a series' launches. */
static struct series_point whole_of(const struct series *series)
{
	struct series_point all = {.summary = series->whole};
	for (size_t i = 0; i < series->length; i++) {
		all.failed += series->points[i].failed;
		all.disturbed += series->points[i].disturbed;
		all.for_lack += series->points[i].for_lack;
	}
	return all;
}

static void add_whole_row(struct page *page, const struct values *values, size_t i)
{
	const struct series *series = &values->set->series[i];
	const struct compare_pair *pair = pair_at(values, i);
	struct series_point all = whole_of(series);
	char number[NUMBER_BYTES];
	page_add(page, "<tr data-series='%zu'><th scope='row'>", i);
	kernels_add_name(page, series->style, series->label);
	page_add(page, "</th><td class='number centre'>%s</td>",
		number_text(all.summary.centre, number));
	if (band_heads[values->set->band])
		add_interval(page, &all.summary);
	add_launches(page, series, &all);
	add_number(page, all.summary.min);
	add_number(page, all.summary.max);
	add_number(page, all.summary.mean);
	add_number(page, all.summary.sd);
	add_change(page, pair && pair->cells_n ? &pair->cells[0] : NULL);
	page_add_html(page, "</tr>\n");
}

void values_add_whole(struct page *page, const struct values *values)
{
	begin(page, values->set, ", over all runs");
	add_whole_head(page, values->set);
	page_add_html(page, "<tbody>\n");
	for (size_t i = 0; i < values->set->length; i++)
		add_whole_row(page, values, i);
	page_add_html(page, "</tbody>");
	table_end(page);
}
