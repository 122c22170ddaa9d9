/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of midranks, counted: the distribution of Mann and Whitney's test where values tie. */
#ifndef MODEL_RANK_TIES_H
#define MODEL_RANK_TIES_H

#include "model/base.h"

/*
 * In how many ways n of all ascending doubled midranks can be chosen whose sum is <= low, or as far
 * above what is expected, n (all + 1), as low is below it.
 */
double rank_ties_tails(const uint64_t *doubled, size_t all, size_t n, uint64_t low);

#endif
