/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opening a store, and several of them on one file at once. Full and read-only disks: store.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/lock.h"
#include "model/store-db.h"
#include "tests/fixture.h"
#include "tests/temporary.h"

static struct store *open_or_fail(const char *path, enum store_mode mode)
{
	struct error err;
	struct store *store = store_open(path, mode, &err);
	if (!store)
		fail_msg("%s", err.message);
	return store;
}

/* "FOLDER/lab.db: wanted" and nothing else. */
static void assert_refused(const char *path, enum store_mode mode, const char *wanted)
{
	struct error err = {""};
	assert_null(store_open(path, mode, &err));
	char *message = xasprintf("%s: %s", path, wanted);
	assert_string_equal(err.message, message);
	free(message);
}

static void write_file(const char *path, const char *bytes)
{
	struct error err;
	struct text text = TEXT_EMPTY;
	text_add_bytes(&text, bytes, strlen(bytes));
	if (!text_write_file(&text, path, &err))
		fail_msg("%s", err.message);
	text_release(&text);
}

static void run_sql(const char *path, const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void a_store_is_made_only_for_writing(void **state)
{
	char *path = temporary_path(state, "new/folder/lab.db");
	assert_refused(path, STORE_READ, "there is no store here yet");
	assert_int_not_equal(access(path, F_OK), 0);
	store_close(open_or_fail(path, STORE_WRITE));
	store_close(open_or_fail(path, STORE_READ));
	store_close(open_or_fail(path, STORE_WRITE));
	free(path);
}

static void what_is_no_store_is_refused(void **state)
{
	static const enum store_mode modes[] = {STORE_READ, STORE_WRITE};
	char *path = temporary_path(state, "lab.db"), *below = temporary_path(state, "lab.db/x");
	for (size_t i = 0; i < ARRAY_LENGTH(modes); i++) {
		write_file(path, "short");
		assert_refused(path, modes[i], "not a schedlab store (not an SQLite database)");
		char *longer = xmalloc(5000);
		memset(longer, 'x', 4999);
		longer[4999] = 0;
		write_file(path, longer);
		assert_refused(path, modes[i], "not a schedlab store (not an SQLite database)");
		free(longer);
		unlink(path);

		/* Another program's database is left as it is, its journal mode too. */
		run_sql(path, "PRAGMA journal_mode=WAL; CREATE TABLE bookmark(url)");
		assert_refused(path, modes[i], "an SQLite database, but not a schedlab store");
		struct error err;
		struct text bytes = TEXT_EMPTY;
		assert_true(text_read_file(&bytes, path, 1 << 20, &err));
		assert_int_equal(bytes.bytes[18], 2); /* WAL, in the file's header */
		text_release(&bytes);
		unlink(path);

		store_close(open_or_fail(path, STORE_WRITE));
		run_sql(path, "PRAGMA user_version = 1000");
		struct error newer = {""};
		assert_null(store_open(path, modes[i], &newer));
		assert_non_null(strstr(newer.message,
			": written by a newer schedlab (store format 1000, this one knows "));
		assert_refused(below, modes[i], "Not a directory");
		unlink(path);
		assert_int_equal(mkdir(path, 0700), 0);
		assert_refused(path, modes[i], "Is a directory");
		assert_int_equal(rmdir(path), 0);
	}
	write_file(path, "");
	assert_refused(path, STORE_READ, "an empty file, no store");
	store_close(open_or_fail(path, STORE_WRITE)); /* as mktemp makes one */
	free(path);
	free(below);
}

static void paths_come_from_option_and_environment(void **state)
{
	(void)state;
	static const struct {
		const char *option, *store, *data, *home, *wanted;
	} cases[] = {
		{"a.db", "/s.db", "/d", "/h", "a.db"},
		{NULL, "/s.db", "/d", "/h", "/s.db"},
		{NULL, "", "/d", "/h", "/d/schedlab/lab.db"},
		{NULL, NULL, "relative", "/h", "/h/.local/share/schedlab/lab.db"},
		{NULL, NULL, NULL, "", "./.local/share/schedlab/lab.db"},
	};
	static const char *const names[] = {"SCHEDLAB_STORE", "XDG_DATA_HOME", "HOME"};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const char *const values[] = {cases[i].store, cases[i].data, cases[i].home};
		for (size_t j = 0; j < ARRAY_LENGTH(names); j++)
			if (values[j])
				setenv(names[j], values[j], 1);
			else
				unsetenv(names[j]);
		char *path = store_path(cases[i].option);
		assert_string_equal(path, cases[i].wanted);
		free(path);
	}
}

static void assert_journal(struct store *store, const char *mode)
{
	struct error err;
	sqlite3_stmt *row = db_prepare(store, &err, "PRAGMA journal_mode", "");
	assert_non_null(row);
	assert_int_equal(db_step(store, row, &err), DB_ROW);
	assert_string_equal((const char *)sqlite3_column_text(row, 0), mode);
	sqlite3_finalize(row);
}

static void the_journal_is_truncated_never_wal(void **state)
{
	struct error err;
	struct stat status;
	char *path = temporary_path(state, "lab.db"), *journal = xasprintf("%s-journal", path);
	char *wal = xasprintf("%s-wal", path);
	assert_true(fixture_fill(path, &err));
	struct store *store = open_or_fail(path, STORE_WRITE);
	assert_journal(store, "truncate");
	assert_int_not_equal(access(wal, F_OK), 0);
	assert_int_equal(stat(journal, &status), 0);
	assert_int_equal(status.st_size, 0);
	store_close(store);
	/* One that somebody else has put into WAL mode is taken back. */
	run_sql(path, "PRAGMA journal_mode=WAL");
	store = open_or_fail(path, STORE_WRITE);
	assert_journal(store, "truncate");
	store_close(store);
	free(path);
	free(journal);
	free(wal);
}

static void children_inherit_nothing(void **state)
{
	struct error err;
	char *path = temporary_path(state, "lab.db"), line[4096];
	struct store *store = open_or_fail(path, STORE_WRITE);
	int lock = lock_take(path, FIXTURE_ID, &err);
	assert_true(lock >= 0);
	assert_true(db_begin(store, &err) && db_run(store, "DELETE FROM document", &err));
	FILE *list = popen("ls -l /proc/self/fd/", "r");
	assert_non_null(list);
	unsigned lines = 0;
	while (fgets(line, sizeof(line), list)) {
		assert_null(strstr(line, *state));
		lines++;
	}
	assert_true(lines > 2);
	assert_int_equal(pclose(list), 0);
	assert_true(db_end(store, true, &err));
	close(lock);
	store_close(store);
	free(path);
}

/* Another handle in another thread, as another process would have one. */
struct other {
	const char *path;
	pthread_barrier_t began;
	bool write, ok;
};

static const struct timespec a_while = {0, 300000000};

static void *hold_for_a_while(void *context)
{
	struct other *other = context;
	struct error err;
	struct store *store = store_open(other->path, STORE_WRITE, &err);
	bool ok = store &&
		(other->write ? db_begin(store, &err) : db_begin_read(store, &err)) &&
		(other->write ? fixture_complete(store, &err)
			      : db_run(store, "SELECT * FROM campaign", &err));
	pthread_barrier_wait(&other->began);
	nanosleep(&a_while, NULL);
	if (ok && other->write)
		ok = db_end(store, true, &err);
	else if (ok)
		db_end_read(store);
	store_close(store);
	other->ok = ok;
	return NULL;
}

static size_t campaigns_in(struct store *store)
{
	struct campaign_brief *briefs;
	struct error err;
	size_t n;
	if (!store_campaign_list(store, &briefs, &n, &err))
		fail_msg("%s", err.message);
	campaign_briefs_free(briefs, n);
	return n;
}

static void share(void **state, bool write)
{
	struct error err;
	pthread_t thread;
	char *path = temporary_path(state, "lab.db");
	struct store *store = open_or_fail(path, STORE_WRITE);
	struct other other = {.path = path, .write = write};
	pthread_barrier_init(&other.began, NULL, 2);
	assert_int_equal(pthread_create(&thread, NULL, hold_for_a_while, &other), 0);
	pthread_barrier_wait(&other.began);
	/* What is not committed is neither seen nor waited for; writing waits for the other. */
	assert_int_equal(campaigns_in(store), 0);
	if (!fixture_open(store, &err))
		fail_msg("%s", err.message);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_true(other.ok);
	assert_int_equal(campaigns_in(store), write ? 2 : 1);
	pthread_barrier_destroy(&other.began);
	store_close(store);
	free(path);
}

static void writers_wait_for_each_other(void **state)
{
	share(state, true);
}

static void a_writer_waits_for_a_reader(void **state)
{
	share(state, false);
}

static void two_make_one_store(void **state)
{
	pthread_t thread;
	char *path = temporary_path(state, "lab.db");
	struct other other = {.path = path};
	pthread_barrier_init(&other.began, NULL, 2);
	assert_int_equal(pthread_create(&thread, NULL, hold_for_a_while, &other), 0);
	struct store *store = open_or_fail(path, STORE_WRITE);
	pthread_barrier_wait(&other.began);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_true(other.ok);
	pthread_barrier_destroy(&other.began);
	store_close(store);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(a_store_is_made_only_for_writing),
		temporary_test(what_is_no_store_is_refused),
		temporary_test(paths_come_from_option_and_environment),
		temporary_test(the_journal_is_truncated_never_wal),
		temporary_test(children_inherit_nothing),
		temporary_test(writers_wait_for_each_other),
		temporary_test(a_writer_waits_for_a_reader),
		temporary_test(two_make_one_store),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
