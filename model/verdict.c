/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/verdict.h"

#include <math.h>

#include "model/ascii.h"

#define CROSSINGS_SHOWN 3

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
	char change[VERDICT_CHANGE_BYTES];
	const char *word = verdict_name(pair->verdict);
	if (pair->headline_proven) {
		verdict_change(pair->headline.ratio, VERDICT_ASCII, change);
		text_add(text, "%s is %s %s than %s", other, change + strspn(change, "+-"), word,
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
			const struct compare_cell *cell = &pair->cells[i];
			bool counts = cell->state == COMPARE_CELL_TESTED;
			above += counts && cell->ratio.ratio > 1;
			below += counts && cell->ratio.ratio < 1;
		}
		text_add(text, "; %u of %u counts above the baseline, %u below, none proven", above,
			tested, below);
	}
	if (pair->untested)
		text_add(text, "; %u more not tested", pair->untested);
}

static void add_crossings(struct text *text, const struct compare_pair *pair)
{
	const char *x = pair->chart->x_text;
	/* Where a test found no difference the lines only tangle. */
	if (verdict_has_test(pair) && !pair->open)
		return;
	for (size_t i = 0; i < pair->crossings_n && i < CROSSINGS_SHOWN; i++) {
		const struct compare_crossing *crossing = &pair->crossings[i];
		text_add(text, "; crosses between %.10g and %.10g ", crossing->before, crossing->after);
		text_add_line(text, x);
		text_add(text, ", %s up to %.10g and %s from %.10g%s",
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
