/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/verdict.h"

#include <math.h>

#include "model/ascii.h"

#define CROSSINGS_SHOWN 3

/* Two digits behind the point only where one would say 0.0. */
static int decimals(double percent)
{
	double size = fabs(percent);
	return size > 0 && size < 0.095 ? 2 : size < 999.95 ? 1 : 0;
}

static void add_signed(struct text *text, double ratio, int least, enum verdict_form form)
{
	double percent = (ratio - 1) * 100;
	int digits = decimals(percent) > least ? decimals(percent) : least;
	const char *minus = form == VERDICT_UTF8 ? "\xe2\x88\x92" : "-";
	const char *sign = percent < 0 ? minus : percent > 0 ? "+" : "";
	if (fabs(percent) < 99999.5)
		text_add(text, "%s%.*f", sign, digits, fabs(percent));
	else
		text_add(text, "%s%.1e", sign, fabs(percent));
}

const char *verdict_change(double ratio, enum verdict_form form,
	char buffer[static VERDICT_CHANGE_BYTES])
{
	struct text text = TEXT_EMPTY;
	if (isfinite(ratio)) {
		add_signed(&text, ratio, 0, form);
		snprintf(buffer, VERDICT_CHANGE_BYTES, "%.27s %%", text.bytes);
		text_release(&text);
	} else {
		snprintf(buffer, VERDICT_CHANGE_BYTES, "n/a");
	}
	return buffer;
}

const char *verdict_interval(const struct compare_ratio *ratio, enum verdict_form form,
	char buffer[static VERDICT_INTERVAL_BYTES])
{
	buffer[0] = 0;
	if (!isfinite(ratio->low) || !isfinite(ratio->high))
		return buffer;
	struct text text = TEXT_EMPTY;
	double width = (ratio->high - ratio->low) * 100;
	int least = width < 0.1 ? 2 : 0; /* or both ends look alike */
	add_signed(&text, ratio->low, least, form);
	text_add(&text, " to ");
	add_signed(&text, ratio->high, least, form);
	snprintf(buffer, VERDICT_INTERVAL_BYTES, "%.59s %%", text.bytes);
	text_release(&text);
	return buffer;
}

static char *name_of(const struct compare_pair *pair, const struct campaign *campaign,
	size_t variant, enum verdict_form form)
{
	const char *label = campaign->variants[variant].label;
	struct text text = TEXT_EMPTY;
	if (form == VERDICT_ASCII) {
		char *fit = ascii_fit(label, VERDICT_LABEL_WIDTH);
		text_add(&text, "%s", fit);
		free(fit);
	} else {
		text_add_line(&text, label);
	}
	if (pair->base_campaign != pair->other_campaign)
		text_add(&text, " (%s)", campaign->id);
	return text_take(&text);
}

char *verdict_name_base(const struct compare_pair *pair, enum verdict_form form)
{
	return name_of(pair, pair->base_campaign, pair->base, form);
}

char *verdict_name_other(const struct compare_pair *pair, enum verdict_form form)
{
	return name_of(pair, pair->other_campaign, pair->other, form);
}

const char *verdict_direction(bool higher_is_better)
{
	return higher_is_better ? "higher is better" : "lower is better";
}

void verdict_add_brief(struct text *text, const struct compare_pair *pair, enum verdict_form form)
{
	char change[VERDICT_CHANGE_BYTES];
	const char *word = verdict_name(pair->verdict);
	verdict_change(pair->headline.ratio, form, change);
	switch (pair->verdict) {
	case VERDICT_FASTER:
	case VERDICT_SLOWER:
		if (pair->headline_proven)
			text_add(text, "%s %s", change, word);
		else
			text_add(text, "%s at %u of %zu counts", word, pair->lower + pair->higher,
				pair->cells_n);
		break;
	case VERDICT_NO_DIFFERENCE:
	case VERDICT_WITHIN_BOOT:
		text_add(text, "%s, %s", change, word);
		break;
	default:
		text_add(text, "%s", word);
		break;
	}
}

static void add_p(struct text *text, const char *what, double p)
{
	if (isnan(p))
		return;
	if (p < 1e-15)
		text_add(text, ", %s < 1e-15", what);
	else
		text_add(text, p < 1e-3 ? ", %s = %.1e" : ", %s = %.2g", what, p);
}

/* " (95 % interval +11.0 to +13.6 %, headline p = 0.0012)", as much of it as there is. */
static void add_proof(struct text *text, const struct compare_ratio *ratio, const char *what,
	enum verdict_form form)
{
	char interval[VERDICT_INTERVAL_BYTES];
	struct text proof = TEXT_EMPTY;
	if (verdict_interval(ratio, form, interval)[0])
		text_add(&proof, ", 95 %% interval %s", interval);
	add_p(&proof, what, ratio->p);
	if (proof.length)
		text_add(text, " (%s)", proof.bytes + 2);
	text_release(&proof);
}

/* The change by another measure, where it reads differently. */
static void add_other_change(struct text *text, double ratio, double by, const char *measure,
	enum verdict_form form)
{
	char change[VERDICT_CHANGE_BYTES], other[VERDICT_CHANGE_BYTES];
	verdict_change(ratio, form, change);
	if (isfinite(by) && strcmp(verdict_change(by, form, other), change) != 0)
		text_add(text, ", %s by %s", other, measure);
}

/* What the headline alone is, where nothing is claimed of it. */
static void add_change(struct text *text, const struct compare_pair *pair, enum verdict_form form)
{
	char change[VERDICT_CHANGE_BYTES];
	if (isnan(pair->headline.ratio))
		return;
	text_add(text, ": change %s", verdict_change(pair->headline.ratio, form, change));
	add_proof(text, &pair->headline,
		pair->method == COMPARE_BOOTS ? "headline p" : "Mann-Whitney p", form);
	if (pair->method != COMPARE_SAMPLES)
		return;
	add_other_change(text, pair->headline.ratio, pair->means, "means", form);
	if (pair->cells_n == 1)
		add_other_change(text, pair->headline.ratio, pair->cells[0].hodges_lehmann,
			"Hodges-Lehmann", form);
}

static void add_claim(struct text *text, const struct compare_pair *pair, const char *base,
	const char *other, enum verdict_form form)
{
	double percent = fabs(pair->headline.ratio - 1) * 100;
	const char *word = verdict_name(pair->verdict);
	if (pair->headline_proven) {
		text_add(text, "%s is %.*f %% %s than %s", other, decimals(percent), percent, word,
			base);
		add_proof(text, &pair->headline, "headline p", form);
		return;
	}
	if (pair->verdict == VERDICT_MIXED)
		text_add(text, "%s is faster than %s at some counts and slower at others", other,
			base);
	else
		text_add(text, "%s is %s than %s at some counts", other, word, base);
	add_p(text, "shape p", pair->shape_p);
	text_add(text, "; over all counts no difference proven");
	add_change(text, pair, form);
}

static void add_counts(struct text *text, const struct compare_pair *pair)
{
	unsigned tested = pair->lower + pair->higher + pair->unproven;
	if (!pair->chart->swept || !tested)
		return;
	if (pair->open)
		text_add(text, "; %u of %u counts higher, %u lower, %u not proven", pair->higher,
			tested, pair->lower, pair->unproven);
	else {
		unsigned above = 0, below = 0;
		for (size_t i = 0; i < pair->cells_n; i++) {
			above += pair->cells[i].ratio.ratio > 1;
			below += pair->cells[i].ratio.ratio < 1;
		}
		text_add(text, "; %u of %u counts above the baseline, %u below, none proven", above,
			tested, below);
	}
	if (pair->untested)
		text_add(text, "; %u more not tested", pair->untested);
}

/* Of one value a cell each rank test gives 1, which is none. */
static bool has_test(const struct compare_pair *pair)
{
	return pair->method == COMPARE_BOOTS ? !isnan(pair->p)
					     : pair->method == COMPARE_SAMPLES && pair->p < 1;
}

static void add_crossings(struct text *text, const struct compare_pair *pair)
{
	const char *x = pair->chart->x_text;
	/* Where a test found no difference the lines only tangle. */
	if (has_test(pair) && !pair->open)
		return;
	for (size_t i = 0; i < pair->crossings_n && i < CROSSINGS_SHOWN; i++) {
		const struct compare_crossing *crossing = &pair->crossings[i];
		text_add(text, "; crosses between %g and %g ", crossing->before, crossing->after);
		text_add_line(text, x);
		text_add(text, ", %s up to %g and %s from %g%s",
			crossing->upwards ? "lower" : "higher", crossing->before,
			crossing->upwards ? "higher" : "lower", crossing->after,
			crossing->proven ? " (proven on both sides)" : "");
	}
	if (pair->crossings_n > CROSSINGS_SHOWN)
		text_add(text, "; crosses %zu times more", pair->crossings_n - CROSSINGS_SHOWN);
}

static void add_verdict(struct text *text, const struct compare_pair *pair, const char *base,
	const char *other, enum verdict_form form)
{
	switch (pair->verdict) {
	case VERDICT_FASTER:
	case VERDICT_SLOWER:
	case VERDICT_MIXED:
		add_claim(text, pair, base, other, form);
		break;
	case VERDICT_WITHIN_BOOT:
		text_add(text, "%s differs within one boot from %s", other, base);
		add_change(text, pair, form);
		break;
	case VERDICT_NO_DIFFERENCE:
		text_add(text, "%s and %s: no difference proven", other, base);
		add_change(text, pair, form);
		break;
	default:
		text_add(text, "%s and %s: %s", other, base, verdict_name(pair->verdict));
		if (pair->reason) {
			text_add(text, ": ");
			text_add_line(text, pair->reason);
		}
		if (verdict_has_change(pair) && isfinite(pair->headline.ratio)) {
			char change[VERDICT_CHANGE_BYTES];
			text_add(text, "; the figures alone differ by %s",
				verdict_change(pair->headline.ratio, form, change));
		}
		break;
	}
}

void verdict_add_sentence(struct text *text, const struct compare_pair *pair,
	enum verdict_form form)
{
	char *base = verdict_name_base(pair, form), *other = verdict_name_other(pair, form);
	struct text line = TEXT_EMPTY;
	add_verdict(&line, pair, base, other, form);
	if (pair->verdict != VERDICT_NO_DATA && pair->verdict != VERDICT_NOT_COMPARABLE)
		add_counts(&line, pair);
	if (verdict_has_change(pair))
		add_crossings(&line, pair);
	if (pair->other_times && pair->verdict != VERDICT_NO_DATA)
		text_add(&line, "; " COMPARE_OTHER_TIMES);
	if (form == VERDICT_ASCII) {
		char *ascii = ascii_of(line.bytes);
		text_add(text, "%s", ascii);
		free(ascii);
	} else {
		text_add(text, "%s", line.bytes);
	}
	text_release(&line);
	free(other);
	free(base);
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
	if (pair->verdict == VERDICT_NOT_COMPARABLE || !has_test(pair))
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

double verdict_regression(const struct compare_pair *pair)
{
	double worst = 0;
	bool proven = pair->verdict == VERDICT_FASTER || pair->verdict == VERDICT_SLOWER ||
		pair->verdict == VERDICT_MIXED;
	if (!proven)
		return 0;
	if (pair->headline_proven)
		worst = fmax(worst, near_end(&pair->headline, pair->higher_is_better));
	for (size_t i = 0; i < pair->cells_n; i++)
		if (pair->cells[i].marked)
			worst = fmax(worst, near_end(&pair->cells[i].ratio, pair->higher_is_better));
	return worst;
}
