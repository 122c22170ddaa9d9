/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the store costs, with made-up samples. In FOLDER, which must be empty, it
 *  - commits samples one by one as a running campaign does, each beside its peer: 4 KiB written
 *    and synced in the same folder, which no store that keeps its word can be faster than;
 *  - leaves whole.db, a sealed campaign of 36,000 samples for export and import.
 * Prints the medians: ms a commit, ms a sync, and the campaign's id and number of samples.
 * Usage: bench-store FOLDER
 */
#include "model/store.h"

#include <fcntl.h>
#include <unistd.h>

#include "model/formats/jsonl.h"
#include "model/stats.h"
#include "runner/matrix.h"

#define COMMITS 200
#define SYNC_BYTES 4096
#define BOOT_ID "00000000-0000-4000-8000-000000000000"
#define STARTED_US 1796064001123456LL

static const char plan_text[] = "title: 36,000 samples\n"
				"machine: here\n"
				"boots: 3\n"
				"rounds: 10\n"
				"placements: [bound, unbound]\n"
				"variants:\n"
				"  - {label: one}\n"
				"  - {label: two}\n"
				"  - {label: three}\n"
				"workloads:\n"
				"  - {name: ring, counts: 2..201}\n";

static double now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* A campaign with all its entries and without a sample. */
static bool make_campaign(struct campaign *campaign, struct error *err)
{
	struct plan plan;
	const struct matrix_resources resources = {.cpus = 2,
		.descriptors = UINT64_MAX, .processes = UINT64_MAX};
	if (!plan_parse(plan_text, "bench", &plan, err))
		return false;
	matrix_build(&plan, &resources, campaign);
	plan_release(&plan);
	snprintf(campaign->id, sizeof(campaign->id), "20261130-bench0");
	campaign->host = xstrdup("bench");
	campaign->tool = xstrdup("bench-store");
	campaign->seed = 1;
	campaign->started_us = STARTED_US;
	for (unsigned boot = 1; boot <= campaign->boots; boot++)
		for (unsigned v = 0; v < campaign->variants_n; v++) {
			struct campaign_boot *entry = xgrow(&campaign->entries,
				&campaign->entries_n, sizeof(*entry));
			*entry = (struct campaign_boot){.variant = v, .number = boot, .entry = 1,
				.kernel_boot_id = xstrdup(BOOT_ID), .entered_us = STARTED_US};
			environment_set(&entry->env, "release", "6.1.0-bench");
		}
	return true;
}

/* The i-th sample of an entry: round by round over the cells of its variant. */
static struct sample make_sample(const struct campaign *campaign, unsigned entry, unsigned i)
{
	unsigned counts = 200, cells = 2 * counts, variant = campaign->entries[entry].variant;
	unsigned chart = i % cells / counts, count = i % counts;
	double value = 1.5 + 0.02 * count + 0.001 * (i * 7919 % 997);
	return (struct sample){
		.cell = (chart * (unsigned)campaign->variants_n + variant) * counts + count,
		.entry = entry,
		.round = i / cells + 1,
		.attempt = 1,
		.status = SAMPLE_OK,
		.value = value,
		.raw = value + 0.7213,
		.overhead = 0.7213,
		.spread = 0.01234567,
		.started_us = STARTED_US + INT64_C(300000) * i,
		.duration_ns = 251113571 + i,
		.cpus = xstrdup(chart ? "0-1" : "0"),
	};
}

static void make_samples(const struct campaign *campaign, struct samples *samples)
{
	*samples = (struct samples){0};
	for (unsigned entry = 0; entry < campaign->entries_n; entry++)
		for (unsigned i = 0; i < campaign->cells_n / campaign->variants_n * 10; i++) {
			struct sample *sample =
				xgrow(&samples->samples, &samples->length, sizeof(*sample));
			*sample = make_sample(campaign, entry, i);
		}
}

static bool sync_once(int fd, int turn, struct error *err)
{
	char block[SYNC_BYTES];
	memset(block, turn, sizeof(block));
	if (pwrite(fd, block, sizeof(block), 0) != sizeof(block) || fdatasync(fd))
		return error_set(err, "cannot write beside the store");
	return true;
}

static bool time_commits(const char *folder, struct campaign *campaign, struct error *err)
{
	double commit_ms[COMMITS], sync_ms[COMMITS];
	char *path = xasprintf("%s/commits.db", folder), *beside = xasprintf("%s/beside", folder);
	struct store *store = store_open(path, STORE_WRITE, err);
	struct sample ended = make_sample(campaign, 0, 0);
	int fd = open(beside, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	size_t entries_n = campaign->entries_n;
	campaign->entries_n = 1;
	bool ok = store && store_campaign_add(store, campaign, err) &&
		store_entry_add(store, campaign, err) &&
		store_sample_add(store, campaign, NULL, &ended, BOOT_ID, err);
	for (int i = 0; ok && i < COMMITS; i++) {
		struct sample next = make_sample(campaign, 0, (unsigned)i + 1);
		double begun_ms = now_ms();
		ok = store_sample_add(store, campaign, &ended, &next, BOOT_ID, err);
		double between_ms = now_ms();
		ok = ok && sync_once(fd, i, err);
		commit_ms[i] = between_ms - begun_ms;
		sync_ms[i] = now_ms() - between_ms;
		free(ended.cpus);
		ended = next;
	}
	if (ok)
		printf("%.4f %.4f ", stats_median(commit_ms, COMMITS),
			stats_median(sync_ms, COMMITS));
	free(ended.cpus);
	campaign->entries_n = entries_n;
	if (fd >= 0)
		close(fd);
	store_close(store);
	free(path);
	free(beside);
	return ok;
}

static bool leave_whole(const char *folder, struct campaign *campaign, struct error *err)
{
	char digest[DIGEST_BYTES], *path = xasprintf("%s/whole.db", folder);
	struct samples samples;
	make_samples(campaign, &samples);
	struct store *store = store_open(path, STORE_WRITE, err);
	bool ok = store && jsonl_digest(campaign, &samples, digest, err);
	if (ok)
		campaign->digest = xstrdup(digest);
	ok = ok && store_campaign_import(store, campaign, &samples, err);
	if (ok)
		printf("%s %zu\n", campaign->id, samples.length);
	store_close(store);
	samples_release(&samples);
	free(path);
	return ok;
}

int main(int argc, char **argv)
{
	struct campaign campaign = {0};
	struct error err;
	if (argc != 2) {
		fprintf(stderr, "usage: bench-store FOLDER\n");
		return 2;
	}
	bool done = make_campaign(&campaign, &err) && time_commits(argv[1], &campaign, &err) &&
		leave_whole(argv[1], &campaign, &err);
	if (!done)
		fprintf(stderr, "bench-store: %s\n", err.message);
	campaign_release(&campaign);
	return done ? 0 : 1;
}
