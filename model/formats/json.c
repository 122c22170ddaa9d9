/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/json.h"

#include "model/amendment-json.h"
#include "model/formats/json-value.h"
#include "model/series-view.h"

static json_t *point_json(const struct series_point *point)
{
	json_t *object = json_object();
	json_object_set_new(object, "x", json_x(point->x));
	json_set_summary(object, &point->summary);
	json_object_set_new(object, "failed", json_integer(point->failed));
	json_object_set_new(object, "disturbed", json_integer(point->disturbed));
	json_object_set_new(object, "reason", json_text(point->reason));
	if (point->boot)
		json_object_set_new(object, "boot", json_integer(point->boot));
	return object;
}

static json_t *series_json(const struct series *series, bool swept)
{
	json_t *object = json_object(), *points = json_array();
	json_object_set_new(object, "variant", json_text(series->slug));
	json_object_set_new(object, "label", json_text(series->label));
	json_object_set_new(object, "campaign", json_text(series->campaign->id));
	json_object_set_new(object, "style", json_integer(series->style));
	for (size_t i = 0; i < series->length; i++)
		json_array_append_new(points, point_json(&series->points[i]));
	json_object_set_new(object, "points", points);
	if (!swept) {
		json_t *whole = json_object();
		json_set_summary(whole, &series->whole);
		json_object_set_new(object, "whole", whole);
	}
	return object;
}

json_t *json_of_chart(const struct series_set *set)
{
	const struct campaign_chart *chart = set->chart;
	json_t *object = json_object(), *series = json_array();
	json_object_set_new(object, "campaign", json_text(set->campaign->id));
	json_object_set_new(object, "title", json_text(set->campaign->title));
	json_object_set_new(object, "state", json_text(campaign_state_name(set->campaign->state)));
	json_object_set_new(object, "digest", json_text(set->campaign->digest));
	json_object_set_new(object, "revision", json_integer(set->campaign->revision));
	json_object_set_new(object, "amendments", amendments_to_json(set->campaign));
	json_object_set_new(object, "chart", json_text(chart->slug));
	json_object_set_new(object, "workload", json_text(chart->workload));
	json_object_set_new(object, "placement", json_text(placement_name(chart->placement)));
	json_object_set_new(object, "clock", json_text(clock_name(chart->clock)));
	json_object_set_new(object, "emulated", json_boolean(chart->emulated));
	json_object_set_new(object, "unit", json_text(chart->unit));
	json_object_set_new(object, "unit_text", json_text(chart->unit_text));
	json_object_set_new(object, "x_text", json_text(chart->x_text));
	json_object_set_new(object, "better", json_text(better_name(chart->better)));
	json_object_set_new(object, "statistic", json_text(series_statistic_name(set->statistic)));
	json_object_set_new(object, "band", json_text(series_band_name(set->band)));
	json_object_set_new(object, "relative_to", json_text(set->relative_to));
	for (size_t i = 0; i < set->length; i++)
		json_array_append_new(series, series_json(&set->series[i], chart->swept));
	json_object_set_new(object, "series", series);
	return object;
}

void json_add_chart(struct text *out, const struct series_set *set)
{
	json_add_document(out, json_of_chart(set));
}
