/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of `show --skew`. */
#ifndef CLI_SKEW_H
#define CLI_SKEW_H

#include "model/campaign.h"
#include "model/error.h"
#include "model/text.h"

/* Adds it; false with err where the campaign's plan cannot be read. */
bool skew_add(struct text *text, const struct campaign *campaign, const struct samples *samples,
	struct error *err);

#endif
