/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is missing from a campaign and why: cells that could not run, boots that broke off,
 * launches that failed, each reason once with all it hit.
 */
#ifndef WEB_FAULTS_H
#define WEB_FAULTS_H

#include "model/campaign.h"
#include "web/page.h"

/*
 * Of one chart, or of all (chart -1, which adds the boots too). Adds nothing at all, not even the
 * heading, where nothing is missing.
 */
void faults_add(struct page *page, const struct campaign *campaign, const struct samples *samples,
	ptrdiff_t chart);

/* Whether it would add anything of all charts. */
bool faults_any(const struct campaign *campaign, const struct samples *samples);

#endif
