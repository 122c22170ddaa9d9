/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/compare-table.h"

#include <float.h>
#include <math.h>

#define DECIMALS_MAX 12
#define EXACT_MAX 9007199254740992.0 /* 2^53: whole numbers up to here are exact */

static int by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static bool in_chart(const struct compare_source *source, size_t cell, size_t chart)
{
	return source->campaign->cells[cell].chart == chart &&
		source->campaign->cells[cell].variant == source->variant;
}

/* All counts of either side, ascending, each once. */
static void find_counts(struct compare_table *table,
	const struct compare_source *const sources[static SIDES], const size_t charts[static SIDES])
{
	size_t n = 0;
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < sources[s]->campaign->cells_n; i++)
			if (in_chart(sources[s], i, charts[s])) {
				double *x = xgrow(&table->x, &n, sizeof(*x));
				*x = campaign_cell_x(&sources[s]->campaign->cells[i]);
			}
	if (n)
		qsort(table->x, n, sizeof(*table->x), by_number);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || table->x[i] != table->x[table->cells_n - 1])
			table->x[table->cells_n++] = table->x[i];
}

static void find_cells(struct compare_table *table, struct table_side *side,
	const struct compare_source *source, size_t chart)
{
	side->cells = xcalloc(table->cells_n, sizeof(*side->cells));
	side->values = xcalloc(table->cells_n, sizeof(*side->values));
	for (size_t i = 0; i < source->campaign->cells_n; i++) {
		if (!in_chart(source, i, chart))
			continue;
		double count = campaign_cell_x(&source->campaign->cells[i]);
		const double *x = bsearch(&count, table->x, table->cells_n, sizeof(*table->x),
			by_number);
		side->cells[x - table->x] = &source->campaign->cells[i];
		side->values[x - table->x] = &source->cells[i];
	}
}

static bool has_boot(const struct compare_values *values, unsigned boot)
{
	for (size_t i = 0; values && i < values->n; i++)
		if (values->obs[i].boot == boot)
			return true;
	return false;
}

/* Whether the boot has values in half of the cells the side has any in; else it is named. */
static bool boot_is_used(const struct compare_table *table, int s, unsigned boot, unsigned number,
	struct compare_pair *pair)
{
	const struct table_side *side = &table->sides[s];
	unsigned cells = 0, of = 0;
	for (size_t i = 0; i < table->cells_n; i++) {
		of += side->values[i] && side->values[i]->n;
		cells += has_boot(side->values[i], boot);
	}
	if (of == 0 || 2 * cells >= of)
		return of > 0;
	struct compare_boot *left = xgrow(&pair->left_out, &pair->left_out_n, sizeof(*left));
	*left = (struct compare_boot){s == OTHER, number, cells, of};
	return false;
}

/* Whether the entry is one of this variant and chart, or has values of them all the same. */
static bool entry_counts(const struct compare_table *table, int s,
	const struct compare_source *source, const struct campaign_chart *chart, size_t entry)
{
	const struct campaign_boot *entered = &source->campaign->entries[entry];
	if (entered->variant == source->variant && entered->clock == chart->clock)
		return true;
	for (size_t i = 0; i < table->cells_n; i++)
		if (has_boot(table->sides[s].values[i], source->kernel_boots[entry]))
			return true;
	return false;
}

static void find_boots(struct compare_table *table, int s, const struct compare_source *source,
	const struct campaign_chart *chart, struct compare_pair *pair)
{
	size_t entries_n = source->campaign->entries_n;
	struct table_side *side = &table->sides[s];
	bool *seen = xcalloc(entries_n, sizeof(*seen)); /* by kernel boot */
	side->boots = xcalloc(entries_n, sizeof(*side->boots));
	for (size_t i = 0; i < entries_n; i++) {
		unsigned boot = source->kernel_boots[i];
		if (seen[boot] || !entry_counts(table, s, source, chart, i))
			continue;
		seen[boot] = true;
		if (boot_is_used(table, s, boot, source->campaign->entries[i].number, pair))
			side->boots[side->boots_n++] = boot;
	}
	free(seen);
}

/* The middle of the boot's values, which stand together and ascend; NaN where there is none. */
static double boot_median(const struct compare_values *values, unsigned boot)
{
	size_t from = 0, to;
	while (values && from < values->n && values->obs[from].boot != boot)
		from++;
	if (!values || from == values->n)
		return NAN;
	for (to = from; to < values->n && values->obs[to].boot == boot; to++)
		;
	size_t n = to - from;
	const struct observation *middle = &values->obs[from + n / 2];
	return n % 2 ? middle->value : middle[-1].value / 2 + middle->value / 2;
}

static void find_medians(const struct compare_table *table, struct table_side *side)
{
	side->medians = xcalloc(table->cells_n * side->boots_n, sizeof(*side->medians));
	for (size_t i = 0; i < table->cells_n; i++)
		for (size_t j = 0; j < side->boots_n; j++)
			side->medians[i * side->boots_n + j] =
				boot_median(side->values[i], side->boots[j]);
}

/* Whether the value is a whole number of steps, as far as a double can tell. */
static bool is_multiple(double value, double scale)
{
	double steps = fabs(value) * scale;
	return fabs(steps - nearbyint(steps)) <= 4 * DBL_EPSILON * steps;
}

/* The power of ten that makes all values whole numbers. */
static double decimal_scale(const struct compare_table *table)
{
	double scale = 1;
	int decimals = 0;
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < table->cells_n; i++) {
			const struct compare_values *values = table->sides[s].values[i];
			for (size_t j = 0; values && j < values->n; j++)
				for (; decimals < DECIMALS_MAX &&
					!is_multiple(values->obs[j].value, scale);
					decimals++)
					scale *= 10;
		}
	return scale;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/*
 * The step that all values are multiples of: a clock that ticks every 0.05 shows two decimals,
 * but never 5.01. Where all values are the same one it cannot be told from them, and what their
 * decimals can show has to do.
 */
static double common_step(const struct compare_table *table)
{
	double scale = decimal_scale(table);
	uint64_t step = 0, first = 0;
	bool same = true;
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < table->cells_n; i++) {
			const struct compare_values *values = table->sides[s].values[i];
			for (size_t j = 0; values && j < values->n; j++) {
				double steps = nearbyint(fabs(values->obs[j].value) * scale);
				if (!(steps >= 1 && steps < EXACT_MAX))
					continue;
				first = first ? first : (uint64_t)steps;
				same &= first == (uint64_t)steps;
				step = step == 1 ? 1 : common_divisor(step, (uint64_t)steps);
			}
		}
	return (same || step == 0 ? 1 : (double)step) / scale;
}

/* One instruction over what was done in the interval it was counted in; 0 where not counted. */
static double counted_step(const struct campaign_cell *cell, const struct campaign_chart *chart)
{
	const struct workload *workload = workload_find(chart->workload);
	if (!cell || chart->clock != CLOCK_COUNTED || !cell->trips || !workload)
		return 0;
	unsigned by_count = workload->hops == 0 && cell->count ? cell->count : 1;
	return 1 / ((double)cell->trips * by_count);
}

void compare_table_init(struct compare_table *table,
	const struct compare_source *const sources[static SIDES],
	const size_t charts[static SIDES], struct compare_pair *pair)
{
	*table = (struct compare_table){0};
	find_counts(table, sources, charts);
	for (int s = 0; s < SIDES; s++) {
		const struct campaign_chart *chart = &sources[s]->campaign->charts[charts[s]];
		find_cells(table, &table->sides[s], sources[s], charts[s]);
		find_boots(table, s, sources[s], chart, pair);
		find_medians(table, &table->sides[s]);
	}
	table->steps = xcalloc(table->cells_n, sizeof(*table->steps));
	double step = common_step(table);
	for (size_t i = 0; i < table->cells_n; i++)
		table->steps[i] = fmax(step,
			fmax(counted_step(table->sides[BASE].cells[i], pair->chart),
				counted_step(table->sides[OTHER].cells[i], pair->other_chart)));
}

void compare_table_release(struct compare_table *table)
{
	for (int s = 0; s < SIDES; s++) {
		free(table->sides[s].cells);
		free(table->sides[s].values);
		free(table->sides[s].boots);
		free(table->sides[s].medians);
	}
	free(table->x);
	free(table->steps);
	*table = (struct compare_table){0};
}

size_t compare_table_values(const struct compare_table *table, int side, size_t cell,
	double *values)
{
	const struct table_side *of = &table->sides[side];
	size_t n = 0;
	for (size_t i = 0; of->values[cell] && i < of->values[cell]->n; i++) {
		const struct observation *obs = &of->values[cell]->obs[i];
		for (size_t j = 0; j < of->boots_n; j++)
			if (of->boots[j] == obs->boot)
				values[n++] = obs->value;
	}
	if (n)
		qsort(values, n, sizeof(*values), by_number);
	return n;
}

double compare_table_floor(const struct compare_table *table, size_t cell, double value)
{
	double relative = table->steps[cell] / value;
	return relative * relative / 12;
}
