/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign in a reader's order: what it is, what was found, whether that may be said, what was
 * corrected, every chart in both scales, what is missing, on what it ran, how to do it again.
 */
#include "model/mail.h"
#include "web/address.h"
#include "web/amended.h"
#include "web/contents.h"
#include "web/downloads.h"
#include "web/faults.h"
#include "web/figure.h"
#include "web/findings.h"
#include "web/frame.h"
#include "web/heading.h"
#include "web/kernels.h"
#include "web/load.h"
#include "web/method.h"
#include "web/number.h"
#include "web/pages.h"
#include "web/preview.h"
#include "web/progress.h"
#include "web/query.h"
#include "web/reproduce.h"
#include "web/values.h"
#include "web/verdicts.h"

#define ROWS_SHOWN 7 /* of a chart's table; all are on the chart's page */

static void add_machine(struct page *page, const struct campaign *campaign)
{
	page_add(page, "<div><dt>machine</dt><dd>%s", campaign->machine);
	if (campaign->accel[0])
		page_add(page, ", %s", campaign->accel);
	page_add_html(page, "</dd></div>\n");
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

/* One sentence: QEMU's own words, in brackets behind it, are for who reads the canonical form. */
static void add_accel_why(struct page *page, const char *why)
{
	const char *bracket = strstr(why, " (");
	char *sentence = xstrndup(why, bracket ? (size_t)(bracket - why) : strlen(why));
	if (*sentence)
		page_add(page, "<div><dt>why not kvm</dt><dd>%s</dd></div>\n", sentence);
	free(sentence);
}

static void add_facts(struct page *page, const struct campaign *campaign,
	const struct progress *progress)
{
	page_add_html(page, "<dl class='facts'>\n<div><dt>state</dt><dd>");
	progress_add_state(page, progress->complete, progress->running);
	if (campaign->amendments_n)
		page_add_html(page, " <a href='#amendments'>amended</a>");
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
	page_add(page, "<div><dt>tool</dt><dd>%s</dd></div>\n", campaign->tool);
	add_accel_why(page, campaign->accel_why);
	page_add_html(page, "</dl>\n");
}

/* Facts of the machine that are the same whatever runs on it. */
static void add_machine_facts(struct page *page, const struct kernels *kernels)
{
	static const char *const names[][2] = {{"cpu.model", "CPU"}, {"topology", "topology"},
		{"cpus.online", "CPUs online"}, {"hypervisor", "hypervisor"}};
	bool any = false;
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		const char *fact = environment_get(&kernels->kernels[0].env, names[i][0]);
		if (!fact || !fact[0])
			continue;
		page_add_html(page, any ? "; " : "<p>");
		page_add(page, "%s: %s", names[i][1], fact);
		any = true;
	}
	if (any)
		page_add_html(page, "</p>\n");
}

static void add_kernels(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels)
{
	char at[ADDRESS_BYTES];
	heading_add(page, "h2", "kernels", "Environment in brief");
	if (!kernels->length)
		page_add_html(page, "<p>No kernel has been entered yet.</p>\n");
	else if (!kernels_add_brief(page, campaign, kernels))
		page_add_html(page, "<p>Nothing is recorded of the kernels.</p>\n");
	else
		add_machine_facts(page, kernels);
	page_add(page,
		"<p class='more'><a href='%s/env'>The whole environment: what differs, configs, "
		"topology, every boot</a></p>\n",
		address_of(campaign, at));
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

/* To what compares with others: the page for it, with the baseline named, and earlier campaigns. */
static void add_compare(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->campaign;
	struct text address = TEXT_EMPTY;
	bool first = true;
	char *a = xasprintf("%s:%s", campaign->id, campaign->variants[whole->view.base].slug);
	text_add(&address, "/compare");
	query_add(&address, &first, "a", a);
	page_add(page, "<p class='more'><a href='%s'>Compare %s with a variant of another "
		       "campaign</a><br/>\n", address.bytes,
		campaign->variants[whole->view.base].label);
	text_release(&address);
	first = true;
	text_add(&address, "/trend");
	query_add(&address, &first, "machine", campaign->host);
	page_add(page, "<a href='%s'>Trends of this machine</a>, over all its campaigns</p>\n",
		address.bytes);
	text_release(&address);
	free(a);
}

static void add_verdicts(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->campaign;
	char at[ADDRESS_BYTES];
	if (whole->judgement.length) {
		heading_add(page, "h2", "verdicts", "Verdicts");
		verdicts_add_bases(page, campaign, &whole->view, address_of(campaign, at));
		findings_add(page, campaign, &whole->judgement);
		verdicts_add_method(page);
		heading_add(page, "h2", "comparability", "Comparability");
		verdicts_add_comparability(page, &whole->judgement);
	}
	add_compare(page, whole);
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
	heading_add(page, "h2", "mail", "For a mail");
	page_add(page, "<p><a href='%s'>As plain text</a>, 72 columns of ASCII, complete without "
		       "its link:</p>\n", query.bytes);
	page_add(page, "<pre class='mail' tabindex='0'>%s</pre>\n", mail.bytes);
	text_release(&query);
	text_release(&mail);
}

/* The parts of the page, in a reader's order; what is not there is left out. */
static void add_contents(struct page *page, const struct whole *whole)
{
	const struct campaign *campaign = &whole->campaign;
	bool shown = !campaign->withdrawn, compared = shown && whole->judgement.length;
	struct content *contents = xcalloc(campaign->charts_n + 9, sizeof(*contents));
	size_t n = 0;
	contents[n++] = (struct content){compared ? "verdicts" : NULL, "Verdicts"};
	contents[n++] = (struct content){compared ? "comparability" : NULL, "Comparability"};
	contents[n++] = (struct content){campaign->amendments_n ? "amendments" : NULL,
		"Amendments"};
	for (size_t i = 0; i < campaign->charts_n; i++) {
		const char *slug = campaign->charts[i].slug;
		contents[n++] = (struct content){shown ? slug : NULL, slug};
	}
	contents[n++] = (struct content){
		faults_any(campaign, &whole->samples) ? "missing" : NULL, "What is missing"};
	contents[n++] = (struct content){"kernels", "Environment"};
	contents[n++] = (struct content){"downloads", "Downloads"};
	contents[n++] = (struct content){shown ? "mail" : NULL, "For a mail"};
	contents[n++] = (struct content){"again", "To do it again"};
	contents[n++] = (struct content){"method", "What the numbers are"};
	contents_add(page, contents, n);
	free(contents);
}

static void add_head(struct page *page, const struct whole *whole,
	const struct progress *progress)
{
	const struct campaign *campaign = &whole->campaign;
	char here[16], at[ADDRESS_BYTES];
	char *words = campaign->withdrawn ? NULL : preview_words(&whole->judgement, NULL);
	struct preview preview = {.url = whole->url,
		.address = address_of(campaign, at),
		.title = campaign->title[0] ? campaign->title : campaign->id,
		.description = words,
		.picture = campaign->charts_n && !campaign->withdrawn ? campaign->charts[0].slug : NULL,
		.campaign = at};
	snprintf(here, sizeof(here), "r/%u", campaign->revision);
	page_begin(page, &(struct frame){.title = preview.title,
				 .description = words,
				 .preview = &preview,
				 .id = campaign->id,
				 .here = campaign->revision < campaign->amendments_n ? here : NULL,
				 .refresh_s = progress->running ? PROGRESS_RENEW_S : 0});
	free(words);
	page_add(page, "<h1>%s</h1>\n", preview.title);
	amended_add_notices(page, campaign);
	progress_add_notice(page, campaign, progress);
	add_facts(page, campaign, progress);
}

static void add_whole(struct page *page, const struct whole *whole,
	const struct progress *progress)
{
	const struct campaign *campaign = &whole->campaign;
	add_head(page, whole, progress);
	add_contents(page, whole);
	if (!campaign->withdrawn)
		add_verdicts(page, whole);
	amended_add_list(page, campaign);
	for (size_t i = 0; i < campaign->charts_n && !campaign->withdrawn; i++)
		add_chart(page, whole, i);
	faults_add(page, campaign, &whole->samples, -1);
	add_kernels(page, campaign, &whole->kernels);
	downloads_add(page, campaign);
	if (!campaign->withdrawn)
		add_mail(page, whole);
	reproduce_add(page, campaign, &whole->kernels);
	method_add(page, campaign);
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
	page->stands = true;
	status = load_standing(&whole.campaign, err);
out:
	judgement_release(&whole.judgement);
	view_release(&whole.view);
	kernels_release(&whole.kernels);
	samples_release(&whole.samples);
	campaign_release(&whole.campaign);
	return status;
}
