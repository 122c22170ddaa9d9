/* SPDX-License-Identifier: GPL-2.0-or-later */
#define MATHLIB_STANDALONE
#include "model/change-points.h"

#include <Rmath.h>
#include <math.h>

/* Sums up to each place, of deviations from the mean: differences of large sums lose digits. */
struct sums {
	double *sum, *squares; /* [i]: of the first i values */
	double sd_least;
	double places; /* looked at in all intervals */
};

struct interval {
	size_t from, to, at; /* at: the best place */
	bool holds;
};

struct test {
	double step, error, df, t;
};

static struct sums sums_of(const double *values, size_t n, double sd_least)
{
	struct sums sums = {xcalloc(n + 1, sizeof(double)), xcalloc(n + 1, sizeof(double)),
		sd_least, 0};
	double mean = 0;
	for (size_t i = 0; i < n; i++)
		mean += values[i] / (double)n;
	for (size_t i = 0; i < n; i++) {
		double d = values[i] - mean;
		sums.sum[i + 1] = sums.sum[i] + d;
		sums.squares[i + 1] = sums.squares[i] + d * d;
	}
	return sums;
}

/* "Student" between [from, at) and [at, to), with one variance for both. */
static struct test test_at(const struct sums *sums, size_t from, size_t at, size_t to)
{
	double left = (double)(at - from), right = (double)(to - at);
	double sum_left = sums->sum[at] - sums->sum[from];
	double sum_right = sums->sum[to] - sums->sum[at];
	double squares = sums->squares[to] - sums->squares[from] - sum_left * sum_left / left -
		sum_right * sum_right / right;
	struct test test = {.step = sum_right / right - sum_left / left, .df = left + right - 2};
	double variance = fmax(squares / test.df, sums->sd_least * sums->sd_least);
	test.error = sqrt(variance * (1 / left + 1 / right));
	test.t = test.step / test.error;
	return test;
}

static double p_of(const struct sums *sums, const struct test *test)
{
	return fmin(1, 2 * pt(-fabs(test->t), test->df, 1, 0) * sums->places);
}

/*
 * Of all places of one interval the same two sums are parted, so the largest t is where most of
 * the squares are between the parts.
 */
static size_t best_place(const struct sums *sums, size_t from, size_t to)
{
	double most = -1, total = sums->sum[to] - sums->sum[from];
	size_t best = from + CHANGE_STRETCH_MIN;
	for (size_t at = best; at + CHANGE_STRETCH_MIN <= to; at++) {
		double left = (double)(at - from), right = (double)(to - at);
		double sum_left = sums->sum[at] - sums->sum[from];
		double sum_right = total - sum_left;
		double between = sum_left * sum_left / left + sum_right * sum_right / right;
		if (between > most) {
			most = between;
			best = at;
		}
	}
	return best;
}

/* The intervals from the longest to the shortest, each layer half as long as the one before. */
static struct interval *cover(struct sums *sums, size_t n, size_t *length)
{
	struct interval *intervals = NULL;
	*length = 0;
	for (double parts = 1; (double)n / parts >= 2 * CHANGE_STRETCH_MIN; parts *= M_SQRT2) {
		double long_n = (double)n / parts;
		size_t layer = 2 * (size_t)ceil(parts) - 1;
		double shift = layer > 1 ? ((double)n - long_n) / (double)(layer - 1) : 0;
		for (size_t i = 0; i < layer; i++) {
			struct interval *interval = xgrow(&intervals, length, sizeof(*interval));
			interval->from = (size_t)floor((double)i * shift);
			interval->to = (size_t)ceil((double)i * shift + long_n);
			interval->to = interval->to > n ? n : interval->to;
			sums->places += (double)(interval->to - interval->from) -
				2 * CHANGE_STRETCH_MIN + 1;
		}
	}
	return intervals;
}

static int by_length(const void *a, const void *b)
{
	const struct interval *x = a, *y = b;
	size_t length_x = x->to - x->from, length_y = y->to - y->from;
	if (length_x != length_y)
		return length_x < length_y ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

static int by_size(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

/* Places of change, ascending: from the narrowest interval on, those that hold none yet. */
static size_t *choose_places(const struct sums *sums, struct interval *intervals, size_t length,
	size_t *chosen_n)
{
	size_t *chosen = NULL;
	*chosen_n = 0;
	for (size_t i = 0; i < length; i++) {
		struct interval *interval = &intervals[i];
		interval->at = best_place(sums, interval->from, interval->to);
		struct test test = test_at(sums, interval->from, interval->at, interval->to);
		interval->holds = p_of(sums, &test) <= CHANGE_ALPHA;
	}
	if (length)
		qsort(intervals, length, sizeof(*intervals), by_length);
	for (size_t i = 0; i < length; i++) {
		bool free_yet = intervals[i].holds;
		for (size_t c = 0; free_yet && c < *chosen_n; c++)
			free_yet = chosen[c] <= intervals[i].from || chosen[c] >= intervals[i].to;
		if (free_yet)
			*(size_t *)xgrow(&chosen, chosen_n, sizeof(*chosen)) = intervals[i].at;
	}
	if (chosen)
		qsort(chosen, *chosen_n, sizeof(*chosen), by_size);
	return chosen;
}

static struct change_point change_at(const struct sums *sums, size_t from, size_t at, size_t to)
{
	if (at - from < CHANGE_STRETCH_MIN || to - at < CHANGE_STRETCH_MIN)
		return (struct change_point){.at = at, .p = 1};
	struct test test = test_at(sums, from, at, to);
	double half = qt(0.975, test.df, 1, 0) * test.error;
	return (struct change_point){at, test.step, test.step - half, test.step + half,
		p_of(sums, &test), at - from, to - at};
}

/* A narrow interval proves a change well and places it badly: here with all that is beside it. */
static void place_well(const struct sums *sums, size_t *places, size_t length, size_t n)
{
	for (size_t i = 0; i < length; i++) {
		size_t from = i ? places[i - 1] : 0, to = i + 1 < length ? places[i + 1] : n;
		if (to - from >= 2 * CHANGE_STRETCH_MIN)
			places[i] = best_place(sums, from, to);
	}
}

/* Drops the weakest change as long as there is one that does not hold over its stretches. */
static size_t keep_proven(const struct sums *sums, size_t *places, size_t length, size_t n)
{
	for (;;) {
		size_t weakest = length;
		double worst = CHANGE_ALPHA;
		for (size_t i = 0; i < length; i++) {
			size_t from = i ? places[i - 1] : 0, to = i + 1 < length ? places[i + 1] : n;
			double p = change_at(sums, from, places[i], to).p;
			if (p > worst) {
				worst = p;
				weakest = i;
			}
		}
		if (weakest == length)
			return length;
		length--;
		memmove(&places[weakest], &places[weakest + 1],
			(length - weakest) * sizeof(*places));
	}
}

struct change_point *change_points_find(const double *values, size_t n, double sd_least,
	size_t *found)
{
	size_t intervals_n, places_n;
	struct sums sums = sums_of(values, n, sd_least);
	struct interval *intervals = cover(&sums, n, &intervals_n);
	size_t *places = choose_places(&sums, intervals, intervals_n, &places_n);
	place_well(&sums, places, places_n, n);
	*found = keep_proven(&sums, places, places_n, n);
	struct change_point *changes = xcalloc(*found, sizeof(*changes));
	for (size_t i = 0; i < *found; i++)
		changes[i] = change_at(&sums, i ? places[i - 1] : 0, places[i],
			i + 1 < *found ? places[i + 1] : n);
	free(places);
	free(intervals);
	free(sums.sum);
	free(sums.squares);
	return changes;
}
