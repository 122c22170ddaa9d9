/* SPDX-License-Identifier: GPL-2.0-or-later */
#define MATHLIB_STANDALONE
#include "model/rank.h"

#include <Rmath.h>
#include <math.h>

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

/* P(U <= top) without ties. */
static double tail_without_ties(size_t n, size_t m, size_t top)
{
	wide *count = ways_of_u(n, m, top), sum = 0;
	for (size_t u = 0; u <= top; u++)
		sum += count[u];
	free(count);
	return (double)sum / all_ways(n, m);
}

/*
 * In how many of all ways to choose n of the ascending doubled midranks their sum is <= top: by
 * adding one midrank after the other to ways[chosen][sum]. The smallest midrank is taken off each
 * first. Followed are sums between that of the smallest and that of the largest so far, unless
 * those still to choose, none of them smaller, carry them above top.
 */
static double ways_with_ties(const uint64_t *doubled, size_t all, size_t n, uint64_t top)
{
	uint64_t least = doubled[0];
	if (top < n * least)
		return 0;
	size_t room = (size_t)(top - n * least) + 1;
	double *count = xcalloc((n + 1) * room, sizeof(*count)), sum = 0;
	size_t *sums = xcalloc(all + 1, sizeof(*sums)); /* of the first i */
	for (size_t i = 0; i < all; i++)
		sums[i + 1] = sums[i] + (size_t)(doubled[i] - least);
	count[0] = 1;
	for (size_t i = 0; i < all; i++) {
		size_t step = (size_t)(doubled[i] - least);
		for (size_t k = i + 1 < n ? i + 1 : n; k > 0 && (n - k + 1) * step < room; k--) {
			const double *from = &count[(k - 1) * room];
			double *to = &count[k * room + step];
			size_t last = room - 1 - (n - k + 1) * step;
			size_t largest = sums[i] - sums[i + 1 - k];
			last = last < largest ? last : largest;
			for (size_t s = sums[k - 1]; s <= last; s++)
				to[s] += from[s];
		}
	}
	for (size_t s = 0; s < room; s++)
		sum += count[n * room + s];
	free(count);
	free(sums);
	return sum;
}

/* Both tails, by the ranks as they are and turned round; of equal groups one mirrors the other. */
static double exact_with_ties(struct midranks *ranks, size_t n, uint64_t lower)
{
	double all = all_ways(n, ranks->n - n);
	double tail = ways_with_ties(ranks->doubled, ranks->n, n, lower) / all;
	if (2 * n == ranks->n)
		return 2 * tail;
	for (size_t i = 0, j = ranks->n - 1; i < j; i++, j--) {
		uint64_t swap = ranks->doubled[i];
		ranks->doubled[i] = ranks->doubled[j];
		ranks->doubled[j] = swap;
	}
	for (size_t i = 0; i < ranks->n; i++)
		ranks->doubled[i] = 2 * (ranks->n + 1) - ranks->doubled[i];
	return tail + ways_with_ties(ranks->doubled, ranks->n, n, lower) / all;
}

static double approximate(const struct midranks *ranks, size_t n, double distance)
{
	double all = (double)ranks->n, product = (double)n * (all - (double)n);
	double variance = product / 12 * (all + 1 - ranks->ties / (all * (all - 1)));
	if (variance <= 0)
		return 1;
	return 2 * pnorm(-fmax(0, distance - 0.5) / sqrt(variance), 0, 1, 1, 0);
}

struct rank_test rank_test(const double *a, size_t n, const double *b, size_t m)
{
	struct midranks ranks = midranks(a, n, b, m);
	struct rank_test test = {1, n <= RANK_EXACT_MAX && m <= RANK_EXACT_MAX};
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
		test.p = 2 * tail_without_ties(smaller, n + m - smaller,
			(size_t)(expected - distance - (uint64_t)smaller * (smaller + 1)) / 2);
	else
		test.p = exact_with_ties(&ranks, smaller, expected - distance);
	test.p = fmin(1, test.p);
	free(ranks.doubled);
	return test;
}

size_t rank_critical(size_t n, size_t m)
{
	double product = (double)n * (double)m;
	if (n > RANK_EXACT_MAX || m > RANK_EXACT_MAX) {
		double k = floor(product / 2 + 0.5 +
			qnorm(TAIL, 0, 1, 1, 0) * sqrt(product * ((double)(n + m) + 1) / 12));
		return k < 1 ? 0 : (size_t)k;
	}
	size_t top = n * m / 2, k = 0;
	wide *count = ways_of_u(n, m, top), sum = 0;
	double all = all_ways(n, m);
	while (k <= top && (double)(sum += count[k]) / all <= TAIL)
		k++;
	free(count);
	return k;
}

static uint64_t bits_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static double of_bits(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* How many of the ratios b / a are <= limit. They fall with a, so one pass over both is enough. */
static size_t ratios_up_to(const double *a, size_t n, const double *b, size_t m, double limit)
{
	size_t count = 0;
	for (size_t i = 0, j = 0; i < n; i++) {
		while (j < m && b[j] / a[i] <= limit)
			j++;
		count += j;
	}
	return count;
}

/*
 * The k-th smallest ratio (k from 1), without making the n m of them: positive doubles are in
 * the order of their bits, and at most 64 halvings of those find it exactly.
 */
static double ratio_at(const double *a, size_t n, const double *b, size_t m, size_t k)
{
	uint64_t low = bits_of(b[0] / a[n - 1]), high = bits_of(b[m - 1] / a[0]);
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		if (ratios_up_to(a, n, b, m, of_bits(middle)) >= k)
			high = middle;
		else
			low = middle + 1;
	}
	return of_bits(low);
}

struct rank_ratio rank_ratio(const double *a, size_t n, const double *b, size_t m)
{
	size_t all = n * m, critical = rank_critical(n, m);
	struct rank_ratio ratio = {NAN, NAN, NAN};
	double lower = ratio_at(a, n, b, m, (all + 1) / 2);
	ratio.ratio = all % 2 ? lower : sqrt(lower * ratio_at(a, n, b, m, all / 2 + 1));
	if (critical) {
		ratio.low = ratio_at(a, n, b, m, critical);
		ratio.high = ratio_at(a, n, b, m, all + 1 - critical);
	}
	return ratio;
}
