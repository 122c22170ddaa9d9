/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/skew.h"

#include <math.h>

#include "model/stats.h"

struct run {
	double value;
	size_t set;
};

static double rounded(double value)
{
	char digits[32];
	snprintf(digits, sizeof(digits), "%.*e", SKEW_DIGITS - 1, value);
	return strtod(digits, NULL);
}

/* What samples of one set have in common. */
static bool is_same_set(const struct campaign *campaign, const struct sample *a,
	const struct sample *b, bool each, unsigned set)
{
	if (each)
		return a->cpus && b->cpus && strcmp(a->cpus, b->cpus) == 0;
	return campaign->entries[a->entry].number == campaign->entries[b->entry].number &&
		(set == 0 || (a->round - 1) / set == (b->round - 1) / set);
}

static bool is_used(enum sample_use use)
{
	return use == SAMPLE_USED || use == SAMPLE_FOR_LACK;
}

/* The cell's runs, each with the number of its set; gives how many sets there are. */
static size_t gather(const struct campaign *campaign, const struct samples *samples,
	const enum sample_use *uses, size_t cell, unsigned set, struct run **runs, size_t *n)
{
	bool each = campaign->charts[campaign->cells[cell].chart].placement == PLACEMENT_EACH;
	size_t sets = 0, *of_set = NULL; /* a sample of each set */
	*runs = NULL;
	*n = 0;
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (sample->cell != cell || !is_used(uses[i]))
			continue;
		size_t s = 0;
		while (s < sets && !is_same_set(campaign, sample, &samples->samples[of_set[s]],
					   each, set))
			s++;
		if (s == sets)
			*(size_t *)xgrow(&of_set, &sets, sizeof(*of_set)) = i;
		struct run *run = xgrow(runs, n, sizeof(**runs));
		*run = (struct run){rounded(sample->value), s};
	}
	free(of_set);
	return sets;
}

static int by_value(const void *a, const void *b)
{
	const struct run *x = a, *y = b;
	return (x->value > y->value) - (x->value < y->value);
}

static void spreads(struct skew *skew, const struct run *runs, size_t n)
{
	double *inside = xcalloc(skew->sets, sizeof(*inside));
	double *medians = xcalloc(skew->sets, sizeof(*medians));
	double *values = xcalloc(n, sizeof(*values));
	size_t inside_n = 0;
	for (size_t s = 0; s < skew->sets; s++) {
		size_t length = 0;
		for (size_t i = 0; i < n; i++)
			if (runs[i].set == s)
				values[length++] = runs[i].value;
		if (length > 1) /* the runs ascend */
			inside[inside_n++] = values[length - 1] - values[0];
		medians[s] = stats_median(values, length);
	}
	if (inside_n)
		skew->inside = stats_median(inside, inside_n);
	double low = medians[0], high = medians[0];
	for (size_t s = 1; s < skew->sets; s++) {
		low = fmin(low, medians[s]);
		high = fmax(high, medians[s]);
	}
	if (skew->sets > 1)
		skew->between = high - low;
	free(values);
	free(medians);
	free(inside);
}

struct skew skew_of(const struct campaign *campaign, const struct samples *samples,
	const enum sample_use *uses, size_t cell, unsigned set)
{
	struct skew skew = {.low = NAN, .high = NAN, .median = NAN, .inside = NAN, .between = NAN};
	struct run *runs;
	size_t n;
	skew.sets = (unsigned)gather(campaign, samples, uses, cell, set, &runs, &n);
	skew.runs = (unsigned)n;
	if (n == 0)
		return skew;
	qsort(runs, n, sizeof(*runs), by_value);
	double *distinct = xcalloc(n, sizeof(*distinct));
	for (size_t i = 0; i < n; i++)
		if (i == 0 || runs[i].value > runs[i - 1].value)
			distinct[skew.distinct++] = runs[i].value;
	skew.low = runs[0].value;
	skew.high = runs[n - 1].value;
	skew.median = stats_median(distinct, skew.distinct);
	spreads(&skew, runs, n);
	free(distinct);
	free(runs);
	return skew;
}
