/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/series-view.h"

#include <math.h>

static const char *const statistics[SERIES_STATISTIC_N] = {"centre", "median", "min", "mean"};
static const char *const bands[SERIES_BAND_N] = {"interval", "range", "none"};

static size_t find_name(const char *const *names, size_t n, const char *name)
{
	size_t i = 0;
	while (i < n && strcmp(names[i], name) != 0)
		i++;
	return i;
}

const char *series_statistic_name(enum series_statistic statistic)
{
	return statistics[statistic];
}

bool series_statistic_parse(const char *name, enum series_statistic *statistic)
{
	size_t found = find_name(statistics, SERIES_STATISTIC_N, name);
	if (found == SERIES_STATISTIC_N)
		return false;
	*statistic = (enum series_statistic)found;
	return true;
}

const char *series_band_name(enum series_band band)
{
	return bands[band];
}

bool series_band_parse(const char *name, enum series_band *band)
{
	size_t found = find_name(bands, SERIES_BAND_N, name);
	if (found == SERIES_BAND_N)
		return false;
	*band = (enum series_band)found;
	return true;
}

static double statistic_of(const struct summary *summary, enum series_statistic statistic)
{
	switch (statistic) {
	case SERIES_MEDIAN:
		return summary->median;
	case SERIES_MIN:
		return summary->min;
	case SERIES_MEAN:
		return summary->mean;
	default:
		return summary->centre;
	}
}

/* Whether the summary's interval is one of that number. */
static bool interval_fits(const struct summary *summary, enum series_statistic statistic)
{
	return statistic == SERIES_CENTRE ||
		(statistic == SERIES_MEDIAN && summary->kind == SUMMARY_SAMPLES);
}

static void show(struct summary *summary, const struct series_view *how)
{
	if (summary->kind == SUMMARY_NOTHING)
		return;
	if (how->band == SERIES_RANGE) {
		summary->low = summary->min;
		summary->high = summary->max;
	} else if (how->band == SERIES_NO_BAND || !interval_fits(summary, how->statistic)) {
		summary->low = summary->high = NAN;
	}
	summary->centre = statistic_of(summary, how->statistic);
}

static void divide(struct summary *summary, double by)
{
	double *const values[] = {&summary->centre, &summary->low, &summary->high, &summary->mean,
		&summary->median, &summary->min, &summary->max, &summary->sd};
	for (size_t i = 0; i < ARRAY_LENGTH(values); i++)
		*values[i] /= by;
}

/* The base's value at that x, NaN where it has none; *at goes along with ascending x. */
static double base_at(const struct series *base, double x, size_t *at)
{
	while (*at < base->length && base->points[*at].x < x)
		(*at)++;
	if (*at == base->length || base->points[*at].x > x)
		return NAN;
	return base->points[*at].summary.centre;
}

/* Too small a base makes a ratio that is no number, which is no value either. */
static bool relate(struct summary *summary, double base)
{
	if (summary->kind == SUMMARY_NOTHING)
		return true;
	if (base > 0 && isfinite(summary->centre / base)) {
		divide(summary, base);
		return true;
	}
	*summary = stats_summary(NULL, 0);
	return false;
}

static void relate_series(struct series *series, const struct series *base, bool swept)
{
	size_t at = 0;
	for (size_t i = 0; i < series->length; i++) {
		struct series_point *point = &series->points[i];
		double by = swept ? base_at(base, point->x, &at) : base->whole.centre;
		if (!relate(&point->summary, by))
			point->reason = "the baseline has no value above 0 here";
	}
	relate(&series->whole, base->whole.centre);
}

static struct series series_copy(const struct series *series, const struct series_view *how)
{
	struct series copy = *series;
	copy.points = xcalloc(series->length, sizeof(*copy.points));
	for (size_t i = 0; i < series->length; i++) {
		copy.points[i] = series->points[i];
		show(&copy.points[i].summary, how);
	}
	show(&copy.whole, how);
	return copy;
}

void series_view_init(struct series_set *view, const struct series_set *set,
	const struct series_view *how)
{
	struct series base = {.length = 0};
	*view = *set;
	view->series = xcalloc(set->length, sizeof(*view->series));
	view->length = 0;
	view->statistic = how->statistic;
	view->band = how->band;
	bool relative = how->relative && how->base < set->length;
	if (relative) {
		base = series_copy(&set->series[how->base], how);
		view->relative_to = base.label;
	}
	for (size_t i = 0; i < set->length; i++) {
		if (how->hidden && how->hidden[i])
			continue;
		struct series *series = &view->series[view->length++];
		*series = series_copy(&set->series[i], how);
		if (relative)
			relate_series(series, &base, set->chart->swept);
	}
	free(base.points);
}
