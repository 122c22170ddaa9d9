/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart's numbers as tables: centre, 95 % interval, launches and boots of every cell. */
#ifndef WEB_VALUES_H
#define WEB_VALUES_H

#include "model/choice.h"
#include "model/compare.h"
#include "model/series.h"
#include "render/chart.h"
#include "web/page.h"

/* What a table is made of. */
struct values {
	const struct series_set *set; /* measured, or a view of it: shows what that made of it */
	/* For every series of the set its comparison, or NULL; the array itself may be NULL. */
	const struct compare_pair *const *pairs;
	const struct choice *choice;
	const struct chart_range *x; /* only rows inside it; NULL: all */
	const char *all;             /* the address with all rows */
};

/* One line an x that is chosen. */
void values_add_rows(struct page *page, const struct values *values);

/* Where nothing is swept: one line a variant, over all its launches. */
void values_add_whole(struct page *page, const struct values *values);

#endif
