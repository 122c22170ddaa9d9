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
	unsigned count;         /* of the cell: its address, where x is not */
};

struct series {
	const char *label, *slug; /* the variant's; borrowed from the campaign */
	unsigned style;           /* the variant's index: same colour in all charts */
	struct series_point *points; /* ascending by x; a point without values has kind NOTHING */
	size_t length;
	struct summary whole; /* where nothing is swept: the cell's summary. Else NOTHING */
	const struct campaign *campaign; /* whose variant it is, and the chart there; borrowed */
	const struct campaign_chart *chart;
};

/* What the shown values are: the summaries' centre, or another number in its place. */
enum series_statistic { SERIES_CENTRE, SERIES_MEDIAN, SERIES_MIN, SERIES_MEAN, SERIES_STATISTIC_N };

/* What low and high are: the 95 % interval of the centre, lowest and highest value, or absent. */
enum series_band { SERIES_INTERVAL, SERIES_RANGE, SERIES_NO_BAND, SERIES_BAND_N };

/* A word beside an upright line: where something changed. */
struct series_mark {
	double x;
	const char *text;
};

/*
 * Instead of counts x may stand for campaigns, one after the other: then x is 1…labels_n, and
 * this says what stands below it. Every value is a point with its interval as a bar.
 */
struct series_trend {
	const char *title;         /* in place of the chart's */
	const char *x_text;        /* "kernel" */
	const char *const *labels; /* "6.1.0-57", "2026-11-30": those that fit are shown */
	size_t labels_n;
	const struct series_mark *marks;
	size_t marks_n;
};

struct series_set {
	const struct campaign *campaign; /* borrowed; NULL where there is none */
	const struct campaign_chart *chart;
	struct series *series; /* one a variant, in plan order, also where it has no values yet */
	size_t length;
	/* What a view made of it (series-view.h): all 0 where it is as it was measured. */
	enum series_statistic statistic;
	enum series_band band;
	const char *relative_to;          /* the label of what values are multiples of, or NULL */
	const struct series_trend *trend; /* borrowed, or NULL: x is the count, or the run */
};

/* Sets *set up from a campaign's samples; keeps pointers into campaign and samples. */
void series_set_init(struct series_set *set, const struct campaign *campaign, size_t chart,
	const struct samples *samples);
void series_set_release(struct series_set *set);

#endif
