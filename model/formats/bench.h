/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign's values as lines of Go's benchmark format, one a sample that statistics use:
 *
 *	Unit us/switch better=lower
 *	BenchmarkRing/placement=bound/variant=6.1-rt/count=8 1 6.532 us/switch
 *
 * benchstat's keys find variant, placement and count; the variant is its slug.
 */
#ifndef MODEL_FORMATS_BENCH_H
#define MODEL_FORMATS_BENCH_H

#include "model/campaign.h"
#include "model/text.h"

/* chart: an index, or -1 for all. */
void bench_add(struct text *out, const struct campaign *campaign, const struct samples *samples,
	ptrdiff_t chart);

#endif
