/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/values.h"

#include "model/rows.h"
#include "model/verdict.h"
#include "web/address.h"
#include "web/kernels.h"
#include "web/number.h"

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

static void add_launches(struct page *page, const struct series_point *of)
{
	page_add(page, "<td class='number quiet'>%u / %u", of->summary.n, of->summary.boots);
	if (of->failed)
		page_add(page, " <span class='bad'>%u failed</span>", of->failed);
	if (of->disturbed)
		page_add(page, " %u disturbed, left out", of->disturbed);
	if (of->for_lack)
		page_add(page, " <span class='bad'>%u disturbed every time</span>", of->for_lack);
	page_add_html(page, "</td>");
}

/* The comparison of the i-th series, where changes of it may be shown. */
static const struct compare_pair *pair_at(const struct compare_pair *const *pairs, size_t i)
{
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

static void add_point(struct page *page, const struct series_point *point, bool swept, int columns)
{
	if (!point || point->summary.kind == SUMMARY_NOTHING) {
		page_add(page, "<td class='gap' colspan='%d'>", columns);
		if (point && point->reason)
			page_add(page, "%s: %s</td>", point->failed ? "failed" : "skipped",
				point->reason);
		else
			page_add_html(page, "–</td>");
		return;
	}
	char number[NUMBER_BYTES];
	page_add(page, "<td class='number first%s'>%s</td>", swept ? " centre" : "",
		number_text(point->summary.centre, number));
	if (swept) {
		add_interval(page, &point->summary);
		add_launches(page, point);
	}
}

/* How many columns a series has. */
static int columns_of(const struct series_set *set, const struct compare_pair *pair)
{
	return !set->chart->swept ? 1 : pair ? 4 : 3;
}

static void add_head(struct page *page, const struct series_set *set,
	const struct compare_pair *const *pairs)
{
	bool swept = set->chart->swept;
	page_add(page, "<thead><tr><th scope='col' rowspan='%d'>%s</th>", swept ? 2 : 1,
		set->chart->x_text);
	for (size_t i = 0; i < set->length; i++) {
		page_add(page, "<th scope='%s' colspan='%d' class='first'>",
			swept ? "colgroup" : "col", columns_of(set, pair_at(pairs, i)));
		kernels_add_name(page, set->series[i].style, set->series[i].label);
		page_add_html(page, "</th>");
	}
	page_add_html(page, "</tr>\n");
	if (swept) {
		page_add_html(page, "<tr>");
		for (size_t i = 0; i < set->length; i++) {
			page_add_html(page, "<th scope='col' class='number first'>centre</th>"
					    "<th scope='col' class='number'>95 % interval</th>"
					    "<th scope='col' class='number'>launches / boots</th>");
			if (pair_at(pairs, i))
				page_add_html(page, "<th scope='col' class='number'>change</th>");
		}
		page_add_html(page, "</tr>\n");
	}
	page_add_html(page, "</thead>\n");
}

static void add_row(struct page *page, const struct series_set *set, const struct rows *rows,
	size_t row, const struct compare_pair *const *pairs)
{
	bool swept = set->chart->swept;
	page_add(page, "<tr><th scope='row' class='number'>%.10g</th>", rows->x[row]);
	for (size_t column = 0; column < rows->columns; column++) {
		const struct series_point *point = rows_at(rows, row, column);
		const struct compare_pair *pair = pair_at(pairs, column);
		add_point(page, point, swept, columns_of(set, pair));
		if (swept && pair && point && point->summary.kind != SUMMARY_NOTHING)
			add_change(page, cell_find(pair, rows->x[row]));
	}
	page_add_html(page, "</tr>\n");
}

void values_add_rows(struct page *page, const struct series_set *set, const struct choice *choice,
	const struct compare_pair *const *pairs)
{
	struct rows rows;
	size_t shown = 0;
	char at[ADDRESS_BYTES];
	rows_init(&rows, set);
	page_add_html(page, "<div class='scroll'><table class='values'>\n");
	page_add(page, "<caption>%s, %s</caption>\n", set->chart->slug, set->chart->unit_text);
	add_head(page, set, pairs);
	page_add_html(page, "<tbody>\n");
	for (size_t row = 0; row < rows.length; row++)
		if (!set->chart->swept || choice_shows(choice, row, rows.length, rows.x[row])) {
			add_row(page, set, &rows, row, pairs);
			shown++;
		}
	page_add_html(page, "</tbody></table></div>\n");
	if (shown < rows.length)
		page_add(page, "<p class='more'><a href='%s/%s'>All %zu rows</a></p>\n",
			address_of(set->campaign, at), set->chart->slug, rows.length);
	rows_release(&rows);
}

void values_add_whole(struct page *page, const struct series_set *set,
	const struct compare_pair *const *pairs)
{
	page_add_html(page, "<div class='scroll'><table class='values'>\n");
	page_add(page, "<caption>%s, %s, over all runs</caption>\n", set->chart->slug,
		set->chart->unit_text);
	page_add_html(page, "<thead><tr><th scope='col'>variant</th>");
	static const char *const heads[] = {"centre", "95 % interval", "launches / boots", "lowest",
		"highest", "mean", "deviation", "change"};
	for (size_t i = 0; i < ARRAY_LENGTH(heads); i++)
		page_add(page, "<th scope='col' class='number'>%s</th>", heads[i]);
	page_add_html(page, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < set->length; i++) {
		const struct summary *whole = &set->series[i].whole;
		const struct compare_pair *pair = pair_at(pairs, i);
		struct series_point all = {.summary = *whole};
		for (size_t j = 0; j < set->series[i].length; j++) {
			const struct series_point *point = &set->series[i].points[j];
			all.failed += point->failed;
			all.disturbed += point->disturbed;
			all.for_lack += point->for_lack;
		}
		char number[NUMBER_BYTES];
		page_add_html(page, "<tr><th scope='row'>");
		kernels_add_name(page, set->series[i].style, set->series[i].label);
		page_add(page, "</th><td class='number centre'>%s</td>",
			number_text(whole->centre, number));
		add_interval(page, whole);
		add_launches(page, &all);
		add_number(page, whole->min);
		add_number(page, whole->max);
		add_number(page, whole->mean);
		add_number(page, whole->sd);
		add_change(page, pair && pair->cells_n ? &pair->cells[0] : NULL);
		page_add_html(page, "</tr>\n");
	}
	page_add_html(page, "</tbody></table></div>\n");
}
