/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The store: one SQLite file that holds every campaign. The runner writes it while servers read.
 * Rollback journal (TRUNCATE) with synchronous=FULL, never WAL: SQLite 3.40.1 has the WAL-reset
 * corruption bug. What a function acknowledged by returning true is on disk.
 * A handle belongs to one thread; reads are short and end their transaction before returning.
 */
#ifndef MODEL_STORE_H
#define MODEL_STORE_H

#include "model/amendment.h"
#include "model/campaign.h"
#include "model/error.h"

struct store;

enum store_mode {
	STORE_READ, /* the file must be there */
	STORE_WRITE /* made where it is missing, with its folder */
};

/* The path to use: `option` if given, else $SCHEDLAB_STORE, else the XDG place. Caller frees. */
char *store_path(const char *option);

struct store *store_open(const char *path, enum store_mode mode, struct error *err);

/*
 * Opens to read for somebody who cannot wait: from now on the handle waits for others who write
 * that long in all, then what it does fails, and store_is_busy() says that this was why.
 */
struct store *store_open_briefly(const char *path, int patience_ms, struct error *err);
bool store_is_busy(const struct store *store);

void store_close(struct store *store); /* NULL is fine */

/* What SQLite's last failure on this handle was, for a caller that may try again. */
enum store_trouble {
	STORE_TROUBLE_NONE,    /* there was none: what failed was a check of ours */
	STORE_TROUBLE_BUSY,    /* another process is writing */
	STORE_TROUBLE_FULL,    /* no room left on the device */
	STORE_TROUBLE_REFUSED, /* what was to be written breaks a rule of the tables */
	STORE_TROUBLE_OTHER
};
enum store_trouble store_trouble(const struct store *store);

/* ---- campaigns (store-campaign.c) ---- */

/* Adds header, variants, charts and cells; sets campaign->key. A taken id is an error. */
bool store_campaign_add(struct store *store, struct campaign *campaign, struct error *err);

enum store_found { STORE_FOUND, STORE_ABSENT, STORE_BROKEN };

/*
 * Reads everything but samples; entries without their environment. *campaign empty unless FOUND.
 * The newest revision; samples read for it are marked accordingly.
 */
enum store_found store_campaign_read(struct store *store, const char *id,
	struct campaign *campaign, struct error *err);

/* The same as of a revision, 0 as it was sealed; ABSENT where there are not that many. */
enum store_found store_campaign_read_at(struct store *store, const char *id, unsigned revision,
	struct campaign *campaign, struct error *err);

struct campaign_brief {
	char *id, *title, *host, *machine;
	int64_t started_us, last_us; /* last_us: start of the last launch, 0 where none */
	enum campaign_state state;
	unsigned variants, cells, samples, failed; /* samples: launches that count (ok or failed) */
	unsigned expected;                         /* launches that the campaign consists of */
	unsigned amendments;
	bool withdrawn; /* by one of these */
	char *sparkline; /* model/sparkline.h; "" where there is none */
};

/* All campaigns, newest first (store-list.c). */
bool store_campaign_list(struct store *store, struct campaign_brief **briefs, size_t *n,
	struct error *err);

/* What campaigns to list; NULL or 0: any. */
struct campaign_filter {
	const char *words;          /* each of them has to be in title, host, id or a label */
	const char *host, *variant; /* the variant's slug */
	const char *before, *after; /* older or newer than the campaign of that id */
	unsigned limit;             /* the newest of them; of those after one the next */
};

/* These campaigns, newest first. */
bool store_campaign_find(struct store *store, const struct campaign_filter *filter,
	struct campaign_brief **briefs, size_t *n, struct error *err);
bool store_campaign_count(struct store *store, unsigned *campaigns, struct error *err);
void campaign_briefs_free(struct campaign_brief *briefs, size_t n);

/* The environment of one entry (index into campaign->entries), texts included. */
bool store_environment_read(struct store *store, const struct campaign *campaign, size_t entry,
	struct environment *env, struct error *err);

/* Writes the seal: state complete, with the digest of the canonical form. */
bool store_campaign_seal(struct store *store, struct campaign *campaign, const char *digest,
	struct error *err);

/* ---- samples (store-sample.c) ---- */

/* Adds an entry (entries[n - 1] of the campaign) with what is known of its environment. */
bool store_entry_add(struct store *store, const struct campaign *campaign, struct error *err);

/* Replaces environment and failure of the entry with that index. */
bool store_entry_update(struct store *store, const struct campaign *campaign, size_t entry,
	struct error *err);

/*
 * Whether an entry's variant is set up: said before its setup begins and after its teardown, so
 * that a teardown that a killed runner left out is seen (store-setup.c).
 */
bool store_entry_set_up(struct store *store, const struct campaign *campaign, size_t entry,
	bool set_up, struct error *err);
/* The last entry that is still set up; entries_n where none is. */
bool store_entry_find_set_up(struct store *store, const struct campaign *campaign, size_t *entry,
	struct error *err);

/*
 * One transaction: the sample that ended (or NULL) is inserted, and the launch that begins next
 * (or NULL) is announced, so that a crash during it is seen. Of `next` cell, entry, round,
 * attempt and started_us count. machine_boot_id is the boot id of the kernel that the runner
 * itself runs on.
 */
bool store_sample_add(struct store *store, const struct campaign *campaign,
	const struct sample *ended, const struct sample *next, const char *machine_boot_id,
	struct error *err);

/*
 * Ends every announced launch that has no sample as `interrupted`. To be called by the owner of
 * the campaign only, before anything else on resume.
 */
bool store_sample_interrupt(struct store *store, const struct campaign *campaign,
	struct error *err);

/*
 * Adds a whole campaign that was measured elsewhere, all or nothing: everything in *campaign with
 * its entries' environments, the samples, and the seal where campaign->digest is set, with the
 * amendments behind it. The campaign is at revision 0.
 */
bool store_campaign_import(struct store *store, struct campaign *campaign,
	const struct samples *samples, struct error *err);

/*
 * The reverse: a campaign with its entries' environments, and its samples, all of one moment and
 * of the newest revision. What is to be written in canonical form is read at revision 0.
 */
enum store_found store_campaign_read_whole(struct store *store, const char *id,
	struct campaign *campaign, struct samples *samples, struct error *err);
enum store_found store_campaign_read_whole_at(struct store *store, const char *id,
	unsigned revision, struct campaign *campaign, struct samples *samples,
	struct error *err);

/* All samples in the order of their start. */
bool store_samples_read(struct store *store, const struct campaign *campaign,
	struct samples *samples, struct error *err);

/* The samples of one chart, ditto. */
bool store_samples_read_chart(struct store *store, const struct campaign *campaign, size_t chart,
	struct samples *samples, struct error *err);

/*
 * How often a launch of this cell, boot (not entry) and round was interrupted by the machine
 * going down: interrupted attempts after which the runner's kernel boot id had changed.
 * machine_boot_id is the runner's now.
 */
bool store_sample_crashes(struct store *store, const struct campaign *campaign, unsigned cell,
	unsigned boot, unsigned round, const char *machine_boot_id, unsigned *crashes,
	struct error *err);

/* ---- amendments (store-amendment.c) ---- */

/*
 * Adds an amendment to a complete campaign: checks it against campaign and samples, and fills in
 * its number and hashes. Nothing that was there changes.
 */
bool store_amendment_add(struct store *store, const char *id, struct amendment *amendment,
	struct error *err);

/*
 * Takes over the amendments of a campaign, at revision 0, that is there already with the same
 * seal; *added says how many were new. Refused where the seal is another one, or where neither
 * chain of amendments is the beginning of the other.
 */
bool store_amendments_merge(struct store *store, struct campaign *campaign, size_t *added,
	struct error *err);

/* ---- taking in what was measured elsewhere (store-take.c) ---- */

enum store_taken {
	STORE_TAKEN,   /* it is new here */
	STORE_THERE,   /* it was here already, with this seal; *amendments of it were new */
	STORE_OTHER,   /* another one is here under its id; error */
	STORE_REFUSED, /* nothing was changed; error, see store_trouble() */
};

/*
 * store_campaign_import or store_amendments_merge, whichever it takes, in one transaction: taking
 * the same campaign twice, or twice at once, changes nothing the second time. The campaign is at
 * revision 0.
 */
enum store_taken store_campaign_take(struct store *store, struct campaign *campaign,
	const struct samples *samples, size_t *amendments, struct error *err);

#endif
