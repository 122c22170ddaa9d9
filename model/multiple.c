/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/multiple.h"

#include <math.h>

struct ranked {
	double p;
	size_t index;
};

static int by_p(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

void multiple_adjust(const double *p, size_t n, double *q)
{
	struct ranked *ranked = xcalloc(n, sizeof(*ranked));
	for (size_t i = 0; i < n; i++)
		ranked[i] = (struct ranked){p[i], i};
	qsort(ranked, n, sizeof(*ranked), by_p);
	double lowest = 1;
	for (size_t i = n; i-- > 0;) {
		lowest = fmin(lowest, ranked[i].p * ((double)n / (double)(i + 1)));
		q[ranked[i].index] = lowest;
	}
	free(ranked);
}

double multiple_simes(const double *p, size_t n)
{
	double *q = xcalloc(n, sizeof(*q)), lowest = n ? 1 : NAN;
	multiple_adjust(p, n, q);
	for (size_t i = 0; i < n; i++)
		lowest = fmin(lowest, q[i]);
	free(q);
	return lowest;
}
