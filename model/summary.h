/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign in few numbers: what lists and trends show without reading a sample. Derived from the
 * campaign at its newest revision, never part of what is sealed: it can be thrown away and made
 * again. A cell's numbers are those of model/series.h.
 *
 * The whole of a variant in a chart is its headline: for every boot the geometric mean of its
 * cells' medians, and over the boots what model/stats.h makes of one value each. Only cells count
 * that every boot of the variant has a positive median of. Where nothing is swept the whole is the
 * one cell. Two of them may stand beside each other only if `basis` is the same.
 */
#ifndef MODEL_SUMMARY_H
#define MODEL_SUMMARY_H

#include "model/campaign.h"
#include "model/stats.h"
#include "model/text.h"

struct summary_row {
	unsigned chart, variant;
	bool whole;
	unsigned count; /* of a cell; 0 of a whole */
	double centre, low, high;
	unsigned n, boots; /* 0: there is no value */
	int64_t basis; /* a number that tells which cells, and how many trips in each */
};

struct campaign_summary {
	struct summary_row *rows; /* cells with a value; and a whole for every variant and chart */
	size_t length;
	unsigned expected, launches, failed; /* launches: those that count, as the list shows them */
	int64_t last_us;                     /* start of the last launch, 0 where none */
	struct text sparkline;               /* see model/sparkline.h; empty where nothing is swept */
};

/* Of a campaign with all its samples. */
void campaign_summary_init(struct campaign_summary *summary, const struct campaign *campaign,
	const struct samples *samples);
void campaign_summary_release(struct campaign_summary *summary);

#endif
