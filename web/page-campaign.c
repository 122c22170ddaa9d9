/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A campaign: its facts, every chart in both scales, what is missing, how to do it again. */
#include "model/mail.h"
#include "web/address.h"
#include "web/amended.h"
#include "web/faults.h"
#include "web/figure.h"
#include "web/frame.h"
#include "web/kernels.h"
#include "web/load.h"
#include "web/number.h"
#include "web/pages.h"
#include "web/progress.h"
#include "web/values.h"
#include "web/verdicts.h"

#define RENEW_S 30   /* the least that a running campaign is disturbed by its readers */
#define ROWS_SHOWN 7 /* of a chart's table; all are on the chart's page */

static void add_machine(struct page *page, const struct campaign *campaign)
{
	page_add(page, "<div><dt>machine</dt><dd>%s", campaign->machine);
	if (campaign->accel[0])
		page_add(page, ", %s", campaign->accel);
	page_add_html(page, "</dd></div>\n");
	if (campaign->accel_why[0])
		page_add(page, "<div><dt>why not kvm</dt><dd>%s</dd></div>\n", campaign->accel_why);
	page_add(page, "<div><dt>host</dt><dd>%s</dd></div>\n", campaign->host);
}

static void add_times(struct page *page, const struct campaign *campaign,
	const struct progress *progress)
{
	char date[NUMBER_BYTES], span[NUMBER_BYTES];
	page_add(page, "<div><dt>started</dt><dd>%s UTC</dd></div>\n",
		number_minute(campaign->started_us, date));
	if (progress->complete && progress->last_us > campaign->started_us)
		page_add(page, "<div><dt>took</dt><dd>%s</dd></div>\n",
			number_span(progress->last_us - campaign->started_us, span));
}

static void add_facts(struct page *page, const struct campaign *campaign,
	const struct progress *progress)
{
	page_add_html(page, "<dl class='facts'>\n<div><dt>state</dt><dd>");
	progress_add_state(page, progress->complete, progress->running);
	page_add_html(page, "</dd></div>\n");
	add_machine(page, campaign);
	add_times(page, campaign, progress);
	page_add(page, "<div><dt>launches</dt><dd>%u of %u</dd></div>\n", progress->done,
		progress->expected);
	if (progress->failed)
		page_add(page,
			"<div><dt>failed</dt><dd class='bad'><a "
			"href='#missing'>%u</a></dd></div>\n",
			progress->failed);
	page_add(page, "<div><dt>boots of each</dt><dd>%u</dd></div>\n", campaign->boots);
	page_add(page, "<div><dt>order seed</dt><dd>%llu</dd></div>\n",
		(unsigned long long)campaign->seed);
	page_add(page, "<div><dt>tool</dt><dd>%s</dd></div>\n", campaign->tool);
	if (campaign->digest)
		page_add(page, "<div class='wide'><dt>digest</dt><dd><code>%s</code></dd></div>\n",
			campaign->digest);
	page_add_html(page, "</dl>\n");
}

static void add_kernels(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	page_add_html(page, "<h2 id='kernels'>Kernels</h2>\n");
	if (kernels->length)
		kernels_add_brief(page, campaign, kernels);
	else
		page_add_html(page, "<p>None has been entered yet.</p>\n");
	page_add(page,
		"<p class='more'><a href='/c/%s/env'>The whole environment, side by side</a></p>\n",
		campaign->id);
}

/* All that the page is made of. */
struct whole {
	struct campaign campaign;
	struct samples samples;
	struct kernels kernels;
	struct view view;
	struct judgement judgement;
	const char *url; /* of the site, for the mail's link */
};

static void add_verdicts(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->campaign;
	char at[ADDRESS_BYTES];
	if (!whole->judgement.length)
		return;
	page_add_html(page, "<h2 id='verdicts'>Verdicts</h2>\n");
	verdicts_add_bases(page, campaign, &whole->view, address_of(campaign, at));
	verdicts_add_comparability(page, &whole->judgement);
	verdicts_add_table(page, campaign, &whole->judgement);
	verdicts_add_method(page);
}

static void add_chart(struct page *page, const struct whole *whole, size_t chart)
{
	struct series_set set;
	struct text finding = TEXT_EMPTY;
	char at[ADDRESS_BYTES];
	char *all = xasprintf("%s/%s", address_of(&whole->campaign, at),
		whole->campaign.charts[chart].slug);
	series_set_init(&set, &whole->campaign, chart, &whole->samples);
	const struct compare_pair **pairs = verdicts_pairs(&set, &whole->judgement, NULL);
	page_add_html(page, "<section class='chart'>\n");
	figure_add_heading(page, &set, "h2");
	verdicts_add_chart(page, &whole->judgement, set.chart);
	verdicts_add_finding(&finding, &whole->judgement, set.chart);
	figure_add_pictures(page, &(struct figure){.set = &set, .query = "",
		.finding = finding.bytes, .small = true, .later = chart > 0});
	struct values values = {.set = &set, .pairs = pairs, .choice = &whole->view.choice,
		.all = all};
	if (set.chart->swept)
		values_add_rows(page, &values);
	else
		values_add_whole(page, &values);
	figure_add_downloads(page, &set, "");
	page_add_html(page, "</section>\n");
	free(pairs);
	text_release(&finding);
	free(all);
	series_set_release(&set);
}

static void add_mail(struct page *page, const struct whole *whole)
{
	struct text mail = TEXT_EMPTY, query = TEXT_EMPTY;
	struct choice choice = whole->view.choice;
	char at[ADDRESS_BYTES];
	choice.limit = MAIL_ROWS;
	mail_add_campaign(&mail, &whole->campaign, &whole->samples, &whole->judgement,
		whole->view.base, &choice, whole->url);
	text_add(&query, "%s.txt", address_of(&whole->campaign, at));
	view_add_query(&query, &whole->view, &whole->campaign);
	page_add_html(page, "<h2 id='mail'>For a mail</h2>\n");
	page_add(page, "<p><a href='%s'>As plain text</a>, 72 columns of ASCII.</p>\n",
		query.bytes);
	page_add(page, "<details><summary>The text, to copy</summary><pre>%s</pre></details>\n",
		mail.bytes);
	text_release(&query);
	text_release(&mail);
}

static void add_method(struct page *page, const struct campaign *campaign)
{
	page_add_html(page, "<h2 id='method'>What the numbers are</h2>\n");
	page_add_html(page,
		"<p>Every launch of a benchmark is a fresh start and gives one sample. With "
		"several boots of a kernel the centre is the geometric mean of the boots' medians "
		"and the interval the 95 % t interval of their logarithms, because launches inside "
		"one boot share its luck of memory layout. With one boot it is the median of the "
		"samples and its exact 95 % order-statistic interval, which exists from six "
		"samples on. Zero-based and zoomed pictures show the same numbers: read sizes off "
		"the first, shapes off the second. Gaps are cells without a value, never "
		"zeros.</p>\n");
	bool counted = false, emulated = false;
	for (size_t i = 0; i < campaign->charts_n; i++) {
		counted |= campaign->charts[i].clock == CLOCK_COUNTED;
		emulated |= campaign->charts[i].emulated;
	}
	if (counted)
		page_add_html(page,
			"<p><b>Counted</b> charts give the instructions a guest executed for one "
			"operation: a quiet measure of path length that any machine can repeat. "
			"They say nothing of caches, nor of time.</p>\n");
	if (emulated)
		page_add_html(page,
			"<p><b>Emulated</b> charts give wall time of a CPU that is translated in "
			"software: they show that a kernel works, and are no verdict on how fast "
			"it is.</p>\n");
}

static void add_downloads(struct page *page, const struct campaign *campaign)
{
	const char *id = campaign->id;
	page_add_html(page, "<h2 id='again'>Everything, and how to do it again</h2>\n");
	page_add(page,
		"<p><a href='/c/%s.jsonl'>%s.jsonl</a>: the whole campaign in its canonical form",
		id, id);
	page_add_html(page, ", which <code>schedlab import</code> reads.</p>\n");
	page_add(page,
		"<p><a href='/c/%s/plan.yaml'>plan.yaml</a>: what was measured. To measure it "
		"again, and to see the order this campaign went in:</p>\n",
		id);
	page_add(page,
		"<pre>schedlab run plan.yaml\nschedlab plan plan.yaml --seed %llu --order</pre>\n",
		(unsigned long long)campaign->seed);
	page_add(page, "<details><summary>The plan</summary><pre>%s</pre></details>\n",
		campaign->plan);
}

static void add_whole(struct page *page, const struct whole *whole,
	const struct progress *progress)
{
	const struct campaign *campaign = &whole->campaign;
	char here[16];
	snprintf(here, sizeof(here), "r/%u", campaign->revision);
	page_begin(page, &(struct frame){.title = campaign->title,
				 .description = "A scheduler benchmark campaign: every chart "
						"zero-based and zoomed, every number downloadable.",
				 .id = campaign->id,
				 .here = campaign->revision < campaign->amendments_n ? here : NULL,
				 .refresh_s = progress->running ? RENEW_S : 0});
	page_add(page, "<h1>%s</h1>\n", campaign->title[0] ? campaign->title : campaign->id);
	amended_add(page, campaign);
	progress_add_notice(page, campaign, progress);
	add_facts(page, campaign, progress);
	if (!campaign->withdrawn)
		figure_add_list(page, campaign, -1, "#");
	add_kernels(page, campaign, &whole->kernels);
	if (!campaign->withdrawn)
		add_verdicts(page, whole);
	for (size_t i = 0; i < campaign->charts_n && !campaign->withdrawn; i++)
		add_chart(page, whole, i);
	faults_add(page, campaign, &whole->samples, -1);
	add_method(page, campaign);
	if (!campaign->withdrawn)
		add_mail(page, whole);
	add_downloads(page, campaign);
	page_end(page);
}

int page_campaign(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct whole whole = {.url = request->url};
	int status = load_campaign(request, store, &whole.campaign, err);
	if (status != 200)
		return status;
	status = view_read(&whole.view, request, &whole.campaign, err);
	if (status != 200)
		goto out;
	status = 500;
	if (!store_samples_read(store, &whole.campaign, &whole.samples, err) ||
		!kernels_init(&whole.kernels, store, &whole.campaign, err) ||
		!load_environments(store, &whole.campaign, err))
		goto out;
	whole.view.choice.limit = ROWS_SHOWN;
	judgement_of_campaign(&whole.judgement, &whole.campaign, &whole.samples, whole.view.base);
	struct progress progress =
		progress_of(&whole.campaign, &whole.samples, request->store_path);
	add_whole(page, &whole, &progress);
	status = 200;
out:
	judgement_release(&whole.judgement);
	view_release(&whole.view);
	kernels_release(&whole.kernels);
	samples_release(&whole.samples);
	campaign_release(&whole.campaign);
	return status;
}
