/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lower and the upper ranks are counted apart, the upper ones turned round, and both tables
 * then go through each other once: tables of half the ranks have an eighth of the sums.
 */
#include "model/rank-ties.h"

/*
 * In how many ways k of n ascending numbers have each sum from that of the k smallest to that of
 * the k largest, for all k up to most. Row k of count begins at row[k] with the sum least[k].
 */
struct ways {
	size_t n, most, *least, *row;
	double *count;
};

static size_t width(const struct ways *ways, size_t n, size_t k)
{
	return ways->least[n] - ways->least[n - k] - ways->least[k] + 1;
}

/* to += factor * from, two at a time: most of the time of a comparison is spent here. */
typedef double two __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double))));

static void add_multiple(double *to, const double *from, double factor, size_t n)
{
	size_t i = 0;
	for (; i + 2 <= n; i += 2)
		*(two *)&to[i] += factor * *(const two *)&from[i];
	for (; i < n; i++)
		to[i] += factor * from[i];
}

/*
 * The counts of `done` numbers become those with `ties` more, which are all the same: j of these
 * can be chosen in (ties over j) ways. Rows are done from the last, as each needs those before it.
 */
static void add_ties(struct ways *ways, size_t done, size_t ties, size_t number)
{
	for (size_t k = done + ties < ways->most ? done + ties : ways->most; k > 0; k--) {
		double choose = 1;
		for (size_t j = 1; j <= ties && j <= k; j++) {
			choose = choose * (double)(ties - j + 1) / (double)j;
			if (k - j > done)
				continue;
			size_t to = ways->row[k] + ways->least[k - j] + j * number - ways->least[k];
			add_multiple(&ways->count[to], &ways->count[ways->row[k - j]], choose,
				width(ways, done, k - j));
		}
	}
}

static size_t ties_at(const uint64_t *numbers, size_t n)
{
	size_t ties = 1;
	while (ties < n && numbers[ties] == numbers[0])
		ties++;
	return ties;
}

static void ways_init(struct ways *ways, const uint64_t *numbers, size_t n, size_t most)
{
	*ways = (struct ways){n, most < n ? most : n, xcalloc(n + 1, sizeof(*ways->least)),
		xcalloc(n + 2, sizeof(*ways->row)), NULL};
	for (size_t i = 0; i < n; i++)
		ways->least[i + 1] = ways->least[i] + (size_t)numbers[i];
	for (size_t k = 0; k <= ways->most; k++)
		ways->row[k + 1] = ways->row[k] + width(ways, n, k);
	ways->count = xcalloc(ways->row[ways->most + 1], sizeof(*ways->count));
	ways->count[0] = 1;
	for (size_t done = 0, ties; done < n; done += ties) {
		ties = ties_at(&numbers[done], n - done);
		add_ties(ways, done, ties, (size_t)numbers[done]);
	}
}

static void ways_release(struct ways *ways)
{
	free(ways->least);
	free(ways->row);
	free(ways->count);
}

/*
 * In how many ways k of one part's numbers and n - k of the other's are such that the sum of the
 * ones less that of the others is <= limit - (n - k) turn.
 */
static double ways_below(const struct ways *part, const struct ways *other, size_t n,
	int64_t limit, int64_t turn)
{
	double sum = 0;
	for (size_t k = n > other->most ? n - other->most : 0; k <= part->most && k <= n; k++) {
		const double *ones = &part->count[part->row[k]];
		const double *others = &other->count[other->row[n - k]];
		int64_t sums = (int64_t)width(part, part->n, k), up_to = 0;
		int64_t above = limit - (int64_t)(n - k) * turn - (int64_t)part->least[k] +
			(int64_t)other->least[n - k];
		double ways = 0; /* of the ones, up to the sum that goes with one of the others */
		for (int64_t s = 0; s < (int64_t)width(other, other->n, n - k); s++) {
			for (; up_to < sums && up_to <= above + s; up_to++)
				ways += ones[up_to];
			sum += ways * others[s];
		}
	}
	return sum;
}

/* From the largest to the smallest, each as what it lacks to turn: ascending again. */
static void turn_round(const uint64_t *numbers, size_t n, uint64_t turn, uint64_t *turned)
{
	for (size_t i = 0; i < n; i++)
		turned[i] = turn - numbers[n - 1 - i];
}

double rank_ties_tails(const uint64_t *doubled, size_t all, size_t n, uint64_t low)
{
	size_t first = 0, ties = 0;
	uint64_t turn = 2 * (all + 1);
	/* The ties in the middle go to the side with fewer others: few ranks are cheap to add to. */
	while (first + ties <= all / 2) {
		first += ties;
		ties = ties_at(&doubled[first], all - first);
	}
	size_t part = first < all - first - ties ? first + ties : first;
	uint64_t *turned = xcalloc(all - part, sizeof(*turned));
	turn_round(&doubled[part], all - part, turn, turned);
	struct ways lower, upper;
	ways_init(&lower, doubled, part, n);
	ways_init(&upper, turned, all - part, n);
	double tail = ways_below(&lower, &upper, n, (int64_t)low, (int64_t)turn);
	/* Of equal groups one tail mirrors the other. */
	double sum = 2 * n == all ? 2 * tail
		: tail + ways_below(&upper, &lower, n, (int64_t)low, (int64_t)turn);
	ways_release(&lower);
	ways_release(&upper);
	free(turned);
	return sum;
}
