/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/chart-json.h"

#include "model/formats/json-value.h"
#include "model/formats/json.h"
#include "model/number.h"
#include "model/rows.h"
#include "model/verdict.h"
#include "web/picture.h"

static json_t *axis_json(const struct chart_axis *axis)
{
	json_t *object = json_object();
	json_object_set_new(object, "from", json_number(axis->from));
	json_object_set_new(object, "to", json_number(axis->to));
	json_object_set_new(object, "from_px", json_number(axis->from_px));
	json_object_set_new(object, "to_px", json_number(axis->to_px));
	json_object_set_new(object, "log", json_boolean(axis->log));
	return object;
}

static json_t *geometry_json(const struct chart_geometry *geometry,
	const struct chart_options *options)
{
	json_t *object = json_object(), *plot = json_array();
	json_array_append_new(plot, json_number(geometry->plot_x_px));
	json_array_append_new(plot, json_number(geometry->plot_y_px));
	json_array_append_new(plot, json_number(geometry->plot_width_px));
	json_array_append_new(plot, json_number(geometry->plot_height_px));
	json_object_set_new(object, "width", json_integer(options->width_px));
	json_object_set_new(object, "height", json_integer(options->height_px));
	json_object_set_new(object, "plot", plot);
	json_object_set_new(object, "x", axis_json(&geometry->x));
	json_object_set_new(object, "y", axis_json(&geometry->y));
	return object;
}

/* Where the picture of the chart's page in that scale and size shows what. */
static bool set_picture(json_t *pictures, const struct shown *shown, enum chart_scale scale,
	enum picture_size size, struct error *err)
{
	struct picture picture = {.scale = scale, .size = size};
	struct chart_options options = picture_options(&picture);
	struct chart_geometry geometry;
	char name[PICTURE_NAME_BYTES];
	view_set_options(&shown->view, &options);
	if (!chart_geometry(&shown->set, &options, &geometry, err))
		return false;
	picture_name(&picture, name); /* of no chart: ".zero.narrow" */
	json_object_set_new(pictures, name + 1, geometry_json(&geometry, &options));
	chart_geometry_release(&geometry);
	return true;
}

static bool set_pictures(json_t *object, const struct shown *shown, struct error *err)
{
	static const enum picture_size sizes[] = {PICTURE_FULL, PICTURE_NARROW};
	json_t *pictures = json_object();
	json_object_set_new(object, "pictures", pictures);
	for (unsigned scale = CHART_SCALE_ZERO; scale <= CHART_SCALE_ZOOM; scale++)
		for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++)
			if (!set_picture(pictures, shown, (enum chart_scale)scale, sizes[i], err))
				return false;
	return true;
}

static void set_texts(json_t *point, const struct summary *summary)
{
	char centre[NUMBER_BYTES], low[NUMBER_BYTES], high[NUMBER_BYTES];
	json_object_set_new(point, "text", json_text(number_text(summary->centre, centre)));
	number_text(summary->low, low);
	number_text(summary->high, high);
	if (summary->low <= summary->high) {
		char *band = xasprintf("%s to %s", low, high);
		json_object_set_new(point, "band_text", json_text(band));
		free(band);
	} else {
		json_object_set_new(point, "band_text", json_null());
	}
}

static void set_all_texts(json_t *object, const struct series_set *set)
{
	json_t *all = json_object_get(object, "series");
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		json_t *object_of = json_array_get(all, i);
		json_t *points = json_object_get(object_of, "points");
		char hue[16];
		snprintf(hue, sizeof(hue), "hue%u", series->style % CHART_HUES);
		json_object_set_new(object_of, "hue", json_text(hue));
		for (size_t j = 0; j < series->length; j++)
			set_texts(json_array_get(points, j), &series->points[j].summary);
	}
}

/* Every x that any series has, ascending. */
static json_t *rows_json(const struct series_set *set)
{
	struct rows rows;
	json_t *array = json_array();
	rows_init(&rows, set);
	for (size_t i = 0; i < rows.length; i++)
		json_array_append_new(array, json_x(rows.x[i]));
	rows_release(&rows);
	return array;
}

static json_t *pair_json(const struct compare_pair *pair)
{
	json_t *object = json_object();
	struct text sentence = TEXT_EMPTY, basis = TEXT_EMPTY;
	const struct campaign *other = pair->other_campaign;
	verdict_add_sentence(&sentence, pair, VERDICT_UTF8);
	verdict_add_basis(&basis, pair);
	json_object_set_new(object, "campaign", json_text(other->id));
	json_object_set_new(object, "variant", json_text(other->variants[pair->other].slug));
	json_object_set_new(object, "base",
		json_text(pair->base_campaign->variants[pair->base].slug));
	json_object_set_new(object, "verdict", json_text(verdict_name(pair->verdict)));
	json_object_set_new(object, "sentence", json_text(sentence.bytes));
	json_object_set_new(object, "basis", json_text(basis.bytes));
	json_object_set_new(object, "change", json_number(pair->headline.ratio - 1));
	json_object_set_new(object, "low", json_number(pair->headline.low - 1));
	json_object_set_new(object, "high", json_number(pair->headline.high - 1));
	json_object_set_new(object, "p", json_number(pair->p));
	text_release(&basis);
	text_release(&sentence);
	return object;
}

static void append_verdicts(json_t *verdicts, const struct judgement *judgement,
	const struct campaign_chart *chart)
{
	for (size_t i = 0; i < judgement->length; i++) {
		const struct compare_pair *pair =
			judgement_pair(judgement, &judgement->judged[i], chart);
		if (pair)
			json_array_append_new(verdicts, pair_json(pair));
	}
}

bool chart_json_add(struct text *out, const struct shown *shown, const struct judgement *judgement,
	const struct judgement *overlaid, struct error *err)
{
	const struct campaign *campaign = &shown->data.campaign;
	json_t *object = json_of_chart(&shown->set), *verdicts = json_array();
	struct text query = TEXT_EMPTY;
	shown_add_query(&query, shown, &shown->view);
	json_object_set_new(object, "view", json_text(query.bytes));
	json_object_set_new(object, "base", json_text(campaign->variants[shown->view.base].slug));
	text_release(&query);
	json_object_set_new(object, "rows", rows_json(&shown->set));
	json_object_set_new(object, "verdicts", verdicts);
	append_verdicts(verdicts, judgement, shown->set.chart);
	append_verdicts(verdicts, overlaid, shown->set.chart);
	set_all_texts(object, &shown->set);
	if (!set_pictures(object, shown, err)) {
		json_decref(object);
		return false;
	}
	json_add_document(out, object);
	return true;
}
