/* SPDX-License-Identifier: GPL-2.0-or-later */
#define MATHLIB_STANDALONE
#include "model/rank.h"

#include <Rmath.h>
#include <math.h>

#include "model/bits.h"
#include "model/rank-ties.h"

#define TAIL 0.025

/* Twice the midrank of every value of both groups, ascending; whether any two values tie. */
struct midranks {
	uint64_t *doubled;
	size_t n;
	uint64_t sum_a; /* of those of the first group */
	double ties;    /* sum of t^3 - t over groups of t equal values */
};

static struct midranks midranks(const double *a, size_t n, const double *b, size_t m)
{
	struct midranks ranks = {xcalloc(n + m, sizeof(uint64_t)), n + m, 0, 0};
	for (size_t i = 0, j = 0, done = 0; done < n + m;) {
		double value = j == m || (i < n && a[i] < b[j]) ? a[i] : b[j];
		size_t first = done, of_a = i;
		for (; i < n && a[i] == value; i++)
			done++;
		for (; j < m && b[j] == value; j++)
			done++;
		uint64_t doubled = first + 1 + done;
		for (size_t k = first; k < done; k++)
			ranks.doubled[k] = doubled;
		ranks.sum_a += doubled * (i - of_a);
		double t = (double)(done - first);
		ranks.ties += t * t * t - t;
	}
	return ranks;
}

/*
 * In how many ways n of n + m distinct ranks give U <= u, for each u up to `top`: the
 * coefficients of the Gaussian binomial, product over i of (1 - q^(m+i)) / (1 - q^i). Exact: no
 * count up to 50 + 50 needs more than 97 bits, and what wraps on the way there wraps back.
 */
__extension__ typedef unsigned __int128 wide;

static wide *ways_of_u(size_t n, size_t m, size_t top)
{
	wide *count = xcalloc(top + 1, sizeof(*count));
	count[0] = 1;
	for (size_t i = 1; i <= n; i++) {
		for (size_t u = top; u >= m + i && u <= top; u--)
			count[u] -= count[u - m - i];
		for (size_t u = i; u <= top; u++)
			count[u] += count[u - i];
	}
	return count;
}

static double all_ways(size_t n, size_t m)
{
	double all = 1;
	for (size_t i = 1; i <= n; i++)
		all *= (double)(m + i) / (double)i;
	return all;
}

/* The tails without ties, and how far in the interval of ratios lies. */
static void count_tails(struct rank_sizes *sizes)
{
	size_t smaller = sizes->n < sizes->m ? sizes->n : sizes->m;
	size_t larger = sizes->n + sizes->m - smaller, top = sizes->n * sizes->m / 2;
	wide *count = ways_of_u(smaller, larger, top), sum = 0;
	double all = all_ways(smaller, larger);
	sizes->tails = xcalloc(top + 1, sizeof(*sizes->tails));
	for (size_t u = 0; u <= top; u++)
		sizes->tails[u] = (double)(sum += count[u]) / all;
	while (sizes->critical <= top && sizes->tails[sizes->critical] <= TAIL)
		sizes->critical++;
	free(count);
}

void rank_sizes_init(struct rank_sizes *sizes, size_t n, size_t m)
{
	double product = (double)n * (double)m;
	*sizes = (struct rank_sizes){.n = n, .m = m,
		.exact = n <= RANK_EXACT_MAX && m <= RANK_EXACT_MAX};
	if (sizes->exact) {
		count_tails(sizes);
		return;
	}
	double k = floor(product / 2 + 0.5 +
		qnorm(TAIL, 0, 1, 1, 0) * sqrt(product * ((double)(n + m) + 1) / 12));
	sizes->critical = k < 1 ? 0 : (size_t)k;
}

void rank_sizes_release(struct rank_sizes *sizes)
{
	free(sizes->tails);
	*sizes = (struct rank_sizes){0};
}

static double approximate(const struct midranks *ranks, size_t n, double distance)
{
	double all = (double)ranks->n, product = (double)n * (all - (double)n);
	double variance = product / 12 * (all + 1 - ranks->ties / (all * (all - 1)));
	if (variance <= 0)
		return 1;
	return 2 * pnorm(-fmax(0, distance - 0.5) / sqrt(variance), 0, 1, 1, 0);
}

struct rank_test rank_test(const struct rank_sizes *sizes, const double *a, const double *b)
{
	size_t n = sizes->n, m = sizes->m;
	struct midranks ranks = midranks(a, n, b, m);
	struct rank_test test = {1, sizes->exact};
	uint64_t expected = (uint64_t)n * (n + m + 1);
	uint64_t distance = ranks.sum_a > expected ? ranks.sum_a - expected
						   : expected - ranks.sum_a;
	/* The other group's sum is as far from its own expectation. */
	size_t smaller = n < m ? n : m;
	expected = (uint64_t)smaller * (n + m + 1);

	if (!test.exact)
		test.p = approximate(&ranks, n, (double)distance / 2);
	else if (distance == 0)
		test.p = 1;
	else if (ranks.ties == 0)
		test.p = 2 * sizes->tails[(n * m - distance) / 2];
	else
		test.p = rank_ties_tails(ranks.doubled, ranks.n, smaller, expected - distance) /
			all_ways(smaller, n + m - smaller);
	test.p = fmin(1, test.p);
	free(ranks.doubled);
	return test;
}

/*
 * How many of the ratios b / a are <= limit, which some of them are and some are not; the largest
 * that is, the smallest that is not. They fall with a, so one pass over both is enough.
 */
static size_t part_ratios(const struct rank_sizes *sizes, const double *a, const double *b,
	double limit, double *largest, double *smallest)
{
	size_t count = 0;
	*largest = 0;
	*smallest = INFINITY;
	for (size_t i = 0, j = 0; i < sizes->n; i++) {
		while (j < sizes->m && b[j] / a[i] <= limit)
			j++;
		if (j > 0)
			*largest = fmax(*largest, b[j - 1] / a[i]);
		if (j < sizes->m)
			*smallest = fmin(*smallest, b[j] / a[i]);
		count += j;
	}
	return count;
}

/*
 * The k-th smallest ratio (k from 1), without making the n m of them: positive doubles are in
 * the order of their bits, and at most 64 halvings of those find it exactly; fewer, as both ends
 * are ratios themselves.
 */
static double ratio_at(const struct rank_sizes *sizes, const double *a, const double *b, size_t k)
{
	double low = b[0] / a[sizes->n - 1], high = b[sizes->m - 1] / a[0];
	while (low < high) {
		uint64_t below = bits_of_double(low), above = bits_of_double(high);
		uint64_t middle = below + (above - below) / 2;
		double largest, smallest;
		if (part_ratios(sizes, a, b, bits_to_double(middle), &largest, &smallest) >= k)
			high = largest;
		else
			low = smallest;
	}
	return low;
}

struct rank_ratio rank_ratio(const struct rank_sizes *sizes, const double *a, const double *b)
{
	size_t all = sizes->n * sizes->m, critical = sizes->critical;
	struct rank_ratio ratio = {NAN, NAN, NAN};
	double lower = ratio_at(sizes, a, b, (all + 1) / 2);
	ratio.ratio = all % 2 ? lower : sqrt(lower * ratio_at(sizes, a, b, all / 2 + 1));
	if (critical) {
		ratio.low = ratio_at(sizes, a, b, critical);
		ratio.high = ratio_at(sizes, a, b, all + 1 - critical);
	}
	return ratio;
}
