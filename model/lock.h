/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who is running a campaign of a store right now: a flock on STORE.run, which names the
 * campaign and the process. The kernel lets go of it when that process ends, however it ends;
 * there is no pid file to go stale.
 */
#ifndef MODEL_LOCK_H
#define MODEL_LOCK_H

#include "model/campaign.h"
#include "model/error.h"

/*
 * Takes the lock for campaign `id` and returns its descriptor (close it to let go; it closes on
 * exec), or -1: "campaign ID is being run by process PID".
 */
int lock_take(const char *store_path, const char *id, struct error *err);

/* Whether some process holds the lock, and for which campaign ("" where it does not say yet). */
bool lock_holder(const char *store_path, char id[static CAMPAIGN_ID_BYTES]);

#endif
