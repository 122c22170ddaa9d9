/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/summary.h"

#include <math.h>

#include "model/kernel-boots.h"
#include "model/sample-use.h"
#include "model/series.h"
#include "model/sparkline.h"

/* FNV-1a over 64-bit words: https://www.rfc-editor.org/rfc/rfc9923 */
#define BASIS_EMPTY UINT64_C(0xcbf29ce484222325)
#define BASIS_PRIME UINT64_C(0x100000001b3)

static uint64_t basis_add(uint64_t basis, const struct campaign_cell *cell)
{
	uint64_t x = cell->count;
	if (cell->has_x)
		memcpy(&x, &cell->x, sizeof(x));
	basis = (basis ^ x) * BASIS_PRIME;
	return (basis ^ cell->trips) * BASIS_PRIME;
}

static struct summary_row *add_row(struct campaign_summary *summary, const struct summary *numbers,
	uint64_t basis)
{
	struct summary_row *row = xgrow(&summary->rows, &summary->length, sizeof(*row));
	*row = (struct summary_row){.centre = numbers->centre, .low = numbers->low,
		.high = numbers->high, .n = numbers->n, .boots = numbers->boots,
		.basis = (int64_t)(basis >> 1)};
	return row;
}

/* ---- the whole of a variant in a chart ---- */

/* A value that statistics use. */
struct used {
	unsigned variant, cell, boot;
	double value;
};

static int by_place(const void *a, const void *b)
{
	const struct used *x = a, *y = b;
	if (x->variant != y->variant)
		return x->variant < y->variant ? -1 : 1;
	if (x->cell != y->cell)
		return x->cell < y->cell ? -1 : 1;
	if (x->boot != y->boot)
		return x->boot < y->boot ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

static struct used *find_used(const struct campaign *campaign, const struct samples *samples,
	size_t *n)
{
	enum sample_use *uses = sample_uses(campaign, samples);
	unsigned *boots = kernel_boots(campaign);
	struct used *used = xcalloc(samples->length, sizeof(*used));
	*n = 0;
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (uses[i] == SAMPLE_USED || uses[i] == SAMPLE_FOR_LACK)
			used[(*n)++] = (struct used){campaign->cells[sample->cell].variant,
				sample->cell, boots[sample->entry], sample->value};
	}
	free(boots);
	free(uses);
	qsort(used, *n, sizeof(*used), by_place);
	return used;
}

/* The boots of a variant's values; n entries are enough. */
static size_t find_boots(const struct used *used, size_t n, unsigned *boots)
{
	size_t length = 0;
	for (size_t i = 0; i < n; i++) {
		size_t b = 0;
		while (b < length && boots[b] != used[i].boot)
			b++;
		if (b == length)
			boots[length++] = used[i].boot;
	}
	return length;
}

/*
 * Adds the logarithms of a cell's medians to its boots' sums, if all boots have a positive one.
 * A median of values that are sorted already.
 */
static bool add_cell(const struct used *used, size_t n, const unsigned *boots, size_t boots_n,
	double *sums)
{
	double *logs = xcalloc(boots_n, sizeof(*logs));
	size_t found = 0;
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && used[to].boot == used[from].boot; to++)
			continue;
		double median = used[from + (to - from - 1) / 2].value / 2 +
			used[from + (to - from) / 2].value / 2;
		size_t b = 0;
		while (boots[b] != used[from].boot)
			b++;
		logs[b] = log(median);
		found += median > 0;
	}
	for (size_t b = 0; b < boots_n && found == boots_n; b++)
		sums[b] += logs[b];
	free(logs);
	return found == boots_n;
}

/* Of one variant's values in one chart. */
static struct summary whole_of(const struct campaign *campaign, const struct used *used, size_t n,
	uint64_t *basis)
{
	unsigned *boots = xcalloc(n, sizeof(*boots)), values = 0, cells = 0;
	size_t boots_n = find_boots(used, n, boots);
	double *sums = xcalloc(boots_n, sizeof(*sums));
	struct observation *obs = xcalloc(boots_n, sizeof(*obs));
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && used[to].cell == used[from].cell; to++)
			continue;
		if (!add_cell(used + from, to - from, boots, boots_n, sums))
			continue;
		cells++;
		values += (unsigned)(to - from);
		*basis = basis_add(*basis, &campaign->cells[used[from].cell]);
	}
	for (size_t b = 0; b < boots_n; b++)
		obs[b] = (struct observation){exp(sums[b] / cells), (unsigned)b};
	struct summary whole = stats_summary(obs, cells ? boots_n : 0);
	whole.n = values;
	free(obs);
	free(sums);
	free(boots);
	return whole;
}

static bool has_cell(const struct campaign *campaign, size_t chart, size_t variant)
{
	for (size_t i = 0; i < campaign->cells_n; i++)
		if (campaign->cells[i].chart == chart && campaign->cells[i].variant == variant)
			return true;
	return false;
}

/* ---- a chart ---- */

static const struct campaign_cell *find_cell(const struct campaign *campaign, size_t chart,
	size_t variant, unsigned count)
{
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (cell->chart == chart && cell->variant == variant && cell->count == count)
			return cell;
	}
	return NULL;
}

static void add_wholes(struct campaign_summary *summary, const struct series_set *set,
	size_t chart, const struct samples *samples)
{
	const struct campaign *campaign = set->campaign;
	size_t n, from = 0;
	struct used *used = find_used(campaign, samples, &n);
	for (unsigned v = 0; v < campaign->variants_n; v++) {
		size_t to = from;
		while (to < n && used[to].variant == v)
			to++;
		const struct campaign_cell *only = find_cell(campaign, chart, v, 0);
		uint64_t basis = BASIS_EMPTY;
		struct summary whole;
		if (set->chart->swept) {
			whole = whole_of(campaign, used + from, to - from, &basis);
		} else {
			whole = set->series[v].whole;
			basis = only ? basis_add(basis, only) : basis;
		}
		if (has_cell(campaign, chart, v)) {
			struct summary_row *row = add_row(summary, &whole, basis);
			row->chart = (unsigned)chart;
			row->variant = v;
			row->whole = true;
		}
		from = to;
	}
	free(used);
}

static void add_cells(struct campaign_summary *summary, const struct series_set *set, size_t chart)
{
	const struct campaign *campaign = set->campaign;
	size_t *places = xcalloc(campaign->variants_n, sizeof(*places));
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (cell->chart != chart)
			continue;
		const struct series *series = &set->series[cell->variant];
		const struct summary *numbers = set->chart->swept
			? &series->points[places[cell->variant]++].summary
			: &series->whole;
		if (numbers->kind == SUMMARY_NOTHING)
			continue;
		struct summary_row *row =
			add_row(summary, numbers, basis_add(BASIS_EMPTY, cell));
		row->chart = (unsigned)chart;
		row->variant = cell->variant;
		row->count = cell->count;
	}
	free(places);
}

static void add_chart(struct campaign_summary *summary, const struct campaign *campaign,
	size_t chart, const struct samples *samples)
{
	struct series_set set;
	series_set_init(&set, campaign, chart, samples);
	add_cells(summary, &set, chart);
	add_wholes(summary, &set, chart, samples);
	if (!summary->sparkline.length)
		sparkline_add(&summary->sparkline, &set);
	series_set_release(&set);
}

/* ---- the campaign ---- */

static void count_launches(struct campaign_summary *summary, const struct campaign *campaign,
	const struct samples *samples)
{
	enum sample_use *uses = sample_uses(campaign, samples);
	for (size_t i = 0; i < campaign->cells_n; i++)
		if (!campaign->cells[i].skipped)
			summary->expected += campaign->cells[i].repeats * campaign->boots;
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		bool failed = sample->status == SAMPLE_FAILED || sample->status == SAMPLE_TIMEOUT;
		summary->failed += failed;
		summary->launches += failed || sample->status == SAMPLE_OK ||
			uses[i] == SAMPLE_FOR_LACK;
		if (sample->started_us > summary->last_us)
			summary->last_us = sample->started_us;
	}
	free(uses);
}

/* The samples chart by chart, borrowed: a pass over one of them is not one over all. */
static struct samples *split(const struct campaign *campaign, const struct samples *samples)
{
	struct samples *parts = xcalloc(campaign->charts_n, sizeof(*parts));
	size_t *lengths = xcalloc(campaign->charts_n, sizeof(*lengths));
	for (size_t i = 0; i < samples->length; i++)
		lengths[campaign->cells[samples->samples[i].cell].chart]++;
	for (size_t c = 0; c < campaign->charts_n; c++)
		parts[c].samples = xcalloc(lengths[c], sizeof(*parts[c].samples));
	for (size_t i = 0; i < samples->length; i++) {
		struct samples *part = &parts[campaign->cells[samples->samples[i].cell].chart];
		part->samples[part->length++] = samples->samples[i];
	}
	free(lengths);
	return parts;
}

void campaign_summary_init(struct campaign_summary *summary, const struct campaign *campaign,
	const struct samples *samples)
{
	*summary = (struct campaign_summary){0};
	struct samples *parts = split(campaign, samples);
	count_launches(summary, campaign, samples);
	for (size_t c = 0; c < campaign->charts_n; c++) {
		add_chart(summary, campaign, c, &parts[c]);
		free(parts[c].samples);
	}
	free(parts);
}

void campaign_summary_release(struct campaign_summary *summary)
{
	free(summary->rows);
	text_release(&summary->sparkline);
	*summary = (struct campaign_summary){0};
}
