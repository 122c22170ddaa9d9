/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything of a campaign that can be taken away, in one list. */
#ifndef WEB_DOWNLOADS_H
#define WEB_DOWNLOADS_H

#include "model/campaign.h"
#include "web/page.h"

void downloads_add(struct page *page, const struct campaign *campaign);

#endif
