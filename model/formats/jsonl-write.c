/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/jsonl.h"

#include <assert.h>

#include "model/amendment-json.h"
#include "model/formats/jsonl-field.h"
#include "model/formats/jsonl-sample.h"

#define LINE_FLAGS (JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(15))

char *jsonl_compact(const json_t *json)
{
	char *text = json_dumps(json, LINE_FLAGS);
	if (!text)
		abort(); /* as xmalloc: a line that was read is valid UTF-8 */
	return text;
}

static json_t *time_json(int64_t unix_us)
{
	char buffer[TEXT_TIME_BYTES];
	return json_string(text_time(unix_us, buffer));
}

/* Takes the object over. */
static bool add_line(struct text *text, json_t *object, struct error *err)
{
	char *line = object ? json_dumps(object, LINE_FLAGS) : NULL;
	json_decref(object);
	if (!line)
		return error_set(err, "a name or text of the campaign is not valid UTF-8");
	text_add_bytes(text, line, strlen(line));
	text_add_bytes(text, "\n", 1);
	free(line);
	return true;
}

static bool add_header(struct text *text, const struct campaign *c, struct error *err)
{
	return add_line(text,
		json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:i, s:i}",
			"kind", "campaign", "format", 1, "id", c->id, "title", c->title, "host",
			c->host, "tool", c->tool, "machine", c->machine, "accel", c->accel,
			"accel_why", c->accel_why, "plan", c->plan, "seed", (json_int_t)c->seed,
			"started", time_json(c->started_us), "boots", (int)c->boots, "baseline",
			(int)c->baseline),
		err);
}

static bool add_variant(struct text *text, const struct campaign_variant *variant,
	struct error *err)
{
	return add_line(text,
		json_pack("{s:s, s:s, s:s, s:s?, s:s}", "kind", "variant", "label", variant->label,
			"slug", variant->slug, "kernel", variant->kernel, "cmdline",
			variant->cmdline),
		err);
}

static bool add_chart(struct text *text, const struct campaign_chart *chart, struct error *err)
{
	const char *better = chart->better == BETTER_LOWER ? NULL : better_name(chart->better);
	return add_line(text,
		json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:s, s:s, s:s, s:s, s:s*}", "kind",
			"chart", "slug", chart->slug, "workload", chart->workload, "placement",
			placement_name(chart->placement), "clock", clock_name(chart->clock),
			"emulated", chart->emulated, "swept", chart->swept, "unit", chart->unit,
			"unit_text", chart->unit_text, "x_text", chart->x_text, "like",
			chart->like, "better", better),
		err);
}

static bool add_cell(struct text *text, const struct campaign_cell *cell, struct error *err)
{
	return add_line(text,
		json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:s?, s:o*}", "kind", "cell", "chart",
			(int)cell->chart, "variant", (int)cell->variant, "count", (int)cell->count,
			"repeats", (int)cell->repeats, "trips", (int)cell->trips, "skipped",
			cell->skipped, "x", cell->has_x ? json_real(cell->x) : NULL),
		err);
}

/* Writes a text that `written` does not hold yet. */
static bool add_document(struct text *text, const char *body, json_t *written, struct error *err)
{
	char digest[DIGEST_BYTES];
	digest_of(body, strlen(body), digest);
	if (json_object_get(written, digest))
		return true;
	json_object_set_new(written, digest, json_true());
	return add_line(text,
		json_pack("{s:s, s:s, s:s}", "kind", "document", "digest", digest, "text", body),
		err);
}

/* Writes the long texts of an environment. */
static bool add_documents(struct text *text, const struct environment *env, json_t *written,
	struct error *err)
{
	for (size_t i = 0; i < env->length; i++) {
		const char *fact = env->facts[i].text;
		if (fact && strlen(fact) >= ENVIRONMENT_LONG_BYTES &&
			!add_document(text, fact, written, err))
			return false;
	}
	return true;
}

static bool add_entry(struct text *text, const struct campaign_boot *entry, json_t *written,
	struct error *err)
{
	return add_documents(text, &entry->env, written, err) &&
		add_line(text,
			json_pack("{s:s, s:i, s:s, s:i, s:i, s:s, s:o, s:s?, s:o}", "kind", "entry",
				"variant", (int)entry->variant, "clock", clock_name(entry->clock),
				"boot", (int)entry->number, "entry", (int)entry->entry,
				"kernel_boot_id", entry->kernel_boot_id, "entered",
				time_json(entry->entered_us), "failure", entry->failure, "facts",
				environment_to_json(&entry->env)),
			err);
}

static bool add_sample(struct text *text, const struct sample *s, json_t *written,
	struct error *err)
{
	char digest[DIGEST_BYTES];
	if (s->output && !add_document(text, s->output, written, err))
		return false;
	if (s->output)
		digest_of(s->output, strlen(s->output), digest);
	return jsonl_sample_add(text, s, s->output ? digest : NULL, err);
}

/* A form that what is written is held against piece by piece, while it is in the cache. */
struct match {
	const struct text *form;
	size_t at; /* what is before has been compared */
	bool same;
};

#define PIECE_BYTES 32768

/* Compares what is there and takes it off the text. */
static void match_take(struct match *match, struct text *text)
{
	size_t left = match->form->length - match->at;
	match->same = match->same && text->length <= left &&
		memcmp(match->form->bytes + match->at, text->bytes, text->length) == 0;
	match->at += match->same ? text->length : 0;
	text->length = 0;
}

/* With a match the text does not grow by all of it. */
static bool add_body(struct text *text, const struct campaign *c, const struct samples *samples,
	struct match *match, struct error *err)
{
	assert(c->revision == 0); /* what was measured is sealed, not what was made of it */
	bool ok = add_header(text, c, err);
	json_t *written = json_object();
	for (size_t i = 0; ok && i < c->variants_n; i++)
		ok = add_variant(text, &c->variants[i], err);
	for (size_t i = 0; ok && i < c->charts_n; i++)
		ok = add_chart(text, &c->charts[i], err);
	for (size_t i = 0; ok && i < c->cells_n; i++)
		ok = add_cell(text, &c->cells[i], err);
	for (size_t i = 0; ok && i < c->entries_n; i++)
		ok = add_entry(text, &c->entries[i], written, err);
	for (size_t i = 0; ok && i < samples->length && (!match || match->same); i++) {
		ok = add_sample(text, &samples->samples[i], written, err);
		if (match && text->length >= PIECE_BYTES)
			match_take(match, text);
	}
	json_decref(written);
	return ok;
}

static bool add_end(struct text *text, const struct campaign *campaign, const char *digest,
	struct error *err)
{
	bool ok = add_line(text,
		json_pack("{s:s, s:s}", "kind", campaign->digest ? "seal" : "open", "digest",
			digest),
		err);
	for (size_t i = 0; ok && i < campaign->amendments_n; i++)
		ok = add_line(text, amendment_to_json(&campaign->amendments[i]), err);
	return ok;
}

bool jsonl_is_form(const struct campaign *campaign, const struct samples *samples,
	const struct text *form)
{
	struct match match = {form, 0, true};
	struct text text = TEXT_EMPTY;
	struct error err;
	bool ok = add_body(&text, campaign, samples, &match, &err) &&
		add_end(&text, campaign, campaign->digest, &err);
	match_take(&match, &text);
	text_release(&text);
	return ok && match.same && match.at == form->length;
}

bool jsonl_write(const struct campaign *campaign, const struct samples *samples,
	struct text *text, struct error *err)
{
	char digest[DIGEST_BYTES];
	size_t start = text->length;
	if (!add_body(text, campaign, samples, NULL, err))
		return false;
	if (!campaign->digest)
		digest_of(text->bytes + start, text->length - start, digest);
	return add_end(text, campaign, campaign->digest ? campaign->digest : digest, err);
}

bool jsonl_digest(const struct campaign *campaign, const struct samples *samples,
	char digest[static DIGEST_BYTES], struct error *err)
{
	struct text body = TEXT_EMPTY;
	bool ok = add_body(&body, campaign, samples, NULL, err);
	if (ok)
		digest_of(body.bytes, body.length, digest);
	text_release(&body);
	return ok;
}
