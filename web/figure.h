/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart on a page: its heading, its pictures, links to its data. */
#ifndef WEB_FIGURE_H
#define WEB_FIGURE_H

#include "model/series.h"
#include "render/chart.h"
#include "web/page.h"
#include "web/picture.h"

/* "ring, bound", what is counted, and what must be said of such numbers. */
void figure_add_heading(struct page *page, const struct series_set *set, const char *tag);

/* A chart's picture on a page. */
struct figure {
	const struct series_set *set;
	const char *query;   /* "" or "?…", behind its address */
	const char *finding; /* sentences for those who do not see it; "": its values at both ends */
	const struct chart_range *x; /* what of x is drawn; NULL: all */
	bool chosen;         /* the query names a range of values, which is what both scales show */
	bool small;          /* as one of two side by side */
	bool later;          /* below the fold: fetched when it comes near */
};

void figure_add_picture(struct page *page, const struct figure *figure, enum chart_scale scale);

/* Zero-based and zoomed; small ones side by side, else one below the other. */
void figure_add_pictures(struct page *page, const struct figure *figure);

/*
 * Inside <picture>, before its <img>: the same at at/NAME.svg + query for narrow and for dark
 * screens.
 */
void figure_add_sources(struct page *page, const struct picture *picture, const char *at,
	const char *query);

/* The query is of those that show what a picture shows; "" for all of the chart. */
void figure_add_downloads(struct page *page, const struct series_set *set, const char *query);

/* All charts, the one with that index marked (-1: none); links are prefix + slug. */
void figure_add_list(struct page *page, const struct campaign *campaign, ptrdiff_t here,
	const char *prefix);

#endif
