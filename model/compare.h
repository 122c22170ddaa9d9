/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What may be said of a variant beside a baseline. Pure functions over stored samples: page, mail
 * text, JSON and exit code all read the same struct comparison and say the same.
 *
 *     compare_init(&comparison);
 *     compare_add(&comparison, &base, &other, obstacle);    as often as something is shown
 *     compare_decide(&comparison);                          once: the pairs are one family
 *     ... read comparison.pairs ...
 *     compare_release(&comparison);
 *
 * A pair is one chart x two variants. The boot is the unit of replication: from two kernel boots
 * of both variants on, a pair has a headline test (Welch's t on each boot's mean logarithm over the
 * cells) and a shape test (Welch's t per cell, combined by Simes), its p is 2 min(headline, shape),
 * and Benjamini-Hochberg over the family says which pairs are open. With one kernel boot there is
 * never a verdict, only "differs within one boot", by Mann-Whitney on the samples; those pairs are
 * a family of their own.
 *
 * The comparison owns what it points at, except for campaigns and their charts, which are borrowed
 * and must outlive it. Samples are not needed any more after compare_add().
 */
#ifndef MODEL_COMPARE_H
#define MODEL_COMPARE_H

#include "model/campaign.h"
#include "model/stats.h"

#define COMPARE_LEVEL 0.05 /* the false discovery rate among the charts of a family */

enum verdict {
	VERDICT_NO_DATA,        /* no cell has values on both sides */
	VERDICT_NOT_COMPARABLE, /* pair.reason says why; figures are there, proof is not */
	VERDICT_NO_DIFFERENCE,  /* "no difference proven", whatever single cells look like */
	VERDICT_WITHIN_BOOT,    /* "differs within one boot": says nothing of kernels */
	VERDICT_FASTER,
	VERDICT_SLOWER,
	VERDICT_MIXED, /* open by its shape alone, some cells faster and some slower */
	VERDICT_N
};

enum compare_method {
	COMPARE_NOTHING, /* no common cells */
	COMPARE_BOOTS,   /* two kernel boots or more of both */
	COMPARE_SAMPLES  /* one kernel boot of at least one of them */
};

/* Why a cell is not in the tests. With a centre on both sides the ratio is there all the same. */
enum compare_cell_state {
	COMPARE_CELL_TESTED,
	COMPARE_CELL_NO_BASE,      /* the baseline has no value */
	COMPARE_CELL_NO_OTHER,     /* the variant has no value */
	COMPARE_CELL_INCOMPLETE,   /* no value in some used boot */
	COMPARE_CELL_NOT_POSITIVE, /* a boot median <= 0 (one boot: a sample <= 0) */
	COMPARE_CELL_TRIPS,        /* counted with different trips: never compared, no ratio */
	COMPARE_CELL_STATE_N
};

/* A ratio with its 95 % interval and two-sided p; NaN where there is none. */
struct compare_ratio {
	double ratio, low, high, p;
};

struct compare_cell {
	double x; /* the count; 0 where nothing is swept */
	enum compare_cell_state state;
	struct summary base, other; /* as the chart shows them, over all boots */
	/*
	 * other / base of the centres; p and interval by Welch over boots, or by Mann-Whitney and
	 * Hodges-Lehmann over samples. NaN where a centre is <= 0 ("n/a": show the difference).
	 */
	struct compare_ratio ratio;
	double hodges_lehmann; /* one boot: median of the pairwise ratios; else NaN */
	double means;          /* other / base of the arithmetic means; NaN where base is 0 */
	double difference;     /* other - base of the centres, in the chart's unit */
	bool marked;           /* proven: the pair is open, and this cell inside it */
};

/* Two curves cross: the sign of ratio - 1 at x = before is not that at x = after. */
struct compare_crossing {
	double before, after; /* neighbouring counts, or the nearest that differ from 1 */
	bool upwards;         /* the variant is lower before and higher after */
	bool proven;          /* a marked cell of the right sign on each side, up to the next */
};

/* A boot that is left out of the tests: it has values in under half of the cells. */
struct compare_boot {
	bool other;      /* of the variant, else of the baseline */
	unsigned number; /* as the campaign numbers it */
	unsigned cells, of;
};

struct compare_pair {
	const struct campaign *base_campaign, *other_campaign; /* borrowed, as the next line */
	const struct campaign_chart *chart, *other_chart;      /* of base and of other */
	size_t base, other;                                    /* variants: indices there */
	bool other_times;      /* two campaigns: "measured at different times" */
	bool higher_is_better; /* the direction of the metric */

	enum verdict verdict;
	char *reason; /* why not comparable, or no data; or NULL */
	enum compare_method method;
	unsigned base_boots, other_boots; /* kernel boots used by the tests */
	unsigned disturbed;               /* samples of both left out as disturbed */
	/*
	 * Geometric mean of the tested cells' ratios. Over one boot: interval and p only where
	 * there is one cell, and then Hodges-Lehmann's and Mann-Whitney's.
	 */
	struct compare_ratio headline;
	double means;         /* geometric mean of the cells' ratios of arithmetic means */
	double shape_p;       /* Simes over the tested cells; NaN */
	double p;             /* of the pair: 2 min(headline, shape) <= 1; one boot: shape_p; NaN */
	double q;             /* p adjusted by Benjamini-Hochberg over its family; NaN */
	bool open;            /* q <= COMPARE_LEVEL */
	bool headline_proven; /* open, and the headline alone would have opened it */
	unsigned lower, higher, unproven; /* tested cells: marked below 1, above 1, the rest */
	unsigned untested;                /* cells with a state other than TESTED */

	/* Variant's spread inside a boot over the baseline's: below 1 is more consistent. */
	struct compare_ratio consistency;

	struct compare_cell *cells; /* ascending by x */
	size_t cells_n;
	struct compare_crossing *crossings;
	size_t crossings_n;
	struct compare_boot *left_out;
	size_t left_out_n;
	char **notes; /* sentences without a full stop, to be shown with the pair */
	size_t notes_n;
};

struct comparison {
	struct compare_pair *pairs; /* by compare_add(), then chart in the base's order */
	size_t length;
	unsigned family, open;               /* pairs with a p over boots; open ones of them */
	unsigned within_family, within_open; /* the same over one boot */
	char **notes; /* cross-checks between charts, as the pairs' notes are */
	size_t notes_n;
};

/* One variant of a campaign, in all its charts or in the one of that slug. */
struct compare_side {
	const struct campaign *campaign;
	const struct samples *samples;
	size_t variant;
	const char *chart; /* slug, read of the base alone; NULL is all */
};

void compare_init(struct comparison *comparison);
void compare_release(struct comparison *comparison);

/*
 * Adds a pair for every chart of the base side; the other side's chart of the same workload,
 * placement and unit stands beside it. `obstacle` says why the two are not comparable (copied), or
 * is NULL. What the charts alone tell (emulated, counted against wall) is found out here.
 */
void compare_add(struct comparison *comparison, const struct compare_side *base,
	const struct compare_side *other, const char *obstacle);

/* Fills verdict, q, open, marks, counts and crossings of all pairs, and the cross-checks. */
void compare_decide(struct comparison *comparison);

/*
 * All of it for one campaign: every other variant against `base`, in plan order, then decided.
 * obstacles[variant] or obstacles itself may be NULL.
 */
void compare_campaign(struct comparison *comparison, const struct campaign *campaign,
	const struct samples *samples, size_t base, const char *const *obstacles);

/* "faster", "slower", "no difference proven", "differs within one boot", … */
const char *verdict_name(enum verdict verdict);
/* "no value in some boot" …; "" for a tested cell. */
const char *compare_cell_state_words(enum compare_cell_state state);
#define COMPARE_OTHER_TIMES "measured at different times"

#endif
