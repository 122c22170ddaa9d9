/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/store.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/now.h"
#include "model/store-db.h"

#define APPLICATION_ID 0x53434c42 /* "SCLB" in the file's header */
#define BUSY_TIMEOUT_MS 10000

/*
 * Step i brings a store of format i to format i + 1; user_version is the format. Times are
 * microseconds since 1970, UTC. A launch is announced before it begins; its sample ends it.
 */
static const char *const migrations[] = {
	"CREATE TABLE campaign(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
	" title TEXT NOT NULL, host TEXT NOT NULL, tool TEXT NOT NULL, machine TEXT NOT NULL,"
	" accel TEXT NOT NULL, accel_why TEXT NOT NULL, plan TEXT NOT NULL, seed INTEGER NOT NULL,"
	" started_us INTEGER NOT NULL, boots INTEGER NOT NULL, baseline INTEGER NOT NULL,"
	" digest TEXT) STRICT;"

	"CREATE TABLE variant(campaign INTEGER NOT NULL REFERENCES campaign, number INTEGER NOT NULL,"
	" label TEXT NOT NULL, slug TEXT NOT NULL, kernel TEXT, cmdline TEXT NOT NULL,"
	" PRIMARY KEY(campaign, number), UNIQUE(campaign, slug)) STRICT, WITHOUT ROWID;"

	"CREATE TABLE chart(campaign INTEGER NOT NULL REFERENCES campaign, number INTEGER NOT NULL,"
	" slug TEXT NOT NULL, workload TEXT NOT NULL, placement TEXT NOT NULL, clock TEXT NOT NULL,"
	" emulated INTEGER NOT NULL, swept INTEGER NOT NULL, unit TEXT NOT NULL,"
	" unit_text TEXT NOT NULL, x_text TEXT NOT NULL, alike TEXT NOT NULL,"
	" PRIMARY KEY(campaign, number), UNIQUE(campaign, slug)) STRICT, WITHOUT ROWID;"

	"CREATE TABLE cell(campaign INTEGER NOT NULL, number INTEGER NOT NULL,"
	" variant INTEGER NOT NULL, chart INTEGER NOT NULL, count INTEGER NOT NULL,"
	" repeats INTEGER NOT NULL, trips INTEGER NOT NULL, skipped TEXT,"
	" PRIMARY KEY(campaign, number), UNIQUE(campaign, chart, variant, count),"
	" FOREIGN KEY(campaign, variant) REFERENCES variant,"
	" FOREIGN KEY(campaign, chart) REFERENCES chart) STRICT, WITHOUT ROWID;"

	"CREATE TABLE document(digest TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;"

	"CREATE TABLE entry(campaign INTEGER NOT NULL, number INTEGER NOT NULL,"
	" variant INTEGER NOT NULL, clock TEXT NOT NULL, boot INTEGER NOT NULL,"
	" entry INTEGER NOT NULL, kernel_boot_id TEXT NOT NULL, entered_us INTEGER NOT NULL,"
	" failure TEXT, facts TEXT NOT NULL, PRIMARY KEY(campaign, number),"
	" UNIQUE(campaign, variant, clock, boot, entry),"
	" FOREIGN KEY(campaign, variant) REFERENCES variant) STRICT, WITHOUT ROWID;"

	"CREATE TABLE launch(campaign INTEGER NOT NULL, number INTEGER NOT NULL,"
	" cell INTEGER NOT NULL, entry INTEGER NOT NULL, round INTEGER NOT NULL,"
	" attempt INTEGER NOT NULL, started_us INTEGER NOT NULL, machine_boot_id TEXT NOT NULL,"
	" PRIMARY KEY(campaign, number), UNIQUE(campaign, cell, entry, round, attempt),"
	" FOREIGN KEY(campaign, cell) REFERENCES cell,"
	" FOREIGN KEY(campaign, entry) REFERENCES entry) STRICT, WITHOUT ROWID;"

	"CREATE TABLE sample(campaign INTEGER NOT NULL, launch INTEGER NOT NULL,"
	" cell INTEGER NOT NULL, boot INTEGER NOT NULL, round INTEGER NOT NULL,"
	" status TEXT NOT NULL, value REAL, raw REAL, overhead REAL, spread REAL,"
	" started_us INTEGER NOT NULL, duration_ns INTEGER NOT NULL, reason TEXT, cpus TEXT,"
	" PRIMARY KEY(campaign, launch),"
	" FOREIGN KEY(campaign, launch) REFERENCES launch) STRICT, WITHOUT ROWID;"

	/* For each cell, boot and round one sample that counts: never two. */
	"CREATE UNIQUE INDEX sample_once ON sample(campaign, cell, boot, round)"
	" WHERE status IN ('ok', 'failed', 'timeout');"
	"CREATE INDEX sample_of_cell ON sample(campaign, cell);"

	"CREATE TRIGGER sample_kept BEFORE UPDATE ON sample"
	" BEGIN SELECT RAISE(ABORT, 'samples are only ever inserted'); END;"
	"CREATE TRIGGER sample_not_deleted BEFORE DELETE ON sample"
	" BEGIN SELECT RAISE(ABORT, 'samples are only ever inserted'); END;",

	/*
	 * What disturbed a launch, the whole output of an external command that failed (a
	 * document), which way a chart's values improve, and whether an entry was set up and not
	 * yet torn down.
	 */
	"ALTER TABLE sample ADD COLUMN disturbance TEXT;"
	"ALTER TABLE sample ADD COLUMN output TEXT REFERENCES document;"
	"ALTER TABLE chart ADD COLUMN better TEXT NOT NULL DEFAULT 'lower';"
	"ALTER TABLE entry ADD COLUMN set_up INTEGER NOT NULL DEFAULT 0;",

	/* Corrections behind the seal, each as its line of the canonical form. */
	"CREATE TABLE amendment(campaign INTEGER NOT NULL REFERENCES campaign,"
	" number INTEGER NOT NULL, line TEXT NOT NULL,"
	" PRIMARY KEY(campaign, number)) STRICT, WITHOUT ROWID;"
	"CREATE TRIGGER amendment_kept BEFORE UPDATE ON amendment"
	" BEGIN SELECT RAISE(ABORT, 'amendments are only ever inserted'); END;"
	"CREATE TRIGGER amendment_not_deleted BEFORE DELETE ON amendment"
	" BEGIN SELECT RAISE(ABORT, 'amendments are only ever inserted'); END;",

	/* Imported x that are no counts. */
	"ALTER TABLE cell ADD COLUMN x REAL;",

	/*
	 * Who may upload: of a token only its digest, and nothing of it ever changes but that it is
	 * revoked, once (store-token.c).
	 */
	"CREATE TABLE token(name TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL UNIQUE, machine TEXT,"
	" created_us INTEGER NOT NULL, expires_us INTEGER, revoked_us INTEGER) STRICT;"
	"CREATE TRIGGER token_kept BEFORE UPDATE ON token WHEN NEW.name IS NOT OLD.name"
	" OR NEW.digest IS NOT OLD.digest OR NEW.machine IS NOT OLD.machine"
	" OR NEW.created_us IS NOT OLD.created_us OR NEW.expires_us IS NOT OLD.expires_us"
	" OR OLD.revoked_us IS NOT NULL"
	" BEGIN SELECT RAISE(ABORT, 'a token is only ever revoked, once'); END;"
	"CREATE TRIGGER token_not_deleted BEFORE DELETE ON token"
	" BEGIN SELECT RAISE(ABORT, 'tokens are only ever inserted'); END;",

	/* The samples of a complete campaign, in blocks: see store-pack.c. */
	"CREATE TABLE pack(campaign INTEGER NOT NULL REFERENCES campaign, chart INTEGER NOT NULL,"
	" body BLOB NOT NULL, PRIMARY KEY(campaign, chart)) STRICT;"
	"CREATE TRIGGER pack_kept BEFORE UPDATE ON pack"
	" BEGIN SELECT RAISE(ABORT, 'samples are only ever inserted'); END;"
	"CREATE TRIGGER pack_not_deleted BEFORE DELETE ON pack"
	" BEGIN SELECT RAISE(ABORT, 'samples are only ever inserted'); END;"

	/*
	 * What lists and trends show of complete campaigns at their newest revision, derived from
	 * what is above and below: see store-summary.c. A trend is what may stand on one axis;
	 * count -1 is the whole.
	 */
	"CREATE TABLE overview(campaign INTEGER PRIMARY KEY REFERENCES campaign,"
	" variants INTEGER NOT NULL, cells INTEGER NOT NULL, expected INTEGER NOT NULL,"
	" launches INTEGER NOT NULL, failed INTEGER NOT NULL, samples INTEGER NOT NULL,"
	" last_us INTEGER NOT NULL, amendments INTEGER NOT NULL, withdrawn INTEGER NOT NULL,"
	" words TEXT NOT NULL, sparkline TEXT NOT NULL) STRICT;"
	"CREATE TABLE trend(key INTEGER PRIMARY KEY, host TEXT NOT NULL, chart TEXT NOT NULL,"
	" variant TEXT NOT NULL, clock TEXT NOT NULL, emulated INTEGER NOT NULL,"
	" unit TEXT NOT NULL, better TEXT NOT NULL,"
	" UNIQUE(host, chart, variant, clock, emulated, unit, better)) STRICT;"
	"CREATE TABLE summary(trend INTEGER NOT NULL REFERENCES trend, count INTEGER NOT NULL,"
	" started_us INTEGER NOT NULL, campaign INTEGER NOT NULL REFERENCES campaign,"
	" id TEXT NOT NULL, centre REAL, low REAL, high REAL, n INTEGER NOT NULL,"
	" boots INTEGER NOT NULL, basis INTEGER NOT NULL, kernel TEXT,"
	" amendments INTEGER NOT NULL, withdrawn INTEGER NOT NULL,"
	" PRIMARY KEY(trend, count, started_us, campaign)) STRICT, WITHOUT ROWID;"
	"CREATE INDEX summary_of_campaign ON summary(campaign);"
	"CREATE INDEX campaign_by_time ON campaign(started_us);",
};

#define FORMAT ((int)ARRAY_LENGTH(migrations))
#define FORMAT_PACKS 6 /* from here on what is complete is in blocks and has summaries */

char *store_path(const char *option)
{
	const char *path = option ? option : getenv("SCHEDLAB_STORE");
	if (path && *path)
		return xstrdup(path);
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	if (data && *data == '/')
		return xasprintf("%s/schedlab/lab.db", data);
	return xasprintf("%s/.local/share/schedlab/lab.db", home && *home ? home : ".");
}

/* Makes the folders above a file. What cannot be made is reported when the file is opened. */
static void make_folders(const char *path)
{
	char *copy = xstrdup(path);
	for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(copy, 0777);
		*slash = '/';
	}
	free(copy);
}

static bool read_pragma(struct store *store, const char *pragma, int64_t *value, struct error *err)
{
	sqlite3_stmt *statement = db_prepare(store, err, pragma, "");
	if (!statement || db_step(store, statement, err) != DB_ROW)
		return false;
	*value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return true;
}

static bool migrate_from(struct store *store, int64_t format, struct error *err)
{
	bool ok = true;
	for (int64_t i = format; ok && i < FORMAT; i++)
		ok = db_run(store, migrations[i], err);
	if (format < FORMAT_PACKS)
		ok = ok && store_summaries_make(store, err);
	char *version = xasprintf("PRAGMA user_version=%d; PRAGMA application_id=%d", FORMAT,
		APPLICATION_ID);
	ok = ok && db_run(store, version, err);
	free(version);
	return ok;
}

static bool is_empty(struct store *store, bool *empty, struct error *err)
{
	int64_t tables;
	if (!read_pragma(store, "SELECT count(*) FROM sqlite_schema", &tables, err))
		return false;
	*empty = tables == 0;
	return true;
}

/* Before anything is done to it: the database may be another program's. */
static bool check_ours(struct store *store, bool *empty, struct error *err)
{
	int64_t application;
	if (!read_pragma(store, "PRAGMA application_id", &application, err) ||
		!is_empty(store, empty, err))
		return false;
	return *empty || application == APPLICATION_ID ||
		error_set(err, "%s: an SQLite database, but not a schedlab store", store->path);
}

static bool check_format(struct store *store, enum store_mode mode, struct error *err)
{
	int64_t format;
	bool empty;
	if (!read_pragma(store, "PRAGMA user_version", &format, err) ||
		!check_ours(store, &empty, err))
		return false;
	if (format > FORMAT)
		return error_set(err,
			"%s: written by a newer schedlab (store format %lld, this one knows %d)",
			store->path, (long long)format, FORMAT);
	if (format == FORMAT)
		return true;
	if (mode == STORE_READ && empty)
		return error_set(err, "%s: an empty file, no store", store->path);
	return migrate_from(store, format, err);
}

/* Brings the store to this format, in one transaction where there is anything to do. */
static bool migrate(struct store *store, enum store_mode mode, struct error *err)
{
	int64_t format;
	if (!read_pragma(store, "PRAGMA user_version", &format, err))
		return false;
	if (format == FORMAT)
		return check_format(store, mode, err);
	if (sqlite3_db_readonly(store->db, "main"))
		return check_format(store, STORE_READ, err);
	if (!db_begin(store, err))
		return false;
	/* Another may have done it meanwhile: then a commit would wait for readers, for nothing. */
	if (!read_pragma(store, "PRAGMA user_version", &format, err))
		return db_end(store, false, err);
	if (format == FORMAT) {
		db_end(store, false, err);
		return check_format(store, mode, err);
	}
	return db_end(store, check_format(store, mode, err), err);
}

static bool use_rollback_journal(struct store *store, struct error *err)
{
	sqlite3_stmt *statement = db_prepare(store, err, "PRAGMA journal_mode=TRUNCATE", "");
	if (!statement || db_step(store, statement, err) != DB_ROW)
		return false;
	bool ok = strcmp((const char *)sqlite3_column_text(statement, 0), "truncate") == 0;
	sqlite3_finalize(statement);
	return ok || error_set(err, "%s: cannot use a rollback journal", store->path);
}

/* SQLite asks before it tries once more. */
static int try_again(void *context, int tries)
{
	const struct store *store = context;
	if (now_steady_ns() >= store->patient_until_ns)
		return 0;
	sqlite3_sleep(tries < 5 ? 1 : 10);
	return 1;
}

static bool set_up(struct store *store, enum store_mode mode, struct error *err)
{
	bool empty;
	if (store->patient_until_ns)
		sqlite3_busy_handler(store->db, try_again, store);
	else
		sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
	if (!db_run(store, "PRAGMA foreign_keys=ON; PRAGMA synchronous=FULL", err) ||
		!check_ours(store, &empty, err))
		return false;
	if (mode == STORE_WRITE && sqlite3_db_readonly(store->db, "main"))
		return error_set(err, "%s: the store is read-only", store->path);
	if (mode == STORE_WRITE && !use_rollback_journal(store, err))
		return false;
	return migrate(store, mode, err);
}

/* Where a file cannot be made SQLite tries to read it, and then only says that it is not there. */
static int open_errno(struct store *store, const char *path)
{
	int why = sqlite3_system_errno(store->db);
	const char *slash = strrchr(path, '/');
	char *folder = slash ? xstrndup(path, (size_t)(slash - path) + 1) : xstrdup(".");
	if (why == ENOENT && access(folder, W_OK) != 0)
		why = errno;
	free(folder);
	return why;
}

static struct store *open_until(const char *path, enum store_mode mode, int64_t patient_until_ns,
	struct error *err)
{
	struct stat st;
	if (mode == STORE_READ && stat(path, &st) != 0) {
		error_set(err, "%s: %s", path,
			errno == ENOENT ? "there is no store here yet" : strerror(errno));
		return NULL;
	}
	if (mode == STORE_WRITE)
		make_folders(path);

	struct store *store = xcalloc(1, sizeof(*store));
	store->path = xstrdup(path);
	store->patient_until_ns = patient_until_ns;
	/* Readers open for writing too where they may: only a writer can roll a crash back. */
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
		(mode == STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
	if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
		int why = open_errno(store, path);
		error_set(err, "%s: %s", path, why ? strerror(why) : sqlite3_errmsg(store->db));
		store_close(store);
		return NULL;
	}
	if (!set_up(store, mode, err)) {
		store_close(store);
		return NULL;
	}
	return store;
}

enum store_trouble store_trouble(const struct store *store)
{
	return store->trouble;
}

struct store *store_open(const char *path, enum store_mode mode, struct error *err)
{
	return open_until(path, mode, 0, err);
}

struct store *store_open_briefly(const char *path, int patience_ms, struct error *err)
{
	return open_until(path, STORE_READ, now_steady_ns() + patience_ms * INT64_C(1000000), err);
}

bool store_is_busy(const struct store *store)
{
	return store->busy;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	sqlite3_close(store->db);
	free(store->path);
	free(store);
}
