/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart as one JSON document: what is drawn, number by number. Keys are sorted, null stands
 * for what is missing, never 0.
 *
 * {"campaign", "title", "state", "digest", "revision", "amendments": what it is of,
 *  "chart", "workload", "placement", "clock", "emulated", "unit", "unit_text", "x_text", "better",
 *  "statistic": "centre", or "median", "min", "mean" in a view; "band": "interval", "range", "none";
 *  "relative_to": the label that values are multiples of, or null;
 *  "series": [{"variant", "label", "campaign", "style": the same number has the same colour,
 *    "points": [{"x", "centre", "low", "high": what is drawn; "n", "boots", "mean", "min", "max",
 *      "sd", "failed", "disturbed", "reason": why there is no value; "boot" where nothing is
 *      swept}],
 *    "whole": {"centre", …} where nothing is swept: over all launches}]}
 */
#ifndef MODEL_FORMATS_JSON_H
#define MODEL_FORMATS_JSON_H

#include <jansson.h>

#include "model/series.h"
#include "model/text.h"

/* The object, for those who put more into it. A new reference. */
json_t *json_of_chart(const struct series_set *set);

void json_add_chart(struct text *out, const struct series_set *set);

#endif
