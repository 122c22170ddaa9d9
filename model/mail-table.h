/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of a mail: the figures of a pair, or those of a series that has nothing beside it. */
#ifndef MODEL_MAIL_TABLE_H
#define MODEL_MAIL_TABLE_H

#include "model/choice.h"
#include "model/compare.h"
#include "model/series.h"
#include "model/text.h"

void mail_table_add_pair(struct text *text, const struct compare_pair *pair,
	const struct choice *choice);
void mail_table_add_series(struct text *text, const struct series_set *set,
	const struct series *series, const struct choice *choice);

#endif
