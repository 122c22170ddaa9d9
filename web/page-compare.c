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
#include "web/load.h"
#include "web/number.h"
#include "web/pages.h"
#include "web/query.h"
#include "web/values.h"
#include "web/verdicts.h"
#include "web/view.h"

#define ROWS_SHOWN 7 /* of a chart's table */

struct side {
	struct campaign campaign; /* empty in b where both are of one campaign */
	struct samples samples;
	char *slug; /* of the variant, as it was asked for */
};

/* Not to be moved: the judgement points into it. */
struct whole {
	struct side a, b;
	bool two; /* campaigns */
	size_t base, other;
	struct view view; /* of it only the rows are used */
	struct judgement judgement;
};

static const struct side *side_of(const struct whole *whole, bool other)
{
	return other && whole->two ? &whole->b : &whole->a;
}

/* ---- what it is made of ---- */

/* Takes "ID:VARIANT" apart; false where it is nothing of the kind. */
static bool read_name(const char *query, const char *name, char **id, char **slug,
	struct error *err)
{
	char *value = query_value(query, name, 0);
	char *colon = value ? strchr(value, ':') : NULL;
	if (!colon || colon == value || !colon[1]) {
		free(value);
		return error_set(err, "%s= is a campaign and a variant of it, as ID:VARIANT", name);
	}
	*slug = xstrdup(colon + 1);
	*colon = 0;
	*id = value;
	return true;
}

static int read_side(struct side *side, struct store *store, const char *id, const char *name,
	struct error *err)
{
	switch (store_campaign_read(store, id, &side->campaign, err)) {
	case STORE_ABSENT:
		error_set(err, "%s= names no campaign that is here", name);
		return 404;
	case STORE_BROKEN:
		return 500;
	case STORE_FOUND:
		break;
	}
	if (side->campaign.withdrawn) {
		error_set(err, "%s= names a campaign that was withdrawn; its page says why", name);
		return 410;
	}
	bool ok = store_samples_read(store, &side->campaign, &side->samples, err) &&
		load_environments(store, &side->campaign, err);
	return ok ? 200 : 500;
}

static int find_variant(const struct side *side, const char *slug, const char *name,
	size_t *variant, struct error *err)
{
	ptrdiff_t found = campaign_variant_find(&side->campaign, slug);
	if (found < 0) {
		error_set(err, "%s= names no variant of that campaign", name);
		return 404;
	}
	*variant = (size_t)found;
	return 200;
}

static int find_variants(struct whole *whole, struct error *err)
{
	int status = find_variant(&whole->a, whole->a.slug, "a", &whole->base, err);
	if (status == 200)
		status = find_variant(side_of(whole, true), whole->b.slug, "b", &whole->other, err);
	if (status == 200 && !whole->two && whole->base == whole->other) {
		error_set(err, "a= and b= name the same variant of the same campaign");
		status = 400;
	}
	return status;
}

static int load_whole(struct whole *whole, const struct request *request, struct store *store,
	struct error *err)
{
	char *id_a = NULL, *id_b = NULL;
	int status = 400;
	if (read_name(request->query, "a", &id_a, &whole->a.slug, err) &&
		read_name(request->query, "b", &id_b, &whole->b.slug, err)) {
		whole->two = strcmp(id_a, id_b) != 0;
		status = read_side(&whole->a, store, id_a, "a", err);
		if (status == 200 && whole->two)
			status = read_side(&whole->b, store, id_b, "b", err);
	}
	free(id_a);
	free(id_b);
	if (status == 200)
		status = find_variants(whole, err);
	if (status == 200)
		status = view_read(&whole->view, request, &whole->a.campaign, err);
	return status;
}

static void whole_release(struct whole *whole)
{
	judgement_release(&whole->judgement);
	view_release(&whole->view);
	for (int other = 0; other < 2; other++) {
		struct side *side = other ? &whole->b : &whole->a;
		samples_release(&side->samples);
		campaign_release(&side->campaign);
		free(side->slug);
	}
}

static void judge(struct whole *whole)
{
	const struct side *b = side_of(whole, true);
	judgement_init(&whole->judgement);
	judgement_add(&whole->judgement,
		&(struct compare_side){&whole->a.campaign, &whole->a.samples, whole->base, NULL},
		&(struct compare_side){&b->campaign, &b->samples, whole->other, NULL});
	judgement_decide(&whole->judgement);
}

/* ---- addresses ---- */

/* "/compare?a=…&b=…", or with the two exchanged. */
static char *address_of_pair(const struct whole *whole, bool swapped)
{
	struct text address = TEXT_EMPTY;
	const struct side *a = side_of(whole, swapped), *b = side_of(whole, !swapped);
	char *base = xasprintf("%s:%s", a->campaign.id,
		a->campaign.variants[swapped ? whole->other : whole->base].slug);
	char *other = xasprintf("%s:%s", b->campaign.id,
		b->campaign.variants[swapped ? whole->base : whole->other].slug);
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
	const struct campaign *a = &whole->a.campaign, *b = &side_of(whole, true)->campaign;
	const char *base = a->variants[whole->base].slug, *other = b->variants[whole->other].slug;
	bool first = true;
	char *shown = whole->two ? xstrdup(base) : xasprintf("%s,%s", base, other);
	if (whole->two) {
		char *with = xasprintf("%s:%s", b->id, other);
		query_add(&query, &first, "with", with);
		free(with);
	}
	if (a->variants_n > (whole->two ? 1 : 2))
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
		&campaign->variants[other ? whole->other : whole->base];
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
	if (whole->two)
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
	const struct side *b = side_of(whole, true);
	struct series_set other;
	series_set_init(set, &whole->a.campaign, (size_t)(pair->chart - whole->a.campaign.charts),
		&whole->a.samples);
	series_set_init(&other, &b->campaign, (size_t)(pair->other_chart - b->campaign.charts),
		&b->samples);
	struct series two[2] = {set->series[whole->base], other.series[whole->other]};
	set->series[whole->base].points = other.series[whole->other].points = NULL;
	unsigned style = whole->two ? (unsigned)set->length : (unsigned)whole->other;
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
	char *all = xasprintf("/c/%s/%s%s", whole->a.campaign.id, pair->chart->slug, query);
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
		if (whole->two && pair->other_chart == pair->chart)
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
	mail_add_amended(&mail, &whole->a.campaign);
	if (whole->two)
		mail_add_amended(&mail, &whole->b.campaign);
	mail_add_judgement(&mail, &whole->judgement, &choice);
	heading_add(page, "h2", "mail", "For a mail");
	page_add(page, "<p>What <code>schedlab compare %s:%s", whole->a.campaign.id,
		whole->a.campaign.variants[whole->base].slug);
	page_add(page, " %s:%s</code> prints, 72 columns of ASCII:</p>\n",
		side_of(whole, true)->campaign.id,
		side_of(whole, true)->campaign.variants[whole->other].slug);
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
	struct compare_pair names = {.base_campaign = &whole->a.campaign,
		.other_campaign = &side_of(whole, true)->campaign,
		.base = whole->base,
		.other = whole->other};
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
	findings_add(page, &whole->a.campaign, &whole->judgement);
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
	struct whole whole = {.two = false};
	int status = load_whole(&whole, request, store, err);
	if (status == 200) {
		whole.view.choice.limit = ROWS_SHOWN;
		judge(&whole);
		add_whole(page, &whole);
	}
	whole_release(&whole);
	return status;
}
