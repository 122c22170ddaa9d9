/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a comparison says, in words. Page, mail text, commands and JSON all take their sentences
 * from here, so that none of them says more than another.
 *
 * A change is variant / baseline - 1, with its sign; "faster" and "slower" are said beside it.
 */
#ifndef MODEL_VERDICT_H
#define MODEL_VERDICT_H

#include "model/compare.h"
#include "model/text.h"

enum verdict_form {
	VERDICT_UTF8,  /* labels whole, for pages and terminals */
	VERDICT_ASCII, /* labels of at most VERDICT_LABEL_WIDTH characters, for mail */
};

#define VERDICT_LABEL_WIDTH 24
#define VERDICT_FORMULA "change = variant / baseline - 1"

/* "+12.3 %", "-7.6 %", "n/a": of a ratio. */
#define VERDICT_CHANGE_BYTES 32
const char *verdict_change(double ratio, enum verdict_form form,
	char buffer[static VERDICT_CHANGE_BYTES]);

/* "+11.0 to +13.6 %"; "" where there is no interval. */
#define VERDICT_INTERVAL_BYTES 64
const char *verdict_interval(const struct compare_ratio *ratio, enum verdict_form form,
	char buffer[static VERDICT_INTERVAL_BYTES]);

/* The name of one side: its label, and its campaign's id where the two are of two campaigns. */
char *verdict_name_base(const struct compare_pair *pair, enum verdict_form form);
char *verdict_name_other(const struct compare_pair *pair, enum verdict_form form);

/* "+12.3 % slower", "no difference proven", "not comparable": as much as fits a table's cell. */
void verdict_add_brief(struct text *text, const struct compare_pair *pair, enum verdict_form form);

/*
 * "6.1-rt is 12.3 % slower than 6.1 (95 % interval +11.0 to +13.6 %, headline p = 1.2e-05); 9 of
 * 12 counts higher, 0 lower, 3 not proven; crosses between 18 and 19 processes", one line, no
 * full stop.
 */
void verdict_add_sentence(struct text *text, const struct compare_pair *pair,
	enum verdict_form form);

/* "5 + 5 kernel boots, 240 + 240 launches, Welch's t": what the sentence rests on; one line. */
void verdict_add_basis(struct text *text, const struct compare_pair *pair);

/*
 * Whether changes may be shown at all, cell by cell or over all: not where there is no data, nor
 * of emulated time, which is no measure of kernels.
 */
bool verdict_has_change(const struct compare_pair *pair);

/* Whether anything was tested: of one value a cell each, a rank test gives 1, which is none. */
bool verdict_has_test(const struct compare_pair *pair);

/* What a marked cell of the pair is: "proven", or "differs within one boot". */
const char *verdict_mark(const struct compare_pair *pair);

/* "lower is better" */
const char *verdict_direction(bool higher_is_better);

/*
 * The least change for the worse that a pair proves, as a fraction: the near end of the interval
 * of its headline if that is proven, or of the worst marked cell. 0 where it proves none. *worst,
 * where it is not NULL, becomes that cell, or NULL where it is the headline.
 */
double verdict_regression(const struct compare_pair *pair, const struct compare_cell **worst);

#endif
