/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart as one JSON document: what is drawn, number by number. Keys are sorted, null stands
 * for what is missing, never 0.
 */
#ifndef MODEL_FORMATS_JSON_H
#define MODEL_FORMATS_JSON_H

#include "model/series.h"
#include "model/text.h"

void json_add_chart(struct text *out, const struct series_set *set);

#endif
