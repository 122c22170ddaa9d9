/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading the canonical form: each line is checked against what came before it, and in the end
 * the campaign is written again and has to give the same bytes. That one comparison catches
 * every other spelling (order of keys, blanks, digits), so the rest checks only meaning.
 */
#include "model/formats/jsonl.h"

#include <math.h>

#include "model/amendment-json.h"
#include "model/formats/jsonl-field.h"
#include "model/formats/jsonl-sample.h"
#include "model/plan-source.h"
#include "model/plan.h"
#include "model/revision.h"

#define FORMAT 1

struct reader {
	struct campaign *campaign;
	struct samples *samples;
	json_t *documents;   /* digest -> text */
	uint64_t launches;   /* that the cells so far come to */
	const char *form;    /* the first byte */
	size_t before_bytes; /* from there to the line that is being read */
	bool ended;          /* by a seal, or as open */
};

static bool is_id(const char *id)
{
	return strlen(id) == 15 && strspn(id, "0123456789") >= 8 && id[8] == '-' &&
		strspn(id + 9, "abcdefghijklmnopqrstuvwxyz0123456789") == 6;
}

static bool read_header(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	int64_t format, seed;
	if (c->plan)
		return error_set(err, "a second campaign");
	if (!jsonl_take_integer(line, "format", &format, err))
		return false;
	if (format != FORMAT)
		return error_set(err, "format %lld is not known here, only %d: written by a newer "
				      "schedlab?",
			(long long)format, FORMAT);
	const char *id = jsonl_string(line, "id", err);
	if (!id)
		return false;
	if (!is_id(id))
		return error_set(err, "'id' is no campaign id like 20261130-k3f7qd");
	memcpy(c->id, id, CAMPAIGN_ID_BYTES);
	bool ok = jsonl_take_string(line, "title", &c->title, err) &&
		jsonl_take_string(line, "host", &c->host, err) &&
		jsonl_take_string(line, "tool", &c->tool, err) &&
		jsonl_take_string(line, "machine", &c->machine, err) &&
		jsonl_take_string(line, "accel", &c->accel, err) &&
		jsonl_take_string(line, "accel_why", &c->accel_why, err) &&
		jsonl_take_string(line, "plan", &c->plan, err) &&
		jsonl_take_integer(line, "seed", &seed, err) &&
		jsonl_take_time(line, "started", &c->started_us, err) &&
		jsonl_take_number(line, "boots", 1, PLAN_SAMPLES_MAX, &c->boots, err) &&
		jsonl_take_number(line, "baseline", 0, PLAN_LIST_MAX, &c->baseline, err);
	c->seed = ok ? (uint64_t)seed : 0;
	return ok;
}

static bool read_variant(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	if (c->variants_n == PLAN_LIST_MAX)
		return error_set(err, "more than %d variants", PLAN_LIST_MAX);
	struct campaign_variant *variant = xgrow(&c->variants, &c->variants_n, sizeof(*variant));
	return jsonl_take_string(line, "label", &variant->label, err) &&
		jsonl_take_slug(line, "slug", &variant->slug, err) &&
		jsonl_take_optional(line, "kernel", &variant->kernel, err) &&
		jsonl_take_string(line, "cmdline", &variant->cmdline, err);
}

static bool check_slug(const struct campaign_chart *chart, struct error *err)
{
	const char *placement = placement_name(chart->placement);
	size_t length = strlen(chart->workload);
	return (strncmp(chart->slug, chart->workload, length) == 0 && chart->slug[length] == '.' &&
		       strcmp(chart->slug + length + 1, placement) == 0) ||
		error_set(err, "the chart's slug has to be %s.%s", chart->workload, placement);
}

static bool read_better(const json_t *line, struct campaign_chart *chart, struct error *err)
{
	if (!json_object_get(line, "better"))
		return true;
	const char *better = jsonl_string(line, "better", err);
	return better && (better_parse(better, &chart->better) ||
				 error_set(err, "'better' is neither lower nor higher"));
}

static bool read_chart(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	if (c->charts_n == PLAN_LIST_MAX * PLACEMENT_N)
		return error_set(err, "more than %d charts", PLAN_LIST_MAX * PLACEMENT_N);
	struct campaign_chart *chart = xgrow(&c->charts, &c->charts_n, sizeof(*chart));
	const char *placement = jsonl_string(line, "placement", err);
	if (!placement)
		return false;
	if (!placement_parse(placement, &chart->placement))
		return error_set(err, "unknown placement '%s'", placement);
	return jsonl_take_slug(line, "slug", &chart->slug, err) &&
		jsonl_take_slug(line, "workload", &chart->workload, err) &&
		jsonl_take_clock(line, &chart->clock, err) &&
		jsonl_take_bool(line, "emulated", &chart->emulated, err) &&
		jsonl_take_bool(line, "swept", &chart->swept, err) &&
		jsonl_take_string(line, "unit", &chart->unit, err) &&
		jsonl_take_string(line, "unit_text", &chart->unit_text, err) &&
		jsonl_take_string(line, "x_text", &chart->x_text, err) &&
		jsonl_take_string(line, "like", &chart->like, err) &&
		read_better(line, chart, err) && check_slug(chart, err);
}

/* One that does not ascend could be there twice; too many launches would fill the memory. */
static bool check_cell(struct reader *reader, struct error *err)
{
	const struct campaign *c = reader->campaign;
	const struct campaign_cell *cell = &c->cells[c->cells_n - 1];
	const struct campaign_cell *before = c->cells_n > 1 ? cell - 1 : NULL;
	if (before && (cell->chart != before->chart ? cell->chart < before->chart
			: cell->variant != before->variant ? cell->variant < before->variant
							   : cell->count <= before->count))
		return error_set(err, "cells have to ascend by chart, variant and count");
	reader->launches += (uint64_t)cell->repeats * c->boots;
	return reader->launches <= PLAN_SAMPLES_MAX ||
		error_set(err, "more than %d launches", PLAN_SAMPLES_MAX);
}

static bool read_x(const json_t *line, struct campaign_cell *cell, struct error *err)
{
	cell->has_x = json_object_get(line, "x");
	return !cell->has_x || (jsonl_take_real(line, "x", &cell->x, err) &&
				       (isfinite(cell->x) || error_set(err, "'x' is no number")));
}

static bool read_cell(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	if (c->cells_n == PLAN_CELLS_MAX)
		return error_set(err, "more than %d cells", PLAN_CELLS_MAX);
	if (!c->variants_n || !c->charts_n)
		return error_set(err, "a cell before the first variant or chart");
	struct campaign_cell *cell = xgrow(&c->cells, &c->cells_n, sizeof(*cell));
	return jsonl_take_number(line, "chart", 0, (json_int_t)c->charts_n - 1, &cell->chart,
		       err) &&
		jsonl_take_number(line, "variant", 0, (json_int_t)c->variants_n - 1, &cell->variant,
			err) &&
		jsonl_take_number(line, "count", 0, COUNTS_LARGEST, &cell->count, err) &&
		jsonl_take_number(line, "repeats", 1, PLAN_SAMPLES_MAX, &cell->repeats, err) &&
		jsonl_take_number(line, "trips", 0, INT32_MAX, &cell->trips, err) &&
		jsonl_take_optional(line, "skipped", &cell->skipped, err) &&
		read_x(line, cell, err) && check_cell(reader, err);
}

static bool read_document(struct reader *reader, const json_t *line, struct error *err)
{
	char digest[DIGEST_BYTES];
	const char *said = jsonl_string(line, "digest", err);
	const char *text = jsonl_string(line, "text", err);
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
	if (!c->variants_n)
		return error_set(err, "an entry before the first variant");
	struct campaign_boot *entry = xgrow(&c->entries, &c->entries_n, sizeof(*entry));
	return jsonl_take_number(line, "variant", 0, (json_int_t)c->variants_n - 1, &entry->variant,
		       err) &&
		jsonl_take_clock(line, &entry->clock, err) &&
		jsonl_take_number(line, "boot", 1, c->boots, &entry->number, err) &&
		jsonl_take_number(line, "entry", 1, INT32_MAX, &entry->entry, err) &&
		jsonl_take_string(line, "kernel_boot_id", &entry->kernel_boot_id, err) &&
		jsonl_take_time(line, "entered", &entry->entered_us, err) &&
		jsonl_take_optional(line, "failure", &entry->failure, err) &&
		(json_is_object(json_object_get(line, "facts")) ||
			error_set(err, "'facts' is no object")) &&
		environment_from_json(json_object_get(line, "facts"), find_document,
			reader->documents, &entry->env, err);
}

static bool check_sample(const struct campaign *c, const struct sample *s, struct error *err)
{
	const struct campaign_cell *cell = &c->cells[s->cell];
	const struct campaign_boot *entry = &c->entries[s->entry];
	if (cell->skipped)
		return error_set(err, "a sample of a cell that was skipped");
	if (cell->variant != entry->variant || c->charts[cell->chart].clock != entry->clock)
		return error_set(err, "the cell is of another variant or clock than the entry");
	return (s->status == SAMPLE_OK) == isfinite(s->value) || s->status == SAMPLE_DISTURBED ||
		error_set(err, "a value belongs to status ok, and only to it");
}

static bool read_disturbance(const json_t *line, struct sample *sample, struct error *err)
{
	json_t *disturbance = json_object_get(line, "disturbance");
	if (!disturbance)
		return true;
	if (!json_is_object(disturbance))
		return error_set(err, "'disturbance' is no object");
	sample->disturbance = jsonl_compact(disturbance);
	return true;
}

static bool read_output(struct reader *reader, const json_t *line, struct sample *sample,
	struct error *err)
{
	if (!json_object_get(line, "output"))
		return true;
	const char *digest = jsonl_string(line, "output", err);
	if (!digest)
		return false;
	sample->output = find_document(reader->documents, digest);
	return sample->output ||
		error_set(err, "'output' is the digest of no document before it");
}

static bool read_sample(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	if (!c->cells_n || !c->entries_n)
		return error_set(err, "a sample before the first cell or entry");
	struct sample *s =
		xgrow(&reader->samples->samples, &reader->samples->length, sizeof(*s));
	const char *status = jsonl_string(line, "status", err);
	if (!status)
		return false;
	if (!sample_status_parse(status, &s->status))
		return error_set(err, "unknown status '%s'", status);
	return jsonl_take_number(line, "cell", 0, (json_int_t)c->cells_n - 1, &s->cell, err) &&
		jsonl_take_number(line, "entry", 0, (json_int_t)c->entries_n - 1, &s->entry, err) &&
		jsonl_take_number(line, "round", 1, c->cells[s->cell].repeats, &s->round, err) &&
		jsonl_take_number(line, "attempt", 1, INT32_MAX, &s->attempt, err) &&
		jsonl_take_real(line, "value", &s->value, err) &&
		jsonl_take_real(line, "raw", &s->raw, err) &&
		jsonl_take_real(line, "overhead", &s->overhead, err) &&
		jsonl_take_real(line, "spread", &s->spread, err) &&
		jsonl_take_time(line, "started", &s->started_us, err) &&
		jsonl_take_integer(line, "duration_ns", &s->duration_ns, err) &&
		jsonl_take_optional(line, "reason", &s->reason, err) &&
		jsonl_take_optional(line, "cpus", &s->cpus, err) &&
		read_disturbance(line, s, err) && read_output(reader, line, s, err) &&
		check_sample(c, s, err);
}

/* Reads a usual line of a sample in its place. What has a fault is left to read_sample(). */
static bool read_usual(struct reader *reader, const char *bytes, size_t length)
{
	const struct campaign *c = reader->campaign;
	struct samples *samples = reader->samples;
	struct sample sample;
	struct error unused;
	if (!c->plan || reader->ended || !jsonl_sample_read(bytes, length, &sample))
		return false;
	if (sample.cell >= c->cells_n || sample.entry >= c->entries_n || sample.round < 1 ||
		sample.round > c->cells[sample.cell].repeats || sample.attempt < 1 ||
		!check_sample(c, &sample, &unused)) {
		sample_release(&sample);
		return false;
	}
	struct sample *place = xgrow(&samples->samples, &samples->length, sizeof(*place));
	*place = sample;
	return true;
}

static bool read_end(struct reader *reader, const char *said, struct error *err)
{
	char digest[DIGEST_BYTES];
	if (!said)
		return false;
	reader->ended = true;
	digest_of(reader->form, reader->before_bytes, digest);
	return strcmp(digest, said) == 0 ||
		error_set(err, "not what was written: the lines before have the digest %s, not %s",
			digest, said);
}

static bool read_seal(struct reader *reader, const json_t *line, struct error *err)
{
	reader->campaign->state = CAMPAIGN_COMPLETE;
	return jsonl_take_string(line, "digest", &reader->campaign->digest, err) &&
		read_end(reader, reader->campaign->digest, err);
}

static bool read_open(struct reader *reader, const json_t *line, struct error *err)
{
	return read_end(reader, jsonl_string(line, "digest", err), err);
}

static bool read_amendment(struct reader *reader, const json_t *line, struct error *err)
{
	struct campaign *c = reader->campaign;
	struct amendment amendment;
	if (!c->digest)
		return error_set(err, "an amendment before the seal");
	if (c->amendments_n == AMENDMENTS_MAX)
		return error_set(err, "more than %d amendments", AMENDMENTS_MAX);
	if (!amendment_from_json(line, &amendment, err))
		return false;
	struct amendment *place = xgrow(&c->amendments, &c->amendments_n, sizeof(*place));
	*place = amendment;
	return amendment_check_link(c, c->amendments_n - 1, err);
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
	{"open", read_open},
	{"amendment", read_amendment},
};

static bool read_line(struct reader *reader, const char *bytes, size_t length, struct error *err)
{
	json_error_t why;
	if (read_usual(reader, bytes, length))
		return true;
	json_t *line = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &why);
	if (!line)
		return error_set(err, "not JSON: %s", why.text);
	const char *kind = jsonl_string(line, "kind", err);
	bool ok = kind;
	if (ok && reader->ended && (!reader->campaign->digest || strcmp(kind, "amendment") != 0))
		ok = error_set(err, "a line behind the end");
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

static bool check_whole(const struct text *form, const char *name, const struct campaign *campaign,
	const struct samples *samples, struct error *err)
{
	struct text again = TEXT_EMPTY;
	if (campaign->variants_n == 0)
		return error_set(err, "%s: a campaign without a variant", name);
	if (campaign->baseline >= campaign->variants_n)
		return error_set(err, "%s:1: the baseline is no variant", name);
	if (campaign->digest && jsonl_is_form(campaign, samples, form))
		return true;
	bool ok = jsonl_write(campaign, samples, &again, err);
	if (ok && (again.length != form->length ||
			  memcmp(again.bytes, form->bytes, form->length) != 0))
		ok = error_set(err, "%s:%zu: not in canonical form", name,
			first_difference(form, &again));
	text_release(&again);
	return ok;
}

bool jsonl_read(const struct text *form, const char *name, struct campaign *campaign,
	struct samples *samples, struct error *err)
{
	*campaign = (struct campaign){0};
	*samples = (struct samples){0};
	struct reader reader = {.campaign = campaign, .samples = samples,
		.documents = json_object(), .form = form->bytes};
	bool ok = true;
	size_t number = 1;
	for (size_t at = 0; ok && at < form->length; number++) {
		const char *line = form->bytes + at;
		const char *end = memchr(line, '\n', form->length - at);
		size_t length = end ? (size_t)(end - line) : form->length - at;
		reader.before_bytes = at;
		ok = read_line(&reader, line, length, err) ||
			error_prefix(err, "%s:%zu", name, number);
		at += length + 1;
	}
	if (ok && !reader.ended)
		ok = error_set(err, "%s:%zu: the end is missing: a line of kind 'seal' or 'open'",
			name, number);
	ok = ok && check_whole(form, name, campaign, samples, err);
	json_decref(reader.documents);
	if (!ok) {
		campaign_release(campaign);
		samples_release(samples);
	}
	return ok;
}
