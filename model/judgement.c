/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/judgement.h"

void judgement_init(struct judgement *judgement)
{
	*judgement = (struct judgement){0};
	compare_init(&judgement->comparison);
}

void judgement_release(struct judgement *judgement)
{
	compare_release(&judgement->comparison);
	for (size_t i = 0; i < judgement->length; i++)
		comparability_release(&judgement->judged[i].comparability);
	free(judgement->judged);
	*judgement = (struct judgement){0};
}

/* Why no verdict may be given, NULL where one may. */
static const char *obstacle(const struct comparability *comparability)
{
	for (size_t i = 0; comparability->refused && i < comparability->length; i++)
		if (comparability->items[i].weight == COMPARABILITY_REFUSED)
			return comparability->items[i].text;
	return NULL;
}

void judgement_add(struct judgement *judgement, const struct compare_side *base,
	const struct compare_side *other)
{
	struct comparison *comparison = &judgement->comparison;
	struct judged *judged =
		xgrow(&judgement->judged, &judgement->length, sizeof(*judgement->judged));
	*judged = (struct judged){
		.base_campaign = base->campaign,
		.other_campaign = other->campaign,
		.base = base->variant,
		.other = other->variant,
		.first = comparison->length,
	};
	struct comparability_side a =
		comparability_side(base->campaign, (unsigned)base->variant, SIZE_MAX);
	struct comparability_side b =
		comparability_side(other->campaign, (unsigned)other->variant, SIZE_MAX);
	comparability_init(&judged->comparability, &a, &b);
	compare_add(comparison, base, other, obstacle(&judged->comparability));
	judged->pairs_n = comparison->length - judged->first;
}

void judgement_decide(struct judgement *judgement)
{
	compare_decide(&judgement->comparison);
}

void judgement_of_campaign(struct judgement *judgement, const struct campaign *campaign,
	const struct samples *samples, size_t base)
{
	judgement_init(judgement);
	for (size_t variant = 0; variant < campaign->variants_n; variant++)
		if (variant != base)
			judgement_add(judgement,
				&(struct compare_side){campaign, samples, base, NULL},
				&(struct compare_side){campaign, samples, variant, NULL});
	judgement_decide(judgement);
}

const struct compare_pair *judgement_pair(const struct judgement *judgement,
	const struct judged *judged, const struct campaign_chart *chart)
{
	for (size_t i = 0; judged && i < judged->pairs_n; i++) {
		const struct compare_pair *pair = &judgement->comparison.pairs[judged->first + i];
		if (pair->chart == chart)
			return pair;
	}
	return NULL;
}

const struct judged *judgement_find(const struct judgement *judgement,
	const struct campaign *campaign, size_t variant)
{
	for (size_t i = 0; i < judgement->length; i++)
		if (judgement->judged[i].other_campaign == campaign &&
			judgement->judged[i].other == variant)
			return &judgement->judged[i];
	return NULL;
}
