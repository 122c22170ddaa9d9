/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/judgement-json.h"

#include "model/amendment-json.h"
#include "model/formats/json-value.h"
#include "model/verdict.h"

static json_t *ratio_json(const struct compare_ratio *ratio)
{
	json_t *object = json_object();
	json_object_set_new(object, "ratio", json_number(ratio->ratio));
	json_object_set_new(object, "change", json_number(ratio->ratio - 1));
	json_object_set_new(object, "low", json_number(ratio->low));
	json_object_set_new(object, "high", json_number(ratio->high));
	json_object_set_new(object, "p", json_number(ratio->p));
	return object;
}

static json_t *summary_json(const struct summary *summary)
{
	json_t *object = json_object();
	json_set_summary(object, summary);
	return object;
}

static json_t *cell_json(const struct compare_cell *cell)
{
	json_t *object = ratio_json(&cell->ratio);
	json_object_set_new(object, "x", json_number(cell->x));
	json_object_set_new(object, "tested", json_boolean(cell->state == COMPARE_CELL_TESTED));
	json_object_set_new(object, "state", json_text(compare_cell_state_words(cell->state)));
	json_object_set_new(object, "marked", json_boolean(cell->marked));
	json_object_set_new(object, "hodges_lehmann", json_number(cell->hodges_lehmann));
	json_object_set_new(object, "means", json_number(cell->means));
	json_object_set_new(object, "difference", json_number(cell->difference));
	json_object_set_new(object, "base", summary_json(&cell->base));
	json_object_set_new(object, "other", summary_json(&cell->other));
	return object;
}

static json_t *crossing_json(const struct compare_crossing *crossing)
{
	json_t *object = json_object();
	json_object_set_new(object, "before", json_number(crossing->before));
	json_object_set_new(object, "after", json_number(crossing->after));
	json_object_set_new(object, "upwards", json_boolean(crossing->upwards));
	json_object_set_new(object, "proven", json_boolean(crossing->proven));
	return object;
}

static json_t *notes_json(char *const *notes, size_t n)
{
	json_t *array = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, json_text(notes[i]));
	return array;
}

static const char *method_name(enum compare_method method)
{
	return method == COMPARE_BOOTS ? "boots" : method == COMPARE_SAMPLES ? "samples" : "none";
}

static void set_words(json_t *object, const struct compare_pair *pair)
{
	struct text text = TEXT_EMPTY;
	verdict_add_sentence(&text, pair, VERDICT_UTF8);
	json_object_set_new(object, "sentence", json_text(text.bytes));
	text_release(&text);
	verdict_add_basis(&text, pair);
	json_object_set_new(object, "basis", json_text(text.bytes));
	text_release(&text);
	json_object_set_new(object, "verdict", json_text(verdict_name(pair->verdict)));
	json_object_set_new(object, "reason", json_text(pair->reason));
	json_object_set_new(object, "better", json_text(pair->higher_is_better ? "higher" : "lower"));
	json_object_set_new(object, "notes", notes_json(pair->notes, pair->notes_n));
}

static void set_tests(json_t *object, const struct compare_pair *pair)
{
	json_object_set_new(object, "method", json_text(method_name(pair->method)));
	json_object_set_new(object, "headline", ratio_json(&pair->headline));
	json_object_set_new(object, "headline_proven", json_boolean(pair->headline_proven));
	json_object_set_new(object, "means", json_number(pair->means));
	json_object_set_new(object, "shape_p", json_number(pair->shape_p));
	json_object_set_new(object, "p", json_number(pair->p));
	json_object_set_new(object, "q", json_number(pair->q));
	json_object_set_new(object, "open", json_boolean(pair->open));
	json_object_set_new(object, "consistency", ratio_json(&pair->consistency));
	json_object_set_new(object, "regression", json_number(verdict_regression(pair, NULL)));
}

static json_t *pair_json(const struct compare_pair *pair)
{
	json_t *object = json_object(), *cells = json_array(), *crossings = json_array();
	json_object_set_new(object, "chart", json_text(pair->chart->slug));
	json_object_set_new(object, "unit", json_text(pair->chart->unit));
	set_words(object, pair);
	set_tests(object, pair);
	json_object_set_new(object, "base_boots", json_integer(pair->base_boots));
	json_object_set_new(object, "other_boots", json_integer(pair->other_boots));
	json_object_set_new(object, "disturbed", json_integer(pair->disturbed));
	json_object_set_new(object, "lower", json_integer(pair->lower));
	json_object_set_new(object, "higher", json_integer(pair->higher));
	json_object_set_new(object, "unproven", json_integer(pair->unproven));
	json_object_set_new(object, "untested", json_integer(pair->untested));
	json_object_set_new(object, "other_times", json_boolean(pair->other_times));
	for (size_t i = 0; i < pair->cells_n; i++)
		json_array_append_new(cells, cell_json(&pair->cells[i]));
	json_object_set_new(object, "cells", cells);
	for (size_t i = 0; i < pair->crossings_n; i++)
		json_array_append_new(crossings, crossing_json(&pair->crossings[i]));
	json_object_set_new(object, "crossings", crossings);
	return object;
}

static json_t *side_json(const struct campaign *campaign, size_t variant)
{
	json_t *object = json_object();
	json_object_set_new(object, "campaign", json_text(campaign->id));
	json_object_set_new(object, "revision", json_integer(campaign->revision));
	json_object_set_new(object, "amendments", amendments_to_json(campaign));
	json_object_set_new(object, "variant", json_text(campaign->variants[variant].slug));
	json_object_set_new(object, "label", json_text(campaign->variants[variant].label));
	return object;
}

static json_t *comparability_json(const struct comparability *comparability)
{
	static const char *const weights[] = {
		[COMPARABILITY_REFUSED] = "refused",
		[COMPARABILITY_DIFFERS] = "differs",
		[COMPARABILITY_PLANNED] = "planned",
		[COMPARABILITY_NOTE] = "note",
	};
	json_t *array = json_array();
	for (size_t i = 0; i < comparability->length; i++) {
		const struct comparability_item *item = &comparability->items[i];
		json_t *object = json_object();
		json_object_set_new(object, "weight", json_text(weights[item->weight]));
		json_object_set_new(object, "field", json_text(item->field));
		json_object_set_new(object, "a", json_text(item->a));
		json_object_set_new(object, "b", json_text(item->b));
		json_object_set_new(object, "text", json_text(item->text));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *judged_json(const struct judgement *judgement, const struct judged *judged)
{
	json_t *object = json_object(), *charts = json_array();
	json_object_set_new(object, "base", side_json(judged->base_campaign, judged->base));
	json_object_set_new(object, "other", side_json(judged->other_campaign, judged->other));
	json_object_set_new(object, "comparability", comparability_json(&judged->comparability));
	for (size_t i = 0; i < judged->pairs_n; i++)
		json_array_append_new(charts,
			pair_json(&judgement->comparison.pairs[judged->first + i]));
	json_object_set_new(object, "charts", charts);
	return object;
}

void judgement_json_add(struct text *out, const struct judgement *judgement)
{
	const struct comparison *comparison = &judgement->comparison;
	json_t *object = json_object(), *comparisons = json_array();
	json_object_set_new(object, "formula", json_text(VERDICT_FORMULA));
	json_object_set_new(object, "ratios",
		json_text("ratio = variant / baseline; low, high, means and hodges_lehmann are "
			  "ratios too"));
	json_object_set_new(object, "level", json_real(COMPARE_LEVEL));
	json_object_set_new(object, "family", json_integer(comparison->family));
	json_object_set_new(object, "open", json_integer(comparison->open));
	json_object_set_new(object, "within_family", json_integer(comparison->within_family));
	json_object_set_new(object, "within_open", json_integer(comparison->within_open));
	json_object_set_new(object, "notes", notes_json(comparison->notes, comparison->notes_n));
	for (size_t i = 0; i < judgement->length; i++)
		json_array_append_new(comparisons,
			judged_json(judgement, &judgement->judged[i]));
	json_object_set_new(object, "comparisons", comparisons);
	json_add_document(out, object);
}
