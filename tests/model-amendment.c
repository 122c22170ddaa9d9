/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Amendments: what they must say, their chain, and what revisions make of a campaign. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/amendment-json.h"
#include "model/formats/csv.h"
#include "model/revision.h"
#include "model/series.h"
#include "tests/fixture.h"
#include "tests/temporary.h"

/*
 * hackbench 50 bound to one CPU as it was first published in September 2007: the columns of rc1
 * and rc6-cfs are exchanged.
 */
static const char *const labels_2007[] = {
	"2.6.23-rc1", "2.6.23-rc6-cfs", "2.6.23-rc6-cfs-devel"};
static const double published_2007[10][3] = {
	{7.528, 7.950, 7.538}, {7.649, 8.026, 7.548}, {7.613, 8.160, 7.580}, {7.550, 8.054, 7.558},
	{7.563, 8.373, 7.559}, {7.617, 8.152, 7.550}, {7.593, 7.831, 7.562}, {7.602, 8.311, 7.588},
	{7.589, 8.010, 7.552}, {7.682, 8.059, 7.556},
};

static struct campaign campaign_2007(struct samples *samples)
{
	struct campaign campaign = fixture_campaign(FIXTURE_ID, "second numbers", "p4", false);
	struct error err;
	char digest[DIGEST_BYTES];
	*samples = (struct samples){0};
	for (unsigned v = 0; v < 3; v++)
		fixture_variant(&campaign, labels_2007[v], NULL, "");
	const struct workload *hackbench = workload_find("messaging");
	fixture_chart(&campaign, hackbench, PLACEMENT_BOUND, CLOCK_WALL, 50, 50, 1);
	fixture_chart(&campaign, hackbench, PLACEMENT_UNBOUND, CLOCK_WALL, 50, 50, 1);
	for (unsigned v = 0; v < 3; v++) {
		struct campaign_boot *entry =
			xgrow(&campaign.entries, &campaign.entries_n, sizeof(*entry));
		*entry = (struct campaign_boot){.variant = v, .number = 1, .entry = 1,
			.kernel_boot_id = xasprintf("boot-%u", v), .entered_us = 1000 * v};
	}
	for (unsigned i = 0; i < campaign.cells_n; i++) {
		campaign.cells[i].repeats = 10;
		for (unsigned run = 0; run < 10; run++) {
			unsigned v = campaign.cells[i].variant;
			struct sample *sample =
				xgrow(&samples->samples, &samples->length, sizeof(*sample));
			*sample = (struct sample){.cell = i, .entry = v, .round = run + 1,
				.attempt = 1, .value = published_2007[run][v] * (1 + i / 3),
				.raw = NAN, .overhead = NAN, .spread = NAN, .duration_ns = 1};
		}
	}
	campaign.state = CAMPAIGN_COMPLETE;
	if (!jsonl_digest(&campaign, samples, digest, &err))
		fail_msg("%s", err.message);
	campaign.digest = xstrdup(digest);
	return campaign;
}

static struct store *store_2007(void **state, const char *name)
{
	struct error err;
	struct samples samples;
	char *path = temporary_path(state, name);
	struct store *store = store_open(path, STORE_WRITE, &err);
	free(path);
	if (!store || !fixture_import(store, campaign_2007(&samples), samples, &err))
		fail_msg("%s", err.message);
	return store;
}

/* Fields by name, author and reason where they are not given. Borrowed until it is added. */
static bool amend(struct store *store, struct amendment fields, struct error *err)
{
	struct amendment amendment = {.kind = fields.kind, .dated_us = FIXTURE_STARTED_US,
		.author = xstrdup(fields.author ? fields.author : "A. Tester"),
		.reason = xstrdup(fields.reason ? fields.reason : "the columns were exchanged"),
		.chart = xstrdup_null(fields.chart), .variant = xstrdup_null(fields.variant),
		.other = xstrdup_null(fields.other), .text = xstrdup_null(fields.text),
		.count = fields.count, .boot = fields.boot, .round = fields.round};
	bool ok = store_amendment_add(store, FIXTURE_ID, &amendment, err);
	amendment_release(&amendment);
	return ok;
}

static void assert_amends(struct store *store, struct amendment fields)
{
	struct error err;
	if (!amend(store, fields, &err))
		fail_msg("%s", err.message);
}

static char rc1[] = "2.6.23-rc1", rc6[] = "2.6.23-rc6-cfs", bound[] = "messaging.bound";
static const struct amendment swap = {
	.kind = AMENDMENT_SWAP, .chart = bound, .variant = rc1, .other = rc6};

static void read_at(struct store *store, unsigned revision, struct campaign *campaign,
	struct samples *samples)
{
	struct error err;
	if (store_campaign_read_whole_at(store, FIXTURE_ID, revision, campaign, samples, &err) !=
		STORE_FOUND)
		fail_msg("revision %u: %s", revision, err.message);
}

/* The means of one chart's three variants, and how many samples they are of. */
static void assert_means(struct store *store, unsigned revision, size_t chart,
	const double wanted[3], unsigned n)
{
	struct campaign campaign;
	struct samples samples;
	struct series_set set;
	read_at(store, revision, &campaign, &samples);
	series_set_init(&set, &campaign, chart, &samples);
	for (unsigned v = 0; v < 3; v++) {
		assert_string_equal(set.series[v].slug, labels_2007[v]);
		assert_int_equal(set.series[v].length, 1);
		assert_int_equal(set.series[v].points[0].summary.n, n);
		double mean = set.series[v].points[0].summary.mean;
		if (n && fabs(mean - wanted[v]) > 5e-5)
			fail_msg("%s: %.5f, wanted %.4f", set.series[v].slug, mean, wanted[v]);
	}
	for (size_t i = 0; i < samples.length; i++)
		assert_int_equal(campaign.entries[samples.samples[i].entry].variant,
			campaign.cells[samples.samples[i].cell].variant);
	series_set_release(&set);
	samples_release(&samples);
	campaign_release(&campaign);
}

static const double before[3] = {7.5986, 8.0926, 7.5591}, after[3] = {8.0926, 7.5986, 7.5591};
static const double unbound[3] = {15.1972, 16.1852, 15.1182};

static void the_columns_of_2007_are_exchanged(void **state)
{
	struct store *store = store_2007(state, "lab.db");
	assert_means(store, REVISION_NEWEST, 0, before, 10);
	assert_amends(store, swap);
	assert_means(store, 0, 0, before, 10);
	assert_means(store, 1, 0, after, 10);
	assert_means(store, REVISION_NEWEST, 0, after, 10);
	assert_means(store, REVISION_NEWEST, 1, unbound, 10);
	assert_true(fabs(100 * (after[1] / after[0] - 1) + 6.1) < 0.05);
	assert_true(fabs(100 * (after[2] / after[0] - 1) + 6.6) < 0.05);

	assert_amends(store, swap); /* twice is not at all */
	assert_means(store, 1, 0, after, 10);
	assert_means(store, 2, 0, before, 10);
	store_close(store);
}

static void samples_are_left_out_and_kept(void **state)
{
	struct store *store = store_2007(state, "lab.db");
	struct campaign campaign;
	struct samples samples;
	struct text csv = TEXT_EMPTY;
	char note[] = "a\nnote", label[] = "rc1, \"patched\"";
	assert_amends(store, (struct amendment){.kind = AMENDMENT_EXCLUDE, .round = 3,
				     .reason = (char[]){"a cron job"}});
	assert_amends(store, (struct amendment){.kind = AMENDMENT_RELABEL, .variant = rc1,
				     .text = label});
	assert_amends(store, (struct amendment){.kind = AMENDMENT_NOTE, .text = note});
	assert_means(store, 0, 0, before, 10);
	static const double nine[3] = {7.59700, 8.08511, 7.55678};
	assert_means(store, 3, 0, nine, 9);

	read_at(store, 3, &campaign, &samples);
	assert_string_equal(campaign.variants[0].label, label);
	assert_string_equal(campaign.variants[0].slug, rc1);
	assert_int_equal(samples.length, 60);
	csv_add_samples(&csv, &campaign, &samples);
	assert_non_null(strstr(csv.bytes, FIXTURE_ID "/r/3,"));
	assert_non_null(strstr(csv.bytes, ",8.16,s,excluded,amendment 1: a cron job,"));
	text_release(&csv);
	samples_release(&samples);
	campaign_release(&campaign);

	assert_amends(store, (struct amendment){.kind = AMENDMENT_WITHDRAW});
	assert_means(store, 4, 0, before, 0);
	assert_means(store, 3, 0, nine, 9);
	store_close(store);
}

static void what_cannot_be_amended_is_refused(void **state)
{
	struct store *store = store_2007(state, "lab.db");
	char long_author[AMENDMENT_AUTHOR_BYTES_MAX + 2];
	memset(long_author, 'a', sizeof(long_author) - 1);
	long_author[sizeof(long_author) - 1] = 0;
	char none[] = "none", dots[] = "../x", x[] = "x";
	const struct {
		struct amendment amendment;
		const char *wanted;
	} cases[] = {
		{{.kind = AMENDMENT_SWAP, .variant = rc1}, "swap-variants needs a second variant"},
		{{.kind = AMENDMENT_SWAP, .variant = rc1, .other = rc1},
			"two different variants are needed"},
		{{.kind = AMENDMENT_SWAP, .variant = rc1, .other = none}, "has no variant 'none'"},
		{{.kind = AMENDMENT_SWAP, .variant = rc1, .other = rc6, .chart = none},
			"has no chart 'none'"},
		{{.kind = AMENDMENT_SWAP, .variant = rc1, .other = rc6, .chart = dots},
			"'../x' is not how addresses name"},
		{{.kind = AMENDMENT_SWAP, .variant = rc1, .other = rc6, .boot = 1},
			"swap-variants does not take a count, boot or round"},
		{{.kind = AMENDMENT_RELABEL, .variant = rc1}, "relabel needs a text"},
		{{.kind = AMENDMENT_RELABEL, .variant = rc1, .text = (char[]){"a\nb"}},
			"the label holds a line end"},
		{{.kind = AMENDMENT_EXCLUDE}, "an exclusion has to name"},
		{{.kind = AMENDMENT_EXCLUDE, .count = 51}, "has no such cell"},
		{{.kind = AMENDMENT_EXCLUDE, .round = 11}, "has no sample there that counts"},
		{{.kind = AMENDMENT_NOTE, .text = (char[]){" \n "}}, "the note is needed"},
		{{.kind = AMENDMENT_NOTE, .text = x, .chart = bound}, "note does not take a chart"},
		{{.kind = AMENDMENT_NOTE, .text = x, .author = (char[]){""}},
			"the author is needed"},
		{{.kind = AMENDMENT_NOTE, .text = x, .author = (char[]){"a\nb"}},
			"the author holds a line end"},
		{{.kind = AMENDMENT_NOTE, .text = x, .author = (char[]){"a\x1b[2J"}},
			"the author holds a control character"},
		{{.kind = AMENDMENT_NOTE, .text = x, .author = (char[]){"a\xc2\x9b"}},
			"the author holds a control character"},
		{{.kind = AMENDMENT_NOTE, .text = x, .author = (char[]){"a\xff"}},
			"the author is not valid UTF-8"},
		{{.kind = AMENDMENT_NOTE, .text = x, .author = long_author},
			"the author is longer than 200 bytes"},
		{{.kind = AMENDMENT_WITHDRAW, .reason = (char[]){"\t"}},
			"the reason holds a control character"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct error err = {""};
		assert_false(amend(store, cases[i].amendment, &err));
		if (!strstr(err.message, cases[i].wanted))
			fail_msg("case %zu: '%s'", i, err.message);
	}
	struct error err;
	assert_amends(store, (struct amendment){.kind = AMENDMENT_WITHDRAW});
	assert_false(amend(store, swap, &err));
	assert_non_null(strstr(err.message, "is withdrawn: only notes may follow"));
	assert_amends(store, (struct amendment){.kind = AMENDMENT_NOTE, .text = x});
	store_close(store);
}

static void only_what_is_sealed_is_amended(void **state)
{
	struct error err;
	char *path = temporary_path(state, "lab.db");
	struct store *store = store_open(path, STORE_WRITE, &err);
	struct amendment note = {.kind = AMENDMENT_NOTE, .author = (char[]){"a"},
		.reason = (char[]){"b"}, .text = (char[]){"c"}};
	free(path);
	assert_true(fixture_empty(store, &err));
	assert_false(store_amendment_add(store, FIXTURE_EMPTY_ID, &note, &err));
	assert_non_null(strstr(err.message, "is not complete"));
	assert_false(store_amendment_add(store, "20261130-nobody", &note, &err));
	assert_non_null(strstr(err.message, "there is no campaign"));
	store_close(store);
}

/* ---- the chain ---- */

static void write_form(struct store *store, struct text *form)
{
	struct campaign campaign;
	struct samples samples;
	struct error err;
	*form = TEXT_EMPTY;
	read_at(store, 0, &campaign, &samples);
	if (!jsonl_write(&campaign, &samples, form, &err))
		fail_msg("%s", err.message);
	samples_release(&samples);
	campaign_release(&campaign);
}

/* What reading a form and taking it in says: how many were added, -1 and the error. */
static int take_in(struct store *store, const struct text *form, struct error *err)
{
	struct campaign campaign;
	struct samples samples;
	size_t added;
	if (!jsonl_read(form, "a.jsonl", &campaign, &samples, err))
		return -1;
	bool ok = store_amendments_merge(store, &campaign, &added, err);
	samples_release(&samples);
	campaign_release(&campaign);
	return ok ? (int)added : -1;
}

static void hostile(struct store *store)
{
	for (size_t i = 0; i < ARRAY_LENGTH(fixture_hostile); i++) {
		struct text line = TEXT_EMPTY;
		text_add_line(&line, fixture_hostile[i]);
		assert_amends(store, (struct amendment){.kind = AMENDMENT_NOTE,
					     .author = line.bytes, .reason = line.bytes,
					     .text = line.bytes});
		text_release(&line);
	}
}

static void the_same_seal_takes_more_amendments(void **state)
{
	struct store *here = store_2007(state, "here.db"), *there = store_2007(state, "there.db");
	struct text old, form, again;
	struct error err;
	write_form(here, &old);
	assert_amends(here, swap);
	hostile(here);
	write_form(here, &form);
	assert_int_equal(take_in(there, &old, &err), 0);
	/* Cut behind each line after the seal: an older revision, and whole. */
	size_t at = old.length;
	for (int n = 1; at < form.length; n++) {
		at += strcspn(form.bytes + at, "\n") + 1;
		struct text cut = {form.bytes, at, at};
		char kept = form.bytes[at];
		form.bytes[at] = 0;
		if (take_in(there, &cut, &err) != 1)
			fail_msg("%d: %s", n, err.message);
		assert_int_equal(take_in(there, &cut, &err), 0);
		assert_int_equal(take_in(there, &old, &err), 0);
		form.bytes[at] = kept;
		cut.length = at - 1;
		assert_int_equal(take_in(there, &cut, &err), -1);
	}
	write_form(there, &again);
	assert_string_equal(form.bytes, again.bytes);
	text_release(&old);
	text_release(&form);
	text_release(&again);
	store_close(here);
	store_close(there);
}

static void a_fork_is_refused(void **state)
{
	struct store *here = store_2007(state, "here.db"), *there = store_2007(state, "there.db");
	struct text form, before_form, after_form;
	struct error err;
	assert_amends(here, swap);
	assert_amends(there, swap);
	assert_amends(here, (struct amendment){.kind = AMENDMENT_NOTE, .text = rc1});
	assert_amends(there, (struct amendment){.kind = AMENDMENT_NOTE, .text = rc6});
	write_form(here, &form);
	write_form(there, &before_form);
	assert_int_equal(take_in(there, &form, &err), -1);
	assert_non_null(strstr(err.message, "amendment 2 of campaign " FIXTURE_ID
					    " is another one in the store"));
	write_form(there, &after_form);
	assert_string_equal(before_form.bytes, after_form.bytes);
	text_release(&form);
	text_release(&before_form);
	text_release(&after_form);
	store_close(here);
	store_close(there);
}

static void another_seal_is_refused(void **state)
{
	struct store *store = store_2007(state, "lab.db");
	struct samples samples = {0};
	struct error err;
	size_t added;
	struct campaign other = fixture_make_complete(&samples);
	assert_false(store_amendments_merge(store, &other, &added, &err));
	assert_non_null(strstr(err.message, "with another seal"));
	samples_release(&samples);
	campaign_release(&other);
	store_close(store);
}

/* The form with the first `old` behind the seal replaced; the error that reading it gives. */
static void assert_refused(const struct text *form, const char *old, const char *new,
	const char *wanted)
{
	struct text spoilt = TEXT_EMPTY;
	struct campaign campaign;
	struct samples samples;
	struct error err = {"nothing"};
	const char *at = strstr(strstr(form->bytes, "\"kind\":\"seal\""), old);
	assert_non_null(at);
	text_add_bytes(&spoilt, form->bytes, (size_t)(at - form->bytes));
	text_add(&spoilt, "%s%s", new, at + strlen(old));
	if (jsonl_read(&spoilt, "a.jsonl", &campaign, &samples, &err) ||
		!strstr(err.message, wanted))
		fail_msg("%s -> %s: %s", old, new, err.message);
	text_release(&spoilt);
}

static void tampering_is_found(void **state)
{
	struct store *store = store_2007(state, "lab.db");
	struct text form;
	assert_amends(store, swap);
	assert_amends(store, swap);
	write_form(store, &form);
	assert_refused(&form, "A. Tester", "B. Tester", "amendment 1 is not what was written");
	assert_refused(&form, "\"2.6.23-rc1\"", "\"2.6.23-rc6-cfs-devel\"", "not what was written");
	assert_refused(&form, "\"number\":1", "\"number\":2", "where number 1 has to be");
	assert_refused(&form, "\"swap-variants\"", "\"erase\"", "unknown change 'erase'");
	assert_refused(&form, "\"author\":\"A. Tester\",", "", "'author' is missing");
	assert_refused(&form, "\"author\":\"A. Tester\"", "\"author\":\"\"", "author is needed");
	assert_refused(&form, "{\"author\"", "{\"boot\":1,\"author\"", "does not take a count");
	assert_refused(&form, "{\"author\"", "{\"a\":1,\"author\"", "not in canonical form");
	assert_refused(&form, "{\"author\"", "{ \"author\"", "not in canonical form");
	assert_refused(&form, "\"kind\":\"amendment\"", "\"kind\":\"sample\"", "behind the end");
	/* The first is gone: the second does not follow on the seal. */
	char *first = strstr(strstr(form.bytes, "\"kind\":\"seal\""), "{\"author\"");
	char *second = strstr(first + 1, "{\"author\"");
	char *line = xstrndup(first, (size_t)(second - first));
	assert_refused(&form, line, "", "stands where number 1 has to be");
	free(line);
	text_release(&form);
	store_close(store);
}

static void a_link_has_to_follow(void **state)
{
	(void)state;
	struct error err;
	char hash[DIGEST_BYTES];
	struct samples samples;
	struct campaign campaign = campaign_2007(&samples);
	for (unsigned i = 0; i < 2; i++) {
		struct amendment note = {.kind = AMENDMENT_NOTE, .author = xstrdup("a"),
			.reason = xstrdup("b"), .text = xstrdup("c")};
		amendment_chain(&campaign, &note);
		struct amendment *place =
			xgrow(&campaign.amendments, &campaign.amendments_n, sizeof(*place));
		*place = note;
	}
	assert_true(amendment_check_chain(&campaign, &err));
	/* Changed, and hashed again: the next one gives it away. */
	struct amendment *first = &campaign.amendments[0];
	first->reason[0] = 'x';
	amendment_hash(first, hash);
	memcpy(first->hash, hash, DIGEST_BYTES);
	assert_false(amendment_check_chain(&campaign, &err));
	assert_string_equal(err.message, "amendment 2 does not follow on what is before it");
	samples_release(&samples);
	campaign_release(&campaign);
}

static void revisions_are_numbers(void **state)
{
	(void)state;
	unsigned revision;
	static const char *const wrong[] = {"", "x", "1x", "-1", "+1", " 1", "01", "00", "201",
		"99999999999", "1.0"};
	assert_true(revision_parse("0", &revision) && revision == 0);
	assert_true(revision_parse("200", &revision) && revision == 200);
	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++)
		assert_false(revision_parse(wrong[i], &revision));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(the_columns_of_2007_are_exchanged),
		temporary_test(samples_are_left_out_and_kept),
		temporary_test(what_cannot_be_amended_is_refused),
		temporary_test(only_what_is_sealed_is_amended),
		temporary_test(the_same_seal_takes_more_amendments),
		temporary_test(a_fork_is_refused),
		temporary_test(another_seal_is_refused),
		temporary_test(tampering_is_found),
		cmocka_unit_test(a_link_has_to_follow),
		cmocka_unit_test(revisions_are_numbers),
	};
	return cmocka_run_group_tests_name("amendments", tests, NULL, NULL);
}
