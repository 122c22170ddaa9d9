/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One cell: what stands behind one number of a chart. */
#include <math.h>

#include "model/counts.h"
#include "model/verdict.h"
#include "model/whole.h"
#include "web/address.h"
#include "web/amended.h"
#include "web/frame.h"
#include "web/heading.h"
#include "web/launches.h"
#include "web/load.h"
#include "web/number.h"
#include "web/pages.h"

/* All that the page is made of. Not to be moved: launches and series point into data. */
struct whole {
	struct chart_data data;
	size_t cell;
	struct launches launches;
};

/* The cell that the address names; -1 where there is none. */
static ptrdiff_t cell_find(const struct chart_data *data, ptrdiff_t variant, const char *count)
{
	uint64_t number;
	if (!whole_parse_address(count, COUNTS_LARGEST, &number))
		return -1;
	for (size_t i = 0; i < data->campaign.cells_n; i++) {
		const struct campaign_cell *cell = &data->campaign.cells[i];
		if (cell->chart == data->chart && (ptrdiff_t)cell->variant == variant &&
			cell->count == number)
			return (ptrdiff_t)i;
	}
	return -1;
}

static int load_cell(struct whole *whole, const struct request *request, struct store *store,
	struct error *err)
{
	struct chart_data *data = &whole->data;
	int status = load_chart(request, request->words[REQUEST_CHART], store, data, err);
	if (status != 200)
		return status;
	ptrdiff_t variant =
		campaign_variant_find(&data->campaign, request->words[REQUEST_VARIANT]);
	ptrdiff_t cell = cell_find(data, variant, request->words[REQUEST_COUNT]);
	if (cell < 0) {
		error_set(err, variant < 0 ? "this campaign has no variant of this name"
					   : "this chart has no such count");
		chart_data_release(data);
		return 404;
	}
	whole->cell = (size_t)cell;
	launches_init(&whole->launches, &data->campaign, whole->cell, &data->samples);
	return 200;
}

static void whole_release(struct whole *whole)
{
	launches_release(&whole->launches);
	chart_data_release(&whole->data);
}

static const struct campaign_cell *cell_of(const struct whole *whole)
{
	return &whole->data.campaign.cells[whole->cell];
}

/* The point of the chart that is made of this cell: all of it, where nothing is swept. */
static struct series_point point_of(const struct whole *whole)
{
	const struct campaign_cell *cell = cell_of(whole);
	const struct series *series = &whole->data.set.series[cell->variant];
	struct series_point all = {.summary = series->whole};
	for (size_t i = 0; i < series->length; i++) {
		const struct series_point *point = &series->points[i];
		if (whole->data.set.chart->swept && point->count == cell->count)
			return *point;
		all.failed += point->failed;
		all.disturbed += point->disturbed;
		all.for_lack += point->for_lack;
	}
	return all;
}

static void add_figure(struct page *page, const struct summary *summary, const char *name,
	double value)
{
	char number[NUMBER_BYTES];
	if (!isnan(value))
		page_add(page, "<div><dt>%s</dt><dd>%s</dd></div>\n", name,
			number_apart(value, summary->min, summary->max, number));
}

static void add_count(struct page *page, const char *name, unsigned n, bool always)
{
	if (n || always)
		page_add(page, "<div><dt>%s</dt><dd>%u</dd></div>\n", name, n);
}

static void add_summary(struct page *page, const struct whole *whole)
{
	struct series_point point = point_of(whole);
	const struct summary *summary = &point.summary;
	char low[NUMBER_BYTES], high[NUMBER_BYTES];
	page_add_html(page, "<dl class='facts'>\n");
	add_figure(page, summary,
		summary->kind == SUMMARY_BOOTS ? "centre: geometric mean of boot medians"
					       : "centre: median",
		summary->centre);
	if (summary->low <= summary->high)
		page_add(page, "<div><dt>95 %% interval</dt><dd>%s to %s</dd></div>\n",
			number_apart(summary->low, summary->low, summary->high, low),
			number_apart(summary->high, summary->low, summary->high, high));
	add_count(page, "launches used", summary->n, true);
	add_count(page, "kernel boots", summary->boots, true);
	add_count(page, "without a value", point.failed, false);
	add_count(page, "disturbed, left out", point.disturbed, false);
	add_count(page, "disturbed every time", point.for_lack, false);
	add_figure(page, summary, "lowest", summary->min);
	add_figure(page, summary, "highest", summary->max);
	add_figure(page, summary, "mean", summary->mean);
	if (!isnan(summary->sd))
		page_add(page, "<div><dt>standard deviation</dt><dd>%s</dd></div>\n",
			number_text(summary->sd, low));
	add_count(page, "trips", cell_of(whole)->trips, false);
	page_add_html(page, "</dl>\n");
}

/* The cell of the same chart with that variant and place among its counts; NULL where none is. */
static const struct campaign_cell *neighbour(const struct whole *whole, bool after)
{
	const struct campaign *campaign = &whole->data.campaign;
	const struct campaign_cell *cell = cell_of(whole), *best = NULL;
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *other = &campaign->cells[i];
		if (other->chart != cell->chart || other->variant != cell->variant ||
			(after ? other->count <= cell->count : other->count >= cell->count))
			continue;
		if (!best || (after ? other->count < best->count : other->count > best->count))
			best = other;
	}
	return best;
}

static void add_neighbour(struct page *page, const struct whole *whole, bool after)
{
	const struct campaign *campaign = &whole->data.campaign;
	const struct campaign_cell *cell = neighbour(whole, after);
	char at[ADDRESS_BYTES];
	if (!cell)
		return;
	page_add(page, "<a rel='%s' href='%s/%s/%s/%u'>", after ? "next" : "prev",
		address_of(campaign, at), whole->data.set.chart->slug,
		campaign->variants[cell->variant].slug, cell->count);
	page_add(page, after ? "%.10g →</a> " : "← %.10g</a> ", campaign_cell_x(cell));
}

/* To the counts beside it, and to the other variants at this count. */
static void add_neighbours(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->data.campaign;
	const struct campaign_cell *cell = cell_of(whole);
	char at[ADDRESS_BYTES];
	address_of(campaign, at);
	page_add_html(page, "<nav class='charts' aria-label='cells beside it'>");
	add_neighbour(page, whole, false);
	add_neighbour(page, whole, true);
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *other = &campaign->cells[i];
		if (other->chart != cell->chart || other->count != cell->count)
			continue;
		const struct campaign_variant *variant = &campaign->variants[other->variant];
		if (other == cell)
			page_add(page, "<b aria-current='page'>%s</b> ", variant->label);
		else
			page_add(page, "<a href='%s/%s/%s/%u'>%s</a> ", at,
				whole->data.set.chart->slug, variant->slug, other->count,
				variant->label);
	}
	page_add_html(page, "</nav>\n");
}

/* "ring, bound: 6.1-rt at 12 processes", in parts: a label may turn the direction of writing. */
struct title {
	char *before, *after; /* of the label */
	const char *label;
};

static struct title title_of(const struct whole *whole)
{
	const struct campaign_chart *chart = whole->data.set.chart;
	const struct campaign_cell *cell = cell_of(whole);
	return (struct title){
		.before = xasprintf("%s, %s: ", chart->workload, placement_name(chart->placement)),
		.label = whole->data.campaign.variants[cell->variant].label,
		.after = chart->swept ? xasprintf(" at %.10g %s", campaign_cell_x(cell),
						chart->x_text)
				      : xstrdup(""),
	};
}

static void add_head(struct page *page, const struct whole *whole, const struct title *title)
{
	const struct campaign *campaign = &whole->data.campaign;
	const struct campaign_chart *chart = whole->data.set.chart;
	char at[ADDRESS_BYTES];
	address_of(campaign, at);
	page_add(page, "<h1>%s<bdi>%s</bdi>%s</h1>\n", title->before, title->label, title->after);
	page_add(page, "<p class='of'>A cell of <a href='%s/%s'>", at, chart->slug);
	page_add(page, "%s</a> of <a href='%s'>%s</a>: ", chart->slug, at,
		campaign->title[0] ? campaign->title : campaign->id);
	page_add(page, "%s, %s.</p>\n", chart->unit_text,
		verdict_direction(chart->better == BETTER_HIGHER));
}

static void add_whole(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->data.campaign;
	const struct campaign_cell *cell = cell_of(whole);
	struct title title = title_of(whole);
	char at[ADDRESS_BYTES];
	char *all = xasprintf("%s%s%s", title.before, title.label, title.after);
	char *chart = xasprintf("%s/%s", address_of(campaign, at), whole->data.set.chart->slug);
	char *here = xasprintf("%s/%u", campaign->variants[cell->variant].slug, cell->count);
	page_begin(page, &(struct frame){.title = all,
				 .id = campaign->id,
				 .chart = chart,
				 .here = here});
	free(here);
	free(chart);
	add_neighbours(page, whole);
	add_head(page, whole, &title);
	amended_add(page, campaign);
	if (cell->skipped)
		page_add(page, "<p class='bad'>Skipped: %s</p>\n", cell->skipped);
	add_summary(page, whole);
	if (whole->launches.length) {
		heading_add(page, "h2", "launches", "Every launch");
		launches_add_dots(page, &whole->launches);
		launches_add_table(page, &whole->launches);
		launches_add_outputs(page, &whole->launches);
	} else if (!cell->skipped) {
		page_add_html(page, "<p>No launch has been made yet.</p>\n");
	}
	page_end(page);
	free(all);
	free(title.before);
	free(title.after);
}

int page_cell(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct whole whole;
	int status = load_cell(&whole, request, store, err);
	if (status != 200)
		return status;
	add_whole(page, &whole);
	whole_release(&whole);
	return 200;
}

/* Always plain text: what a command printed is never taken for a page or a script. */
int page_output(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct whole whole;
	int status = load_cell(&whole, request, store, err);
	if (status != 200)
		return status;
	uint64_t number;
	const char *output = NULL;
	if (whole_parse_address(request->words[REQUEST_LAUNCH], whole.launches.length, &number) &&
		number > 0)
		output = whole.launches.launches[number - 1].sample->output;
	if (output) {
		page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
		text_add(&page->body, "%s", output);
	} else {
		error_set(err, "no output of this launch was kept");
	}
	whole_release(&whole);
	return output ? 200 : 404;
}
