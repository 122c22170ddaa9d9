/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/faults.h"

#include "web/heading.h"
#include "web/kernels.h"
#include "web/table.h"

#define SHOWN_MAX 200 /* lines of the table; beyond that the exports say the rest */

/* One reason in one chart and variant, and the counts it hit. */
struct fault {
	const struct campaign_cell *cell; /* the first it hit: chart and variant */
	const char *status, *reason;
	unsigned times;
	unsigned *counts; /* distinct, in the order met */
	size_t counts_n;
};

struct faults {
	struct fault *faults;
	size_t length;
};

static void add_count(struct fault *fault, unsigned count)
{
	for (size_t i = fault->counts_n; i > 0; i--)
		if (fault->counts[i - 1] == count)
			return;
	unsigned *place = xgrow(&fault->counts, &fault->counts_n, sizeof(*place));
	*place = count;
}

static void faults_record(struct faults *faults, const struct campaign_cell *cell,
	const char *status, const char *reason)
{
	struct fault *fault = NULL;
	for (size_t i = 0; i < faults->length && !fault; i++) {
		struct fault *old = &faults->faults[i];
		if (old->cell->chart == cell->chart && old->cell->variant == cell->variant &&
			!strcmp(old->status, status) && !strcmp(old->reason, reason))
			fault = old;
	}
	if (!fault) {
		fault = xgrow(&faults->faults, &faults->length, sizeof(*fault));
		*fault = (struct fault){.cell = cell, .status = status, .reason = reason};
	}
	fault->times++;
	add_count(fault, cell->count);
}

static void gather(struct faults *faults, const struct campaign *campaign,
	const struct samples *samples, ptrdiff_t chart)
{
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (cell->skipped && (chart < 0 || cell->chart == (unsigned)chart))
			faults_record(faults, cell, "skipped", cell->skipped);
	}
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		const struct campaign_cell *cell = &campaign->cells[sample->cell];
		if (sample->status == SAMPLE_OK)
			continue;
		if (chart < 0 || cell->chart == (unsigned)chart)
			faults_record(faults, cell, sample_status_name(sample->status),
				sample->reason ? sample->reason : "no reason recorded");
	}
}

static int by_count(const void *a, const void *b)
{
	unsigned x, y;
	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

static void add_counts(struct page *page, struct fault *fault)
{
	size_t n = fault->counts_n;
	qsort(fault->counts, n, sizeof(*fault->counts), by_count);
	if (fault->counts[n - 1] == 0) /* nothing is swept */
		page_add_html(page, "–");
	else if (n <= 6)
		for (size_t i = 0; i < n; i++)
			page_add(page, "%s%u", i ? ", " : "", fault->counts[i]);
	else
		page_add(page, "%zu from %u to %u", n, fault->counts[0], fault->counts[n - 1]);
}

static void add_fault(struct page *page, const struct campaign *campaign, struct fault *fault)
{
	page_add(page, "<tr><td>%s</td><td>", campaign->charts[fault->cell->chart].slug);
	kernels_add_label(page, campaign, fault->cell->variant);
	page_add_html(page, "</td><td class='number'>");
	add_counts(page, fault);
	page_add(page,
		"</td><td>%s</td><td class='number'>%u</td><td class='long'>%s%s</td></tr>\n",
		fault->status, fault->times, fault->reason,
		!strcmp(fault->status, sample_status_name(SAMPLE_INTERRUPTED)) ? "; run again"
									       : "");
}

static void add_boots(struct page *page, const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		if (!entry->failure)
			continue;
		page_add_html(page, "<tr><td>all</td><td>");
		kernels_add_label(page, campaign, entry->variant);
		page_add(page,
			"</td><td class='number'>–</td><td>boot %u%s</td><td class='number'>1</td>",
			entry->number, entry->entry > 1 ? ", entered again" : "");
		page_add(page, "<td class='long'>%s</td></tr>\n", entry->failure);
	}
}

static bool any_boot(const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->entries_n; i++)
		if (campaign->entries[i].failure)
			return true;
	return false;
}

void faults_add(struct page *page, const struct campaign *campaign, const struct samples *samples,
	ptrdiff_t chart)
{
	struct faults faults = {0};
	gather(&faults, campaign, samples, chart);
	bool boots = chart < 0 && any_boot(campaign);
	if (faults.length || boots) {
		heading_add(page, "h2", "missing", "What is missing, and why");
		table_begin(page, "", "What is missing");
		page_add_html(page,
			"<thead><tr><th scope='col'>chart</th>"
			"<th scope='col'>variant</th><th scope='col' class='number'>count</th>"
			"<th scope='col'>what</th><th scope='col' class='number'>times</th>"
			"<th scope='col'>reason</th></tr></thead>\n<tbody>\n");
		if (boots)
			add_boots(page, campaign);
		for (size_t i = 0; i < faults.length && i < SHOWN_MAX; i++)
			add_fault(page, campaign, &faults.faults[i]);
		page_add_html(page, "</tbody>");
		table_end(page);
		if (faults.length > SHOWN_MAX)
			page_add(page, "<p>And %zu more; the CSV has them all.</p>\n",
				faults.length - SHOWN_MAX);
	}
	for (size_t i = 0; i < faults.length; i++)
		free(faults.faults[i].counts);
	free(faults.faults);
}

bool faults_any(const struct campaign *campaign, const struct samples *samples)
{
	for (size_t i = 0; i < campaign->cells_n; i++)
		if (campaign->cells[i].skipped)
			return true;
	for (size_t i = 0; i < samples->length; i++)
		if (samples->samples[i].status != SAMPLE_OK)
			return true;
	return any_boot(campaign);
}
