/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The steps by which a pair is filled. Internal to compare*.c. */
#ifndef MODEL_COMPARE_PAIR_H
#define MODEL_COMPARE_PAIR_H

#include "model/compare-table.h"

/* Everything but what depends on the family: cells, method, headline, shape, spread, notes. */
void compare_pair_fill(struct compare_pair *pair,
	const struct compare_source *const sources[static SIDES],
	const size_t charts[static SIDES]);

/*
 * The tests over boots: Welch's t on each boot's mean logarithm over the tested cells, Welch's t
 * per cell, Simes over those. Sets states, ratios, headline, shape_p and p.
 */
void compare_pair_boots(struct compare_pair *pair, const struct compare_table *table);

/* Over one kernel boot: Mann-Whitney and Hodges-Lehmann per cell, Simes over the cells. */
void compare_pair_samples(struct compare_pair *pair, const struct compare_table *table);

/* The ratio of the spreads inside a boot: see compare-spread.c. */
void compare_pair_spread(struct compare_pair *pair, const struct compare_table *table);

/* Cross-checks of one pair, as notes. */
void compare_pair_check(struct compare_pair *pair, const struct compare_table *table);
/* Of one variant: pingpong against ring. Of all pairs, once decided: whether they agree. */
void compare_check_side(struct comparison *comparison, const struct compare_side *side);
void compare_check_verdicts(struct comparison *comparison);

/* Adds a sentence to notes, unless it is there. */
void compare_note(char ***notes, size_t *notes_n, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
