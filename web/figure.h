/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart on a page: its heading, both scales side by side, links to its data. */
#ifndef WEB_FIGURE_H
#define WEB_FIGURE_H

#include "model/series.h"
#include "web/page.h"

/* "ring, bound", what is counted, and what must be said of such numbers. */
void figure_add_heading(struct page *page, const struct series_set *set, const char *tag);

/*
 * Zero-based and zoomed. Small: side by side; else one below the other at full size. The query
 * ("" or "?…") goes behind every picture's address.
 */
void figure_add_pictures(struct page *page, const struct series_set *set, bool small,
	const char *query);

void figure_add_downloads(struct page *page, const struct series_set *set);

/* All charts, the one with that index marked (-1: none); links are prefix + slug. */
void figure_add_list(struct page *page, const struct campaign *campaign, ptrdiff_t here,
	const char *prefix);

#endif
