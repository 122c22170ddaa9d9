/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was proven, on a page: comparability first, then a verdict a chart and variant. */
#ifndef WEB_VERDICTS_H
#define WEB_VERDICTS_H

#include "model/judgement.h"
#include "model/series.h"
#include "web/page.h"
#include "web/view.h"

/* The other bases that can be chosen; links are `at` with a query: "/c/ID". */
void verdicts_add_bases(struct page *page, const struct campaign *campaign,
	const struct view *view, const char *at);

/* For every two variants what they differ in. */
void verdicts_add_comparability(struct page *page, const struct judgement *judgement);

/* All charts and variants in one table. */
void verdicts_add_table(struct page *page, const struct campaign *campaign,
	const struct judgement *judgement);

/* The stylesheet's word for a verdict: "faster", "slower", "mixed", "quiet". */
const char *verdicts_class(const struct compare_pair *pair);

/* The sentences of one chart, each with what it rests on. */
void verdicts_add_chart(struct page *page, const struct judgement *judgement,
	const struct campaign_chart *chart);

/*
 * Adds the same of one chart in short, as a picture's alternative text: "6.1-rt beside 6.1: +12.3 %
 * slower. …". Never leaves the text without bytes.
 */
void verdicts_add_finding(struct text *text, const struct judgement *judgement,
	const struct campaign_chart *chart);

/*
 * For every series of a set its comparison, NULL where it has none: of the campaign's variants in
 * one judgement, of the series laid over them in the other, in their order. The caller frees it.
 */
const struct compare_pair **verdicts_pairs(const struct series_set *set,
	const struct judgement *judgement, const struct judgement *overlaid);

/* How a change is computed and what is proven by which test. */
void verdicts_add_method(struct page *page);

#endif
