/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the first view of a campaign's page costs in CPU time, with nothing drawn before: a campaign
 * of twelve charts in both scales, its page and 24 pictures as a browser asks for them, and one
 * chart's page. Prints milliseconds: page, page + png, page + svg, chart page.
 */
#include <sys/resource.h>
#include <unistd.h>

#include "tests/fixture.h"
#include "web/site.h"

#define CHARTS 12
#define ID "20261203-b3nch0"

static double cpu_ms(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
		(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/* The charts of fixture.h, and the same again under other names until there are twelve. */
static void add_charts(struct campaign *campaign)
{
	for (unsigned i = 0; campaign->charts_n < CHARTS; i++) {
		const struct workload *known = workload_at(i / 2);
		struct workload workload = *(known ? known : workload_at(0));
		char name[32];
		snprintf(name, sizeof(name), "%s%u", workload.name, i);
		workload.name = name;
		fixture_chart(campaign, &workload, i % 2 ? PLACEMENT_UNBOUND : PLACEMENT_BOUND,
			CLOCK_WALL, workload.swept ? 2 : 0, workload.swept ? 24 : 0, 2);
	}
}

static bool fill(const char *path, struct error *err)
{
	struct samples samples = {0};
	struct campaign campaign = fixture_campaign(ID, "A page of twelve charts", "lab", true);
	fixture_variant(&campaign, "6.1", "vmlinuz-6.1", "");
	fixture_variant(&campaign, "6.1-cloud", "vmlinuz-6.1-cloud", "");
	fixture_variant(&campaign, "6.1-rt", "vmlinuz-6.1-rt", "");
	add_charts(&campaign);
	for (unsigned boot = 1; boot <= campaign.boots; boot++)
		for (unsigned v = 0; v < campaign.variants_n; v++)
			fixture_enter(&campaign, v, CLOCK_WALL, boot, "quiet", false, &samples);
	char digest[DIGEST_BYTES];
	bool ok = jsonl_digest(&campaign, &samples, digest, err);
	campaign.state = CAMPAIGN_COMPLETE;
	campaign.digest = xstrdup(ok ? digest : "");
	struct store *store = ok ? store_open(path, STORE_WRITE, err) : NULL;
	ok = store && fixture_import(store, campaign, samples, err);
	store_close(store);
	return ok;
}

/* The CPU time of one GET; what is answered is added to *body where there is one. */
static double get_ms(const struct site *site, const char *target, struct text *body)
{
	struct page page;
	struct error err;
	double begun_ms = cpu_ms();
	page_init(&page);
	int status = site_get(site, target, &page, &err);
	double ms = cpu_ms() - begun_ms;
	if (status != 200) {
		fprintf(stderr, "%s: %d %s\n", target, status, err.message);
		exit(1);
	}
	if (body)
		text_add_bytes(body, page.body.bytes, page.body.length);
	page_release(&page);
	return ms;
}

/* Every picture that the page shows, as it is or as PNG. */
static double pictures_ms(const struct site *site, const char *page, bool png)
{
	double ms = 0;
	for (const char *at = page; (at = strstr(at, "<img src='")) != NULL;) {
		at += strlen("<img src='");
		const char *end = strchr(at, '\'');
		char *target = xstrndup(at, (size_t)(end - at));
		char *ending = strstr(target, ".svg");
		if (png && ending)
			memcpy(ending, ".png", 4);
		ms += get_ms(site, target, NULL);
		free(target);
		at = end;
	}
	return ms;
}

int main(int argc, char **argv)
{
	struct error err;
	if (argc != 2) {
		fprintf(stderr, "usage: bench-page STORE\n");
		return 2;
	}
	if (access(argv[1], F_OK) != 0 && !fill(argv[1], &err)) {
		fprintf(stderr, "%s\n", err.message);
		return 1;
	}
	const struct site site = {.store_path = argv[1]};
	struct text page = TEXT_EMPTY;
	get_ms(&site, "/c/" ID "/ring0.bound.zero.png", NULL); /* fonts are loaded once */
	double page_ms = get_ms(&site, "/c/" ID, &page);
	double png_ms = pictures_ms(&site, page.bytes, true);
	double svg_ms = pictures_ms(&site, page.bytes, false);
	printf("%.1f %.1f %.1f %.1f\n", page_ms, page_ms + png_ms, page_ms + svg_ms,
		get_ms(&site, "/c/" ID "/ring0.bound", NULL));
	text_release(&page);
	return 0;
}
