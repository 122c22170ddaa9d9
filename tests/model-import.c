/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Imports beyond the cases: numbers, what is found out of a file, files that are cut or spoiled
 * at every byte, and the campaign that is made.
 */
#include <dirent.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/formats/import-campaign.h"
#include "model/formats/import-folder.h"
#include "model/formats/jsonl.h"
#include "model/series.h"
#include "model/store.h"
#include "model/text.h"
#include "tests/temporary.h"

#define CASES "tests/data/cases"

static bool read_text(struct import *import, const char *text, const char *kind, struct error *err)
{
	struct import_source source;
	*import = (struct import){0};
	if (!import_source_init(&source, "a.txt", text, strlen(text), err))
		return false;
	bool ok = import_read(import, &source, kind, err);
	import_source_release(&source);
	return ok;
}

static void assert_refused(const char *text, const char *kind, const char *message)
{
	struct import import;
	struct error err = {""};
	assert_false(read_text(&import, text, kind, &err));
	assert_int_equal(import.length, 0);
	import_release(&import);
	if (!strstr(err.message, message))
		fail_msg("'%s' is not in '%s'", message, err.message);
}

static void numbers_in_any_locale(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum number is;
		double value;
	} numbers[] = {
		{"1.91", NUMBER_EXACT, 1.91},
		{"-3e-07", NUMBER_EXACT, -3e-7},
		{".5", NUMBER_EXACT, 0.5},
		{"5.", NUMBER_EXACT, 5},
		{"00017", NUMBER_EXACT, 17},
		{"282828282827", NUMBER_EXACT, 282828282827.0},
		{"-nan", NUMBER_GAP, 0},
		{"Inf", NUMBER_INFINITE, 0},
		{"1e999", NUMBER_RANGE, 0},
		{"1,91", NUMBER_COMMA, 1.91},
		{"13,5025", NUMBER_COMMA, 13.5025},
		{"1,234", NUMBER_AMBIGUOUS, 0},
		{"1,234.5", NUMBER_AMBIGUOUS, 0},
		{"12,345,678", NUMBER_AMBIGUOUS, 0},
		{"0x10", NUMBER_NONE, 0},
		{"1.2.3", NUMBER_NONE, 0},
		{"1e", NUMBER_NONE, 0},
		{"-", NUMBER_NONE, 0},
		{".", NUMBER_NONE, 0},
		{"", NUMBER_NONE, 0},
		{"12us", NUMBER_NONE, 0},
	};
	static const char *const locales[] = {"C", "de_DE.UTF-8", "tr_TR.UTF-8"};
	for (size_t l = 0; l < ARRAY_LENGTH(locales); l++) {
		if (!setlocale(LC_ALL, locales[l]))
			continue; /* not on this machine */
		for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
			double value = 0;
			assert_int_equal(
				number_read(numbers[i].text, strlen(numbers[i].text), &value),
				numbers[i].is);
			assert_true(value == numbers[i].value);
		}
	}
	setlocale(LC_ALL, "C");
}

static void refusals_name_the_line(void **state)
{
	(void)state;
	static const struct {
		const char *text, *kind, *message;
	} files[] = {
		{"", NULL, "a.txt: no data"},
		{" \n\n", "csv", "no data"},
		{"hello\n", NULL, "of no kind that is recognized"},
		{"a\nb\n", "nonsense", "unknown kind"},
		{"Time: 1,5\n", "hackbench", "a.txt:1: '1,5' has a decimal comma"},
		{"Time: 1.5 or so\n", "hackbench", "a.txt:1: text behind the time"},
		{"Running in process mode with many\n", "hackbench", "a.txt:1: a banner"},
		{"\"size=0k ovr=1\n2 x\n", "lat_ctx", "a.txt:2: 'x' is not a number"},
		{"\"size=0k ovr=1\n2 3 4\n", "lat_ctx", "a.txt:2: no row"},
		{"x,a,a\n1,2,3\n", "csv", "a.txt:1: two columns"},
		{"x,a\n1,\"2\n", "csv", "a.txt:2: a quote is not closed"},
		{"x;a\n1;2.5\n2;3,5\n", "csv", "a.txt:3: both points and decimal commas"},
		{"x;a\n1;1,234\n", "csv", "a.txt:2: '1,234' is ambiguous"},
		{"x,a (s)\n1,5%\n", "csv", "a.txt:2: a percentage in a column of s"},
		{"x,a\n1,5%\n2,5\n", "csv", "a.txt:3: a column with and without %"},
		{"campaign,variant,placement,workload,count\n", "csv", "canonical form"},
		{"# n a a.low a.high\n1 2 1 3\n", "dat", "holds no samples"},
		{"1 2\n3\n", "dat", "a.txt:2: 1 columns where 2"},
		{"BenchmarkA-8 10 5\n", "gobench", "a.txt:1: a value without a unit"},
		{"BenchmarkA-8 x 5 ns/op\n", "gobench", "a.txt:1: no number of iterations"},
		{"1 2\n", "ministat", "a.txt:1: more than one number"},
		{"  a b\nMin 1 2 ( 0.00%)\n", "mmtests", "a.txt:2: a row of 1 values"},
		{"<PhoronixTestSuite>", "pts-xml", "a.txt:1: no XML"},
		{"<!DOCTYPE a [<!ENTITY b \"c\">]><PhoronixTestSuite/>", "pts-xml", "no result"},
		{"Running with 1*40 (== 40) tasks.\nTime: 1\nT: 0 ( 1) C: 1 Min: 1 Avg: 1 Max: 1\n",
			NULL, "can be hackbench or cyclictest"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(files); i++)
		assert_refused(files[i].text, files[i].kind, files[i].message);
}

static void a_thread_that_is_printed_again_counts_once(void **state)
{
	(void)state;
	struct import import;
	struct error err;
	assert_true(read_text(&import,
		"T: 0 ( 7) P:80 I:1000 C:  10 Min:  3 Act:  6 Avg:  5 Max:  9\n"
		"\033[1AT: 0 ( 7) P:80 I:1000 C:  20 Min:  2 Act:  6 Avg:  5 Max: 41\n"
		"T: 1 ( 8) P:80 I:1500 C:   0 Min: 1000000 Act: 0 Avg: 0 Max: 0\n",
		"cyclictest", &err));
	assert_int_equal(import.length, 3);
	for (size_t i = 0; i < import.length; i++)
		assert_int_equal(import.series[i].length, 1);
	assert_true(import.series[2].points[0].value == 41);
	assert_int_equal(import.warnings_n, 1);
	import_release(&import);
}

static void read_case(const char *name, struct text *text)
{
	struct error err;
	char *path = xasprintf(CASES "/%s", name);
	*text = TEXT_EMPTY;
	if (!text_read_file(text, path, 1 << 20, &err))
		fail_msg("%s", err.message);
	free(path);
}

/* Files whose kind only their owner knows are named by --kind. */
static void kinds_are_found_out(void **state)
{
	(void)state;
	static const char *const files[][2] = {
		{"01-hackbench-iterations.txt", "hackbench"},
		{"03-hackbench-time-only.txt", "hackbench"},
		{"04-hackbench-quoted-wrapped.txt", "hackbench"},
		{"09-latctx-hand-edited.txt", "lat_ctx"},
		{"12-perfpipe-parentheses.txt", "perf-pipe"},
		{"15-perfpipe-threads-quoted.txt", "perf-pipe"},
		{"20-messaging-parentheses.txt", "perf-messaging"},
		{"22-schbench-2016.txt", "schbench"},
		{"26-schbench-2023-intervals.txt", "schbench"},
		{"29-cyclictest-q-smi.txt", "cyclictest"},
		{"30-cyclictest-hist-tail.txt", "cyclictest"},
		{"32-go-names.txt", "gobench"},
		{"33-go-zero-large.txt", "gobench"},
		{"35-ministat-ties.txt", "ministat"},
		{"37-delay-gaps.tsv", "csv"},
		{"39-quotes.csv", "csv"},
		{"45-comments-gaps.tsv", "csv"},
		{"46-decimal-comma.csv", "csv"},
		{"50-descending.dat", "dat"},
		{"52-quoted-mail.dat", "dat"},
		{"56-pts-three-systems.xml", "pts-xml"},
		{"57-mmtests-groups.txt", "mmtests"},
		{"58-mmtests-operations.txt", "mmtests"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
		struct import_source source;
		struct import import;
		struct error err;
		struct text text;
		read_case(files[i][0], &text);
		assert_true(import_source_init(&source, files[i][0], text.bytes, text.length, &err));
		if (!import_read(&import, &source, NULL, &err))
			fail_msg("%s", err.message);
		assert_string_equal(import.kind, files[i][1]);
		import_release(&import);
		import_source_release(&source);
		text_release(&text);
	}
}

/* A campaign of whatever was read, if it can be one. */
static void build(const struct import *import)
{
	struct import_streams streams = {NULL, 0};
	struct import_header header = {.title = "t",
		.host = "unknown",
		.plan = "",
		.tool = "schedlab",
		.id = "20261130-abcdef",
		.started_us = 1,
		.origin = "spoilt"};
	struct campaign campaign;
	struct samples samples;
	struct error err;
	import_streams_add(&streams, import, "spoilt", NULL, -1);
	if (import_campaign(&streams, &header, &campaign, &samples, &err)) {
		campaign_release(&campaign);
		samples_release(&samples);
	}
	import_streams_release(&streams);
}

/* Reads the bytes as every kind: what comes of it is not asked, only that it ends well. */
static void read_as_all(const char *bytes, size_t length, bool whole)
{
	static const char pattern[] = "([0-9.]+)";
	char *exact = xmalloc(length ? length : 1); /* one byte too far is seen */
	memcpy(exact, bytes, length);
	for (size_t k = 0; import_kind_at(k); k++) {
		struct import_source source;
		struct import import;
		struct error err;
		if (!import_source_init(&source, "spoilt", exact, length, &err))
			break;
		source.pattern = pattern;
		bool ok = import_read(&import, &source, import_kind_at(k), &err);
		assert_true(ok == (import.length > 0));
		if (ok && whole)
			build(&import);
		import_release(&import);
		import_source_release(&source);
	}
	free(exact);
}

static void spoil(const char *bytes, size_t length, uint64_t *random)
{
	char *copy = xmalloc(length + 1);
	memcpy(copy, bytes, length);
	for (int i = 0; i < 60 && length; i++) {
		static const char nasty[] = "0,;.\"\t\n>#(%-e:T\\<&x";
		*random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		size_t at = (size_t)(*random >> 33) % length;
		copy[at] = i % 2 ? nasty[(*random >> 20) % (sizeof(nasty) - 1)]
				 : (char)(*random >> 12);
		read_as_all(copy, length, true);
	}
	free(copy);
}

static void cut_and_spoilt_at_every_byte(void **state)
{
	(void)state;
	uint64_t random = 1;
	struct dirent *entry;
	DIR *folder = opendir(CASES);
	assert_non_null(folder);
	while ((entry = readdir(folder))) {
		struct text text;
		if (entry->d_name[0] < '0' || entry->d_name[0] > '9' ||
			strstr(entry->d_name, "-cpus-"))
			continue;
		read_case(entry->d_name, &text);
		for (size_t n = 0; n < text.length; n++)
			read_as_all(text.bytes, n, n % 16 == 0);
		spoil(text.bytes, text.length, &random);
		text_release(&text);
	}
	closedir(folder);
}

/* ---- campaigns ---- */

static bool make(const char *text, const char *kind, const char *path, struct campaign *campaign,
	struct samples *samples, struct error *err)
{
	struct import import;
	struct import_streams streams = {NULL, 0};
	struct import_header header = {.title = "t", .host = "unknown", .plan = "# p\n",
		.tool = "schedlab", .id = "20261130-abcdef", .started_us = 1, .origin = path};
	if (!read_text(&import, text, kind, err))
		fail_msg("%s", err->message);
	import_streams_add(&streams, &import, path, NULL, -1);
	bool ok = import_campaign(&streams, &header, campaign, samples, err);
	import_streams_release(&streams);
	import_release(&import);
	return ok;
}

/* Stored, exported, imported and exported: the same bytes. */
static void assert_goes_round(void **state, struct campaign *campaign, struct samples *samples)
{
	char *path = temporary_path(state, "lab.db");
	struct text form = TEXT_EMPTY, again = TEXT_EMPTY;
	struct campaign back;
	struct samples samples_back;
	struct error err;
	assert_true(jsonl_write(campaign, samples, &form, &err));
	if (!jsonl_read(&form, "a.jsonl", &back, &samples_back, &err))
		fail_msg("%s", err.message);
	struct store *store = store_open(path, STORE_WRITE, &err);
	if (!store || !store_campaign_import(store, &back, &samples_back, &err))
		fail_msg("%s", err.message);
	campaign_release(&back);
	samples_release(&samples_back);
	assert_int_equal(store_campaign_read_whole(store, campaign->id, &back, &samples_back, &err),
		STORE_FOUND);
	assert_true(jsonl_write(&back, &samples_back, &again, &err));
	assert_string_equal(form.bytes, again.bytes);
	store_close(store);
	campaign_release(&back);
	samples_release(&samples_back);
	text_release(&form);
	text_release(&again);
	free(path);
}

static void x_that_is_no_count_is_kept(void **state)
{
	struct campaign campaign;
	struct samples samples;
	struct series_set set;
	struct error err;
	assert_true(make("# x old new\n0.25 1 2\n-4.5 3 4\n4 nan 6\n0.25 7 8\n", "dat", "x.dat",
		&campaign, &samples, &err));
	assert_int_equal(campaign.cells_n, 5);
	assert_int_equal(campaign.cells[0].count, 1);
	assert_true(campaign.cells[0].has_x && campaign.cells[0].x == -4.5);
	assert_int_equal(campaign.cells[4].count, 3);
	assert_goes_round(state, &campaign, &samples);
	series_set_init(&set, &campaign, 0, &samples);
	assert_true(set.series[0].points[1].x == 0.25 && set.series[1].points[2].x == 4);
	assert_int_equal(set.series[0].points[1].summary.n, 2);
	series_set_release(&set);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void a_campaign_goes_round(void **state)
{
	struct campaign campaign;
	struct samples samples;
	struct error err;
	assert_true(make("# n old new\n8 1.5 2\n4 1.25 3\n8 1.75 2\n", "dat", "x/lat_ctx.bound.dat",
		&campaign, &samples, &err));
	assert_string_equal(campaign.machine, "import");
	assert_int_equal(campaign.state, CAMPAIGN_COMPLETE);
	assert_int_equal(campaign.charts_n, 1);
	assert_string_equal(campaign.charts[0].slug, "lat-ctx.bound");
	assert_string_equal(campaign.charts[0].x_text, "n");
	assert_true(campaign.charts[0].swept);
	assert_int_equal(campaign.variants_n, 2);
	assert_string_equal(campaign.variants[0].label, "old");
	assert_int_equal(campaign.cells_n, 4);
	assert_int_equal(campaign.cells[0].count, 4);
	assert_int_equal(campaign.cells[1].repeats, 2);
	assert_int_equal(samples.length, 6);
	assert_true(samples.samples[1].value == 1.5 && samples.samples[2].value == 1.75);
	assert_int_equal(campaign.entries_n, 2);
	assert_goes_round(state, &campaign, &samples);
	campaign_release(&campaign);
	samples_release(&samples);
}

static void what_cannot_be_stored_is_refused(void **state)
{
	(void)state;
	static const struct {
		const char *text, *kind, *message;
	} files[] = {
		{"Time: 1\nRunning with 1*40 (== 40) tasks.\nTime: 1\n", "hackbench",
			"x.dat:3: some samples have an x and some have none"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
		struct campaign campaign;
		struct samples samples;
		struct error err;
		assert_false(make(files[i].text, files[i].kind, "x.dat", &campaign, &samples, &err));
		if (!strstr(err.message, files[i].message))
			fail_msg("'%s' is not in '%s'", files[i].message, err.message);
	}
}

/* ---- folders ---- */

static void put(void **state, const char *name, const char *content)
{
	struct error err;
	struct text text = TEXT_EMPTY;
	char *path = temporary_path(state, name);
	text_add(&text, "%s", content);
	if (!text_write_file(&text, path, &err))
		fail_msg("%s", err.message);
	text_release(&text);
	free(path);
}

#define CHARTS "charts:\n  - {file: a.dat, workload: w, unit: s, x: n}\n"

static void folders_say_what_is_wrong(void **state)
{
	static const struct {
		const char *yaml, *table, *message;
	} folders[] = {
		{"", "1 2\n", "campaign.yaml:1:1: an empty plan"},
		{"title: t\nvariants: [{label: a}]\nchart: 1\n", "1 2\n",
			"campaign.yaml:3:1: unknown key 'chart'"},
		{"title: t\nvariants: []\n" CHARTS, "1 2\n", "campaign.yaml:2:11: expected at least"},
		{"title: t\nvariants: [{label: a}, {label: a}]\n" CHARTS, "1 2\n",
			"a second variant 'a'"},
		{"title: t\nvariants: [{label: a}]\n" CHARTS, "1 2 3\n",
			"it has 2 columns without names for 1 variants"},
		{"title: t\nvariants: [{label: a}, {label: b}]\n" CHARTS, "# n b c\n1 2 3\n",
			"its column 3 is called 'c', which is none of the variants"},
		{"title: t\ndate: 17.9.2007\nvariants: [{label: a}]\n" CHARTS, "1 2\n",
			"campaign.yaml:2:7: date is '17.9.2007'"},
		{"title: t\nvariants: [{label: a}]\ncharts:\n"
		 "  - {file: ../a.dat, workload: w, unit: s, x: n}\n",
			"1 2\n", "is not the name of a file in this folder"},
		{"title: t\nvariants: [{label: a}]\n" CHARTS, "1 x\n", "a.dat:1: 'x' is not a number"},
		{"title: t\nvariants: [{label: a}]\nbaseline: b\n" CHARTS, "1 2\n",
			"campaign.yaml:3:11: the baseline 'b' is none of the variants"},
		{"title: t\nvariants: [{label: a}]\n" CHARTS
		 "  - {file: a.dat, workload: w, unit: s, x: n}\n",
			"1 2\n", "campaign.yaml:5:12: numbers of 'a' in w, unbound, are there already"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++) {
		struct import_folder folder;
		struct error err;
		put(state, "campaign.yaml", folders[i].yaml);
		put(state, "a.dat", folders[i].table);
		assert_false(import_folder_read(&folder, *state, &err));
		if (!strstr(err.message, folders[i].message))
			fail_msg("'%s' is not in '%s'", folders[i].message, err.message);
	}
}

static void columns_are_matched_by_name(void **state)
{
	struct import_folder folder;
	struct error err;
	put(state, "campaign.yaml",
		"title: t\nvariants: [{label: a, config: k}, {label: b}]\n" CHARTS);
	put(state, "a.dat", "# n b a\n1 2 3\n");
	put(state, "k", "CONFIG_HZ=250\n");
	if (!import_folder_read(&folder, *state, &err))
		fail_msg("%s", err.message);
	assert_int_equal(folder.streams.length, 2);
	assert_string_equal(folder.streams.streams[0].variant, "b");
	assert_true(folder.streams.streams[0].series->points[0].value == 2);
	assert_string_equal(environment_get(&folder.envs[0], "config"), "CONFIG_HZ=250\n");
	import_folder_release(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_in_any_locale),
		cmocka_unit_test(refusals_name_the_line),
		cmocka_unit_test(a_thread_that_is_printed_again_counts_once),
		cmocka_unit_test(kinds_are_found_out),
		cmocka_unit_test(cut_and_spoilt_at_every_byte),
		temporary_test(a_campaign_goes_round),
		temporary_test(x_that_is_no_count_is_kept),
		cmocka_unit_test(what_cannot_be_stored_is_refused),
		temporary_test(folders_say_what_is_wrong),
		temporary_test(columns_are_matched_by_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
