/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/view-form.h"

#include "web/address.h"
#include "web/kernels.h"

char *view_form_address(const struct shown *shown, const struct view *view)
{
	struct text address = TEXT_EMPTY;
	char at[ADDRESS_BYTES];
	text_add(&address, "%s/%s", address_of(&shown->data.campaign, at),
		shown->data.set.chart->slug);
	shown_add_query(&address, shown, view);
	return text_take(&address);
}

static void add_link(struct page *page, const struct shown *shown, const struct view *view,
	const char *class, const char *words)
{
	char *address = view_form_address(shown, view);
	page_add(page, " <a href='%s' class='%s'>%s</a>", address, class, words);
	free(address);
}

static const char *const scale_words[] = {"both", "zero-based", "zoomed"};

void view_form_add_scales(struct page *page, const struct shown *shown)
{
	const struct view *view = &shown->view;
	struct view other = *view;
	page_add_html(page, "<nav class='scales' aria-label='scale'>Scale:");
	for (unsigned scales = VIEW_BOTH; scales <= VIEW_ZOOM; scales++) {
		other.scales = (enum view_scales)scales;
		if (other.scales == view->scales)
			page_add(page, " <b aria-current='page'>%s</b>", scale_words[scales]);
		else
			add_link(page, shown, &other, "scale", scale_words[scales]);
	}
	other = *view;
	other.x.given = other.y.given = false;
	if (view->x.given || view->y.given)
		add_link(page, shown, &other, "all", "whole range");
	page_add_html(page, " <small class='hint'>Pointer or arrow keys on a picture read its "
			    "values; a drag chooses a range.</small></nav>\n");
}

/* Whether the i-th series of all there are is shown, and as which. */
static ptrdiff_t shown_index(const struct shown *shown, size_t i)
{
	ptrdiff_t index = 0;
	const bool *hidden = shown->view.hidden;
	for (size_t before = 0; hidden && before < i; before++)
		index -= hidden[before];
	return hidden && hidden[i] ? -1 : index + (ptrdiff_t)i;
}

static void add_box(struct page *page, const char *name, const char *value, bool checked,
	ptrdiff_t series)
{
	page_add_html(page, "<label");
	if (series >= 0)
		page_add(page, " data-series='%lld'", (long long)series);
	page_add(page, "><input type='checkbox' name='%s' value='%s'", name, value);
	page_add_html(page, checked ? " checked='checked'/> " : "/> ");
}

/* Series of other campaigns cannot be hidden: without them is another address. */
static void add_series(struct page *page, const struct shown *shown)
{
	const struct campaign *campaign = &shown->data.campaign;
	const struct series_set *all = &shown->data.set;
	page_add_html(page, "<fieldset>\n<legend>Series</legend>\n");
	for (size_t i = 0; i < all->length; i++) {
		const struct series *series = &all->series[i];
		ptrdiff_t index = shown_index(shown, i);
		if (i < campaign->variants_n)
			add_box(page, "series", series->slug, index >= 0, index);
		else
			page_add(page, "<p data-series='%lld'>", (long long)index);
		kernels_add_name(page, series->style, series->label);
		page_add_html(page, i < campaign->variants_n ? "</label>\n" : "</p>\n");
	}
	page_add_html(page, "</fieldset>\n");
}

/* A value of a list: "" stands for what is unasked. */
static void add_option(struct page *page, const char *value, const char *words, bool chosen)
{
	page_add(page, "<option value='%s'", value);
	page_add_html(page, chosen ? " selected='selected'>" : ">");
	page_add(page, "%s</option>", words);
}

static void add_base(struct page *page, const struct shown *shown)
{
	const struct campaign *campaign = &shown->data.campaign;
	page_add_html(page, "<label><span>Baseline</span><select name='base'>");
	for (size_t i = 0; i < campaign->variants_n; i++)
		add_option(page, i == campaign->baseline ? "" : campaign->variants[i].slug,
			campaign->variants[i].label, i == shown->view.base);
	page_add_html(page, "</select></label>\n");
}

static void add_lists(struct page *page, const struct view *view)
{
	static const char *const statistics[SERIES_STATISTIC_N] = {
		"centre", "median", "lowest", "mean"};
	static const char *const bands[SERIES_BAND_N] = {
		"95 % interval", "lowest to highest", "none"};
	page_add_html(page, "<label><span>Value</span><select name='stat'>");
	for (unsigned i = 0; i < SERIES_STATISTIC_N; i++)
		add_option(page, i ? series_statistic_name((enum series_statistic)i) : "",
			statistics[i], i == view->statistic);
	page_add_html(page, "</select></label>\n<label><span>Band</span><select name='band'>");
	for (unsigned i = 0; i < SERIES_BAND_N; i++)
		add_option(page, i ? series_band_name((enum series_band)i) : "", bands[i],
			i == view->band);
	page_add_html(page, "</select></label>\n<label><span>Scale</span><select name='scale'>");
	for (unsigned i = VIEW_BOTH; i <= VIEW_ZOOM; i++)
		add_option(page, view_scales_name((enum view_scales)i), scale_words[i],
			i == view->scales);
	page_add_html(page, "</select></label>\n");
}

static void add_field(struct page *page, const char *name, const char *words, const char *value,
	const char *example)
{
	page_add(page, "<label><span>%s</span><input type='text' name='%s' value='%s' "
		       "placeholder='%s' autocomplete='off' spellcheck='false'/></label>\n",
		words, name, value, example);
}

static void add_fields(struct page *page, const struct shown *shown)
{
	const struct view *view = &shown->view;
	char x[VIEW_RANGE_BYTES], y[VIEW_RANGE_BYTES];
	const char *unit = shown->view.relative ? "multiples" : shown->set.chart->unit_text;
	char *words = xasprintf("Range of x (%s)", shown->set.chart->x_text);
	char *values = xasprintf("Range of y (%s)", unit);
	add_field(page, "x", words, view_range_text(&view->x, x), "4..64");
	add_field(page, "y", values, view_range_text(&view->y, y), "4.5..9");
	if (shown->set.chart->swept)
		add_field(page, "rows", "Rows of the table", view->rows ? view->rows : "",
			"15..25");
	free(values);
	free(words);
}

static void add_boxes(struct page *page, const struct view *view)
{
	add_box(page, "relative", "1", view->relative, -1);
	page_add_html(page, "Multiples of the baseline</label>\n");
	add_box(page, "logx", "1", view->log_x, -1);
	page_add_html(page, "Logarithmic x axis</label>\n");
}

/* What is laid over the chart goes along. */
static void add_overlays(struct page *page, const struct shown *shown)
{
	for (size_t i = 0; i < shown->overlays.length; i++) {
		const struct overlay *overlay = &shown->overlays.overlays[i];
		page_add(page, "<input type='hidden' name='with' value='%s:%s'/>\n",
			overlay->campaign.id, overlay->campaign.variants[overlay->variant].slug);
	}
}

void view_form_add(struct page *page, const struct shown *shown)
{
	char at[ADDRESS_BYTES];
	const char *slug = shown->data.set.chart->slug;
	address_of(&shown->data.campaign, at);
	page_add(page, "<form class='view' method='get' action='%s/%s' aria-label='view'>\n", at,
		slug);
	add_overlays(page, shown);
	add_series(page, shown);
	add_base(page, shown);
	add_lists(page, &shown->view);
	add_fields(page, shown);
	add_boxes(page, &shown->view);
	page_add_html(page, "<p><button type='submit'>Show</button>");
	struct view reset = {.base = shown->data.campaign.baseline};
	add_link(page, shown, &reset, "reset", "Reset");
	add_link(page, shown, &shown->view, "self", "Link to this view");
	page_add_html(page, "</p>\n</form>\n");
}
