/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A store of the first format, as the first release wrote it, and what came to it since. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>
#include <unistd.h>

#include "model/formats/jsonl.h"
#include "model/store-db.h"
#include "tests/fixture.h"
#include "tests/temporary.h"

#define OLD_STORE "tests/data/store-format-1.sql"
#define OLD_ID "20261130-k3f7qd"

static void make_old_store(const char *path)
{
	struct text sql = TEXT_EMPTY;
	struct error err;
	sqlite3 *db;
	assert_true(text_read_file(&sql, OLD_STORE, 1 << 20, &err));
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql.bytes, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	text_release(&sql);
}

static struct store *open_or_fail(const char *path, enum store_mode mode)
{
	struct error err;
	struct store *store = store_open(path, mode, &err);
	if (!store)
		fail_msg("%s", err.message);
	return store;
}

static void assert_digest(const struct campaign *campaign, const struct samples *samples)
{
	char digest[DIGEST_BYTES];
	struct error err;
	assert_true(jsonl_digest(campaign, samples, digest, &err));
	assert_string_equal(digest, campaign->digest);
}

static int64_t count(struct store *store, const char *sql)
{
	struct error err;
	sqlite3_stmt *row = db_prepare(store, &err, sql, "");
	assert_non_null(row);
	assert_int_equal(db_step(store, row, &err), DB_ROW);
	int64_t found = sqlite3_column_int64(row, 0);
	sqlite3_finalize(row);
	return found;
}

static void a_sealed_campaign_of_format_1_keeps_its_digest(void **state)
{
	static const enum store_mode modes[] = {STORE_READ, STORE_WRITE};
	char *path = temporary_path(state, "lab.db");
	for (size_t i = 0; i < ARRAY_LENGTH(modes); i++) {
		struct campaign campaign;
		struct samples samples;
		struct error err;
		make_old_store(path);
		struct store *store = open_or_fail(path, modes[i]);
		assert_int_equal(store_campaign_read_whole(store, OLD_ID, &campaign, &samples,
					 &err), STORE_FOUND);
		assert_int_equal(samples.length, 36);
		assert_int_equal(campaign.charts[0].better, BETTER_LOWER);
		assert_null(samples.samples[0].disturbance);
		assert_null(samples.samples[0].output);
		assert_digest(&campaign, &samples);
		assert_int_equal(count(store, "SELECT count(*) FROM pack"), campaign.charts_n);
		assert_int_equal(count(store, "SELECT samples FROM overview"), 36);
		assert_true(count(store, "SELECT count(*) FROM summary WHERE count = -1 AND n > 0"));
		samples_release(&samples);
		campaign_release(&campaign);
		store_close(store);
		assert_int_equal(unlink(path), 0);
	}
	free(path);
}

/* Reads the campaign's canonical form and writes it again. */
static char *round_trip(const struct campaign *campaign, const struct samples *samples)
{
	struct text form = TEXT_EMPTY, again = TEXT_EMPTY;
	struct campaign read;
	struct samples read_samples;
	struct error err;
	assert_true(jsonl_write(campaign, samples, &form, &err));
	if (!jsonl_read(&form, "form", &read, &read_samples, &err))
		fail_msg("%s", err.message);
	assert_true(jsonl_write(&read, &read_samples, &again, &err));
	assert_string_equal(form.bytes, again.bytes);
	samples_release(&read_samples);
	campaign_release(&read);
	text_release(&again);
	return text_take(&form);
}

static void what_format_2_added_comes_back(void **state)
{
	static const char disturbance[] = "{\"others\":0.25,\"steal\":0.0125}";
	char *path = temporary_path(state, "lab.db");
	struct samples samples = {0}, read_samples;
	struct campaign campaign = fixture_make_open(&samples), read;
	struct error err;
	campaign.charts[0].better = BETTER_HIGHER;
	samples.samples[0].disturbance = xstrdup(disturbance);
	samples.samples[1].output = xstrdup("one line\nand another\n");
	samples.samples[2].output = xstrdup("one line\nand another\n");

	struct store *store = open_or_fail(path, STORE_WRITE);
	assert_true(store_campaign_import(store, &campaign, &samples, &err));
	assert_int_equal(store_campaign_read_whole(store, campaign.id, &read, &read_samples, &err),
		STORE_FOUND);
	assert_int_equal(read.charts[0].better, BETTER_HIGHER);
	assert_string_equal(read_samples.samples[0].disturbance, disturbance);
	assert_string_equal(read_samples.samples[1].output, samples.samples[1].output);

	char *written = round_trip(&campaign, &samples), *stored = round_trip(&read, &read_samples);
	assert_string_equal(written, stored);
	assert_non_null(strstr(written, "\"better\":\"higher\""));
	assert_non_null(strstr(written, disturbance));
	free(written);
	free(stored);
	samples_release(&read_samples);
	campaign_release(&read);
	store_close(store);
	samples_release(&samples);
	campaign_release(&campaign);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(a_sealed_campaign_of_format_1_keeps_its_digest),
		temporary_test(what_format_2_added_comes_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
