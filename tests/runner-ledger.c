/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runner/ledger.h"

/* Three cells of 2, 3 and 4 launches in each of two boots; boot 2 has two entries. */
static struct campaign campaign_of(void)
{
	static const unsigned boots[] = {1, 2, 2};
	struct campaign campaign = {.boots = 2};
	for (unsigned i = 0; i < 3; i++) {
		struct campaign_cell *cell =
			xgrow(&campaign.cells, &campaign.cells_n, sizeof(*cell));
		cell->repeats = i + 2;
		struct campaign_boot *entry =
			xgrow(&campaign.entries, &campaign.entries_n, sizeof(*entry));
		entry->number = boots[i];
	}
	return campaign;
}

static void nothing_is_done_at_first(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of();
	const struct samples none = {0};
	campaign.cells[1].skipped = xstrdup("cannot");
	struct ledger *ledger = ledger_new(&campaign, &none);
	assert_int_equal(ledger_totals(ledger).expected, 2 * (2 + 4));
	assert_int_equal(ledger_totals(ledger).done, 0);
	for (unsigned cell = 0; cell < 3; cell++)
		for (unsigned boot = 1; boot <= 2; boot++)
			for (unsigned round = 1; round <= cell + 2; round++) {
				assert_false(ledger_done(ledger, cell, boot, round));
				assert_int_equal(ledger_attempts(ledger, cell, boot, round), 0);
			}
	ledger_free(ledger);
	ledger_free(NULL);
	campaign_release(&campaign);
}

static void each_launch_has_its_own_account(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of();
	const struct samples none = {0};
	struct ledger *ledger = ledger_new(&campaign, &none);
	unsigned done = 0;
	for (unsigned cell = 0; cell < 3; cell++)
		for (unsigned boot = 1; boot <= 2; boot++)
			for (unsigned round = 1; round <= cell + 2; round++) {
				struct sample sample = {.cell = cell, .round = round};
				assert_false(ledger_done(ledger, cell, boot, round));
				ledger_add(ledger, &sample, boot);
				assert_true(ledger_done(ledger, cell, boot, round));
				assert_int_equal(ledger_totals(ledger).done, ++done);
			}
	assert_int_equal(ledger_totals(ledger).expected, done);
	assert_int_equal(ledger_totals(ledger).failed, 0);
	ledger_free(ledger);
	campaign_release(&campaign);
}

static void attempts_count_but_only_results_are_done(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of();
	/* Of the first cell, round 1: boot 1 interrupted; boot 2 over two entries. */
	struct sample made[] = {
		{.entry = 0, .round = 1, .attempt = 1, .status = SAMPLE_INTERRUPTED},
		{.entry = 1, .round = 1, .attempt = 1, .status = SAMPLE_INTERRUPTED},
		{.entry = 1, .round = 1, .attempt = 2, .status = SAMPLE_DISTURBED},
		{.entry = 2, .round = 1, .attempt = 3, .status = SAMPLE_TIMEOUT},
		{.entry = 2, .round = 2, .attempt = 1, .status = SAMPLE_FAILED},
	};
	const struct samples samples = {made, ARRAY_LENGTH(made)};
	struct ledger *ledger = ledger_new(&campaign, &samples);
	assert_false(ledger_done(ledger, 0, 1, 1));
	assert_int_equal(ledger_attempts(ledger, 0, 1, 1), 1);
	assert_true(ledger_done(ledger, 0, 2, 1));
	assert_int_equal(ledger_attempts(ledger, 0, 2, 1), 3);
	assert_true(ledger_done(ledger, 0, 2, 2));
	assert_int_equal(ledger_totals(ledger).done, 2);
	assert_int_equal(ledger_totals(ledger).failed, 2);
	ledger_free(ledger);
	campaign_release(&campaign);
}

static void three_disturbed_attempts_are_enough(void **state)
{
	(void)state;
	struct campaign campaign = campaign_of();
	const struct samples none = {NULL, 0};
	struct ledger *ledger = ledger_new(&campaign, &none);
	struct sample sample = {.round = 1, .status = SAMPLE_DISTURBED};
	for (int i = 0; i < LEDGER_DISTURBED_MAX; i++) {
		assert_false(ledger_done(ledger, 0, 1, 1));
		ledger_add(ledger, &sample, 1);
	}
	assert_true(ledger_done(ledger, 0, 1, 1));
	assert_false(ledger_done(ledger, 0, 2, 1));
	assert_int_equal(ledger_totals(ledger).done, 1);
	assert_int_equal(ledger_totals(ledger).failed, 0);
	ledger_free(ledger);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_done_at_first),
		cmocka_unit_test(each_launch_has_its_own_account),
		cmocka_unit_test(attempts_count_but_only_results_are_done),
		cmocka_unit_test(three_disturbed_attempts_are_enough),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
