/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A trend as a chart: one series, x the number of the campaign, kernels below it. */
#ifndef WEB_TREND_SET_H
#define WEB_TREND_SET_H

#include "model/series.h"
#include "model/trend.h"

/* Not to be moved: set points into it. Borrows from the trend. */
struct trend_set {
	struct campaign_chart chart;
	struct series_trend trend;
	struct series_set set;
	char *title;
	const char **labels;
	struct series_mark *marks;
	char **words; /* of the marks */
};

void trend_set_init(struct trend_set *trend_set, const struct trend *trend);
void trend_set_release(struct trend_set *trend_set);

#endif
