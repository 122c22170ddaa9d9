/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the numbers of a campaign are, for those who read them for the first time. */
#ifndef WEB_METHOD_H
#define WEB_METHOD_H

#include "model/campaign.h"
#include "web/page.h"

void method_add(struct page *page, const struct campaign *campaign);

#endif
