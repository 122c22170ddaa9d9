/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/jsonl-field.h"

#include <math.h>

#include "model/slug.h"
#include "model/text.h"

const char *jsonl_string(const json_t *line, const char *name, struct error *err)
{
	const char *string = json_string_value(json_object_get(line, name));
	if (!string)
		error_set(err, "'%s' is missing or no string", name);
	return string;
}

bool jsonl_take_string(const json_t *line, const char *name, char **string, struct error *err)
{
	const char *found = jsonl_string(line, name, err);
	*string = xstrdup_null(found);
	return found;
}

bool jsonl_take_optional(const json_t *line, const char *name, char **string, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	if (!json_is_string(field) && !json_is_null(field))
		return error_set(err, "'%s' is neither a string nor null", name);
	*string = xstrdup_null(json_string_value(field));
	return true;
}

bool jsonl_take_number(const json_t *line, const char *name, json_int_t low, json_int_t high,
	unsigned *number, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	json_int_t value = json_integer_value(field);
	if (!json_is_integer(field) || value < low || value > high)
		return error_set(err, "'%s' is no whole number from %lld to %lld", name,
			(long long)low, (long long)high);
	*number = (unsigned)value;
	return true;
}

bool jsonl_take_real(const json_t *line, const char *name, double *value, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	if (!json_is_real(field) && !json_is_null(field))
		return error_set(err, "'%s' is neither a number with a point nor null", name);
	*value = json_is_real(field) ? json_real_value(field) : NAN;
	return true;
}

bool jsonl_take_bool(const json_t *line, const char *name, bool *value, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	*value = json_is_true(field);
	return json_is_boolean(field) || error_set(err, "'%s' is neither true nor false", name);
}

bool jsonl_take_time(const json_t *line, const char *name, int64_t *unix_us, struct error *err)
{
	const char *string = jsonl_string(line, name, err);
	return string &&
		(text_time_parse(string, unix_us) ||
			error_set(err, "'%s' is no time like 2026-11-30T18:40:01.123456Z", name));
}

bool jsonl_take_integer(const json_t *line, const char *name, int64_t *number, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	*number = json_integer_value(field);
	return (json_is_integer(field) && *number >= 0) ||
		error_set(err, "'%s' is no whole number from 0", name);
}

bool jsonl_take_slug(const json_t *line, const char *name, char **slug, struct error *err)
{
	return jsonl_take_string(line, name, slug, err) &&
		(slug_is_valid(*slug) || error_set(err, "'%s' is no slug: '%s'", name, *slug));
}

bool jsonl_take_clock(const json_t *line, enum clock *clock, struct error *err)
{
	const char *name = jsonl_string(line, "clock", err);
	return name && (clock_parse(name, clock) || error_set(err, "unknown clock '%s'", name));
}
