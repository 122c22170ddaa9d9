/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/compare-pair.h"

#include <math.h>

#include "model/multiple.h"
#include "model/rank.h"

struct values {
	double *values; /* ascending */
	size_t n;
};

/* The figures of one cell; false where it is not tested. Sizes are of the cell tested before. */
static bool test_cell(struct compare_cell *cell, const struct values of[static SIDES],
	struct rank_sizes *sizes, bool *exact)
{
	if (cell->state != COMPARE_CELL_TESTED)
		return false;
	if (of[BASE].n == 0 || of[OTHER].n == 0) { /* values in boots that are left out */
		cell->state = COMPARE_CELL_INCOMPLETE;
		return false;
	}
	if (of[BASE].values[0] <= 0 || of[OTHER].values[0] <= 0) {
		cell->state = COMPARE_CELL_NOT_POSITIVE;
		return false;
	}
	if (of[BASE].n != sizes->n || of[OTHER].n != sizes->m) {
		rank_sizes_release(sizes);
		rank_sizes_init(sizes, of[BASE].n, of[OTHER].n);
	}
	struct rank_test test = rank_test(sizes, of[BASE].values, of[OTHER].values);
	struct rank_ratio ratio = rank_ratio(sizes, of[BASE].values, of[OTHER].values);
	cell->ratio.low = ratio.low;
	cell->ratio.high = ratio.high;
	cell->ratio.p = test.p;
	cell->hodges_lehmann = ratio.ratio;
	*exact &= test.exact;
	return true;
}

static void head(struct compare_pair *pair, size_t tested, double logs)
{
	pair->headline.ratio = exp(logs / (double)tested);
	for (size_t i = 0; i < pair->cells_n && tested == 1; i++)
		if (pair->cells[i].state == COMPARE_CELL_TESTED)
			pair->headline = pair->cells[i].ratio;
}

void compare_pair_samples(struct compare_pair *pair, const struct compare_table *table)
{
	double *p = xcalloc(pair->cells_n, sizeof(*p)), logs = 0;
	size_t tested = 0, single = 0;
	struct rank_sizes sizes = {0};
	bool exact = true;

	for (size_t i = 0; i < pair->cells_n; i++) {
		struct compare_cell *cell = &pair->cells[i];
		struct values of[SIDES];
		for (int s = 0; s < SIDES; s++) {
			const struct compare_values *values = table->sides[s].values[i];
			of[s].values = xcalloc(values ? values->n : 0, sizeof(*of[s].values));
			of[s].n = compare_table_values(table, s, i, of[s].values);
		}
		if (test_cell(cell, of, &sizes, &exact)) {
			p[tested++] = cell->ratio.p;
			logs += log(cell->ratio.ratio);
			single += of[BASE].n == 1 && of[OTHER].n == 1;
		}
		free(of[BASE].values);
		free(of[OTHER].values);
	}
	if (tested) {
		head(pair, tested, logs);
		pair->p = pair->shape_p = multiple_simes(p, tested);
	}
	if (!exact)
		compare_note(&pair->notes, &pair->notes_n,
			"more than %d values a cell: p by the normal approximation", RANK_EXACT_MAX);
	if (tested && single == tested)
		compare_note(&pair->notes, &pair->notes_n,
			"one value a cell: nothing can be tested");
	rank_sizes_release(&sizes);
	free(p);
}
