/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/boots.h"

#include <math.h>

#include "model/dmesg.h"
#include "web/heading.h"
#include "web/kernels.h"
#include "web/number.h"
#include "web/table.h"

/* What the log of one entry says of its clock. */
struct clock_mark {
	struct dmesg_clock clock;
	size_t samples, touched; /* counted where it is unstable */
};

static void count_touched(struct clock_mark *marks, const struct environment *env, size_t entry,
	const struct samples *samples)
{
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (sample->entry != entry)
			continue;
		marks[entry].samples++;
		marks[entry].touched +=
			dmesg_affects_sample(env, sample->started_us, sample->duration_ns);
	}
}

/* One for each entry of the campaign; instructions are counted without a TSC. NULL on failure. */
static struct clock_mark *read_marks(struct store *store, const struct campaign *campaign,
	struct error *err)
{
	struct clock_mark *marks = xcalloc(campaign->entries_n + 1, sizeof(*marks));
	struct samples samples = {0};
	bool ok = true;
	for (size_t i = 0; ok && i < campaign->entries_n; i++) {
		struct environment env = {0};
		if (campaign->entries[i].clock == CLOCK_COUNTED)
			continue;
		ok = store_environment_read(store, campaign, i, &env, err);
		const char *log = ok ? environment_get(&env, "dmesg") : NULL;
		if (log)
			dmesg_clock_read(&marks[i].clock, log);
		if (marks[i].clock.unstable && !samples.length)
			ok = store_samples_read(store, campaign, &samples, err);
		if (ok && marks[i].clock.unstable)
			count_touched(marks, &env, i, &samples);
		environment_release(&env);
	}
	samples_release(&samples);
	if (ok)
		return marks;
	free(marks);
	return NULL;
}

/* Which entry into its variant it is, as addresses count them. */
static unsigned nth_of(const struct campaign *campaign, size_t entry)
{
	unsigned nth = 0;
	for (size_t i = 0; i <= entry; i++)
		nth += campaign->entries[i].variant == campaign->entries[entry].variant;
	return nth;
}

/* From when on the boot's times are by another clock, and which samples that touches. */
static void add_clock(struct page *page, const struct clock_mark *mark)
{
	if (!mark->clock.unstable)
		return;
	page_add_html(page, "<span class='bad'>TSC unstable");
	if (!isnan(mark->clock.since_s))
		page_add(page, " since %.1f s of uptime", mark->clock.since_s);
	page_add(page, "</span>, %zu of %zu samples after it ", mark->touched, mark->samples);
}

static void add_entry(struct page *page, const struct campaign *campaign, size_t i,
	const struct clock_mark *mark)
{
	const struct campaign_boot *entry = &campaign->entries[i];
	const char *slug = campaign->variants[entry->variant].slug;
	char time[NUMBER_BYTES];
	page_add_html(page, "<tr><th scope='row'>");
	kernels_add_label(page, campaign, entry->variant);
	page_add(page, "</th><td>%s</td><td class='number'>%u</td><td>%s</td>",
		clock_name(entry->clock), entry->number, number_second(entry->entered_us, time));
	page_add(page, "<td><code>%s</code></td><td>", entry->kernel_boot_id);
	if (entry->kernel_boot_id[0] && strcmp(campaign->machine, "import") != 0)
		for (const char *const *file = (const char *const[]){"config", "dmesg", NULL};
			*file; file++)
			page_add(page, "<a href='/c/%s/env/%s/%u/%s'>%s</a> ", campaign->id, slug,
				nth_of(campaign, i), *file, *file);
	page_add_html(page, "</td><td class='long'>");
	if (entry->entry > 1)
		page_add(page, "entered %u times ", entry->entry);
	add_clock(page, mark);
	if (entry->failure)
		page_add(page, "<span class='bad'>%s</span>", entry->failure);
	page_add_html(page, "</td></tr>\n");
}

bool boots_add(struct page *page, struct store *store, const struct campaign *campaign,
	struct error *err)
{
	struct clock_mark *marks = read_marks(store, campaign, err);

	if (!marks)
		return false;
	heading_add(page, "h2", "boots", "Boots, in the order they were entered");
	table_begin(page, "", "Boots");
	page_add_html(page,
		"<thead><tr><th scope='col'>variant</th>"
		"<th scope='col'>clock</th><th scope='col' class='number'>boot</th>"
		"<th scope='col'>entered (UTC)</th><th scope='col'>kernel boot id</th>"
		"<th scope='col'>files</th><th scope='col'>what of it</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < campaign->entries_n; i++)
		add_entry(page, campaign, i, &marks[i]);
	page_add_html(page, "</tbody>");
	table_end(page);
	free(marks);
	return true;
}
