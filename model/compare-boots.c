/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/compare-pair.h"

#include <math.h>

#include "model/multiple.h"
#include "model/welch.h"

/* Present in every used boot of both variants, and all medians positive. */
static enum compare_cell_state state_of(const struct compare_table *table, size_t cell)
{
	bool positive = true;
	for (int s = 0; s < SIDES; s++) {
		const struct table_side *side = &table->sides[s];
		for (size_t j = 0; j < side->boots_n; j++) {
			double median = side->medians[cell * side->boots_n + j];
			if (isnan(median))
				return COMPARE_CELL_INCOMPLETE;
			positive &= median > 0;
		}
	}
	return positive ? COMPARE_CELL_TESTED : COMPARE_CELL_NOT_POSITIVE;
}

static struct compare_ratio ratio_of(const struct welch *welch)
{
	return (struct compare_ratio){exp(welch->difference), exp(welch->low), exp(welch->high),
		welch->p};
}

/* logs[side]: of one cell's boot medians. Adds what its step allows to floors. */
static struct welch test_cell(const struct compare_table *table, size_t cell,
	double *const logs[static SIDES], double floors[static SIDES])
{
	double floor[SIDES];
	for (int s = 0; s < SIDES; s++) {
		const struct table_side *side = &table->sides[s];
		double sum = 0;
		for (size_t j = 0; j < side->boots_n; j++) {
			logs[s][j] = log(side->medians[cell * side->boots_n + j]);
			sum += logs[s][j];
		}
		floor[s] = compare_table_floor(table, cell, exp(sum / (double)side->boots_n));
		floors[s] += floor[s];
	}
	return welch_test(logs[BASE], table->sides[BASE].boots_n, floor[BASE], logs[OTHER],
		table->sides[OTHER].boots_n, floor[OTHER]);
}

/* means[side]: each boot's mean logarithm. Its floor is that of a mean of independent cells. */
static void test_headline(struct compare_pair *pair, const struct compare_table *table,
	double *const means[static SIDES], const double floors[static SIDES], size_t tested)
{
	double cells = (double)tested;
	for (int s = 0; s < SIDES; s++)
		for (size_t j = 0; j < table->sides[s].boots_n; j++)
			means[s][j] /= cells;
	struct welch welch = welch_test(means[BASE], table->sides[BASE].boots_n,
		floors[BASE] / cells / cells, means[OTHER], table->sides[OTHER].boots_n,
		floors[OTHER] / cells / cells);
	pair->headline = ratio_of(&welch);
}

void compare_pair_boots(struct compare_pair *pair, const struct compare_table *table)
{
	double *logs[SIDES], *means[SIDES], floors[SIDES] = {0};
	double *p = xcalloc(pair->cells_n, sizeof(*p));
	size_t tested = 0;

	for (int s = 0; s < SIDES; s++) {
		logs[s] = xcalloc(table->sides[s].boots_n, sizeof(**logs));
		means[s] = xcalloc(table->sides[s].boots_n, sizeof(**means));
	}
	for (size_t i = 0; i < pair->cells_n; i++) {
		struct compare_cell *cell = &pair->cells[i];
		if (cell->state == COMPARE_CELL_TESTED)
			cell->state = state_of(table, i);
		if (cell->state != COMPARE_CELL_TESTED)
			continue;
		struct welch welch = test_cell(table, i, logs, floors);
		cell->ratio = ratio_of(&welch);
		p[tested++] = welch.p;
		for (int s = 0; s < SIDES; s++)
			for (size_t j = 0; j < table->sides[s].boots_n; j++)
				means[s][j] += logs[s][j];
	}
	if (tested) {
		test_headline(pair, table, means, floors, tested);
		pair->shape_p = multiple_simes(p, tested);
		pair->p = fmin(1, 2 * fmin(pair->headline.p, pair->shape_p));
	}
	for (int s = 0; s < SIDES; s++) {
		free(logs[s]);
		free(means[s]);
	}
	free(p);
}
