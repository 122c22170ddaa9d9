/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One cell's values as ministat reads them: comments, then one number a line. It compares files,
 * so each variant's cell is a file of its own.
 */
#ifndef MODEL_FORMATS_MINISTAT_H
#define MODEL_FORMATS_MINISTAT_H

#include "model/campaign.h"
#include "model/text.h"

/* The values of one cell (index) that statistics use. */
void ministat_add(struct text *out, const struct campaign *campaign, const struct samples *samples,
	size_t cell);

#endif
