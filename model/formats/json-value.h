/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How texts and numbers are written in every JSON that schedlab makes. */
#ifndef MODEL_FORMATS_JSON_VALUE_H
#define MODEL_FORMATS_JSON_VALUE_H

#include <jansson.h>

#include "model/stats.h"
#include "model/text.h"

/* Bytes that are not valid UTF-8 come out as U+FFFD; NULL is null. A new reference. */
json_t *json_text(const char *bytes);

/* null for what is not finite. */
json_t *json_number(double value);

/* A count or a run is whole and prints as such; imported x need not be. */
json_t *json_x(double x);

/* centre, low, high, n, boots, mean, min, max and sd of a summary. */
void json_set_summary(json_t *object, const struct summary *summary);

/* Adds it as a document: keys sorted, numbers with 15 digits, a line end. Takes it over. */
void json_add_document(struct text *out, json_t *object);

#endif
