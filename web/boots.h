/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of a campaign's entries: when, which boot, its files, what its log says of the clock
 * and why it never came up.
 */
#ifndef WEB_BOOTS_H
#define WEB_BOOTS_H

#include "model/store.h"
#include "web/page.h"

bool boots_add(struct page *page, struct store *store, const struct campaign *campaign,
	struct error *err);

#endif
