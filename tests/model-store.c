/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Campaigns, entries and samples in a store. How stores are opened: model-store-open.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/store-db.h"
#include "tests/fixture.h"
#include "tests/temporary.h"

static struct store *store_of(void **state)
{
	struct error err;
	char *path = temporary_path(state, "lab.db");
	struct store *store = store_open(path, STORE_WRITE, &err);
	free(path);
	if (!store)
		fail_msg("%s", err.message);
	return store;
}

#define assert_done(call)                                  \
	do {                                               \
		if (!(call))                               \
			fail_msg("%s: %s", #call, err.message); \
	} while (0)

/* The error without the path before it. */
static const char *behind_path(const struct error *err)
{
	const char *path = strstr(err->message, "lab.db: ");
	return path ? path + strlen("lab.db: ") : err->message;
}

static int64_t count(struct store *store, const char *sql)
{
	struct error err;
	sqlite3_stmt *row = db_prepare(store, &err, sql, "");
	assert_non_null(row);
	assert_int_equal(db_step(store, row, &err), DB_ROW);
	int64_t n = sqlite3_column_int64(row, 0);
	sqlite3_finalize(row);
	return n;
}

/* One variant "here", unswept and swept charts, no entry; in the store. */
static struct campaign small(struct store *store)
{
	struct error err;
	struct campaign campaign = fixture_make_empty();
	campaign.boots = 2;
	assert_done(store_campaign_add(store, &campaign, &err));
	return campaign;
}

static void enter(struct store *store, struct campaign *campaign, unsigned boot, unsigned entry)
{
	struct error err;
	struct campaign_boot *added =
		xgrow(&campaign->entries, &campaign->entries_n, sizeof(*added));
	*added = (struct campaign_boot){0, CLOCK_WALL, boot, entry, xstrdup(""), 7, NULL, {0}};
	fixture_environment(&added->env, "6.1", "none", "");
	assert_done(store_entry_add(store, campaign, &err));
}

static struct sample launch(unsigned cell, unsigned entry, unsigned round, unsigned attempt)
{
	return (struct sample){.cell = cell, .entry = entry, .round = round, .attempt = attempt,
		.value = 4.6, .raw = NAN, .overhead = NAN, .spread = NAN, .started_us = 8};
}

/* All that the canonical form holds comes back, and doubles to the last bit. */
static void assert_comes_back(struct store *store, struct campaign campaign, struct samples samples)
{
	struct error err;
	struct campaign back;
	struct samples samples_back;
	struct text form = TEXT_EMPTY, form_back = TEXT_EMPTY;
	assert_done(store_campaign_import(store, &campaign, &samples, &err));
	assert_int_equal(store_campaign_read_whole(store, campaign.id, &back, &samples_back, &err),
		STORE_FOUND);
	assert_done(jsonl_write(&campaign, &samples, &form, &err));
	assert_done(jsonl_write(&back, &samples_back, &form_back, &err));
	assert_string_equal(form.bytes, form_back.bytes);
	assert_int_equal(back.samples_n, samples.length);
	assert_int_equal(back.state, campaign.state);
	for (size_t i = 0; i < samples.length; i++) {
		const struct sample *a = &samples.samples[i], *b = &samples_back.samples[i];
		assert_true(a->value == b->value || (isnan(a->value) && isnan(b->value)));
	}
	text_release(&form);
	text_release(&form_back);
	campaign_release(&back);
	samples_release(&samples_back);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void campaigns_come_back(void **state)
{
	struct store *store = store_of(state);
	struct samples complete = {0}, open = {0};
	struct campaign first = fixture_make_complete(&complete), second = fixture_make_open(&open);
	assert_comes_back(store, first, complete);
	assert_comes_back(store, second, open);
	assert_comes_back(store, fixture_make_empty(), (struct samples){0});

	struct campaign_brief *briefs;
	struct campaign none;
	struct error err;
	size_t n;
	assert_done(store_campaign_list(store, &briefs, &n, &err));
	assert_int_equal(n, 3);
	assert_string_equal(briefs[0].id, FIXTURE_EMPTY_ID); /* the newest first */
	assert_string_equal(briefs[2].id, FIXTURE_ID);
	assert_int_equal(briefs[2].state, CAMPAIGN_COMPLETE);
	assert_int_equal(briefs[2].samples, briefs[2].expected);
	assert_true(briefs[1].failed > 0 && briefs[1].samples < briefs[1].expected);
	campaign_briefs_free(briefs, n);
	assert_int_equal(store_campaign_read(store, "20261130-nobody", &none, &err), STORE_ABSENT);
	assert_int_equal(store_campaign_read(store, "' OR 1; --", &none, &err), STORE_ABSENT);
	store_close(store);
}

static void ids_and_seals_are_given_once(void **state)
{
	struct error err;
	struct store *store = store_of(state);
	struct campaign campaign = small(store), again = fixture_make_empty();
	assert_false(store_campaign_add(store, &again, &err));
	assert_string_equal(err.message, "campaign " FIXTURE_EMPTY_ID " is in the store already");
	assert_int_equal(count(store, "SELECT count(*) FROM campaign"), 1);
	assert_done(store_campaign_seal(store, &campaign, "first", &err));
	assert_false(store_campaign_seal(store, &campaign, "second", &err));
	assert_string_equal(err.message, "campaign " FIXTURE_EMPTY_ID " is sealed already");
	assert_string_equal(campaign.digest, "first");
	campaign_release(&campaign);
	campaign_release(&again);
	store_close(store);
}

static void a_launch_counts_once(void **state)
{
	struct error err;
	struct store *store = store_of(state);
	struct campaign campaign = small(store);
	enter(store, &campaign, 1, 1);
	enter(store, &campaign, 1, 2); /* the same boot, entered again */
	struct sample first = launch(0, 0, 1, 1), second = launch(0, 1, 1, 2);
	assert_done(store_sample_add(store, &campaign, NULL, &first, "a", &err));
	assert_done(store_sample_add(store, &campaign, &first, &second, "a", &err));
	assert_false(store_sample_add(store, &campaign, &second, NULL, "a", &err));
	assert_string_equal(behind_path(&err), "refused, it would be there twice: sample.campaign, "
					       "sample.cell, sample.boot, sample.round");
	second.status = SAMPLE_FAILED; /* a failure counts as well */
	assert_false(store_sample_add(store, &campaign, &second, NULL, "a", &err));
	second.status = SAMPLE_INTERRUPTED; /* an attempt counts for nothing */
	assert_done(store_sample_add(store, &campaign, &second, NULL, "a", &err));
	/* The same attempt cannot be announced twice; what ends has to have been announced. */
	assert_false(store_sample_add(store, &campaign, NULL, &second, "a", &err));
	struct sample unannounced = launch(1, 0, 1, 1);
	assert_false(store_sample_add(store, &campaign, &unannounced, NULL, "a", &err));
	/* Both or nothing: the sample is not kept where the next launch cannot be announced. */
	struct sample third = launch(1, 0, 2, 1);
	assert_done(store_sample_add(store, &campaign, NULL, &third, "a", &err));
	assert_false(store_sample_add(store, &campaign, &third, &first, "a", &err));
	assert_int_equal(count(store, "SELECT count(*) FROM sample"), 2);
	campaign_release(&campaign);
	store_close(store);
}

static void samples_are_only_inserted(void **state)
{
	static const char *const attempts[] = {"UPDATE sample SET value = 1", "DELETE FROM sample",
		"UPDATE pack SET body = x'00'", "DELETE FROM pack"};
	struct error err;
	struct store *store = store_of(state);
	assert_done(fixture_complete(store, &err));
	assert_done(fixture_open(store, &err));
	int64_t before = count(store, "SELECT count(*) FROM sample");
	for (size_t i = 0; i < ARRAY_LENGTH(attempts); i++) {
		assert_false(db_run(store, attempts[i], &err));
		assert_string_equal(behind_path(&err), "samples are only ever inserted");
	}
	assert_true(before > 0);
	assert_int_equal(count(store, "SELECT count(*) FROM sample"), before);
	store_close(store);
}

static unsigned crashes(struct store *store, const struct campaign *campaign, const char *boot_id)
{
	struct error err;
	unsigned n = 99;
	assert_done(store_sample_crashes(store, campaign, 3, 1, 2, boot_id, &n, &err));
	return n;
}

static void crashes_are_told_from_kills(void **state)
{
	struct error err;
	struct store *store = store_of(state);
	struct campaign campaign = small(store);
	struct samples samples;
	enter(store, &campaign, 1, 1);
	static const char *const boots[] = {"a", "a", "b", "b", "c"};
	static const unsigned wanted[] = {0, 0, 1, 1, 2};
	for (unsigned i = 0; i < 5; i++) {
		assert_done(store_sample_interrupt(store, &campaign, &err));
		assert_int_equal(crashes(store, &campaign, boots[i]), wanted[i]);
		struct sample next = launch(3, 0, 2, i + 1);
		assert_done(store_sample_add(store, &campaign, NULL, &next, boots[i], &err));
		assert_int_equal(crashes(store, &campaign, boots[i]), wanted[i]);
	}
	/* Interrupting again changes nothing; others' launches have no part in it. */
	assert_done(store_sample_interrupt(store, &campaign, &err));
	assert_int_equal(crashes(store, &campaign, "c"), 2);
	assert_int_equal(crashes(store, &campaign, "d"), 3);
	unsigned other;
	assert_done(store_sample_crashes(store, &campaign, 3, 1, 1, "d", &other, &err));
	assert_int_equal(other, 0);
	assert_done(store_samples_read(store, &campaign, &samples, &err));
	assert_int_equal(samples.length, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(samples.samples[i].status, SAMPLE_INTERRUPTED);
		assert_int_equal(samples.samples[i].attempt, i + 1);
		assert_string_equal(samples.samples[i].reason, "the runner ended during it");
	}
	samples_release(&samples);
	campaign_release(&campaign);
	store_close(store);
}

static void entries_are_completed_later(void **state)
{
	struct error err;
	struct store *store = store_of(state);
	struct campaign campaign = small(store), back;
	struct environment env;
	enter(store, &campaign, 1, 1);
	enter(store, &campaign, 2, 1);
	assert_int_equal(count(store, "SELECT count(*) FROM document"), 1); /* shared */
	free(campaign.entries[0].kernel_boot_id);
	campaign.entries[0].kernel_boot_id = xstrdup("0f0e");
	campaign.entries[0].failure = xstrdup("kernel panic: not syncing");
	environment_set(&campaign.entries[0].env, "dmesg", "later");
	assert_done(store_entry_update(store, &campaign, 0, &err));
	assert_int_equal(store_campaign_read(store, campaign.id, &back, &err), STORE_FOUND);
	assert_int_equal(back.entries_n, 2);
	assert_string_equal(back.entries[0].failure, "kernel panic: not syncing");
	assert_string_equal(back.entries[0].kernel_boot_id, "0f0e");
	assert_done(store_environment_read(store, &back, 0, &env, &err));
	assert_string_equal(environment_get(&env, "dmesg"), "later");
	assert_true(strlen(environment_get(&env, "config")) >= ENVIRONMENT_LONG_BYTES);
	assert_null(environment_get(&env, "hypervisor"));
	environment_release(&env);
	assert_false(store_environment_read(store, &back, 9, &env, &err));
	assert_string_equal(err.message, "campaign " FIXTURE_EMPTY_ID " has no entry 9");
	campaign_release(&back);
	campaign_release(&campaign);
	store_close(store);
}

static void texts_are_utf8(void **state)
{
	struct error err;
	struct store *store = store_of(state);
	struct campaign campaign = small(store);
	enter(store, &campaign, 1, 1);
	char longer[ENVIRONMENT_LONG_BYTES + 2];
	memset(longer, 0xff, sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = 0;
	const char *const bad[] = {"cut \xe5\x86", "\xff", longer};
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		environment_set(&campaign.entries[0].env, "cmdline", bad[i]);
		assert_false(store_entry_update(store, &campaign, 0, &err));
		assert_non_null(strstr(err.message, "not valid UTF-8"));
	}
	struct sample sample = launch(0, 0, 1, 1);
	assert_done(store_sample_add(store, &campaign, NULL, &sample, "a", &err));
	sample.reason = xstrdup("cut \xe5\x86");
	assert_false(store_sample_add(store, &campaign, &sample, NULL, "a", &err));
	assert_string_equal(behind_path(&err), "refused, a text is not valid UTF-8");
	free(sample.reason);
	campaign_release(&campaign);
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(campaigns_come_back),
		temporary_test(ids_and_seals_are_given_once),
		temporary_test(a_launch_counts_once),
		temporary_test(samples_are_only_inserted),
		temporary_test(crashes_are_told_from_kills),
		temporary_test(entries_are_completed_later),
		temporary_test(texts_are_utf8),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
