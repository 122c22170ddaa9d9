/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tidy CSV for R, pandas, Miller and spreadsheets: a header and one row a sample, quoted by
 * RFC 4180 where needed, '.' as the decimal point, empty where something is missing, no comment
 * lines. A revision is named as its campaign ("ID/r/2"), and what an amendment leaves out has the
 * status "excluded". Lines end in LF alone: what cut and awk take from the last column has no CR
 * in it.
 */
#ifndef MODEL_FORMATS_CSV_H
#define MODEL_FORMATS_CSV_H

#include "model/campaign.h"
#include "model/text.h"

void csv_add_header(struct text *out);
void csv_add_samples(struct text *out, const struct campaign *campaign,
	const struct samples *samples);

#endif
