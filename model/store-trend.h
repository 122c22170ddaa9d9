/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trends, read from the summaries of complete campaigns. */
#ifndef MODEL_STORE_TREND_H
#define MODEL_STORE_TREND_H

#include "model/store.h"
#include "model/trend.h"

/* A trend there is: the headline of a chart and variant on one machine. */
struct trend_brief {
	char *host, *chart, *variant; /* slugs of the last two */
	unsigned campaigns;
	int64_t newest_us;
};

/* Those of a machine (NULL: of all), by machine, chart and variant; at most `limit`. */
bool store_trend_list(struct store *store, const char *host, unsigned limit,
	struct trend_brief **briefs, size_t *n, struct error *err);
void trend_briefs_free(struct trend_brief *briefs, size_t n);

/* The counts that a trend's cells have had, ascending; an unswept chart has none but 0. */
bool store_trend_counts(struct store *store, const char *host, const char *chart,
	const char *variant, int64_t **counts, size_t *n, struct error *err);

/* One trend, finished. ABSENT where no campaign has such a thing; *trend then is empty. */
enum store_found store_trend_read(struct store *store, const char *host, const char *chart,
	const char *variant, int64_t count, struct trend *trend, struct error *err);

#endif
