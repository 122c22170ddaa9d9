/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which launches of a campaign have been made: for each cell, boot and round whether a sample
 * that counts is there, and how many attempts there were. Rebuilt from the samples on resume.
 */
#ifndef RUNNER_LEDGER_H
#define RUNNER_LEDGER_H

#include "model/campaign.h"

struct ledger;

struct ledger *ledger_new(const struct campaign *campaign, const struct samples *samples);
void ledger_free(struct ledger *ledger);

/* A launch is made so often at most because others disturbed it. */
#define LEDGER_DISTURBED_MAX 3

/* Whether it has its sample: ok, failed or timed out; or disturbed as often as it may be. */
bool ledger_done(const struct ledger *ledger, unsigned cell, unsigned boot, unsigned round);
/* Attempts made so far, interrupted ones among them. */
unsigned ledger_attempts(const struct ledger *ledger, unsigned cell, unsigned boot, unsigned round);
/* Takes in one more sample; boot is the number of its entry. */
void ledger_add(struct ledger *ledger, const struct sample *sample, unsigned boot);

struct ledger_totals {
	unsigned expected, done, failed; /* launches; failed ones are among the done */
};
struct ledger_totals ledger_totals(const struct ledger *ledger);

#endif
