/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A big lab (tests/biglab.h): CAMPAIGNS of few machines, LARGE of them with 36,000 launches, and
 * what its pages cost to make, pictures apart. Makes STORE where it is not there. Prints medians in
 * milliseconds of CPU time: the list, a filter that finds nothing, a large campaign's page, the
 * trend of the machine with most campaigns, its picture; then the trend's points, the launches of
 * the campaign, and the most memory that all of it took, in MiB.
 * Usage: bench-lab STORE CAMPAIGNS LARGE
 */
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/stats.h"
#include "model/store-trend.h"
#include "tests/biglab.h"
#include "web/site.h"

#define REPEATS 7
#define TREND "machine=lab1&chart=ring.bound&variant=6.12"

static double cpu_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* In a process of its own, so that its memory is not that of the pages. */
static bool make(const char *path, unsigned campaigns, unsigned large)
{
	int status = 1;
	pid_t child = fork();
	if (child == 0) {
		struct error err;
		struct store *store = store_open(path, STORE_WRITE, &err);
		bool done = store && biglab_fill(store, campaigns, large, &err);
		store_close(store);
		if (!done)
			fprintf(stderr, "bench-lab: %s\n", err.message);
		_exit(!done);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* The median over some GETs of the same address, each made anew; NaN where it cannot be had. */
static double page_ms(const char *path, const char *target)
{
	const struct site site = {.store_path = path};
	double times_ms[REPEATS];
	for (int i = 0; i < REPEATS; i++) {
		struct page page;
		struct error err;
		page_init(&page);
		double begun_ms = cpu_ms();
		int status = site_get(&site, target, &page, &err);
		times_ms[i] = cpu_ms() - begun_ms;
		page_release(&page);
		if (status != 200) {
			fprintf(stderr, "bench-lab: %s: %s\n", target, err.message);
			return NAN;
		}
	}
	return stats_median(times_ms, REPEATS);
}

static bool measure(const char *path, const char *large_id)
{
	char *campaign_page = xasprintf("/c/%s", large_id);
	const char *const targets[] = {"/", "/?q=nothing+is+called+so", campaign_page,
		"/trend?" TREND, "/trend.zoom.svg?" TREND};
	bool ok = true;
	for (size_t i = 0; i < ARRAY_LENGTH(targets); i++) {
		double took_ms = page_ms(path, targets[i]);
		ok = ok && isfinite(took_ms);
		printf("%.3f ", took_ms);
	}
	free(campaign_page);
	return ok;
}

static bool count(const char *path, const char *large_id, size_t *points, unsigned *launches)
{
	struct error err;
	struct trend trend;
	struct campaign campaign;
	struct store *store = store_open(path, STORE_READ, &err);
	bool ok = store && store_trend_read(store, "lab1", "ring.bound", "6.12", TREND_WHOLE,
				   &trend, &err) == STORE_FOUND;
	if (ok) {
		*points = trend.length;
		trend_release(&trend);
	}
	ok = ok && store_campaign_read(store, large_id, &campaign, &err) == STORE_FOUND;
	if (ok) {
		*launches = campaign.samples_n;
		campaign_release(&campaign);
	}
	store_close(store);
	if (!ok)
		fprintf(stderr, "bench-lab: %s\n", err.message);
	return ok;
}

int main(int argc, char **argv)
{
	unsigned campaigns = argc == 4 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	unsigned large = argc == 4 ? (unsigned)strtoul(argv[3], NULL, 10) : 0, last = campaigns;
	if (!large || campaigns / 4 < large) {
		fprintf(stderr, "usage: bench-lab STORE CAMPAIGNS LARGE\n");
		return 2;
	}
	char id[CAMPAIGN_ID_BYTES];
	struct rusage usage;
	size_t points;
	unsigned launches;
	while (last-- > 0 && !biglab_is_large(last, campaigns, large))
		continue;
	biglab_id(last, id);
	if ((access(argv[1], F_OK) != 0 && !make(argv[1], campaigns, large)) ||
		!measure(argv[1], id) || !count(argv[1], id, &points, &launches))
		return 1;
	getrusage(RUSAGE_SELF, &usage);
	printf("%zu %u %.1f\n", points, launches, (double)usage.ru_maxrss / 1024);
	return 0;
}
