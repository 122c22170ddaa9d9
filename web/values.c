/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/values.h"

#include "model/rows.h"
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

static void add_launches(struct page *page, unsigned n, unsigned boots, unsigned failed)
{
	page_add(page, "<td class='number quiet'>%u / %u", n, boots);
	if (failed)
		page_add(page, " <span class='bad'>%u failed</span>", failed);
	page_add_html(page, "</td>");
}

static void add_point(struct page *page, const struct series_point *point, bool swept)
{
	if (!point || point->summary.kind == SUMMARY_NOTHING) {
		page_add(page, "<td class='gap' colspan='%d'>", swept ? 3 : 1);
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
		add_launches(page, point->summary.n, point->summary.boots, point->failed);
	}
}

static void add_head(struct page *page, const struct series_set *set)
{
	bool swept = set->chart->swept;
	page_add(page, "<thead><tr><th scope='col' rowspan='%d'>%s</th>", swept ? 2 : 1,
		set->chart->x_text);
	for (size_t i = 0; i < set->length; i++) {
		page_add(page, "<th scope='%s' colspan='%d' class='first'>",
			swept ? "colgroup" : "col", swept ? 3 : 1);
		kernels_add_label(page, set->campaign, i);
		page_add_html(page, "</th>");
	}
	page_add_html(page, "</tr>\n");
	if (swept) {
		page_add_html(page, "<tr>");
		for (size_t i = 0; i < set->length; i++)
			page_add_html(page, "<th scope='col' class='number first'>centre</th>"
					    "<th scope='col' class='number'>95 % interval</th>"
					    "<th scope='col' class='number'>launches / boots</th>");
		page_add_html(page, "</tr>\n");
	}
	page_add_html(page, "</thead>\n");
}

/* The index of the i-th of `shown` rows out of `all`. */
static size_t row_at(size_t i, size_t shown, size_t all)
{
	return shown == all || shown < 2 ? i : i * (all - 1) / (shown - 1);
}

void values_add_rows(struct page *page, const struct series_set *set, size_t limit)
{
	struct rows rows;
	char at[ADDRESS_BYTES];
	rows_init(&rows, set);
	/* Leaving out a line or two is not worth a click. */
	size_t shown = limit && rows.length > 2 * limit ? limit : rows.length;
	page_add_html(page, "<div class='scroll'><table class='values'>\n");
	page_add(page, "<caption>%s, %s</caption>\n", set->chart->slug, set->chart->unit_text);
	add_head(page, set);
	page_add_html(page, "<tbody>\n");
	for (size_t i = 0; i < shown; i++) {
		size_t row = row_at(i, shown, rows.length);
		page_add(page, "<tr><th scope='row' class='number'>%.0f</th>", rows.x[row]);
		for (size_t column = 0; column < rows.columns; column++)
			add_point(page, rows_at(&rows, row, column), set->chart->swept);
		page_add_html(page, "</tr>\n");
	}
	page_add_html(page, "</tbody></table></div>\n");
	if (shown < rows.length)
		page_add(page, "<p class='more'><a href='%s/%s'>All %zu rows</a></p>\n",
			address_of(set->campaign, at), set->chart->slug, rows.length);
	rows_release(&rows);
}

void values_add_whole(struct page *page, const struct series_set *set)
{
	page_add_html(page, "<div class='scroll'><table class='values'>\n");
	page_add(page, "<caption>%s, %s, over all runs</caption>\n", set->chart->slug,
		set->chart->unit_text);
	page_add_html(page, "<thead><tr><th scope='col'>variant</th>");
	static const char *const heads[] = {"centre", "95 % interval", "launches / boots", "lowest",
		"highest", "mean", "deviation"};
	for (size_t i = 0; i < ARRAY_LENGTH(heads); i++)
		page_add(page, "<th scope='col' class='number'>%s</th>", heads[i]);
	page_add_html(page, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < set->length; i++) {
		const struct summary *whole = &set->series[i].whole;
		unsigned failed = 0;
		for (size_t j = 0; j < set->series[i].length; j++)
			failed += set->series[i].points[j].failed;
		char number[NUMBER_BYTES];
		page_add_html(page, "<tr><th scope='row'>");
		kernels_add_label(page, set->campaign, i);
		page_add(page, "</th><td class='number centre'>%s</td>",
			number_text(whole->centre, number));
		add_interval(page, whole);
		add_launches(page, whole->n, whole->boots, failed);
		add_number(page, whole->min);
		add_number(page, whole->max);
		add_number(page, whole->mean);
		add_number(page, whole->sd);
		page_add_html(page, "</tr>\n");
	}
	page_add_html(page, "</tbody></table></div>\n");
}
