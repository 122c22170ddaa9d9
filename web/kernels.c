/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/kernels.h"

#include "render/chart.h"
#include "web/table.h"

static bool is_again(const struct campaign *campaign, size_t entry)
{
	return campaign->entries[entry].entry > 1;
}

/* Sums up the entries of one variant and clock; false where there is none. */
static bool sum_up(struct kernel *kernel, const struct campaign *campaign)
{
	bool came_up = false, found = false;
	unsigned nth = 0;
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		if (entry->variant != kernel->variant)
			continue;
		nth++;
		if (entry->clock != kernel->clock)
			continue;
		if (!found || (!came_up && entry->kernel_boot_id[0])) {
			kernel->entry = i;
			kernel->nth = nth;
			came_up = entry->kernel_boot_id[0] != 0;
		}
		found = true;
		kernel->boots += !is_again(campaign, i);
		kernel->again += is_again(campaign, i);
		kernel->failed += entry->failure != NULL;
	}
	return found;
}

bool kernels_init(struct kernels *kernels, struct store *store, const struct campaign *campaign,
	struct error *err)
{
	*kernels = (struct kernels){0};
	for (unsigned variant = 0; variant < campaign->variants_n; variant++) {
		size_t before = kernels->length;
		for (unsigned clock = 0; clock < CLOCK_N; clock++) {
			struct kernel kernel = {.variant = variant, .clock = (enum clock)clock};
			if (!sum_up(&kernel, campaign))
				continue;
			if (!store_environment_read(store, campaign, kernel.entry, &kernel.env,
				    err)) {
				kernels_release(kernels);
				return false;
			}
			struct kernel *place =
				xgrow(&kernels->kernels, &kernels->length, sizeof(kernel));
			*place = kernel;
		}
		kernels->clocks |= kernels->length > before + 1;
	}
	return true;
}

void kernels_release(struct kernels *kernels)
{
	for (size_t i = 0; i < kernels->length; i++)
		environment_release(&kernels->kernels[i].env);
	free(kernels->kernels);
	*kernels = (struct kernels){0};
}

void kernels_add_name(struct page *page, unsigned style, const char *label)
{
	page_add(page, "<span class='variant hue%u'>%s</span>", style % CHART_HUES, label);
}

void kernels_add_label(struct page *page, const struct campaign *campaign, size_t variant)
{
	kernels_add_name(page, (unsigned)variant, campaign->variants[variant].label);
}

/* The first of the facts that is there, "–" where none is. */
static const char *fact(const struct kernel *kernel, const char *name, const char *other)
{
	const char *text = environment_get(&kernel->env, name);
	if ((!text || !text[0]) && other)
		text = environment_get(&kernel->env, other);
	return text && text[0] ? text : "–";
}

static void add_boots(struct page *page, const struct kernel *kernel)
{
	page_add(page, "<td class='number'>%u", kernel->boots);
	if (kernel->again)
		page_add(page, " <small>(%u entered twice)</small>", kernel->again);
	if (kernel->failed)
		page_add(page, " <small class='bad'>(%u failed)</small>", kernel->failed);
	page_add_html(page, "</td>");
}

/* Whether any fact of the table was recorded of any of them. */
static bool is_known(const struct kernels *kernels)
{
	static const char *const names[] = {"release", "preempt.active", "preempt.configured", "hz",
		"clocksource", "cmdline"};
	for (size_t i = 0; i < kernels->length; i++)
		for (size_t j = 0; j < ARRAY_LENGTH(names); j++)
			if (environment_get(&kernels->kernels[i].env, names[j]))
				return true;
	return false;
}

static void add_kernel(struct page *page, const struct campaign *campaign,
	const struct kernel *kernel, bool clocks)
{
	page_add_html(page, "<tr><th scope='row'>");
	kernels_add_label(page, campaign, kernel->variant);
	page_add_html(page, "</th>");
	if (clocks)
		page_add(page, "<td>%s</td>", clock_name(kernel->clock));
	page_add(page, "<td>%s</td>", fact(kernel, "release", NULL));
	page_add(page, "<td>%s</td>", fact(kernel, "preempt.active", "preempt.configured"));
	page_add(page, "<td class='number'>%s</td>", fact(kernel, "hz", NULL));
	page_add(page, "<td>%s</td>", fact(kernel, "clocksource", NULL));
	add_boots(page, kernel);
	page_add(page, "<td class='long'><code>%s</code></td></tr>\n",
		fact(kernel, "cmdline", NULL));
}

bool kernels_add_brief(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	if (!is_known(kernels))
		return false;
	table_begin(page, "", "Kernels");
	page_add_html(page, "<thead><tr><th scope='col'>variant</th>");
	if (kernels->clocks)
		page_add_html(page, "<th scope='col'>clock</th>");
	page_add_html(page,
		"<th scope='col'>kernel</th><th scope='col'>preemption</th>"
		"<th scope='col' class='number'>HZ</th><th scope='col'>clock source</th>"
		"<th scope='col' class='number'>boots</th><th scope='col'>command line</th></tr>"
		"</thead>\n<tbody>\n");
	for (size_t i = 0; i < kernels->length; i++)
		add_kernel(page, campaign, &kernels->kernels[i], kernels->clocks);
	page_add_html(page, "</tbody>");
	table_end(page);
	return true;
}
