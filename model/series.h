/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The numbers behind one chart: for every variant one series of points over count (or over run
 * where nothing is swept). Plain data, computed from stored samples; pictures, pages, tables and
 * exports all read this and nothing else.
 */
#ifndef MODEL_SERIES_H
#define MODEL_SERIES_H

#include "model/campaign.h"
#include "model/stats.h"

struct series_point {
	double x;               /* the count; the run (boot by boot) where nothing is swept */
	struct summary summary; /* of the cell; of the lone sample where nothing is swept */
	unsigned boot;          /* boot number where nothing is swept, else 0 */
	unsigned failed;        /* launches without a value */
	unsigned disturbed;     /* values left out: disturbed, and measured again */
	unsigned for_lack;      /* disturbed values used, as every attempt was disturbed */
	const char *reason;     /* of the last of them, or why the cell is skipped; or NULL. Borrowed */
};

struct series {
	const char *label, *slug; /* the variant's; borrowed from the campaign */
	unsigned style;           /* the variant's index: same colour in all charts */
	struct series_point *points; /* ascending by x; a point without values has kind NOTHING */
	size_t length;
	struct summary whole; /* where nothing is swept: the cell's summary. Else NOTHING */
};

struct series_set {
	const struct campaign *campaign; /* borrowed */
	const struct campaign_chart *chart;
	struct series *series; /* one a variant, in plan order, also where it has no values yet */
	size_t length;
};

/* Sets *set up from a campaign's samples; keeps pointers into campaign and samples. */
void series_set_init(struct series_set *set, const struct campaign *campaign, size_t chart,
	const struct samples *samples);
void series_set_release(struct series_set *set);

#endif
