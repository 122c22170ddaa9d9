/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Everything about a campaign in one archive. Each file in it is what the site answers at an
 * address, so that it says what the pages say.
 */
#include "web/load.h"
#include "web/pages.h"

#include "model/formats/tarball.h"

/* All that answering inside an answer needs. */
struct packer {
	const struct request *request;
	struct store *store;
	struct tarball *tarball;
};

static const char readme[] =
	"Everything that schedlab has about campaign %s.\n\n"
	"  mail.txt        the result as text: what was compared, what was proven\n"
	"  plan.yaml       what was measured; `schedlab run plan.yaml` measures it again\n"
	"  campaign.jsonl  the canonical form, with its seal; `schedlab import` takes it\n"
	"  samples.csv     one row a sample\n"
	"  charts/         for each chart its numbers (.dat), a script for gnuplot that draws\n"
	"                  them (.gp), Go benchmark lines (.bench), and pictures: zero-based\n"
	"                  (.zero) and zoomed (.zoom)\n"
	"  env/VARIANT/    the kernel's .config, its messages, and all else that was recorded\n"
	"                  of its first boot\n";

/* Adds what is answered at the address; false with the page's own line where that is no 200. */
static bool pack(const struct packer *packer, const char *address, const char *name,
	struct error *err)
{
	struct request request = *packer->request;
	request.query = "";
	const struct route *route = route_find(address, &request);
	struct page page;
	page_init(&page);
	bool ok = route &&
		(route->page(&page, &request, packer->store, err) == 200 || page.stands);
	if (ok)
		tarball_add(packer->tarball, name, &page.body);
	page_release(&page);
	return ok;
}

static bool pack_whole(const struct packer *packer, const struct campaign *campaign,
	struct error *err)
{
	static const struct {
		const char *address, *name;
	} files[] = {{".txt", "mail.txt"}, {"/plan.yaml", "plan.yaml"},
		{".jsonl", "campaign.jsonl"}, {".csv", "samples.csv"}};
	struct text text = TEXT_EMPTY;
	bool ok = true;
	text_add(&text, readme, campaign->id);
	tarball_add(packer->tarball, "README", &text);
	text_release(&text);
	for (size_t i = 0; ok && i < ARRAY_LENGTH(files); i++) {
		char *address = xasprintf("/c/%s%s", campaign->id, files[i].address);
		ok = pack(packer, address, files[i].name, err);
		free(address);
	}
	return ok;
}

static bool pack_chart(const struct packer *packer, const struct campaign *campaign,
	const struct campaign_chart *chart, struct error *err)
{
	static const char *const endings[] = {"dat", "gp", "bench", "zero.png", "zoom.png",
		"zero.svg", "zoom.svg"};
	bool ok = true;
	for (size_t i = 0; ok && i < ARRAY_LENGTH(endings); i++) {
		char *address = xasprintf("/c/%s/%s.%s", campaign->id, chart->slug, endings[i]);
		char *name = xasprintf("charts/%s.%s", chart->slug, endings[i]);
		ok = pack(packer, address, name, err);
		free(name);
		free(address);
	}
	return ok;
}

/* An imported campaign may call a fact anything, "../../.profile" too. */
static bool is_file_name(const char *name)
{
	return name[0] != '.' && name[0] &&
		!name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789._-")];
}

/* The facts of the first entry that came up. */
static bool pack_variant(const struct packer *packer, const struct campaign *campaign,
	unsigned variant, struct error *err)
{
	size_t entry = 0;
	while (entry < campaign->entries_n && (campaign->entries[entry].variant != variant ||
		!campaign->entries[entry].kernel_boot_id[0]))
		entry++;
	if (entry == campaign->entries_n)
		return true;
	struct environment env;
	if (!store_environment_read(packer->store, campaign, entry, &env, err))
		return false;
	for (size_t i = 0; i < env.length; i++) {
		const struct fact *fact = &env.facts[i];
		if (!fact->text || !is_file_name(fact->name))
			continue;
		struct text text = TEXT_EMPTY;
		char *name = xasprintf("env/%s/%s", campaign->variants[variant].slug, fact->name);
		text_add_bytes(&text, fact->text, strlen(fact->text));
		tarball_add(packer->tarball, name, &text);
		free(name);
		text_release(&text);
	}
	environment_release(&env);
	return true;
}

static bool pack_all(const struct packer *packer, const struct campaign *campaign,
	struct error *err)
{
	bool ok = pack_whole(packer, campaign, err);
	for (size_t i = 0; ok && i < campaign->charts_n && !campaign->withdrawn; i++)
		ok = pack_chart(packer, campaign, &campaign->charts[i], err);
	for (unsigned i = 0; ok && i < campaign->variants_n; i++)
		ok = pack_variant(packer, campaign, i, err);
	return ok;
}

int page_archive(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	page_turn(page, PAGE_DATA, "application/x-xz");
	snprintf(page->filename, sizeof(page->filename), "%s.tar.xz", campaign.id);
	struct packer packer = {request, store, tarball_new(campaign.id, campaign.started_us)};
	if (pack_all(&packer, &campaign, err)) {
		status = tarball_finish(packer.tarball, &page->body, err) ? 200 : 500;
	} else {
		tarball_free(packer.tarball);
		status = 500;
	}
	campaign_release(&campaign);
	return status;
}
