/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/compare-pair.h"

#include <math.h>

#include "model/multiple.h"

/* What is not comparable, or has nothing to test, is in no family and proves nothing. */
static bool is_member(const struct compare_pair *pair, enum compare_method method)
{
	return !pair->reason && pair->method == method && !isnan(pair->p);
}

/* Adjusts over all pairs of that method; sets their number and how many are open. */
static void open_family(struct comparison *comparison, enum compare_method method,
	unsigned *family, unsigned *open)
{
	double *p = xcalloc(comparison->length, sizeof(*p));
	size_t n = 0;
	for (size_t i = 0; i < comparison->length; i++)
		if (is_member(&comparison->pairs[i], method))
			p[n++] = comparison->pairs[i].p;
	multiple_adjust(p, n, p);
	*family = (unsigned)n;
	*open = 0;
	for (size_t i = 0, j = 0; i < comparison->length; i++) {
		struct compare_pair *pair = &comparison->pairs[i];
		if (!is_member(pair, method))
			continue;
		pair->q = p[j++];
		pair->open = pair->q <= COMPARE_LEVEL;
		*open += pair->open;
	}
	free(p);
}

/* Inside an open pair: Benjamini-Hochberg at the level that opened it. */
static void mark_cells(struct compare_pair *pair, double level)
{
	double *p = xcalloc(pair->cells_n, sizeof(*p));
	size_t n = 0;
	for (size_t i = 0; i < pair->cells_n; i++)
		if (pair->cells[i].state == COMPARE_CELL_TESTED)
			p[n++] = pair->cells[i].ratio.p;
	multiple_adjust(p, n, p);
	for (size_t i = 0, j = 0; i < pair->cells_n; i++)
		if (pair->cells[i].state == COMPARE_CELL_TESTED)
			pair->cells[i].marked = p[j++] <= level;
	free(p);
}

/*
 * Where a cell lies: of proven ones by the estimate that was tested, which inside one boot is the
 * Hodges-Lehmann one: medians may be equal where ranks are not.
 */
static int side_of(const struct compare_cell *cell)
{
	double ratio = isnan(cell->hodges_lehmann) || cell->ratio.ratio != 1
		? cell->ratio.ratio : cell->hodges_lehmann;
	return (ratio > 1) - (ratio < 1);
}

static void count_cells(struct compare_pair *pair)
{
	for (size_t i = 0; i < pair->cells_n; i++) {
		const struct compare_cell *cell = &pair->cells[i];
		if (cell->state != COMPARE_CELL_TESTED)
			pair->untested++;
		else if (!cell->marked || side_of(cell) == 0)
			pair->unproven++;
		else if (side_of(cell) < 0)
			pair->lower++;
		else
			pair->higher++;
	}
}

/* Whether a marked cell lies to that side, among those from `from` until the sign changes. */
static bool proven_from(const struct compare_pair *pair, size_t from, int step, int sign)
{
	for (size_t i = from; i < pair->cells_n; i += (size_t)step) {
		int side = side_of(&pair->cells[i]);
		if (side == -sign)
			return false;
		if (side == sign && pair->cells[i].marked)
			return true;
	}
	return false;
}

static void find_crossings(struct compare_pair *pair)
{
	size_t last = pair->cells_n;
	for (size_t i = 0; i < pair->cells_n; i++) {
		int side = side_of(&pair->cells[i]);
		if (side == 0)
			continue;
		int before = last < pair->cells_n ? side_of(&pair->cells[last]) : side;
		if (side != before) {
			struct compare_crossing *crossing =
				xgrow(&pair->crossings, &pair->crossings_n, sizeof(*crossing));
			*crossing = (struct compare_crossing){pair->cells[last].x,
				pair->cells[i].x, side > 0,
				proven_from(pair, last, -1, before) &&
					proven_from(pair, i, 1, side)};
		}
		last = i;
	}
}

/* What is proven of an open pair: by its headline, else by the marked cells. */
static enum verdict direction(const struct compare_pair *pair)
{
	bool higher = pair->headline_proven ? pair->headline.ratio > 1 : pair->higher > 0;
	bool lower = pair->headline_proven ? pair->headline.ratio < 1 : pair->lower > 0;
	if (higher && lower)
		return VERDICT_MIXED;
	if (!higher && !lower)
		return VERDICT_NO_DIFFERENCE;
	return higher == pair->higher_is_better ? VERDICT_FASTER : VERDICT_SLOWER;
}

static enum verdict verdict_of(const struct compare_pair *pair)
{
	bool some = false;
	for (size_t i = 0; i < pair->cells_n; i++)
		some |= pair->cells[i].base.n && pair->cells[i].other.n;
	bool unlike = pair->reason && pair->cells_n == 0 && pair->chart != pair->other_chart;
	if (!some && !unlike)
		return VERDICT_NO_DATA;
	if (pair->reason)
		return VERDICT_NOT_COMPARABLE;
	if (!pair->open)
		return VERDICT_NO_DIFFERENCE;
	return pair->method == COMPARE_BOOTS ? direction(pair) : VERDICT_WITHIN_BOOT;
}

/* Figures stay, but nothing that reads like a proof. */
static void take_proof_away(struct compare_pair *pair)
{
	pair->headline.p = pair->consistency.p = pair->shape_p = pair->p = NAN;
	for (size_t i = 0; i < pair->cells_n; i++)
		pair->cells[i].ratio.p = NAN;
}

void compare_decide(struct comparison *comparison)
{
	open_family(comparison, COMPARE_BOOTS, &comparison->family, &comparison->open);
	open_family(comparison, COMPARE_SAMPLES, &comparison->within_family,
		&comparison->within_open);
	for (size_t i = 0; i < comparison->length; i++) {
		struct compare_pair *pair = &comparison->pairs[i];
		bool boots = pair->method == COMPARE_BOOTS;
		if (pair->open) {
			double level = COMPARE_LEVEL *
				(boots ? comparison->open : comparison->within_open) /
				(boots ? comparison->family : comparison->within_family);
			mark_cells(pair, level);
			pair->headline_proven = boots && 2 * pair->headline.p <= level;
		}
		if (pair->reason)
			take_proof_away(pair);
		count_cells(pair);
		find_crossings(pair);
		pair->verdict = verdict_of(pair);
	}
	compare_check_verdicts(comparison);
}
