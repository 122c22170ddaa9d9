/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The launches of one cell: all there were, in order and by boot, also those that do not count. */
#ifndef WEB_LAUNCHES_H
#define WEB_LAUNCHES_H

#include "model/campaign.h"
#include "web/dots.h"

struct launch {
	const struct sample *sample; /* borrowed */
	enum dot_kind kind;
	unsigned number; /* 1 for the first of the cell */
};

struct launches {
	const struct campaign *campaign; /* borrowed, with the cell */
	const struct campaign_cell *cell;
	struct launch *launches; /* in the order they were started */
	size_t length;
};

/* Out of samples that hold all of the cell's chart; keeps pointers into them. */
void launches_init(struct launches *launches, const struct campaign *campaign, size_t cell,
	const struct samples *samples);
void launches_release(struct launches *launches);

/* A dot each, and a table under it; long ones are cut, and say where the rest is. */
void launches_add_dots(struct page *page, const struct launches *launches);
void launches_add_table(struct page *page, const struct launches *launches);

/* The output of those that failed, as far as it was kept; its start where it is long. */
void launches_add_outputs(struct page *page, const struct launches *launches);

#endif
