/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is handed out as it was recorded: plan, canonical form, the raw files of a boot. */
#include "web/pages.h"

#include "model/formats/csv.h"
#include "model/formats/jsonl.h"
#include "model/whole.h"
#include "web/load.h"

int page_plan(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
	text_add(&page->body, "%s", campaign.plan);
	campaign_release(&campaign);
	return 200;
}

int page_jsonl(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	struct samples samples;
	switch (store_campaign_read_whole_at(store, request->words[REQUEST_ID], 0, &campaign,
		&samples, err)) {
	case STORE_ABSENT:
		error_set(err, "there is no campaign of this name");
		return 404;
	case STORE_BROKEN:
		return 500;
	case STORE_FOUND:
		break;
	}
	page_turn(page, PAGE_DATA, JSONL_TYPE);
	snprintf(page->filename, sizeof(page->filename), "%s.jsonl", campaign.id);
	int status = jsonl_write(&campaign, &samples, &page->body, err) ? 200 : 500;
	samples_release(&samples);
	campaign_release(&campaign);
	return status;
}

int page_samples(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	struct samples samples = {0};
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	page_turn(page, PAGE_DATA, "text/csv; charset=utf-8; header=present");
	snprintf(page->filename, sizeof(page->filename), "%s.csv", campaign.id);
	if (store_samples_read(store, &campaign, &samples, err)) {
		csv_add_header(&page->body);
		csv_add_samples(&page->body, &campaign, &samples);
	} else {
		status = 500;
	}
	samples_release(&samples);
	campaign_release(&campaign);
	return status;
}

/*
 * The n-th entry into the variant, counted from 1; where n is 0 the first that came up, or, where
 * none did, the first: its console says why.
 */
static ptrdiff_t entry_find(const struct campaign *campaign, size_t variant, uint64_t n)
{
	ptrdiff_t first = -1;
	uint64_t seen = 0;
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		if (entry->variant != variant)
			continue;
		if (n ? ++seen == n : entry->kernel_boot_id[0] != 0)
			return (ptrdiff_t)i;
		if (first < 0)
			first = (ptrdiff_t)i;
	}
	return n ? -1 : first;
}

static int add_fact(struct page *page, const struct request *request, struct store *store,
	const struct campaign *campaign, struct error *err)
{
	ptrdiff_t variant = campaign_variant_find(campaign, request->words[REQUEST_VARIANT]);
	if (variant < 0) {
		error_set(err, "this campaign has no variant of this name");
		return 404;
	}
	const char *word = request->words[REQUEST_ENTRY];
	uint64_t n = 0;
	bool ok = !word[0] || (whole_parse_address(word, UINT32_MAX, &n) && n > 0);
	ptrdiff_t entry = ok ? entry_find(campaign, (size_t)variant, n) : -1;
	if (entry < 0) {
		error_set(err, "this variant has not been entered that often");
		return 404;
	}
	struct environment env;
	if (!store_environment_read(store, campaign, (size_t)entry, &env, err))
		return 500;
	const char *text = environment_get(&env, request->words[REQUEST_FACT]);
	if (text)
		text_add(&page->body, "%s", text);
	else
		error_set(err, "this boot has no fact of this name");
	environment_release(&env);
	return text ? 200 : 404;
}

/* Always plain text: what a kernel wrote is never taken for a page or a script. */
int page_fact(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
	status = add_fact(page, request, store, &campaign, err);
	campaign_release(&campaign);
	return status;
}

/* Pages may be indexed; what changes with every request of a robot may not. */
int page_robots(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	(void)request;
	(void)store;
	(void)err;
	page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
	page_add_html(page, "User-agent: *\nDisallow: /*?\nAllow: /*?d=\n" /* pages' own pictures */
			    "Disallow: /c/*/env/\nDisallow: /c/*/r/\n");
	return 200;
}
