/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a person sees of a running campaign, on stderr: on a terminal one line that is rewritten,
 * with an ETA; elsewhere one plain line a launch. Called between launches only.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "model/plan.h"
#include "runner/run.h"

struct progress;

/* Plan and campaign are borrowed. `quiet` keeps everything but what was lost to itself. */
struct progress *progress_new(const struct plan *plan, const struct campaign *campaign, bool quiet);
void progress_free(struct progress *progress);

/* A run_listener; context is the progress. */
void progress_tell(void *context, const struct run_news *news);

/* Ends the line that was being rewritten. */
void progress_end(struct progress *progress);

#endif
