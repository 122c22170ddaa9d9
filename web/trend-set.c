/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/trend-set.h"

#include "model/verdict.h"

/* "headline", "24 processes": what of the chart the trend follows. The caller frees it. */
static char *what_of(const struct trend *trend)
{
	if (trend->count == TREND_WHOLE)
		return xstrdup("headline");
	if (trend->count == 0)
		return xstrdup("all launches");
	return xasprintf("%lld %s", (long long)trend->count, trend->x_text);
}

/* The workload and placement are in the chart's slug: "ring.bound". */
static struct campaign_chart chart_of(const struct trend *trend)
{
	struct campaign_chart chart = {.slug = xstrdup(trend->chart), .clock = trend->clock,
		.emulated = trend->emulated, .swept = true, .unit = xstrdup(trend->unit),
		.unit_text = xstrdup(trend->unit_text), .x_text = xstrdup("campaign"),
		.like = xstrdup(""), .better = trend->better};
	const char *dot = strrchr(chart.slug, '.');
	chart.workload = dot ? xstrndup(chart.slug, (size_t)(dot - chart.slug))
			     : xstrdup(chart.slug);
	if (dot)
		placement_parse(dot + 1, &chart.placement);
	return chart;
}

static void add_points(struct series *series, const struct trend *trend)
{
	for (size_t i = 0; i < trend->length; i++) {
		const struct trend_point *from = &trend->points[i];
		struct series_point *point =
			xgrow(&series->points, &series->length, sizeof(*point));
		point->x = (double)i + 1;
		point->summary = stats_summary(NULL, 0);
		point->summary.kind = SUMMARY_BOOTS;
		point->summary.centre = from->centre;
		point->summary.low = from->low;
		point->summary.high = from->high;
		point->summary.n = from->n;
		point->summary.boots = from->boots;
	}
}

/* A mark stands between the last campaign of the old level and the first of the new one. */
static void add_marks(struct trend_set *set, const struct trend *trend)
{
	char change[VERDICT_CHANGE_BYTES];
	for (size_t i = 0; i < trend->changes_n; i++) {
		const struct trend_change *from = &trend->changes[i];
		const char *kernel = trend->kernels[from->kernel_after];
		set->words[i] = xasprintf("%s%s%s",
			verdict_change(from->ratio, VERDICT_UTF8, change), kernel[0] ? " at " : "",
			kernel);
		set->marks[i] = (struct series_mark){(double)from->at + 0.5, set->words[i]};
	}
}

void trend_set_init(struct trend_set *set, const struct trend *trend)
{
	char *what = what_of(trend);
	*set = (struct trend_set){.chart = chart_of(trend),
		.labels = xcalloc(trend->length, sizeof(*set->labels)),
		.marks = xcalloc(trend->changes_n, sizeof(*set->marks)),
		.words = xcalloc(trend->changes_n, sizeof(*set->words))};
	set->title = xasprintf("%s, %s: %s, on %s", set->chart.workload,
		placement_name(set->chart.placement), what, trend->host);
	free(what);
	for (size_t i = 0; i < trend->length; i++)
		set->labels[i] = trend->kernels[trend->points[i].kernel];
	add_marks(set, trend);
	set->trend = (struct series_trend){set->title, "kernel, campaign by campaign", set->labels,
		trend->length, set->marks, trend->changes_n};

	struct series *series = xcalloc(1, sizeof(*series));
	*series = (struct series){.label = trend->label, .slug = trend->variant,
		.whole = stats_summary(NULL, 0), .chart = &set->chart};
	add_points(series, trend);
	set->set = (struct series_set){.chart = &set->chart, .series = series, .length = 1,
		.trend = &set->trend};
}

void trend_set_release(struct trend_set *set)
{
	series_set_release(&set->set);
	for (size_t i = 0; i < set->trend.marks_n; i++)
		free(set->words[i]);
	free(set->words);
	free(set->marks);
	free(set->labels);
	free(set->title);
	free(set->chart.slug);
	free(set->chart.workload);
	free(set->chart.unit);
	free(set->chart.unit_text);
	free(set->chart.x_text);
	free(set->chart.like);
}
