/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/config-diff.h"

#include "model/kconfig.h"

#define REST_SHOWN 400 /* beyond that the files themselves are the better list */

/* The first kernel of a variant. */
static const struct kernel *kernel_of(const struct kernels *kernels, unsigned variant)
{
	for (size_t i = 0; i < kernels->length; i++)
		if (kernels->kernels[i].variant == variant)
			return &kernels->kernels[i];
	return NULL;
}

/* False where it is unknown, or is another kernel's. */
static bool read_config(const struct kernel *kernel, struct kconfig *config)
{
	const char *text = environment_get(&kernel->env, "config");
	const char *source = environment_get(&kernel->env, "config.source");
	struct error unread;

	return text && !(source && strstr(source, "for another kernel")) &&
		kconfig_parse(config, text, strlen(text), &unread);
}

/* The labels over the columns of a pair, with the option's topic or without. */
struct columns {
	const char *from, *to;
	bool topics;
};

static void add_changes(struct page *page, const struct columns *columns,
	const struct kconfig_change *changes, size_t n)
{
	page_add_html(page, "<div class='scroll'><table class='env'>\n<thead><tr>"
			    "<th scope='col'>option</th>");
	if (columns->topics)
		page_add_html(page, "<th scope='col'>of</th>");
	page_add(page, "<th scope='col'>%s</th><th scope='col'>%s</th></tr></thead>\n<tbody>\n",
		columns->from, columns->to);
	for (size_t i = 0; i < n; i++) {
		page_add(page, "<tr><th scope='row'>%s</th>", changes[i].name);
		if (columns->topics)
			page_add(page, "<td class='quiet'>%s</td>", changes[i].topic);
		page_add(page, "<td class='long'>%s</td><td class='long'>%s</td></tr>\n",
			changes[i].from, changes[i].to);
	}
	page_add_html(page, "</tbody></table></div>\n");
}

static void add_rest(struct page *page, const struct columns *columns,
	const struct kconfig_diff *diff)
{
	size_t rest = diff->length - diff->first, shown = rest < REST_SHOWN ? rest : REST_SHOWN;

	if (!rest)
		return;
	page_add(page, "<details><summary>%zu other option%s</summary>\n", rest,
		rest == 1 ? "" : "s");
	add_changes(page, columns, diff->changes + diff->first, shown);
	if (shown < rest)
		page_add(page, "<p class='quiet'>And %zu more: compare the files.</p>\n",
			rest - shown);
	page_add_html(page, "</details>\n");
}

static void add_pair(struct page *page, const struct campaign *campaign,
	const struct kernel *base, const struct kernel *other)
{
	struct kconfig from = {0}, to = {0};
	struct kconfig_diff diff = {0};
	struct columns columns = {campaign->variants[base->variant].label,
		campaign->variants[other->variant].label, true};
	bool known = read_config(base, &from);

	known = read_config(other, &to) && known;
	page_add_html(page, "<h3>");
	kernels_add_label(page, campaign, other->variant);
	page_add(page, " beside %s</h3>\n", columns.from);
	if (known)
		kconfig_diff_init(&diff, &from, &to);
	if (!known)
		page_add_html(page, "<p>Config unknown: fairness not checked.</p>\n");
	else if (!diff.length)
		page_add_html(page, "<p>The configs are identical.</p>\n");
	else if (!diff.first)
		page_add_html(page, "<p>No option that matters for scheduling differs.</p>\n");
	else
		add_changes(page, &columns, diff.changes, diff.first);
	columns.topics = false;
	add_rest(page, &columns, &diff);
	kconfig_diff_release(&diff);
	kconfig_release(&from);
	kconfig_release(&to);
}

void config_diff_add(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	const struct kernel *base = kernel_of(kernels, campaign->baseline);

	if (!base || campaign->variants_n < 2)
		return;
	page_add_html(page, "<h2 id='configs'>Kernel configs</h2>\n"
			    "<p>Options that matter for scheduling; absent is not off: the file "
			    "does not mention it.</p>\n");
	for (unsigned variant = 0; variant < campaign->variants_n; variant++) {
		const struct kernel *other = kernel_of(kernels, variant);
		if (other && other != base)
			add_pair(page, campaign, base, other);
	}
}
