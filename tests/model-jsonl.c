/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The canonical form: written, read, written again; and every way to spoil it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/plan-source.h"
#include "model/plan.h"
#include "tests/fixture.h"
#include "tests/temporary.h"

static void write_form(const struct campaign *campaign, const struct samples *samples,
	struct text *form)
{
	struct error err;
	*form = TEXT_EMPTY;
	if (!jsonl_write(campaign, samples, form, &err))
		fail_msg("%s", err.message);
}

/* Export, import into a store, export: the same bytes. */
static void assert_goes_round(struct store *store, struct campaign campaign, struct samples samples)
{
	struct error err;
	struct text form, again;
	struct campaign back;
	struct samples samples_back;
	write_form(&campaign, &samples, &form);
	if (!jsonl_read(&form, "a.jsonl", &back, &samples_back, &err) ||
		!fixture_import(store, back, samples_back, &err))
		fail_msg("%s", err.message);
	assert_int_equal(store_campaign_read_whole(store, campaign.id, &back, &samples_back, &err),
		STORE_FOUND);
	write_form(&back, &samples_back, &again);
	assert_string_equal(form.bytes, again.bytes);
	assert_int_equal(back.state, campaign.state);
	text_release(&form);
	text_release(&again);
	campaign_release(&back);
	samples_release(&samples_back);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void campaigns_go_round(void **state)
{
	struct error err;
	char *path = temporary_path(state, "lab.db");
	struct store *store = store_open(path, STORE_WRITE, &err);
	struct samples complete = {0}, open = {0};
	struct campaign first = fixture_make_complete(&complete), second = fixture_make_open(&open);
	assert_non_null(store);
	assert_goes_round(store, first, complete);
	assert_goes_round(store, second, open);
	assert_goes_round(store, fixture_make_empty(), (struct samples){0});
	store_close(store);
	free(path);
}

/* Two variants, two charts, an entry, a document, samples of three kinds: small, but all kinds. */
static void small_form(bool sealed, struct text *form)
{
	static const double values[] = {4.6, 0.1 + 0.2, -1.5, 1e300, 5e-324, 0};
	struct campaign campaign = fixture_campaign(FIXTURE_ID, "a \"small\" one", "lab", false);
	struct samples samples = {0};
	struct error err;
	char digest[DIGEST_BYTES];
	fixture_variant(&campaign, "6.1", NULL, "");
	fixture_variant(&campaign, "内核", "k", "preempt=none");
	fixture_chart(&campaign, workload_find("ring"), PLACEMENT_BOUND, CLOCK_WALL, 2, 4, 1);
	fixture_chart(&campaign, workload_find("pingpong"), PLACEMENT_BOUND, CLOCK_WALL, 0, 0, 1);
	campaign.cells[1].skipped = xstrdup("cannot");
	struct campaign_boot *entry =
		xgrow(&campaign.entries, &campaign.entries_n, sizeof(*entry));
	*entry = (struct campaign_boot){1, CLOCK_WALL, 1, 1, xstrdup("0f"), 1000000, NULL, {0}};
	char *config = xasprintf("%*s", ENVIRONMENT_LONG_BYTES, "CONFIG_HZ=250");
	environment_set(&entry->env, "config", config);
	environment_set(&entry->env, "hypervisor", NULL);
	environment_set(&entry->env, "hz", "250");
	for (unsigned i = 0; i < ARRAY_LENGTH(values); i++) {
		struct sample *sample = xgrow(&samples.samples, &samples.length, sizeof(*sample));
		*sample = (struct sample){.cell = 7, .round = i + 1, .attempt = 1,
			.value = values[i], .raw = NAN, .overhead = 1.25, .spread = NAN,
			.started_us = 2000000 + i, .duration_ns = 5};
	}
	samples.samples[5].status = SAMPLE_FAILED;
	samples.samples[5].value = NAN;
	samples.samples[5].reason = xstrdup("fork");
	if (sealed && !jsonl_digest(&campaign, &samples, digest, &err))
		fail_msg("%s", err.message);
	campaign.digest = sealed ? xstrdup(digest) : NULL;
	write_form(&campaign, &samples, form);
	free(config);
	campaign_release(&campaign);
	samples_release(&samples);
}

static bool reads(const struct text *form, struct error *err)
{
	struct campaign campaign;
	struct samples samples;
	bool ok = jsonl_read(form, "a.jsonl", &campaign, &samples, err);
	if (!ok) {
		assert_null(campaign.variants);
		assert_null(samples.samples);
		assert_true(strncmp(err->message, "a.jsonl:", 8) == 0);
	}
	campaign_release(&campaign);
	samples_release(&samples);
	return ok;
}

static void one_flipped_bit_is_refused(void **state)
{
	static const char flips[] = {0x01, 0x02, 0x10, 0x20, (char)0x80};
	(void)state;
	for (int sealed = 0; sealed < 2; sealed++) {
		struct text form;
		struct error err;
		small_form(sealed, &form);
		assert_true(reads(&form, &err));
		for (size_t i = 0; i < form.length; i++) {
			char flip = flips[i % sizeof(flips)];
			form.bytes[i] ^= flip;
			if (reads(&form, &err))
				fail_msg("byte %zu: '%c'", i, form.bytes[i]);
			form.bytes[i] ^= flip;
		}
		text_release(&form);
	}
}

static void a_cut_is_refused_wherever_it_is(void **state)
{
	(void)state;
	struct text form;
	struct error err;
	small_form(true, &form);
	for (size_t length = 0; length < form.length; length++) {
		/* A copy of that size, so that reading past its end would be seen. */
		struct text cut = TEXT_EMPTY;
		text_add_bytes(&cut, form.bytes, length);
		if (reads(&cut, &err))
			fail_msg("cut behind %zu bytes", length);
		text_release(&cut);
	}
	text_release(&form);
}

/* Gives the last line the digest that fits what is before it, as a forger would. */
static void seal_again(struct text *form)
{
	char *last = memrchr(form->bytes, '\n', form->length - 1), digest[DIGEST_BYTES];
	digest_of(form->bytes, (size_t)(last + 1 - form->bytes), digest);
	memcpy(last + 1 + strlen("{\"digest\":\""), digest, DIGEST_BYTES - 1);
}

/* The small form with the first `from` in it replaced, read: the error without the name. */
static void assert_refused(const char *from, const char *to, const char *wanted)
{
	struct text form, changed = TEXT_EMPTY;
	struct error err = {""};
	small_form(true, &form);
	const char *at = strstr(form.bytes, from);
	if (!at)
		fail_msg("no %s", from);
	text_add_bytes(&changed, form.bytes, (size_t)(at - form.bytes));
	text_add_bytes(&changed, to, strlen(to));
	text_add_bytes(&changed, at + strlen(from), strlen(at + strlen(from)));
	if (strncmp(wanted, "22: ", 4) != 0 && strncmp(wanted, "23: ", 4) != 0)
		seal_again(&changed);
	assert_false(reads(&changed, &err));
	if (strncmp(err.message + strlen("a.jsonl:"), wanted, strlen(wanted)) != 0)
		fail_msg("got '%s', wanted '%s'", err.message + strlen("a.jsonl:"), wanted);
	text_release(&form);
	text_release(&changed);
}

static void faults_are_named_with_their_line(void **state)
{
	(void)state;
	/* The lines: 1 campaign, 2-3 variants, 4-5 charts, 6-13 cells, 14 document, 15 entry,
	 * 16-21 samples, 22 seal. */
	static const struct {
		const char *from, *to, *wanted;
	} cases[] = {
		{"{", "", "1: not JSON: "},
		{"\"accel\"", "\"accel\":\"\",\"accel\"", "1: not JSON: duplicate object key"},
		{"\"format\":1,", "", "1: 'format' is no whole number"},
		{"\"format\":1", "\"format\":2", "1: format 2 is not known here, only 1"},
		{"20261130-k3f7qd", "20261130-K3F7QD", "1: 'id' is no campaign id"},
		{"20261130-k3f7qd", "../../etc/passwd", "1: 'id' is no campaign id"},
		{"\"seed\":4711", "\"seed\":4711.0", "1: 'seed' is no whole number"},
		{"\"seed\":4711", "\"seed\":99999999999999999999", "1: not JSON: too big integer"},
		{"\"seed\":4711", "\"seed\":-1", "1: 'seed' is no whole number from 0"},
		{"\"boots\":1", "\"boots\":0", "1: 'boots' is no whole number from 1"},
		{"\"boots\":1", "\"boots\":5000000", "6: more than 5000000 launches"},
		{"\"baseline\":0", "\"baseline\":2", "1: the baseline is no variant"},
		{"2026-11-30T", "2026-02-30T", "1: 'started' is no time like"},
		{"a \\\"small\\\" one", "a \\u0000 one", "1: not JSON: "},
		{"a \\\"small\\\" one", "\xff", "1: not JSON: unable to decode byte 0xff"},
		{"\"kind\":\"variant\"", "\"kind\":\"campaign\"", "2: a second campaign"},
		{"\"slug\":\"6.1\"", "\"slug\":\"../6\"", "2: 'slug' is no slug: '../6'"},
		{"\"kind\":\"variant\"", "\"kind\":\"remark\"", "2: unknown kind 'remark'"},
		{"\"kind\":\"variant\"", "\"kind\":\"amendment\"",
			"2: an amendment before the seal"},
		{"\"kind\":\"variant\"", "\"kind\":[[", "2: not JSON: "},
		{"\"kernel\":null", "\"kernel\":7", "2: 'kernel' is neither a string nor null"},
		{"\"slug\":\"ring.bound\"", "\"slug\":\"ring.unbound\"",
			"4: the chart's slug has to be ring.bound"},
		{"\"placement\":\"bound\"", "\"placement\":\"beside\"", "4: unknown placement"},
		{"\"clock\":\"wall\"", "\"clock\":\"water\"", "4: unknown clock 'water'"},
		{"\"emulated\":false", "\"emulated\":0", "4: 'emulated' is neither true nor false"},
		{"\"chart\":0,\"count\":3", "\"chart\":2,\"count\":3",
			"7: 'chart' is no whole number from 0 to 1"},
		{"\"chart\":0,\"count\":3", "\"chart\":0,\"count\":2", "7: cells have to ascend"},
		{"\"variant\":1}\n{\"chart\":1", "\"variant\":2}\n{\"chart\":1",
			"11: 'variant' is no whole number from 0 to 1"},
		{"CONFIG_HZ=250", "CONFIG_HZ=100", "14: the document's digest is not that"},
		{"\"kind\":\"document\"", "\"kind\":\"entry\"", "14: "},
		{"{\"document\":\"", "{\"document\":\"0", "15: fact 'config' names no document"},
		{"\"cell\":7", "\"cell\":8", "16: 'cell' is no whole number from 0 to 7"},
		{"\"cell\":7", "\"cell\":6", "16: the cell is of another variant or clock"},
		{"\"cell\":7", "\"cell\":1", "16: a sample of a cell that was skipped"},
		{"\"entry\":0", "\"entry\":1", "16: 'entry' is no whole number from 0 to 0"},
		{"\"round\":1", "\"round\":11", "16: 'round' is no whole number from 1 to 10"},
		{"\"value\":4.6", "\"value\":4", "16: 'value' is neither a number with a point"},
		{"\"value\":4.6", "\"value\":NaN", "16: not JSON: "},
		{"\"value\":4.6", "\"value\":1e999", "16: not JSON: real number overflow"},
		{"\"value\":4.6", "\"value\":null", "16: a value belongs to status ok"},
		{"\"status\":\"ok\"", "\"status\":\"fine\"", "16: unknown status 'fine'"},
		{"\"value\":4.6", "\"value\":4.7", "22: not what was written: "},
		{"\"value\":4.6", "\"value\":4.60", "16: not in canonical form"},
		{"\"kind\":\"seal\"}\n", "\"kind\":\"seal\"}\n\n", "23: not JSON: "},
		{"\"kind\":\"seal\"}\n", "\"kind\":\"seal\"}\n{\"kind\":\"open\"}\n",
			"23: a line behind the end"},
		{"{\"digest\":\"", "{ \"digest\":\"", "14: not in canonical form"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_refused(cases[i].from, cases[i].to, cases[i].wanted);
}

static void what_fills_the_memory_is_refused(void **state)
{
	(void)state;
	struct text many = TEXT_EMPTY, deep = TEXT_EMPTY;
	for (int i = 0; i <= PLAN_LIST_MAX; i++)
		text_add(&many, "{\"cmdline\":\"\",\"kernel\":null,\"kind\":\"variant\","
				"\"label\":\"x\",\"slug\":\"x-%d\"}\n", i);
	char *line = xasprintf("%s{\"cmdline\":\"\",\"kernel\":null", many.bytes);
	assert_refused("{\"cmdline\":\"\",\"kernel\":null", line, "102: more than 100 variants");
	free(line);
	for (int i = 0; i < 100000; i++)
		text_add(&deep, "[");
	assert_refused("\"kernel\":null", deep.bytes, "2: not JSON: ");
	line = xasprintf("\"kernel\":%s", deep.bytes);
	assert_refused("\"kernel\":null", line, "2: not JSON: maximum parsing depth reached");
	free(line);
	text_release(&many);
	text_release(&deep);
}

static void texts_that_are_not_utf8_are_not_written(void **state)
{
	(void)state;
	struct error err;
	struct text form = TEXT_EMPTY;
	const struct samples none = {0};
	struct campaign campaign = fixture_make_empty();
	struct campaign_boot *entry =
		xgrow(&campaign.entries, &campaign.entries_n, sizeof(*entry));
	*entry = (struct campaign_boot){0, CLOCK_WALL, 1, 1, xstrdup(""), 1, NULL, {0}};
	environment_set(&entry->env, "cmdline", "\xff");
	assert_false(jsonl_write(&campaign, &none, &form, &err));
	assert_string_equal(err.message, "a name or text of the campaign is not valid UTF-8");
	text_release(&form);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(campaigns_go_round),
		cmocka_unit_test(one_flipped_bit_is_refused),
		cmocka_unit_test(a_cut_is_refused_wherever_it_is),
		cmocka_unit_test(faults_are_named_with_their_line),
		cmocka_unit_test(what_fills_the_memory_is_refused),
		cmocka_unit_test(texts_that_are_not_utf8_are_not_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
