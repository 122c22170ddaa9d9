/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/compare-pair.h"

#include <math.h>
#include <stdarg.h>

void compare_note(char ***notes, size_t *notes_n, const char *format, ...)
{
	char *note = NULL;
	va_list args;
	va_start(args, format);
	int length = vasprintf(&note, format, args);
	va_end(args);
	if (length < 0)
		abort();
	for (size_t i = 0; i < *notes_n; i++)
		if (strcmp((*notes)[i], note) == 0) {
			free(note);
			return;
		}
	char **added = xgrow(notes, notes_n, sizeof(*added));
	*added = note;
}

static double quotient(double other, double base)
{
	return base > 0 && other > 0 ? other / base : NAN;
}

static bool trips_differ(const struct campaign_cell *base, const struct campaign_cell *other,
	const struct compare_pair *pair)
{
	return base && other && pair->chart->clock == CLOCK_COUNTED && base->trips != other->trips;
}

/* What does not depend on the method; cells that have values on both sides begin as tested. */
static void fill_cell(struct compare_pair *pair, const struct compare_table *table, size_t i)
{
	struct compare_cell *cell = &pair->cells[i];
	const struct compare_values *values[SIDES];
	struct summary summaries[SIDES];
	for (int s = 0; s < SIDES; s++) {
		values[s] = table->sides[s].values[i];
		/* Sorted already in the order that the summary sorts them. */
		summaries[s] = values[s] ? stats_summary(values[s]->obs, values[s]->n)
					 : stats_summary(NULL, 0);
		pair->disturbed += values[s] ? values[s]->disturbed : 0;
	}
	*cell = (struct compare_cell){.x = table->x[i], .base = summaries[BASE],
		.other = summaries[OTHER], .ratio = {NAN, NAN, NAN, NAN}, .hodges_lehmann = NAN,
		.means = NAN, .difference = NAN};
	if (trips_differ(table->sides[BASE].cells[i], table->sides[OTHER].cells[i], pair)) {
		cell->state = COMPARE_CELL_TRIPS;
		return;
	}
	cell->state = !cell->base.n ? COMPARE_CELL_NO_BASE
		: !cell->other.n    ? COMPARE_CELL_NO_OTHER
				    : COMPARE_CELL_TESTED;
	cell->ratio.ratio = quotient(cell->other.centre, cell->base.centre);
	cell->means = quotient(cell->other.mean, cell->base.mean);
	cell->difference = cell->other.centre - cell->base.centre;
}

static void choose_method(struct compare_pair *pair, const struct compare_table *table)
{
	pair->base_boots = (unsigned)table->sides[BASE].boots_n;
	pair->other_boots = (unsigned)table->sides[OTHER].boots_n;
	bool some = false;
	for (size_t i = 0; i < pair->cells_n; i++)
		some |= pair->cells[i].state == COMPARE_CELL_TESTED;
	if (!some || !pair->base_boots || !pair->other_boots)
		pair->method = COMPARE_NOTHING;
	else if (pair->base_boots > 1 && pair->other_boots > 1)
		pair->method = COMPARE_BOOTS;
	else
		pair->method = COMPARE_SAMPLES;
}

/* The geometric mean of the ratios of means, over the tested cells. */
static void fill_means(struct compare_pair *pair)
{
	double sum = 0;
	size_t n = 0;
	for (size_t i = 0; i < pair->cells_n; i++)
		if (pair->cells[i].state == COMPARE_CELL_TESTED &&
			!isnan(pair->cells[i].means)) {
			sum += log(pair->cells[i].means);
			n++;
		}
	if (n)
		pair->means = exp(sum / (double)n);
}

static void fill_notes(struct compare_pair *pair)
{
	const char *label = pair->base_boots > 1
		? pair->other_campaign->variants[pair->other].label
		: pair->base_campaign->variants[pair->base].label;
	if (pair->method == COMPARE_BOOTS && isnan(pair->p))
		compare_note(&pair->notes, &pair->notes_n,
			"no cell has a value above 0 in every boot: nothing can be tested");
	if (pair->method == COMPARE_SAMPLES && (pair->base_boots > 1 || pair->other_boots > 1))
		compare_note(&pair->notes, &pair->notes_n,
			"one kernel boot of %s only: no verdict on kernels", label);
}

void compare_pair_fill(struct compare_pair *pair,
	const struct compare_source *const sources[static SIDES],
	const size_t charts[static SIDES])
{
	struct compare_table table;
	compare_table_init(&table, sources, charts, pair);
	pair->cells = xcalloc(table.cells_n, sizeof(*pair->cells));
	pair->cells_n = table.cells_n;
	for (size_t i = 0; i < pair->cells_n; i++)
		fill_cell(pair, &table, i);
	choose_method(pair, &table);
	if (pair->method == COMPARE_BOOTS)
		compare_pair_boots(pair, &table);
	else if (pair->method == COMPARE_SAMPLES)
		compare_pair_samples(pair, &table);
	fill_means(pair);
	compare_pair_spread(pair, &table);
	fill_notes(pair);
	compare_pair_check(pair, &table);
	compare_table_release(&table);
}
