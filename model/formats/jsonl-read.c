/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading the canonical form: each line is checked against what came before it, and in the end
 * the campaign is written again and has to give the same bytes. That one comparison catches
 * every other spelling (order of keys, blanks, digits), so the rest checks only meaning.
 */
#include "model/formats/jsonl.h"

#include <math.h>

#include "model/slug.h"

#define NUMBER_MAX 10000000 /* counts, rounds, indices: far above any plan */

struct reader {
	struct campaign *campaign;
	struct samples *samples;
	json_t *documents; /* digest -> text */
	bool sealed;
};

/* A field that has to be a string; NULL with the error set where it is not. */
static const char *string_of(const json_t *line, const char *name, struct error *err)
{
	const char *string = json_string_value(json_object_get(line, name));
	if (!string)
		error_set(err, "'%s' is missing or no string", name);
	return string;
}

static bool take_string(const json_t *line, const char *name, char **string, struct error *err)
{
	const char *found = string_of(line, name, err);
	*string = xstrdup_null(found);
	return found;
}

static bool take_optional(const json_t *line, const char *name, char **string, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	if (!json_is_string(field) && !json_is_null(field))
		return error_set(err, "'%s' is neither a string nor null", name);
	*string = xstrdup_null(json_string_value(field));
	return true;
}

/* A whole number from low to high (inclusive). */
static bool take_number(const json_t *line, const char *name, json_int_t low, json_int_t high,
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

static bool take_real(const json_t *line, const char *name, double *value, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	if (!json_is_real(field) && !json_is_null(field))
		return error_set(err, "'%s' is neither a number with a point nor null", name);
	*value = json_is_real(field) ? json_real_value(field) : NAN;
	return true;
}

static bool take_bool(const json_t *line, const char *name, bool *value, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	*value = json_is_true(field);
	return json_is_boolean(field) || error_set(err, "'%s' is neither true nor false", name);
}

static bool take_time(const json_t *line, const char *name, int64_t *unix_us, struct error *err)
{
	const char *string = string_of(line, name, err);
	return string &&
		(text_time_parse(string, unix_us) ||
			error_set(err, "'%s' is no time like 2026-11-30T18:40:01.123456Z", name));
}

static bool take_integer(const json_t *line, const char *name, int64_t *number, struct error *err)
{
	const json_t *field = json_object_get(line, name);
	*number = json_integer_value(field);
	return (json_is_integer(field) && *number >= 0) ||
		error_set(err, "'%s' is no whole number from 0", name);
}

static bool take_slug(const json_t *line, const char *name, char **slug, struct error *err)
{
	return take_string(line, name, slug, err) &&
		(slug_is_valid(*slug) || error_set(err, "'%s' is no slug", name));
}

static bool take_clock(const json_t *line, enum clock *clock, struct error *err)
{
	const char *name = string_of(line, "clock", err);
	return name && (clock_parse(name, clock) || error_set(err, "unknown clock '%s'", name));
}

static bool is_id(const char *id)
{
	return strlen(id) == 15 && strspn(id, "0123456789") >= 8 && id[8] == '-' &&
		strspn(id + 9, "abcdefghijklmnopqrstuvwxyz0123456789") == 6;
}

static bool read_header(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	unsigned format;
	int64_t seed;
	if (c->plan)
		return error_set(err, "a second campaign");
	const char *id = string_of(line, "id", err);
	if (!id)
		return false;
	if (!is_id(id))
		return error_set(err, "'id' is no campaign id like 20261130-k3f7qd");
	memcpy(c->id, id, CAMPAIGN_ID_BYTES);
	bool ok = take_number(line, "format", 1, 1, &format, err) &&
		take_string(line, "title", &c->title, err) &&
		take_string(line, "host", &c->host, err) &&
		take_string(line, "tool", &c->tool, err) &&
		take_string(line, "machine", &c->machine, err) &&
		take_string(line, "accel", &c->accel, err) &&
		take_string(line, "accel_why", &c->accel_why, err) &&
		take_string(line, "plan", &c->plan, err) &&
		take_integer(line, "seed", &seed, err) &&
		take_time(line, "started", &c->started_us, err) &&
		take_number(line, "boots", 1, NUMBER_MAX, &c->boots, err) &&
		take_number(line, "baseline", 0, NUMBER_MAX, &c->baseline, err);
	c->seed = ok ? (uint64_t)seed : 0;
	return ok;
}

static bool read_variant(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	struct campaign_variant *variant = xgrow(&c->variants, &c->variants_n, sizeof(*variant));
	return take_string(line, "label", &variant->label, err) &&
		take_slug(line, "slug", &variant->slug, err) &&
		take_optional(line, "kernel", &variant->kernel, err) &&
		take_string(line, "cmdline", &variant->cmdline, err);
}

static bool read_chart(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	struct campaign_chart *chart = xgrow(&c->charts, &c->charts_n, sizeof(*chart));
	const char *placement = string_of(line, "placement", err);
	if (!placement)
		return false;
	if (!placement_parse(placement, &chart->placement))
		return error_set(err, "unknown placement '%s'", placement);
	return take_slug(line, "slug", &chart->slug, err) &&
		take_slug(line, "workload", &chart->workload, err) &&
		take_clock(line, &chart->clock, err) &&
		take_bool(line, "emulated", &chart->emulated, err) &&
		take_bool(line, "swept", &chart->swept, err) &&
		take_string(line, "unit", &chart->unit, err) &&
		take_string(line, "unit_text", &chart->unit_text, err) &&
		take_string(line, "x_text", &chart->x_text, err) &&
		take_string(line, "like", &chart->like, err);
}

static bool read_cell(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	struct campaign_cell *cell = xgrow(&c->cells, &c->cells_n, sizeof(*cell));
	return take_number(line, "chart", 0, (json_int_t)c->charts_n - 1, &cell->chart, err) &&
		take_number(line, "variant", 0, (json_int_t)c->variants_n - 1, &cell->variant,
			err) &&
		take_number(line, "count", 0, NUMBER_MAX, &cell->count, err) &&
		take_number(line, "repeats", 1, NUMBER_MAX, &cell->repeats, err) &&
		take_number(line, "trips", 0, NUMBER_MAX, &cell->trips, err) &&
		take_optional(line, "skipped", &cell->skipped, err);
}

static bool read_document(struct reader *reader, const json_t *line, struct error *err)
{
	char digest[DIGEST_BYTES];
	const char *said = string_of(line, "digest", err), *text = string_of(line, "text", err);
	if (!said || !text)
		return false;
	digest_of(text, strlen(text), digest);
	if (strcmp(digest, said) != 0)
		return error_set(err, "the document's digest is not that of its text");
	json_object_set(reader->documents, digest, json_object_get(line, "text"));
	return true;
}

static char *find_document(void *context, const char *digest)
{
	return xstrdup_null(json_string_value(json_object_get(context, digest)));
}

static bool read_entry(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	struct campaign_boot *entry = xgrow(&c->entries, &c->entries_n, sizeof(*entry));
	return take_number(line, "variant", 0, (json_int_t)c->variants_n - 1, &entry->variant,
		       err) &&
		take_clock(line, &entry->clock, err) &&
		take_number(line, "boot", 1, c->boots, &entry->number, err) &&
		take_number(line, "entry", 1, NUMBER_MAX, &entry->entry, err) &&
		take_string(line, "kernel_boot_id", &entry->kernel_boot_id, err) &&
		take_time(line, "entered", &entry->entered_us, err) &&
		take_optional(line, "failure", &entry->failure, err) &&
		(json_is_object(json_object_get(line, "facts")) ||
			error_set(err, "'facts' is no object")) &&
		environment_from_json(json_object_get(line, "facts"), find_document,
			reader->documents, &entry->env, err);
}

static bool read_sample(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	struct sample *s =
		xgrow(&reader->samples->samples, &reader->samples->length, sizeof(*s));
	const char *status = string_of(line, "status", err);
	if (!status)
		return false;
	if (!sample_status_parse(status, &s->status))
		return error_set(err, "unknown status '%s'", status);
	return take_number(line, "cell", 0, (json_int_t)c->cells_n - 1, &s->cell, err) &&
		take_number(line, "entry", 0, (json_int_t)c->entries_n - 1, &s->entry, err) &&
		take_number(line, "round", 1, c->cells[s->cell].repeats, &s->round, err) &&
		take_number(line, "attempt", 1, NUMBER_MAX, &s->attempt, err) &&
		take_real(line, "value", &s->value, err) && take_real(line, "raw", &s->raw, err) &&
		take_real(line, "overhead", &s->overhead, err) &&
		take_real(line, "spread", &s->spread, err) &&
		take_time(line, "started", &s->started_us, err) &&
		take_integer(line, "duration_ns", &s->duration_ns, err) &&
		take_optional(line, "reason", &s->reason, err) &&
		take_optional(line, "cpus", &s->cpus, err) &&
		((s->status == SAMPLE_OK) == isfinite(s->value) || s->status == SAMPLE_DISTURBED ||
			error_set(err, "a value belongs to status ok, and only to it"));
}

static bool read_seal(struct reader *reader, const json_t *line, struct error *err)
{
	reader->sealed = true;
	reader->campaign->state = CAMPAIGN_COMPLETE;
	return take_string(line, "digest", &reader->campaign->digest, err);
}

static const struct {
	const char *kind;
	bool (*read)(struct reader *, const json_t *line, struct error *);
} kinds[] = {
	{"campaign", read_header},
	{"variant", read_variant},
	{"chart", read_chart},
	{"cell", read_cell},
	{"document", read_document},
	{"entry", read_entry},
	{"sample", read_sample},
	{"seal", read_seal},
};

static bool read_line(struct reader *reader, const char *bytes, size_t length, struct error *err)
{
	json_error_t why;
	json_t *line = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &why);
	if (!line)
		return error_set(err, "not JSON: %s", why.text);
	const char *kind = string_of(line, "kind", err);
	bool ok = kind;
	if (ok && reader->sealed)
		ok = error_set(err, "a line behind the seal");
	if (ok && !reader->campaign->plan && strcmp(kind, "campaign") != 0)
		ok = error_set(err, "the first line has to be of kind 'campaign'");
	for (size_t i = 0; ok && i <= ARRAY_LENGTH(kinds); i++) {
		if (i == ARRAY_LENGTH(kinds)) {
			ok = error_set(err, "unknown kind '%s'", kind);
		} else if (strcmp(kinds[i].kind, kind) == 0) {
			ok = kinds[i].read(reader, line, err);
			break;
		}
	}
	json_decref(line);
	return ok;
}

/* The number of the first line in which two forms differ. */
static size_t first_difference(const struct text *a, const struct text *b)
{
	size_t line = 1;
	for (size_t i = 0; i < a->length && i < b->length && a->bytes[i] == b->bytes[i]; i++)
		line += a->bytes[i] == '\n';
	return line;
}

static bool check_whole(const struct text *form, const char *name, struct campaign *campaign,
	struct samples *samples, struct error *err)
{
	char digest[DIGEST_BYTES];
	struct text again = TEXT_EMPTY;
	if (!campaign->plan || campaign->variants_n == 0)
		return error_set(err, "%s: holds no campaign with a variant", name);
	if (campaign->baseline >= campaign->variants_n)
		return error_set(err, "%s:1: the baseline is no variant", name);
	bool ok = jsonl_write(campaign, samples, &again, err);
	if (ok && (again.length != form->length ||
			  memcmp(again.bytes, form->bytes, form->length) != 0))
		ok = error_set(err, "%s:%zu: not in canonical form, or the end is cut off", name,
			first_difference(form, &again));
	text_release(&again);
	if (!ok || !campaign->digest)
		return ok;
	if (!jsonl_digest(campaign, samples, digest, err))
		return false;
	return strcmp(digest, campaign->digest) == 0 ||
		error_set(err, "%s: the seal does not fit: digest %s, said %s", name, digest,
			campaign->digest);
}

bool jsonl_read(const struct text *form, const char *name, struct campaign *campaign,
	struct samples *samples, struct error *err)
{
	*campaign = (struct campaign){0};
	*samples = (struct samples){0};
	struct reader reader = {campaign, samples, json_object(), false};
	bool ok = true;
	size_t number = 1;
	for (size_t at = 0; ok && at < form->length; number++) {
		const char *line = form->bytes + at;
		const char *end = memchr(line, '\n', form->length - at);
		size_t length = end ? (size_t)(end - line) : form->length - at;
		ok = read_line(&reader, line, length, err) ||
			error_prefix(err, "%s:%zu", name, number);
		at += length + 1;
	}
	ok = ok && check_whole(form, name, campaign, samples, err);
	json_decref(reader.documents);
	if (!ok) {
		campaign_release(campaign);
		samples_release(samples);
	}
	return ok;
}
