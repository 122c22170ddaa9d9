/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/verdicts.h"

#include "model/verdict.h"
#include "web/kernels.h"
#include "web/table.h"

#define OPEN_MAX 8 /* items that may stand open beside those of other variants */

void verdicts_add_bases(struct page *page, const struct campaign *campaign,
	const struct view *view, const char *at)
{
	page_add_html(page, "<nav class='bases' aria-label='baseline'>Baseline:");
	for (size_t i = 0; i < campaign->variants_n; i++) {
		struct text query = TEXT_EMPTY;
		struct view other = *view;
		other.base = i;
		text_add(&query, "%s", at);
		view_add_query(&query, &other, campaign);
		if (i == view->base)
			page_add(page, " <b aria-current='page'>%s</b>",
				campaign->variants[i].label);
		else
			page_add(page, " <a href='%s#verdicts'>%s</a>", query.bytes,
				campaign->variants[i].label);
		text_release(&query);
	}
	page_add_html(page, "</nav>\n");
}

static const char *const weight_words[] = {
	[COMPARABILITY_REFUSED] = "refused",
	[COMPARABILITY_DIFFERS] = "differs",
	[COMPARABILITY_PLANNED] = "planned",
	[COMPARABILITY_NOTE] = "note",
};

static void add_names(struct page *page, const struct judged *judged)
{
	const struct campaign *other = judged->other_campaign;
	if (other == judged->base_campaign)
		kernels_add_label(page, other, judged->other);
	else /* its colour there is another one's here */
		page_add(page, "<b>%s</b> <small>of <a href='/c/%s'>%s</a></small>",
			other->variants[judged->other].label, other->id, other->id);
	page_add(page, " beside %s", judged->base_campaign->variants[judged->base].label);
}

static void add_items(struct page *page, const struct comparability *comparability)
{
	page_add_html(page, "<ul>\n");
	for (size_t i = 0; i < comparability->length; i++) {
		const struct comparability_item *item = &comparability->items[i];
		page_add(page, "<li class='%s'><small>%s</small> %s</li>\n",
			weight_words[item->weight], weight_words[item->weight], item->text);
	}
	page_add_html(page, "</ul>\n");
}

/* How much there is of each weight, so that the list need not be open. */
static void add_summary(struct page *page, const struct comparability *comparability)
{
	unsigned differs = 0, planned = 0;
	for (size_t i = 0; i < comparability->length; i++) {
		differs += comparability->items[i].weight == COMPARABILITY_DIFFERS;
		planned += comparability->items[i].weight == COMPARABILITY_PLANNED;
	}
	if (comparability->refused)
		page_add_html(page, ": <b class='bad'>not comparable</b>");
	else if (differs)
		page_add(page, ": %u difference%s beyond the plan", differs,
			differs == 1 ? "" : "s");
	else
		page_add_html(page, ": nothing known differs beyond the plan");
	if (planned)
		page_add(page, ", %u planned", planned);
}

void verdicts_add_comparability(struct page *page, const struct judgement *judgement)
{
	for (size_t i = 0; i < judgement->length; i++) {
		const struct judged *judged = &judgement->judged[i];
		const struct comparability *comparability = &judged->comparability;
		bool open = comparability->refused || judgement->length == 1 ||
			comparability->length <= OPEN_MAX;
		page_add_html(page, open ? "<details class='comparability' open='open'>\n<summary>"
					 : "<details class='comparability'>\n<summary>");
		add_names(page, judged);
		add_summary(page, comparability);
		page_add_html(page, "</summary>\n");
		if (comparability->length)
			add_items(page, comparability);
		page_add_html(page, "</details>\n");
	}
}

const char *verdicts_class(const struct compare_pair *pair)
{
	switch (pair->verdict) {
	case VERDICT_FASTER:
		return "faster";
	case VERDICT_SLOWER:
		return "slower";
	case VERDICT_MIXED:
	case VERDICT_WITHIN_BOOT:
		return "mixed";
	default:
		return "quiet";
	}
}

static void add_brief(struct page *page, const struct compare_pair *pair)
{
	struct text brief = TEXT_EMPTY;
	if (pair)
		verdict_add_brief(&brief, pair, VERDICT_UTF8);
	page_add(page, "<td class='%s'>%s</td>", pair ? verdicts_class(pair) : "quiet",
		pair ? brief.bytes : "–");
	text_release(&brief);
}

void verdicts_add_table(struct page *page, const struct campaign *campaign,
	const struct judgement *judgement)
{
	table_begin(page, "verdicts", "Verdicts in short");
	page_add_html(page, "<thead><tr><th scope='col'>chart</th>");
	for (size_t i = 0; i < judgement->length; i++) {
		page_add_html(page, "<th scope='col'>");
		kernels_add_label(page, campaign, judgement->judged[i].other);
		page_add_html(page, "</th>");
	}
	page_add_html(page, "</tr></thead>\n<tbody>\n");
	for (size_t c = 0; c < campaign->charts_n; c++) {
		const char *slug = campaign->charts[c].slug;
		page_add(page, "<tr><th scope='row'><a href='#%s'>%s</a></th>", slug, slug);
		for (size_t i = 0; i < judgement->length; i++)
			add_brief(page, judgement_pair(judgement, &judgement->judged[i],
						&campaign->charts[c]));
		page_add_html(page, "</tr>\n");
	}
	page_add_html(page, "</tbody>");
	table_end(page);
}

static void add_pair(struct page *page, const struct compare_pair *pair)
{
	struct text sentence = TEXT_EMPTY, basis = TEXT_EMPTY;
	verdict_add_sentence(&sentence, pair, VERDICT_UTF8);
	verdict_add_basis(&basis, pair);
	page_add(page, "<p class='verdict %s'>%s.", verdicts_class(pair), sentence.bytes);
	if (pair->verdict != VERDICT_NO_DATA)
		page_add(page, " <small>%s.</small>", basis.bytes);
	for (size_t i = 0; i < pair->notes_n; i++)
		page_add(page, " <small class='mark'>%s.</small>", pair->notes[i]);
	page_add_html(page, "</p>\n");
	text_release(&basis);
	text_release(&sentence);
}

void verdicts_add_chart(struct page *page, const struct judgement *judgement,
	const struct campaign_chart *chart)
{
	for (size_t i = 0; i < judgement->length; i++) {
		const struct compare_pair *pair =
			judgement_pair(judgement, &judgement->judged[i], chart);
		if (pair)
			add_pair(page, pair);
	}
}

void verdicts_add_finding(struct text *text, const struct judgement *judgement,
	const struct campaign_chart *chart)
{
	text_add(text, "%s", "");
	for (size_t i = 0; i < judgement->length; i++) {
		const struct compare_pair *pair =
			judgement_pair(judgement, &judgement->judged[i], chart);
		if (!pair)
			continue;
		char *base = verdict_name_base(pair, VERDICT_UTF8);
		char *other = verdict_name_other(pair, VERDICT_UTF8);
		text_add(text, "%s%s beside %s: ", text->length ? " " : "", other, base);
		verdict_add_brief(text, pair, VERDICT_UTF8);
		text_add(text, ".");
		free(other);
		free(base);
	}
}

const struct compare_pair **verdicts_pairs(const struct series_set *set,
	const struct judgement *judgement, const struct judgement *overlaid)
{
	const struct campaign *campaign = set->campaign;
	const struct compare_pair **pairs = xcalloc(set->length, sizeof(struct compare_pair *));
	for (size_t i = 0; i < campaign->variants_n; i++)
		pairs[i] = judgement_pair(judgement, judgement_find(judgement, campaign, i),
			set->chart);
	for (size_t i = 0; overlaid && i < overlaid->length; i++)
		pairs[campaign->variants_n + i] =
			judgement_pair(overlaid, &overlaid->judged[i], set->chart);
	return pairs;
}

void verdicts_add_method(struct page *page)
{
	page_add_html(page,
		"<p class='note'>" VERDICT_FORMULA ", with its sign. The boot is the unit: from two "
		"kernel boots of each on, a chart has a headline test (Welch's t of each boot's mean "
		"logarithm over the counts) and a shape test (Welch's t a count, combined by Simes); "
		"over all charts shown here, false claims are kept at 5 % (Benjamini–Hochberg). With "
		"one boot nothing is proven of kernels.</p>\n");
}
