/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Another look at a chart's series: some of them only, another number in the centre's place,
 * another band, values as multiples of one series. Plain data again, so that picture, table and
 * exports of a view show the same numbers.
 */
#ifndef MODEL_SERIES_VIEW_H
#define MODEL_SERIES_VIEW_H

#include "model/series.h"

struct series_view {
	const bool *hidden; /* one a series of the set, or NULL: none is */
	enum series_statistic statistic;
	enum series_band band;
	bool relative; /* each value divided by the base's shown one at the same x */
	size_t base;   /* index of a series of the set, hidden or not */
};

/*
 * A set of its own (series_set_release) that borrows what the other borrows. In every summary of
 * it `centre` is the shown number, low and high the band; n and boots stay.
 *
 * An interval is one of the centre, or of the median inside one boot: none stands beside another
 * number, rather than a wrong one. In a relative view the band is the variant's own, divided like
 * the values; where the base has no value above 0 at that x there is none (kind NOTHING), and
 * the point's reason says so.
 */
void series_view_init(struct series_set *view, const struct series_set *set,
	const struct series_view *how);

/* "centre", "median", "min", "mean"; "interval", "range", "none". */
const char *series_statistic_name(enum series_statistic statistic);
bool series_statistic_parse(const char *name, enum series_statistic *statistic);
const char *series_band_name(enum series_band band);
bool series_band_parse(const char *name, enum series_band *band);

#endif
