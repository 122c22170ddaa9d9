/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How far a campaign is, and in which state: complete, running now, or open with nobody at it. */
#ifndef WEB_PROGRESS_H
#define WEB_PROGRESS_H

#include "model/campaign.h"
#include "web/page.h"

#define PROGRESS_RENEW_S 30 /* how often pages of a running campaign come anew: it is disturbed */

struct progress {
	unsigned expected; /* launches that the campaign consists of */
	unsigned done;     /* of them; interrupted ones are made again and do not count */
	unsigned failed;   /* of those that are done */
	int64_t last_us;   /* when the last launch ended; 0: none yet */
	bool complete, running;
};

/* Whether the campaign is being run at this moment from this store. */
bool progress_is_running(const char *store_path, const char *id);

struct progress progress_of(const struct campaign *campaign, const struct samples *samples,
	const char *store_path);

/* "complete", "running", "open", in their colours. */
void progress_add_state(struct page *page, bool complete, bool running);

/* For an open campaign: the bar, and what is happening or how to go on. Else nothing. */
void progress_add_notice(struct page *page, const struct campaign *campaign,
	const struct progress *progress);

#endif
