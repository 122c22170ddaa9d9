/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the reader of a page has chosen, all of it in the address and nowhere else. Every page of
 * a campaign knows
 *
 *	?base=SLUG        the variant that the others are compared with; else the plan's baseline
 *	?rows=15..25      the counts that tables show; lists too: 2,4,8..64/8
 *
 * and a chart's page, its pictures and its data know these as well:
 *
 *	?scale=zero       one large picture, or zoom; else both
 *	?x=4..64          the range of counts (or runs) that is drawn; else all
 *	?y=4.5..9         the range of values; else what the scale makes of them
 *	?series=SLUG,SLUG the variants that are shown; else all
 *	?stat=median      the number that stands for a cell: median, min, mean; else its centre
 *	?band=range       lowest to highest, or none; else the 95 % interval
 *	?relative=1       values as multiples of the base's
 *	?logx=1           counts on a logarithmic axis
 *
 * An empty value is as good as none, as forms send fields that are left empty. What is unasked is
 * never written, and everything has one place in what is, so one view has one address.
 */
#ifndef WEB_VIEW_H
#define WEB_VIEW_H

#include "model/campaign.h"
#include "model/choice.h"
#include "model/series-view.h"
#include "model/text.h"
#include "render/chart.h"
#include "web/overlay.h"
#include "web/request.h"

enum view_scales { VIEW_BOTH, VIEW_ZERO, VIEW_ZOOM };

struct view {
	size_t base; /* index of a variant */
	struct choice choice;
	char *rows; /* as it was asked for, or NULL */
	enum view_scales scales;
	struct chart_range x, y;
	bool *hidden; /* one a variant, then OVERLAYS_MAX; NULL: none is */
	enum series_statistic statistic;
	enum series_band band;
	bool relative, log_x;
};

/* 200, or 400 with a line for the reader where a value does not fit the campaign. */
int view_read(struct view *view, const struct request *request, const struct campaign *campaign,
	struct error *err);
int view_read_chart(struct view *view, const struct request *request,
	const struct campaign *campaign, struct error *err);
void view_release(struct view *view);

/*
 * Adds to an address the query that asks for this view: "?base=6.1-rt&rows=15..25", nothing where
 * all is as it is unasked. Goes on with '&' behind a query that is there. Links to another view
 * write a changed copy; a copy borrows and is not released.
 */
void view_add_query(struct text *address, const struct view *view, const struct campaign *campaign);

/* Whether the query has empty values, as a form sends them: it is not the view's one address. */
bool view_is_from_form(const char *query);

/* What of a view a picture shows: not scale and rows, the base where values are its multiples. */
struct view view_of_picture(const struct view *view, const struct campaign *campaign);

/* "4..64", "" where none is chosen: what stands in an address, and in a form. */
#define VIEW_RANGE_BYTES (2 * TEXT_NUMBER_BYTES + 2)
const char *view_range_text(const struct chart_range *range, char text[static VIEW_RANGE_BYTES]);

/* What is done to the series of a set, and how they are drawn. Borrows from the view. */
struct series_view view_series(const struct view *view);
void view_set_options(const struct view *view, struct chart_options *options);

const char *view_scales_name(enum view_scales scales); /* "", "zero", "zoom" */

#endif
