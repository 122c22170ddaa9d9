/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the boots looked like: one column a kernel, one line a fact, the lines that differ first.
 * Long facts (config, dmesg, topology) are files; a short one is shown whole.
 */
#include "web/boots.h"
#include "web/config-diff.h"
#include "web/frame.h"
#include "web/kernels.h"
#include "web/load.h"
#include "web/pages.h"

#define INLINE_BYTES 700

/* The names that any of the kernels has a fact of, ascending. Borrowed from them. */
struct names {
	const char **names;
	size_t length;
};

static int by_name(const void *a, const void *b)
{
	const char *x, *y;
	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return strcmp(x, y);
}

static void gather_names(struct names *names, const struct kernels *kernels)
{
	for (size_t i = 0; i < kernels->length; i++)
		for (size_t j = 0; j < kernels->kernels[i].env.length; j++) {
			const char **name = xgrow(&names->names, &names->length, sizeof(*name));
			*name = kernels->kernels[i].env.facts[j].name;
		}
	if (names->length)
		qsort(names->names, names->length, sizeof(*names->names), by_name);
	size_t n = 0;
	for (size_t i = 0; i < names->length; i++)
		if (n == 0 || strcmp(names->names[i], names->names[n - 1]) != 0)
			names->names[n++] = names->names[i];
	names->length = n;
}

/* Two boots never have these in common, so their difference says nothing. */
static bool is_unique(const char *name)
{
	static const char *const names[] = {"boot_id", "dmesg", "uptime", "captured"};
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static bool differs(const struct kernels *kernels, const char *name)
{
	if (is_unique(name))
		return false;
	const char *first = environment_get(&kernels->kernels[0].env, name);
	for (size_t i = 1; i < kernels->length; i++) {
		const char *other = environment_get(&kernels->kernels[i].env, name);
		if ((first == NULL) != (other == NULL) || (first && strcmp(first, other) != 0))
			return true;
	}
	return false;
}

/* Short and on one line, apart from a last line end. */
static bool is_short(const char *text)
{
	const char *end = strchr(text, '\n');
	return strlen(text) <= INLINE_BYTES && (!end || !end[1]);
}

/* Names come from the kernel's own files: only one that can be an address becomes a link. */
static bool can_be_linked(const char *name)
{
	static const char fit[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	return name[0] != '.' && name[strspn(name, fit)] == 0 && strlen(name) < REQUEST_WORD_BYTES;
}

static void add_fact(struct page *page, const struct campaign *campaign,
	const struct kernel *kernel, const char *name)
{
	const char *text = environment_get(&kernel->env, name);
	if (!text) {
		page_add_html(page, "<td class='quiet'>–</td>");
	} else if (is_short(text) || !can_be_linked(name)) {
		page_add(page, "<td class='long'>%s</td>", text);
	} else {
		page_add(page, "<td><a href='/c/%s/env/%s/%u/%s'>", campaign->id,
			campaign->variants[kernel->variant].slug, kernel->nth, name);
		page_add(page, "%s</a> <small>%zu bytes</small></td>", name, strlen(text));
	}
}

static void add_line(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels, const char *name, bool marked)
{
	page_add(page, "<tr><th scope='row'>%s</th>", name);
	if (marked)
		page_add_html(page, "<td class='mark'>differs</td>");
	else
		page_add_html(page, "<td></td>");
	for (size_t i = 0; i < kernels->length; i++)
		add_fact(page, campaign, &kernels->kernels[i], name);
	page_add_html(page, "</tr>\n");
}

static void add_head(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	page_add_html(page, "<thead><tr><th scope='col'>fact</th><th scope='col'></th>");
	for (size_t i = 0; i < kernels->length; i++) {
		page_add_html(page, "<th scope='col'>");
		kernels_add_label(page, campaign, kernels->kernels[i].variant);
		if (kernels->clocks)
			page_add(page, " <small>%s</small>", clock_name(kernels->kernels[i].clock));
		page_add_html(page, "</th>");
	}
	page_add_html(page, "</tr></thead>\n");
}

static void add_facts(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	struct names names = {0};
	gather_names(&names, kernels);
	page_add_html(page,
		"<h2 id='facts'>Facts</h2>\n<p>The first boot of each that came up; what differs between them comes "
		"first.</p>\n<div class='scroll'><table class='env'>\n");
	add_head(page, campaign, kernels);
	page_add_html(page, "<tbody>\n");
	for (int marked = 1; marked >= 0; marked--)
		for (size_t i = 0; i < names.length; i++)
			if (differs(kernels, names.names[i]) == marked)
				add_line(page, campaign, kernels, names.names[i], marked);
	page_add_html(page, "</tbody></table></div>\n");
	free(names.names);
}

int page_env(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	struct kernels kernels;
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	if (!kernels_init(&kernels, store, &campaign, err)) {
		campaign_release(&campaign);
		return 500;
	}
	char *title = xasprintf("Environment: %s", campaign.title);
	page_begin(page, &(struct frame){.title = title, .id = campaign.id, .here = "env"});
	page_add(page, "<h1>Environment</h1>\n<p class='of'>Of <a href='/c/%s'>%s</a></p>\n",
		campaign.id, campaign.title);
	bool ok = true;
	if (kernels.length) {
		config_diff_add(page, &campaign, &kernels);
		add_facts(page, &campaign, &kernels);
		ok = boots_add(page, store, &campaign, err);
	} else {
		page_add_html(page, "<p>No kernel has been entered yet.</p>\n");
	}
	page_end(page);
	free(title);
	kernels_release(&kernels);
	campaign_release(&campaign);
	return ok ? 200 : 500;
}
