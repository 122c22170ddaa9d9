/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart's numbers as tables: centre, 95 % interval, launches and boots of every cell. */
#ifndef WEB_VALUES_H
#define WEB_VALUES_H

#include "model/series.h"
#include "web/page.h"

/*
 * One line an x. Where there are more than twice `limit`, only so many of them, first and last
 * included, evenly spread; 0: all.
 */
void values_add_rows(struct page *page, const struct series_set *set, size_t limit);

/* Where nothing is swept: one line a variant, over all its launches. */
void values_add_whole(struct page *page, const struct series_set *set);

#endif
