/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the boots looked like: first what differs between the kernels, their scheduler's settings
 * before all else; then configs, topology, and what they have in common, one column a kernel, one
 * line a fact. Long facts (config, dmesg, topology) are files; a short one is shown whole.
 */
#include "web/address.h"
#include "web/amended.h"
#include "web/boots.h"
#include "web/config-diff.h"
#include "web/contents.h"
#include "web/frame.h"
#include "web/heading.h"
#include "web/kernels.h"
#include "web/load.h"
#include "web/pages.h"
#include "web/table.h"
#include "web/topologies.h"

#define INLINE_BYTES 700

/* The names that any of the kernels has a fact of, scheduling first. Borrowed from them. */
struct names {
	const char **names;
	size_t length;
};

/* 0 for what decides how tasks are scheduled, 1 for clocks and CPUs, 2 for the rest. */
static int rank(const char *name)
{
	static const struct {
		const char *prefix;
		int rank;
	} ranks[] = {
		{"sched", 0}, {"preempt.", 0}, {"hz", 0}, {"cmdline", 0}, {"release", 0},
		{"clocksource", 1}, {"cpu", 1}, {"vulnerabilities.", 1}, {"topology", 1},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(ranks); i++)
		if (strncmp(name, ranks[i].prefix, strlen(ranks[i].prefix)) == 0)
			return ranks[i].rank;
	return 2;
}

static int by_name(const void *a, const void *b)
{
	const char *x, *y;
	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return rank(x) != rank(y) ? rank(x) - rank(y) : strcmp(x, y);
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

/* Whether a word of a list of words is in another one. */
static bool has_word(const char *text, const char *word, size_t length)
{
	while (text && *text) {
		size_t gap = strspn(text, " \n"), n = strcspn(text + gap, " \n");
		if (n == length && strncmp(text + gap, word, n) == 0)
			return true;
		text += gap + n;
	}
	return false;
}

static bool is_everywhere(const struct kernels *kernels, const char *name, const char *word,
	size_t length)
{
	for (size_t i = 0; i < kernels->length; i++) {
		const char *text = environment_get(&kernels->kernels[i].env, name);
		if (text && !has_word(text, word, length))
			return false;
	}
	return true;
}

/* What not all kernels that have the fact say is marked, so that a long list needs no reading. */
static void add_words(struct page *page, const struct kernels *kernels, const char *name,
	const char *text)
{
	while (*text) {
		size_t gap = strspn(text, " \n"), n = strcspn(text + gap, " \n");
		bool marked = n && !is_everywhere(kernels, name, text + gap, n);
		page_add_escaped(page, text, gap);
		page_add_html(page, marked ? "<mark>" : "");
		page_add_escaped(page, text + gap, n);
		page_add_html(page, marked ? "</mark>" : "");
		text += gap + n;
	}
}

static void add_fact(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels, const struct kernel *kernel, const char *name)
{
	const char *text = environment_get(&kernel->env, name);
	if (!text) {
		page_add_html(page, "<td class='quiet'>–</td>");
	} else if (is_short(text) || !can_be_linked(name)) {
		page_add_html(page, "<td class='long'>");
		if (strchr(text, ' ') && !is_unique(name))
			add_words(page, kernels, name, text);
		else
			page_add(page, "%s", text);
		page_add_html(page, "</td>");
	} else {
		page_add(page, "<td><a href='/c/%s/env/%s/%u/%s'>", campaign->id,
			campaign->variants[kernel->variant].slug, kernel->nth, name);
		page_add(page, "%s</a> <small>%zu bytes</small></td>", name, strlen(text));
	}
}

static void add_line(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels, const char *name)
{
	page_add(page, "<tr><th scope='row'>%s</th>", name);
	for (size_t i = 0; i < kernels->length; i++)
		add_fact(page, campaign, kernels, &kernels->kernels[i], name);
	page_add_html(page, "</tr>\n");
}

static void add_head(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	page_add_html(page, "<thead><tr><th scope='col'>fact</th>");
	for (size_t i = 0; i < kernels->length; i++) {
		page_add_html(page, "<th scope='col'>");
		kernels_add_label(page, campaign, kernels->kernels[i].variant);
		if (kernels->clocks)
			page_add(page, " <small>%s</small>", clock_name(kernels->kernels[i].clock));
		page_add_html(page, "</th>");
	}
	page_add_html(page, "</tr></thead>\n");
}

static size_t count(const struct kernels *kernels, const struct names *names, bool differing)
{
	size_t n = 0;
	for (size_t i = 0; i < names->length; i++)
		n += differs(kernels, names->names[i]) == differing;
	return n;
}

static void add_table(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels, const struct names *names, bool differing)
{
	table_begin(page, "env", differing ? "Facts that differ" : "Other facts");
	add_head(page, campaign, kernels);
	page_add_html(page, "<tbody>\n");
	for (size_t i = 0; i < names->length; i++)
		if (differs(kernels, names->names[i]) == differing)
			add_line(page, campaign, kernels, names->names[i]);
	page_add_html(page, "</tbody>");
	table_end(page);
}

static void add_differences(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels, const struct names *names)
{
	if (kernels->length < 2)
		return;
	heading_add(page, "h2", "differs", "What differs");
	page_add_html(page, "<p>Of each the first boot that came up; the scheduler’s settings come "
			    "first.</p>\n");
	if (count(kernels, names, true))
		add_table(page, campaign, kernels, names, true);
	else
		page_add_html(page, "<p>Nothing that is recorded.</p>\n");
}

static void add_others(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels, const struct names *names)
{
	heading_add(page, "h2", "facts", kernels->length < 2 ? "Facts" : "Other facts");
	if (kernels->length > 1)
		page_add_html(page, "<p>The same in all of them, or of each boot its own.</p>\n");
	if (count(kernels, names, false))
		add_table(page, campaign, kernels, names, false);
}

static bool add_parts(struct page *page, struct store *store, const struct campaign *campaign,
	const struct kernels *kernels, struct error *err)
{
	struct names names = {0};
	bool several = kernels->length > 1;
	struct topologies topologies;
	if (!topologies_init(&topologies, store, campaign, kernels, err))
		return false;
	gather_names(&names, kernels);
	const struct content contents[] = {
		{several ? "differs" : NULL, "What differs"},
		{several && campaign->variants_n > 1 ? "configs" : NULL, "Kernel configs"},
		{topologies.length ? "topology" : NULL, "Topology"},
		{"facts", several ? "Other facts" : "Facts"},
		{"boots", "Boots"},
	};
	contents_add(page, contents, ARRAY_LENGTH(contents));
	add_differences(page, campaign, kernels, &names);
	config_diff_add(page, campaign, kernels);
	topologies_add(page, campaign, &topologies);
	add_others(page, campaign, kernels, &names);
	free(names.names);
	topologies_release(&topologies);
	return boots_add(page, store, campaign, err);
}

static bool add_whole(struct page *page, struct store *store, const struct campaign *campaign,
	const struct kernels *kernels, struct error *err)
{
	const char *name = campaign->title[0] ? campaign->title : campaign->id;
	char *title = xasprintf("Environment: %s", name);
	char at[ADDRESS_BYTES];
	bool ok = true;
	page_begin(page, &(struct frame){.title = title, .id = campaign->id, .here = "env"});
	page_add(page, "<h1>Environment</h1>\n<p class='of'>Of <a href='%s'>%s</a></p>\n",
		address_of(campaign, at), name);
	amended_add(page, campaign);
	if (kernels->length)
		ok = add_parts(page, store, campaign, kernels, err);
	else
		page_add_html(page, "<p>No kernel has been entered yet.</p>\n");
	page_end(page);
	free(title);
	return ok;
}

int page_env(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	struct kernels kernels;
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	bool ok = kernels_init(&kernels, store, &campaign, err);
	if (ok) {
		ok = add_whole(page, store, &campaign, &kernels, err);
		kernels_release(&kernels);
	}
	campaign_release(&campaign);
	return ok ? 200 : 500;
}
