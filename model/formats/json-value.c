/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/json-value.h"

#include <math.h>

/* jansson takes valid UTF-8 only. */
json_t *json_text(const char *bytes)
{
	if (!bytes)
		return json_null();
	struct text valid = TEXT_EMPTY;
	text_add_utf8(&valid, bytes, strlen(bytes));
	json_t *json = json_stringn_nocheck(valid.bytes ? valid.bytes : "", valid.length);
	text_release(&valid);
	return json;
}

json_t *json_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_x(double x)
{
	bool whole = x == floor(x) && fabs(x) < 1e15;
	return whole ? json_integer((json_int_t)x) : json_number(x);
}

void json_set_summary(json_t *object, const struct summary *summary)
{
	json_object_set_new(object, "centre", json_number(summary->centre));
	json_object_set_new(object, "low", json_number(summary->low));
	json_object_set_new(object, "high", json_number(summary->high));
	json_object_set_new(object, "n", json_integer(summary->n));
	json_object_set_new(object, "boots", json_integer(summary->boots));
	json_object_set_new(object, "mean", json_number(summary->mean));
	json_object_set_new(object, "min", json_number(summary->min));
	json_object_set_new(object, "max", json_number(summary->max));
	json_object_set_new(object, "sd", json_number(summary->sd));
}

void json_add_document(struct text *out, json_t *object)
{
	char *bytes = json_dumps(object, JSON_SORT_KEYS | JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	if (!bytes) {
		fputs("schedlab: out of memory\n", stderr);
		abort();
	}
	text_add(out, "%s\n", bytes);
	free(bytes);
	json_decref(object);
}
