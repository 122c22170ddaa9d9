/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Everything that is said of variants beside baselines: for every two of them whether they may be
 * compared, and, after that, what the comparison of their charts gives. What is put into one
 * judgement is one family: its verdicts hold together.
 *
 * Campaigns are borrowed and must outlive it; samples are needed by judgement_add() alone.
 * The environments of the campaign's entries are used as far as they have been read.
 */
#ifndef MODEL_JUDGEMENT_H
#define MODEL_JUDGEMENT_H

#include "model/comparability.h"
#include "model/compare.h"

/* Two variants, and where their charts' pairs are in the comparison. */
struct judged {
	const struct campaign *base_campaign, *other_campaign;
	size_t base, other; /* variants */
	struct comparability comparability;
	size_t first, pairs_n; /* of judgement.comparison.pairs */
};

struct judgement {
	struct judged *judged;
	size_t length;
	struct comparison comparison;
};

void judgement_init(struct judgement *judgement);
void judgement_release(struct judgement *judgement);

void judgement_add(struct judgement *judgement, const struct compare_side *base,
	const struct compare_side *other);

/* Once, after the last judgement_add(). */
void judgement_decide(struct judgement *judgement);

/* All of it for one campaign: every other variant beside `base`. */
void judgement_of_campaign(struct judgement *judgement, const struct campaign *campaign,
	const struct samples *samples, size_t base);

/* The pair of a chart (of the base's campaign) and a judged; NULL where there is none. */
const struct compare_pair *judgement_pair(const struct judgement *judgement,
	const struct judged *judged, const struct campaign_chart *chart);

/* The judged whose variant is that one of that campaign; NULL where there is none. */
const struct judged *judgement_find(const struct judgement *judgement,
	const struct campaign *campaign, size_t variant);

#endif
