/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was corrected after a campaign was published, on every page that shows its numbers: who,
 * when, what and why, with links to the revisions before; and on those that they are not the
 * newest.
 */
#ifndef WEB_AMENDED_H
#define WEB_AMENDED_H

#include "model/campaign.h"
#include "web/page.h"

/* Nothing where the campaign was never amended. First what has to be known at once … */
void amended_add_notices(struct page *page, const struct campaign *campaign);
/* … then the list, whose id is "amendments". */
void amended_add_list(struct page *page, const struct campaign *campaign);

/* Both. */
void amended_add(struct page *page, const struct campaign *campaign);

#endif
