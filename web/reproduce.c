/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/reproduce.h"

#include "web/address.h"
#include "web/heading.h"

/* The release that came up for a variant, or NULL. */
static const char *release_of(const struct kernels *kernels, unsigned variant)
{
	for (size_t i = 0; i < kernels->length; i++) {
		const char *release = environment_get(&kernels->kernels[i].env, "release");
		if (kernels->kernels[i].variant == variant && release && release[0])
			return release;
	}
	return NULL;
}

static void add_kernel(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels, unsigned variant)
{
	const struct campaign_variant *named = &campaign->variants[variant];
	const char *release = release_of(kernels, variant);
	page_add_html(page, "<li>");
	kernels_add_label(page, campaign, variant);
	if (named->kernel)
		page_add(page, " <code>%s</code>", named->kernel);
	if (release)
		page_add(page, "%s %s", named->kernel ? ", which was" : " was", release);
	if (named->cmdline[0])
		page_add(page, "; started with <code>%s</code>", named->cmdline);
	page_add_html(page, "</li>\n");
}

static void add_commands(struct page *page, const struct campaign *campaign)
{
	unsigned long long seed = campaign->seed;
	char at[ADDRESS_BYTES];
	page_add(page, "<p>With <a href='/c/%s/plan.yaml'>plan.yaml</a> in the folder that the "
		       "kernels’ paths begin in; the first prints the order of this campaign, the "
		       "second makes the same launches in it, the third puts the two side by "
		       "side:</p>\n", campaign->id);
	page_add(page, "<pre tabindex='0'>schedlab plan plan.yaml --seed %llu --order\n", seed);
	page_add(page, "schedlab run plan.yaml --seed %llu\n", seed);
	page_add(page, "schedlab compare %s latest</pre>\n", campaign->id);
	page_add(page, "<p>The seed %llu draws the order of boots and launches and every layout. "
		       "When each boot was entered here is in the <a href='%s/env#boots'>", seed,
		address_of(campaign, at));
	page_add_html(page, "environment</a>.</p>\n");
}

void reproduce_add(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	heading_add(page, "h2", "again", "To do it again");
	if (strcmp(campaign->machine, "import") == 0) {
		page_add(page, "<p>These numbers were measured elsewhere and taken in by %s. To have "
			       "them in a store of your own:</p>\n", campaign->tool);
		page_add(page, "<pre tabindex='0'>schedlab import %s.jsonl</pre>\n", campaign->id);
	} else {
		page_add_html(page, "<ul>\n");
		for (unsigned i = 0; i < campaign->variants_n; i++)
			add_kernel(page, campaign, kernels, i);
		page_add_html(page, "</ul>\n");
		add_commands(page, campaign);
	}
	page_add(page, "<details><summary>The plan</summary><pre tabindex='0'>%s</pre></details>\n",
		campaign->plan);
}
