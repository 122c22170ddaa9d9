/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/trend.h"

#include <math.h>

/* Which cells and trips the newest campaign with a value has; false where there is none. */
static bool newest_basis(const struct trend *trend, int64_t *basis)
{
	for (size_t i = trend->length; i-- > 0;)
		if (isfinite(trend->points[i].centre)) {
			*basis = trend->points[i].basis;
			return true;
		}
	return false;
}

static void keep_alike(struct trend *trend)
{
	int64_t basis = 0;
	size_t kept = 0;
	bool any = newest_basis(trend, &basis);
	for (size_t i = 0; i < trend->length; i++) {
		const struct trend_point *point = &trend->points[i];
		if (point->withdrawn)
			trend->withdrawn++;
		else if (!any || !isfinite(point->centre))
			trend->without_value++;
		else if (point->basis != basis)
			trend->other_cells++;
		else
			trend->points[kept++] = *point;
	}
	trend->length = kept;
}

static void add_change(struct trend *trend, const struct change_point *point)
{
	struct trend_change *change = xgrow(&trend->changes, &trend->changes_n, sizeof(*change));
	*change = (struct trend_change){point->at, exp(point->step), exp(point->low),
		exp(point->high), point->p, point->before, point->after,
		trend->points[point->at - 1].kernel, trend->points[point->at].kernel};
}

static void find_changes(struct trend *trend)
{
	double *logs = xcalloc(trend->length, sizeof(*logs));
	bool positive = true;
	for (size_t i = 0; i < trend->length; i++) {
		positive &= trend->points[i].centre > 0;
		logs[i] = log(trend->points[i].centre);
	}
	if (positive && !trend->emulated) {
		size_t n;
		struct change_point *changes =
			change_points_find(logs, trend->length, TREND_SD_LEAST, &n);
		for (size_t i = 0; i < n; i++)
			add_change(trend, &changes[i]);
		free(changes);
	}
	free(logs);
}

void trend_finish(struct trend *trend)
{
	keep_alike(trend);
	find_changes(trend);
}

void trend_release(struct trend *trend)
{
	free(trend->host);
	free(trend->chart);
	free(trend->variant);
	free(trend->unit);
	free(trend->label);
	free(trend->unit_text);
	free(trend->x_text);
	free(trend->points);
	for (size_t i = 0; i < trend->kernels_n; i++)
		free(trend->kernels[i]);
	free(trend->kernels);
	free(trend->changes);
	*trend = (struct trend){0};
}
