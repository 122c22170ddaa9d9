/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One number over the campaigns of one machine: a cell, or the headline, of one chart and variant,
 * in the order the campaigns were started. Machines are never mixed, nor clocks, nor units, nor
 * headlines over other cells: what the newest campaign has is the trend, and what does not fit it
 * is left out and counted. Pure; model/store-trend.c reads it from the summaries.
 */
#ifndef MODEL_TREND_H
#define MODEL_TREND_H

#include "model/campaign.h"
#include "model/change-points.h"

#define TREND_WHOLE (-1) /* instead of a count: the headline (model/summary.h) */

/*
 * Of values that show no spread a change has to be this large, as a share of them, per standard
 * deviation: a counted value repeats to about 0.1 %, and to the digit where nothing is drawn.
 */
#define TREND_SD_LEAST 0.0001

struct trend_point {
	char id[CAMPAIGN_ID_BYTES];
	int64_t started_us;
	double centre, low, high; /* low, high: NaN where there is no interval */
	unsigned n, boots;
	unsigned amendments;
	size_t kernel; /* index into trend.kernels */
	int64_t basis;
	bool withdrawn;
};

/* A change of level from one campaign to the next, as a ratio. */
struct trend_change {
	size_t at; /* the first point of the new level */
	double ratio, low, high;
	double p;
	size_t before, after; /* campaigns on both sides, up to the changes beside it */
	size_t kernel_before, kernel_after;
};

struct trend {
	char *host, *chart, *variant; /* slugs of the last two */
	int64_t count;                /* or TREND_WHOLE */
	enum clock clock;
	bool emulated;
	enum better better;
	char *unit;
	/* For readers, of the newest campaign. */
	char *label, *unit_text, *x_text;
	struct trend_point *points; /* oldest first */
	size_t length;
	char **kernels; /* releases, "" where it is not known */
	size_t kernels_n;
	struct trend_change *changes;
	size_t changes_n;
	/* Campaigns of this machine, chart and variant that are not among the points. */
	unsigned withdrawn, without_value, other_cells, other_measure;
};

/*
 * Takes points as they are stored and leaves those that belong together; then finds the changes,
 * on the logarithms. None are looked for in emulated time, nor where a value is not positive.
 */
void trend_finish(struct trend *trend);
void trend_release(struct trend *trend);

#endif
