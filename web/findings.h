/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was found, up front: a sentence a chart and variant, each leading to its chart. */
#ifndef WEB_FINDINGS_H
#define WEB_FINDINGS_H

#include "model/judgement.h"
#include "web/page.h"

/*
 * Of all charts of the campaign that the judgement's baselines are of; of several variants also a
 * table in short.
 */
void findings_add(struct page *page, const struct campaign *campaign,
	const struct judgement *judgement);

#endif
