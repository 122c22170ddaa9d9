/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/findings.h"

#include "model/verdict.h"
#include "web/verdicts.h"

#define OPEN_MAX 24 /* sentences; more of them are folded away below a table */

static void add_sentence(struct page *page, const struct compare_pair *pair)
{
	struct text sentence = TEXT_EMPTY;
	verdict_add_sentence(&sentence, pair, VERDICT_UTF8);
	page_add(page, "<span class='%s'>%s.</span>\n", verdicts_class(pair), sentence.bytes);
	text_release(&sentence);
}

static void add_chart(struct page *page, const struct campaign_chart *chart,
	const struct judgement *judgement)
{
	page_add(page, "<li><a href='#%s'>%s</a>\n", chart->slug, chart->slug);
	for (size_t i = 0; i < judgement->length; i++) {
		const struct compare_pair *pair =
			judgement_pair(judgement, &judgement->judged[i], chart);
		if (pair)
			add_sentence(page, pair);
	}
	page_add_html(page, "</li>\n");
}

static void add_list(struct page *page, const struct campaign *campaign,
	const struct judgement *judgement)
{
	page_add_html(page, "<ul class='findings'>\n");
	for (size_t i = 0; i < campaign->charts_n; i++)
		add_chart(page, &campaign->charts[i], judgement);
	page_add_html(page, "</ul>\n");
}

void findings_add(struct page *page, const struct campaign *campaign,
	const struct judgement *judgement)
{
	size_t n = judgement->comparison.length;
	if (judgement->length > 1)
		verdicts_add_table(page, campaign, judgement);
	if (n > OPEN_MAX)
		page_add(page, "<details><summary>All %zu in sentences</summary>\n", n);
	add_list(page, campaign, judgement);
	if (n > OPEN_MAX)
		page_add_html(page, "</details>\n");
	for (size_t i = 0; i < judgement->comparison.notes_n; i++)
		page_add(page, "<p class='mark'>%s.</p>\n", judgement->comparison.notes[i]);
}
