/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What verdicts rest on, and how far they go. */
#include "model/verdict.h"

#include <math.h>

bool verdict_has_test(const struct compare_pair *pair)
{
	return pair->method == COMPARE_BOOTS ? !isnan(pair->p)
					     : pair->method == COMPARE_SAMPLES && pair->p < 1;
}

bool verdict_has_change(const struct compare_pair *pair)
{
	return pair->verdict != VERDICT_NO_DATA && !pair->chart->emulated &&
		!(pair->other_chart && pair->other_chart->emulated);
}

const char *verdict_mark(const struct compare_pair *pair)
{
	return pair->method == COMPARE_SAMPLES ? verdict_name(VERDICT_WITHIN_BOOT) : "proven";
}

static const char *method_words(const struct compare_pair *pair)
{
	if (pair->verdict == VERDICT_NOT_COMPARABLE || !verdict_has_test(pair))
		return "no test";
	switch (pair->method) {
	case COMPARE_BOOTS:
		return "Welch's t over the boots";
	case COMPARE_SAMPLES:
		return "Mann-Whitney on the samples of one boot, which says nothing of kernels";
	case COMPARE_NOTHING:
		break;
	}
	return "no test";
}

void verdict_add_basis(struct text *text, const struct compare_pair *pair)
{
	unsigned base_n = 0, other_n = 0;
	for (size_t i = 0; i < pair->cells_n; i++) {
		base_n += pair->cells[i].base.n;
		other_n += pair->cells[i].other.n;
	}
	text_add(text, "%u + %u launches in %u + %u kernel boots; %s", base_n, other_n,
		pair->base_boots, pair->other_boots, method_words(pair));
	if (verdict_has_change(pair) && isfinite(pair->consistency.low))
		text_add(text, "; spread inside a boot %.2f times the baseline's (%.2f to %.2f)",
			pair->consistency.ratio, pair->consistency.low, pair->consistency.high);
	if (pair->disturbed)
		text_add(text, "; %u disturbed left out", pair->disturbed);
	for (size_t i = 0; i < pair->left_out_n; i++) {
		const struct compare_boot *boot = &pair->left_out[i];
		text_add(text, "; boot %u of the %s left out (%u of %u cells)", boot->number,
			boot->other ? "variant" : "baseline", boot->cells, boot->of);
	}
}

/* The near end of an interval for the worse; below 0 where it is not all for the worse. */
static double near_end(const struct compare_ratio *ratio, bool higher_is_better)
{
	double end = higher_is_better ? 1 - ratio->high : ratio->low - 1;
	return isfinite(end) ? end : 0;
}

double verdict_regression(const struct compare_pair *pair, const struct compare_cell **worst)
{
	double most = 0;
	const struct compare_cell *at = NULL;
	bool claimed = pair->verdict == VERDICT_FASTER || pair->verdict == VERDICT_SLOWER ||
		pair->verdict == VERDICT_MIXED;
	if (claimed && pair->headline_proven)
		most = fmax(0, near_end(&pair->headline, pair->higher_is_better));
	for (size_t i = 0; claimed && i < pair->cells_n; i++) {
		double end = near_end(&pair->cells[i].ratio, pair->higher_is_better);
		if (pair->cells[i].marked && end > most) {
			most = end;
			at = &pair->cells[i];
		}
	}
	if (worst)
		*worst = at;
	return most;
}
