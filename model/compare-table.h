/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tests of a pair read: for both sides the values of each cell, the kernel boots that are
 * used, and a table of boot medians. Internal to compare*.c.
 */
#ifndef MODEL_COMPARE_TABLE_H
#define MODEL_COMPARE_TABLE_H

#include "model/compare.h"

enum { BASE, OTHER, SIDES };

/* The values of one variant of a campaign, gathered in one pass over its samples. */
struct compare_values {
	struct observation *obs; /* by boot, then value */
	size_t n;
	unsigned disturbed; /* left out */
};

struct compare_source {
	const struct campaign *campaign;
	size_t variant;
	unsigned *kernel_boots;       /* by entry */
	struct compare_values *cells; /* by cell of the campaign; those of the variant are filled */
};

void compare_source_init(struct compare_source *source, const struct compare_side *side);
void compare_source_release(struct compare_source *source);

struct table_side {
	const struct campaign_cell **cells;   /* by cell of the pair; NULL where it has none */
	const struct compare_values **values; /* the same */
	unsigned *boots;                      /* kernel boots that are used */
	size_t boots_n;
	double *medians; /* [cell * boots_n + boot], NaN where there is no value */
};

struct compare_table {
	size_t cells_n;
	double *x;     /* by cell: the count */
	double *steps; /* by cell: the smallest step of its values, in the chart's unit */
	struct table_side sides[SIDES];
};

/*
 * Sets the table up from the two charts, and the pair's boots and the list of those left out. The
 * step is what all values are multiples of; of a counted one at least one instruction.
 */
void compare_table_init(struct compare_table *table,
	const struct compare_source *const sources[static SIDES],
	const size_t charts[static SIDES], struct compare_pair *pair);
void compare_table_release(struct compare_table *table);

/* The cell's values in the used boots (room for all of them), ascending; returns their number. */
size_t compare_table_values(const struct compare_table *table, int side, size_t cell,
	double *values);

/* The variance that the step alone gives the logarithm of a value of that cell. */
double compare_table_floor(const struct compare_table *table, size_t cell, double value);

#endif
