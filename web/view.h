/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the reader of a campaign's page has chosen, all of it in the address:
 *
 *	?base=SLUG      the variant that the others are compared with; else the plan's baseline
 *	?rows=15..25    the counts that tables show; lists too: 2,4,8..64/8
 */
#ifndef WEB_VIEW_H
#define WEB_VIEW_H

#include "model/campaign.h"
#include "model/choice.h"
#include "model/text.h"
#include "web/request.h"

struct view {
	size_t base; /* index of a variant */
	struct choice choice;
	char *rows; /* as it was asked for, or NULL */
};

/* 200, or 400 with a line for the reader where a value does not fit the campaign. */
int view_read(struct view *view, const struct request *request, const struct campaign *campaign,
	struct error *err);
void view_release(struct view *view);

/*
 * Adds to an address the query that asks for this view with that base: "?base=6.1-rt&rows=15..25",
 * nothing where both are what they are unasked. Goes on with '&' behind a query that is there.
 */
void view_add_query(struct text *address, const struct view *view, const struct campaign *campaign,
	size_t base);

#endif
