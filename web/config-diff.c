/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/config-diff.h"

#include "model/kconfig.h"
#include "web/heading.h"
#include "web/table.h"

#define REST_SHOWN 400 /* beyond that the files themselves are the better list */

/* The .config of one variant; unknown where there is none, or where it is another kernel's. */
struct column {
	const struct kernel *kernel;
	struct kconfig config;
	bool known;
};

/* The baseline's first, and every option that any other has otherwise, in the order of a diff. */
struct columns {
	struct column *columns;
	size_t length;
	struct kconfig_change *changes; /* names and topics of the options, distinct */
	size_t changes_n, first;
};

/* The first kernel of a variant. */
static const struct kernel *kernel_of(const struct kernels *kernels, unsigned variant)
{
	for (size_t i = 0; i < kernels->length; i++)
		if (kernels->kernels[i].variant == variant)
			return &kernels->kernels[i];
	return NULL;
}

static bool read_config(const struct kernel *kernel, struct kconfig *config)
{
	const char *text = environment_get(&kernel->env, "config");
	const char *source = environment_get(&kernel->env, "config.source");
	struct error unread;

	return text && !(source && strstr(source, "for another kernel")) &&
		kconfig_parse(config, text, strlen(text), &unread);
}

static void column_add(struct columns *columns, const struct kernel *kernel)
{
	if (!kernel)
		return;
	struct column *column = xgrow(&columns->columns, &columns->length, sizeof(*column));
	column->kernel = kernel;
	column->known = read_config(kernel, &column->config);
}

static int by_name(const void *a, const void *b)
{
	const struct kconfig_change *x = a, *y = b;
	return strcmp(x->name, y->name);
}

/* What one column has otherwise than the baseline. */
static void gather(struct columns *columns, const struct column *column)
{
	struct kconfig_diff diff;
	kconfig_diff_init(&diff, &columns->columns[0].config, &column->config);
	for (size_t i = 0; i < diff.length; i++) {
		struct kconfig_change *change =
			xgrow(&columns->changes, &columns->changes_n, sizeof(*change));
		*change = diff.changes[i];
	}
	kconfig_diff_release(&diff);
}

/* Each once, in the order of a diff. */
static void tidy(struct columns *columns)
{
	size_t n = 0;
	if (columns->changes_n)
		qsort(columns->changes, columns->changes_n, sizeof(*columns->changes), by_name);
	for (size_t i = 0; i < columns->changes_n; i++)
		if (!n || strcmp(columns->changes[i].name, columns->changes[n - 1].name) != 0)
			columns->changes[n++] = columns->changes[i];
	columns->changes_n = n;
	kconfig_sort(columns->changes, n);
	while (columns->first < n && columns->changes[columns->first].topic)
		columns->first++;
}

static void columns_init(struct columns *columns, const struct campaign *campaign,
	const struct kernels *kernels)
{
	*columns = (struct columns){0};
	column_add(columns, kernel_of(kernels, (unsigned)campaign->baseline));
	for (unsigned variant = 0; columns->length && variant < campaign->variants_n; variant++)
		if (variant != campaign->baseline)
			column_add(columns, kernel_of(kernels, variant));
	for (size_t i = 1; i < columns->length; i++)
		if (columns->columns[0].known && columns->columns[i].known)
			gather(columns, &columns->columns[i]);
	tidy(columns);
}

static void columns_release(struct columns *columns)
{
	for (size_t i = 0; i < columns->length; i++)
		if (columns->columns[i].known)
			kconfig_release(&columns->columns[i].config);
	free(columns->columns);
	free(columns->changes);
}

/* "y", "not set" or "absent", in the colour of one of three states. */
static void add_state(struct page *page, const struct column *column, const char *name)
{
	const struct kconfig_option *option =
		column->known ? kconfig_find(&column->config, name) : NULL;
	if (!column->known)
		page_add_html(page, "<td class='quiet'>unknown</td>");
	else
		page_add(page, "<td class='option %s'>%s</td>",
			!option ? "absent" : option->value ? "on" : "off", kconfig_state(option));
}

static void add_head(struct page *page, const struct campaign *campaign,
	const struct columns *columns, bool topics)
{
	page_add_html(page, "<thead><tr><th scope='col'>option</th>");
	if (topics)
		page_add_html(page, "<th scope='col'>of</th>");
	for (size_t i = 0; i < columns->length; i++) {
		page_add_html(page, "<th scope='col'>");
		kernels_add_label(page, campaign, columns->columns[i].kernel->variant);
		page_add_html(page, "</th>");
	}
	page_add_html(page, "</tr></thead>\n<tbody>\n");
}

static void add_options(struct page *page, const struct campaign *campaign,
	const struct columns *columns, size_t from, size_t to)
{
	bool topics = from == 0 && columns->first;
	table_begin(page, "env", topics ? "Options that matter for scheduling" : "Other options");
	add_head(page, campaign, columns, topics);
	for (size_t i = from; i < to; i++) {
		const struct kconfig_change *change = &columns->changes[i];
		page_add(page, "<tr><th scope='row'>%s</th>", change->name);
		if (topics)
			page_add(page, "<td class='quiet'>%s</td>", change->topic);
		for (size_t j = 0; j < columns->length; j++)
			add_state(page, &columns->columns[j], change->name);
		page_add_html(page, "</tr>\n");
	}
	page_add_html(page, "</tbody>");
	table_end(page);
}

static void add_rest(struct page *page, const struct campaign *campaign,
	const struct columns *columns)
{
	size_t rest = columns->changes_n - columns->first;
	size_t shown = rest < REST_SHOWN ? rest : REST_SHOWN;
	if (!rest)
		return;
	page_add(page, "<details><summary>%zu other option%s</summary>\n", rest,
		rest == 1 ? "" : "s");
	add_options(page, campaign, columns, columns->first, columns->first + shown);
	if (shown < rest)
		page_add(page, "<p class='quiet'>And %zu more: compare the files.</p>\n",
			rest - shown);
	page_add_html(page, "</details>\n");
}

/* Whose config is not known, and so was not compared. */
static void add_unknown(struct page *page, const struct campaign *campaign,
	const struct columns *columns)
{
	for (size_t i = 0; i < columns->length; i++)
		if (!columns->columns[i].known) {
			page_add_html(page, "<p>");
			kernels_add_label(page, campaign, columns->columns[i].kernel->variant);
			page_add_html(page, " Config unknown: fairness not checked.</p>\n");
		}
}

void config_diff_add(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	struct columns columns;
	size_t known = 0;

	columns_init(&columns, campaign, kernels);
	for (size_t i = 0; i < columns.length; i++)
		known += columns.columns[i].known;
	if (columns.length > 1) {
		heading_add(page, "h2", "configs", "Kernel configs");
		add_unknown(page, campaign, &columns);
		if (!columns.changes_n && known > 1 && columns.columns[0].known)
			page_add_html(page, "<p>The configs are identical.</p>\n");
		else if (!columns.first && known > 1 && columns.columns[0].known)
			page_add_html(page,
				"<p>No option that matters for scheduling differs.</p>\n");
		if (columns.first) {
			page_add_html(page, "<p>Options that matter for scheduling. Absent is not "
					    "off: the file does not mention it.</p>\n");
			add_options(page, campaign, &columns, 0, columns.first);
		}
		add_rest(page, campaign, &columns);
	}
	columns_release(&columns);
}
