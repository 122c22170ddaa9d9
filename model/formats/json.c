/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/json.h"

#include <jansson.h>
#include <math.h>

/* jansson takes valid UTF-8 only. */
static json_t *string(const char *bytes)
{
	if (!bytes)
		return json_null();
	struct text valid = TEXT_EMPTY;
	text_add_utf8(&valid, bytes, strlen(bytes));
	json_t *json = json_stringn_nocheck(valid.bytes ? valid.bytes : "", valid.length);
	text_release(&valid);
	return json;
}

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static void set_summary(json_t *object, const struct summary *summary)
{
	json_object_set_new(object, "centre", number(summary->centre));
	json_object_set_new(object, "low", number(summary->low));
	json_object_set_new(object, "high", number(summary->high));
	json_object_set_new(object, "n", json_integer(summary->n));
	json_object_set_new(object, "boots", json_integer(summary->boots));
	json_object_set_new(object, "mean", number(summary->mean));
	json_object_set_new(object, "min", number(summary->min));
	json_object_set_new(object, "max", number(summary->max));
	json_object_set_new(object, "sd", number(summary->sd));
}

static json_t *point_json(const struct series_point *point)
{
	json_t *object = json_object();
	/* A count or a run: whole numbers print as such. */
	json_object_set_new(object, "x", json_integer((json_int_t)point->x));
	set_summary(object, &point->summary);
	json_object_set_new(object, "failed", json_integer(point->failed));
	json_object_set_new(object, "reason", string(point->reason));
	if (point->boot)
		json_object_set_new(object, "boot", json_integer(point->boot));
	return object;
}

static json_t *series_json(const struct series *series, bool swept)
{
	json_t *object = json_object(), *points = json_array();
	json_object_set_new(object, "variant", string(series->slug));
	json_object_set_new(object, "label", string(series->label));
	for (size_t i = 0; i < series->length; i++)
		json_array_append_new(points, point_json(&series->points[i]));
	json_object_set_new(object, "points", points);
	if (!swept) {
		json_t *whole = json_object();
		set_summary(whole, &series->whole);
		json_object_set_new(object, "whole", whole);
	}
	return object;
}

void json_add_chart(struct text *out, const struct series_set *set)
{
	const struct campaign_chart *chart = set->chart;
	json_t *object = json_object(), *series = json_array();
	json_object_set_new(object, "campaign", string(set->campaign->id));
	json_object_set_new(object, "title", string(set->campaign->title));
	json_object_set_new(object, "state", string(campaign_state_name(set->campaign->state)));
	json_object_set_new(object, "digest", string(set->campaign->digest));
	json_object_set_new(object, "chart", string(chart->slug));
	json_object_set_new(object, "workload", string(chart->workload));
	json_object_set_new(object, "placement", string(placement_name(chart->placement)));
	json_object_set_new(object, "clock", string(clock_name(chart->clock)));
	json_object_set_new(object, "emulated", json_boolean(chart->emulated));
	json_object_set_new(object, "unit", string(chart->unit));
	json_object_set_new(object, "unit_text", string(chart->unit_text));
	json_object_set_new(object, "x_text", string(chart->x_text));
	json_object_set_new(object, "better", string("lower"));
	for (size_t i = 0; i < set->length; i++)
		json_array_append_new(series, series_json(&set->series[i], chart->swept));
	json_object_set_new(object, "series", series);

	char *bytes = json_dumps(object, JSON_SORT_KEYS | JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	if (!bytes) {
		fputs("schedlab: out of memory\n", stderr);
		abort();
	}
	text_add(out, "%s\n", bytes);
	free(bytes);
	json_decref(object);
}
