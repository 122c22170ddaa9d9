/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart's numbers as tables: centre, 95 % interval, launches and boots of every cell. */
#ifndef WEB_VALUES_H
#define WEB_VALUES_H

#include "model/choice.h"
#include "model/compare.h"
#include "model/series.h"
#include "web/page.h"

/*
 * One line an x that the choice shows. `pairs` holds for every series its comparison, or NULL
 * where it has none; the array itself may be NULL.
 */
void values_add_rows(struct page *page, const struct series_set *set, const struct choice *choice,
	const struct compare_pair *const *pairs);

/* Where nothing is swept: one line a variant, over all its launches. */
void values_add_whole(struct page *page, const struct series_set *set,
	const struct compare_pair *const *pairs);

#endif
