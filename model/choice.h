/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which rows of a chart's table are shown: those of some counts, or a few evenly spread ones. */
#ifndef MODEL_CHOICE_H
#define MODEL_CHOICE_H

#include "model/counts.h"

struct compare_pair;

struct choice {
	struct counts counts; /* only these; none: `limit` decides */
	size_t limit;         /* of more than twice so many rows only so many; 0: all */
};

/* Makes it the counts of a list: "15..25", "2,4,8..64/8". On failure it is as it was. */
bool choice_set(struct choice *choice, const char *list, struct error *err);
void choice_release(struct choice *choice);

/* Whether row `row` (from 0) of `rows`, which stands for the count x, is shown. */
bool choice_shows(const struct choice *choice, size_t row, size_t rows, double x);

/* Whether that cell of a pair is shown, which it always is where nothing is swept; whether any is. */
bool choice_shows_cell(const struct choice *choice, const struct compare_pair *pair, size_t cell);
bool choice_shows_any(const struct choice *choice, const struct compare_pair *pair);

/* What is said instead of a table without rows. */
#define CHOICE_NONE "none of the counts asked for was measured"

#endif
