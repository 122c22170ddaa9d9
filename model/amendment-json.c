/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/amendment-json.h"

#include "model/formats/jsonl-field.h"
#include "model/plan.h"

static void set_number(json_t *object, const char *name, unsigned number)
{
	if (number)
		json_object_set_new(object, name, json_integer(number));
}

json_t *amendment_to_json(const struct amendment *a)
{
	char dated[TEXT_TIME_BYTES];
	json_t *object = json_pack(
		"{s:s, s:s, s:i, s:s, s:s, s:s, s:s, s:s*, s:s*, s:s*, s:s*, s:s*}", "kind",
		"amendment", "change", amendment_kind_name(a->kind), "number", (int)a->number,
		"dated", text_time(a->dated_us, dated), "author", a->author, "reason", a->reason,
		"previous", a->previous, "hash", a->hash, "chart", a->chart, "variant", a->variant,
		"other", a->other, "text", a->text);
	if (object) {
		set_number(object, "count", a->count);
		set_number(object, "boot", a->boot);
		set_number(object, "round", a->round);
	}
	return object;
}

json_t *amendments_to_json(const struct campaign *campaign)
{
	json_t *array = json_array();
	for (size_t i = 0; i < campaign->revision; i++)
		json_array_append_new(array, amendment_to_json(&campaign->amendments[i]));
	return array;
}

char *amendment_to_line(const struct amendment *amendment)
{
	json_t *object = amendment_to_json(amendment);
	char *line = object ? json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
	json_decref(object);
	if (!line)
		abort(); /* as xmalloc: amendment_check() has seen the texts */
	return line;
}

void amendment_hash(const struct amendment *amendment, char hash[static DIGEST_BYTES])
{
	struct amendment bare = *amendment;
	bare.hash = NULL;
	char *line = amendment_to_line(&bare);
	digest_of(line, strlen(line), hash);
	free(line);
}

/* NULL where the field is not there. */
static bool take_maybe(const json_t *line, const char *name, char **string, struct error *err)
{
	return !json_object_get(line, name) || jsonl_take_string(line, name, string, err);
}

static bool take_count(const json_t *line, const char *name, unsigned *number, struct error *err)
{
	return !json_object_get(line, name) ||
		jsonl_take_number(line, name, 1, PLAN_SAMPLES_MAX, number, err);
}

static bool take_fields(const json_t *line, struct amendment *a, struct error *err)
{
	const char *change = jsonl_string(line, "change", err);
	if (!change)
		return false;
	if (!amendment_kind_parse(change, &a->kind))
		return error_set(err, "unknown change '%s': written by a newer schedlab?", change);
	return jsonl_take_number(line, "number", 1, INT32_MAX, &a->number, err) &&
		jsonl_take_time(line, "dated", &a->dated_us, err) &&
		jsonl_take_string(line, "author", &a->author, err) &&
		jsonl_take_string(line, "reason", &a->reason, err) &&
		jsonl_take_string(line, "previous", &a->previous, err) &&
		jsonl_take_string(line, "hash", &a->hash, err) &&
		take_maybe(line, "chart", &a->chart, err) &&
		take_maybe(line, "variant", &a->variant, err) &&
		take_maybe(line, "other", &a->other, err) &&
		take_maybe(line, "text", &a->text, err) &&
		take_count(line, "count", &a->count, err) &&
		take_count(line, "boot", &a->boot, err) &&
		take_count(line, "round", &a->round, err) && amendment_check(a, err);
}

bool amendment_from_json(const json_t *line, struct amendment *amendment, struct error *err)
{
	*amendment = (struct amendment){0};
	if (take_fields(line, amendment, err))
		return true;
	amendment_release(amendment);
	return false;
}
