/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any variant beside any other, of one campaign or of two: ?a=ID:VARIANT (the baseline) &b=. */
#include "model/mail.h"
#include "model/verdict.h"
#include "web/choose.h"
#include "web/contents.h"
#include "web/figure.h"
#include "web/findings.h"
#include "web/frame.h"
#include "web/heading.h"
#include "web/number.h"
#include "web/pages.h"
#include "web/query.h"
#include "web/sides.h"
#include "web/values.h"
#include "web/verdicts.h"
#include "web/view.h"

#define ROWS_SHOWN 7 /* of a chart's table */

/* Not to be moved: the judgement points into it. */
struct whole {
	struct sides sides;
	struct view view; /* of it only the rows are used */
	struct judgement judgement;
};

static const struct side *side_of(const struct whole *whole, bool other)
{
	return sides_side(&whole->sides, other);
}

static void judge(struct whole *whole)
{
	const struct side *b = side_of(whole, true);
	judgement_init(&whole->judgement);
	judgement_add(&whole->judgement,
		&(struct compare_side){&whole->sides.a.campaign, &whole->sides.a.samples,
			whole->sides.base, NULL},
		&(struct compare_side){&b->campaign, &b->samples, whole->sides.other, NULL});
	judgement_decide(&whole->judgement);
}

/* ---- addresses ---- */

/* "/compare?a=…&b=…", or with the two exchanged. */
static char *address_of_pair(const struct whole *whole, bool swapped)
{
	struct text address = TEXT_EMPTY;
	const struct side *a = side_of(whole, swapped), *b = side_of(whole, !swapped);
	char *base = xasprintf("%s:%s", a->campaign.id,
		a->campaign.variants[swapped ? whole->sides.other : whole->sides.base].slug);
	char *other = xasprintf("%s:%s", b->campaign.id,
		b->campaign.variants[swapped ? whole->sides.base : whole->sides.other].slug);
	bool first = true;
	text_add(&address, "/compare");
	query_add(&address, &first, "a", base);
	query_add(&address, &first, "b", other);
	if (whole->view.rows)
		query_add(&address, &first, "rows", whole->view.rows);
	free(base);
	free(other);
	return text_take(&address);
}

/* What has the base's chart show the two: one of its own variants, or a series laid over. */
static char *picture_query(const struct whole *whole)
{
	struct text query = TEXT_EMPTY;
	const struct campaign *a = &whole->sides.a.campaign, *b = &side_of(whole, true)->campaign;
	const char *base = a->variants[whole->sides.base].slug;
	const char *other = b->variants[whole->sides.other].slug;
	bool first = true;
	char *shown = whole->sides.two ? xstrdup(base) : xasprintf("%s,%s", base, other);
	if (whole->sides.two) {
		char *with = xasprintf("%s:%s", b->id, other);
		query_add(&query, &first, "with", with);
		free(with);
	}
	if (a->variants_n > (whole->sides.two ? 1 : 2))
		query_add(&query, &first, "series", shown);
	text_add(&query, "%s", "");
	free(shown);
	return text_take(&query);
}

/* ---- the page ---- */

static void add_side(struct page *page, const struct whole *whole, bool other)
{
	const struct campaign *campaign = &side_of(whole, other)->campaign;
	const struct campaign_variant *variant =
		&campaign->variants[other ? whole->sides.other : whole->sides.base];
	char date[NUMBER_BYTES];
	page_add(page, "<div><dt>%s</dt><dd><b>%s</b> of <a href='/c/%s'>",
		other ? "compared" : "baseline", variant->label, campaign->id);
	page_add(page, "%s</a>, %s on %s, %s UTC</dd></div>\n",
		campaign->title[0] ? campaign->title : campaign->id, campaign->machine,
		campaign->host, number_minute(campaign->started_us, date));
}

static void add_head(struct page *page, const struct whole *whole)
{
	char *swapped = address_of_pair(whole, true);
	page_add_html(page, "<dl class='facts'>\n");
	add_side(page, whole, false);
	add_side(page, whole, true);
	page_add_html(page, "</dl>\n");
	if (whole->sides.two)
		page_add_html(page, "<p class='mark'>Two campaigns: " COMPARE_OTHER_TIMES
				    ", so what changed on the machine between them is in every "
				    "difference.</p>\n");
	page_add(page, "<p><a href='%s'>The other way round</a> · <a href='/compare'>compare "
		       "others</a></p>\n", swapped);
	free(swapped);
}

/* The two series of a pair, as the chart of the base's campaign draws them. */
static void set_init(struct series_set *set, const struct whole *whole,
	const struct compare_pair *pair, char *labels[static 2])
{
	const struct side *a = side_of(whole, false), *b = side_of(whole, true);
	struct series_set other;
	series_set_init(set, &a->campaign, (size_t)(pair->chart - a->campaign.charts), &a->samples);
	series_set_init(&other, &b->campaign, (size_t)(pair->other_chart - b->campaign.charts),
		&b->samples);
	struct series two[2] = {set->series[whole->sides.base], other.series[whole->sides.other]};
	set->series[whole->sides.base].points = other.series[whole->sides.other].points = NULL;
	unsigned style = whole->sides.two ? (unsigned)set->length : (unsigned)whole->sides.other;
	for (size_t i = 0; i < set->length; i++)
		free(set->series[i].points);
	series_set_release(&other);
	set->series = xreallocarray(set->series, 2, sizeof(*set->series));
	memcpy(set->series, two, sizeof(two));
	set->length = 2;
	labels[0] = verdict_name_base(pair, VERDICT_UTF8);
	labels[1] = verdict_name_other(pair, VERDICT_UTF8);
	set->series[0].label = labels[0];
	set->series[1].label = labels[1];
	set->series[1].style = style;
}

static void add_pair(struct page *page, const struct whole *whole, const struct compare_pair *pair,
	const char *query)
{
	const struct compare_pair *pairs[2] = {NULL, pair};
	char *labels[2];
	char *all = xasprintf("/c/%s/%s%s", whole->sides.a.campaign.id, pair->chart->slug, query);
	struct text finding = TEXT_EMPTY;
	struct series_set set;
	set_init(&set, whole, pair, labels);
	verdicts_add_finding(&finding, &whole->judgement, pair->chart);
	struct values values = {.set = &set, .pairs = pairs, .choice = &whole->view.choice,
		.all = all};
	page_add_html(page, "<section class='chart'>\n");
	figure_add_heading(page, &set, "h2");
	verdicts_add_chart(page, &whole->judgement, pair->chart);
	figure_add_pictures(page, &(struct figure){.set = &set, .query = query,
		.finding = finding.bytes, .small = true, .later = true});
	if (set.chart->swept)
		values_add_rows(page, &values);
	else
		values_add_whole(page, &values);
	figure_add_downloads(page, &set, query);
	page_add_html(page, "</section>\n");
	series_set_release(&set);
	text_release(&finding);
	free(labels[0]);
	free(labels[1]);
	free(all);
}

static void add_alone(struct page *page, const struct compare_pair *pair)
{
	page_add_html(page, "<section class='chart'>\n");
	heading_add(page, "h2", pair->chart->slug, pair->chart->slug);
	page_add(page, "<p class='quiet'>Nothing to compare: %s.</p>\n</section>\n",
		pair->reason ? pair->reason : "the other campaign has no such chart");
}

static void add_charts(struct page *page, const struct whole *whole)
{
	char *query = picture_query(whole);
	for (size_t i = 0; i < whole->judgement.comparison.length; i++) {
		const struct compare_pair *pair = &whole->judgement.comparison.pairs[i];
		if (whole->sides.two && pair->other_chart == pair->chart)
			add_alone(page, pair); /* the other campaign has no such chart */
		else
			add_pair(page, whole, pair, query);
	}
	free(query);
}

/* As `schedlab compare A B` prints it, with the page's address before it. */
static void add_mail(struct page *page, const struct whole *whole)
{
	struct text mail = TEXT_EMPTY;
	struct choice choice = whole->view.choice;
	choice.limit = MAIL_ROWS;
	mail_add_head(&mail, &whole->sides.a.campaign);
	if (whole->sides.two)
		mail_add_head(&mail, &whole->sides.b.campaign);
	mail_add_judgement(&mail, &whole->judgement, &choice);
	heading_add(page, "h2", "mail", "For a mail");
	page_add(page, "<p>What <code>schedlab compare %s:%s", whole->sides.a.campaign.id,
		whole->sides.a.campaign.variants[whole->sides.base].slug);
	page_add(page, " %s:%s</code> prints, 72 columns of ASCII:</p>\n",
		side_of(whole, true)->campaign.id,
		side_of(whole, true)->campaign.variants[whole->sides.other].slug);
	page_add(page, "<pre class='mail' tabindex='0'>%s</pre>\n", mail.bytes);
	text_release(&mail);
}

static void add_contents(struct page *page, const struct whole *whole)
{
	const struct comparison *comparison = &whole->judgement.comparison;
	struct content *contents = xcalloc(comparison->length + 3, sizeof(*contents));
	size_t n = 0;
	contents[n++] = (struct content){"comparability", "Comparability"};
	contents[n++] = (struct content){"verdicts", "Verdicts"};
	for (size_t i = 0; i < comparison->length; i++) {
		const char *slug = comparison->pairs[i].chart->slug;
		contents[n++] = (struct content){slug, slug};
	}
	contents[n++] = (struct content){"mail", "For a mail"};
	contents_add(page, contents, n);
	free(contents);
}

/* The two names, which the caller frees. */
static void names_of(const struct whole *whole, char **base, char **other)
{
	struct compare_pair names = {.base_campaign = &whole->sides.a.campaign,
		.other_campaign = &side_of(whole, true)->campaign,
		.base = whole->sides.base,
		.other = whole->sides.other};
	*base = verdict_name_base(&names, VERDICT_UTF8);
	*other = verdict_name_other(&names, VERDICT_UTF8);
}

static void add_whole(struct page *page, const struct whole *whole)
{
	char *base, *other;
	names_of(whole, &base, &other);
	char *title = xasprintf("%s beside %s", other, base);
	page_begin(page, &(struct frame){.title = title,
				 .here = "compare",
				 .description = "Two variants side by side: comparability, a "
						"verdict a chart, both curves in one picture."});
	page_add(page, "<h1><bdi>%s</bdi> beside <bdi>%s</bdi></h1>\n", other, base);
	add_head(page, whole);
	add_contents(page, whole);
	heading_add(page, "h2", "comparability", "Comparability");
	verdicts_add_comparability(page, &whole->judgement);
	heading_add(page, "h2", "verdicts", "Verdicts");
	findings_add(page, &whole->sides.a.campaign, &whole->judgement);
	verdicts_add_method(page);
	add_charts(page, whole);
	add_mail(page, whole);
	page_end(page);
	free(title);
	free(base);
	free(other);
}

int page_compare(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	if (!query_has(request->query, "a", 0) || !query_has(request->query, "b", 0))
		return choose_add(page, request, store, err);
	struct whole whole;
	int status = sides_load(&whole.sides, request, store, err);
	if (status != 200)
		return status;
	status = view_read(&whole.view, request, &whole.sides.a.campaign, err);
	if (status == 200) {
		whole.view.choice.limit = ROWS_SHOWN;
		judge(&whole);
		add_whole(page, &whole);
		judgement_release(&whole.judgement);
		view_release(&whole.view);
	}
	sides_release(&whole.sides);
	return status;
}
