/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/ledger.h"

struct account {
	bool done;
	unsigned attempts, disturbed;
};

struct ledger {
	const struct campaign *campaign; /* borrowed */
	size_t *first;                   /* of each cell, into accounts */
	struct account *accounts;        /* by cell, boot, round */
	struct ledger_totals totals;
};

static struct account *account_of(const struct ledger *ledger, unsigned cell, unsigned boot,
	unsigned round)
{
	size_t repeats = ledger->campaign->cells[cell].repeats;
	return &ledger->accounts[ledger->first[cell] + (boot - 1) * repeats + round - 1];
}

struct ledger *ledger_new(const struct campaign *campaign, const struct samples *samples)
{
	struct ledger *ledger = xcalloc(1, sizeof(*ledger));
	size_t n = 0;
	ledger->campaign = campaign;
	ledger->first = xcalloc(campaign->cells_n, sizeof(*ledger->first));
	for (size_t i = 0; i < campaign->cells_n; i++) {
		size_t launches = (size_t)campaign->cells[i].repeats * campaign->boots;
		ledger->first[i] = n;
		n += launches;
		if (!campaign->cells[i].skipped)
			ledger->totals.expected += (unsigned)launches;
	}
	ledger->accounts = xcalloc(n, sizeof(*ledger->accounts));
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		ledger_add(ledger, sample, campaign->entries[sample->entry].number);
	}
	return ledger;
}

void ledger_free(struct ledger *ledger)
{
	if (!ledger)
		return;
	free(ledger->first);
	free(ledger->accounts);
	free(ledger);
}

bool ledger_done(const struct ledger *ledger, unsigned cell, unsigned boot, unsigned round)
{
	return account_of(ledger, cell, boot, round)->done;
}

unsigned ledger_attempts(const struct ledger *ledger, unsigned cell, unsigned boot, unsigned round)
{
	return account_of(ledger, cell, boot, round)->attempts;
}

void ledger_add(struct ledger *ledger, const struct sample *sample, unsigned boot)
{
	struct account *account = account_of(ledger, sample->cell, boot, sample->round);
	bool failed = sample->status == SAMPLE_FAILED || sample->status == SAMPLE_TIMEOUT;
	account->attempts++;
	account->disturbed += sample->status == SAMPLE_DISTURBED;
	bool enough = sample->status == SAMPLE_DISTURBED &&
		account->disturbed == LEDGER_DISTURBED_MAX;
	if (failed || enough || sample->status == SAMPLE_OK) {
		account->done = true;
		ledger->totals.done++;
		ledger->totals.failed += failed;
	}
}

struct ledger_totals ledger_totals(const struct ledger *ledger)
{
	return ledger->totals;
}
