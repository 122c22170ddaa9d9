/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trend pages and pictures: what they say, and that no name becomes anything but text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/biglab.h"
#include "tests/fixture.h"
#include "tests/temporary.h"
#include "web/site.h"

#define CAMPAIGNS 120
#define LAB "?machine=lab1&chart=ring.bound&variant=6.12"

static int get(const char *path, const char *target, char **body)
{
	const struct site site = {.store_path = path};
	struct page page;
	struct error err;
	page_init(&page);
	int status = site_get(&site, target, &page, &err);
	*body = text_take(&page.body);
	page_release(&page);
	return status;
}

static char *get_well(const char *path, const char *target)
{
	char *body;
	int status = get(path, target, &body);
	if (status != 200)
		fail_msg("%s: %d", target, status);
	return body;
}

static char *fill(void **state)
{
	char *path = temporary_path(state, "lab.db");
	struct error err;
	struct store *store = store_open(path, STORE_WRITE, &err);
	if (!store || !biglab_fill(store, CAMPAIGNS, 0, &err))
		fail_msg("%s", err.message);
	store_close(store);
	return path;
}

static void a_change_is_said_in_words(void **state)
{
	char *path = fill(state), *body = get_well(path, "/trend" LAB);
	assert_non_null(strstr(body, "% slower from <a href='/c/20200114-000060'>"));
	assert_non_null(strstr(body, "with the same kernel 6.12.1"));
	assert_non_null(strstr(body, "other machines are never mixed"));
	assert_non_null(strstr(body, "Bonferroni"));
	assert_non_null(strstr(body, "/trend.zero.svg" "?machine=lab1&amp;chart=ring.bound&amp;"
				     "variant=6.12'"));
	free(body);
	body = get_well(path, "/trend?machine=lab1&chart=ring.bound&variant=6.1&count=4");
	assert_non_null(strstr(body, "No change of level is proven."));
	assert_non_null(strstr(body, "4 processes"));
	assert_non_null(strstr(body, "<b aria-current='page'>4</b>"));
	free(body);
	free(path);
}

static void every_picture_there_is_can_be_had(void **state)
{
	static const char *const names[] = {"trend.zero.svg", "trend.zoom.svg", "trend.zero.png",
		"trend.zoom.dark.png", "trend.zero.narrow.svg", "trend.zoom.narrow.dark.svg"};
	char *path = fill(state);
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		char *target = xasprintf("/%s" LAB, names[i]), *body = get_well(path, target);
		bool svg = strstr(names[i], ".svg");
		assert_true(svg ? strstr(body, "<svg ") != NULL
				: strncmp(body, "\x89PNG", 4) == 0);
		free(target);
		free(body);
	}
	free(path);
}

static void what_is_not_there_is_said(void **state)
{
	static const struct {
		const char *target;
		int status;
	} targets[] = {
		{"/trend", 200},
		{"/trend?machine=lab1", 200},
		{"/trend?machine=nobody", 200},
		{"/trend?machine=lab1&chart=ring.bound", 200},
		{"/trend?machine=lab9&chart=ring.bound&variant=6.12", 404},
		{"/trend" LAB "&count=3", 404},
		{"/trend" LAB "&count=x", 400},
		{"/trend" LAB "&count=-1", 400},
		{"/trend" LAB "&count=", 400},
		{"/trend" LAB "&count=99999999999", 400},
		{"/trend.zero.svg", 400},
		{"/trend.zero.svg?machine=lab9&chart=ring.bound&variant=6.12", 404},
		{"/trend.svg" LAB, 404},
		{"/other.zero.svg" LAB, 404},
		{"/trend.big.svg" LAB, 404},
	};
	char *path = fill(state);
	for (size_t i = 0; i < ARRAY_LENGTH(targets); i++) {
		char *body;
		int status = get(path, targets[i].target, &body);
		if (status != targets[i].status)
			fail_msg("%s: %d", targets[i].target, status);
		free(body);
	}
	free(path);
}

static void amend(const char *path, const char *id, enum amendment_kind kind)
{
	struct error err;
	struct amendment amendment = {.kind = kind, .dated_us = 1, .author = xstrdup("a <a@b>"),
		.reason = xstrdup("wrong machine"),
		.text = kind == AMENDMENT_NOTE ? xstrdup("hot that day") : NULL};
	struct store *store = store_open(path, STORE_WRITE, &err);
	if (!store || !store_amendment_add(store, id, &amendment, &err))
		fail_msg("%s", err.message);
	store_close(store);
	amendment_release(&amendment);
}

static void amended_and_withdrawn_campaigns_are_said(void **state)
{
	char *path = fill(state);
	amend(path, "20200128-000118", AMENDMENT_WITHDRAW);
	amend(path, "20200101-000002", AMENDMENT_NOTE);
	char *body = get_well(path, "/trend" LAB);
	assert_null(strstr(body, "/c/20200128-000118"));
	assert_non_null(strstr(body, "Campaigns left out: 1 withdrawn."));
	assert_non_null(strstr(body, "Amended, and shown as amended: <a href='/c/20200101-000002'>"
				     "20200101-000002</a>."));
	free(body);
	free(path);
}

/* The campaign with hostile names, complete. */
static char *fill_hostile(void **state)
{
	char *path = temporary_path(state, "hostile.db"), digest[DIGEST_BYTES];
	struct samples samples = {0};
	struct campaign campaign = fixture_make_open(&samples);
	struct error err;
	for (size_t i = 0; i < campaign.entries_n; i++)
		environment_set(&campaign.entries[i].env, "release", fixture_hostile[i % 7]);
	assert_true(jsonl_digest(&campaign, &samples, digest, &err));
	campaign.digest = xstrdup(digest);
	struct store *store = store_open(path, STORE_WRITE, &err);
	if (!store || !fixture_import(store, campaign, samples, &err))
		fail_msg("%s", err.message);
	store_close(store);
	return path;
}

static void assert_harmless(const char *body)
{
	assert_null(strstr(body, "<script>"));
	assert_null(strstr(body, "<img src=x"));
	assert_null(strchr(body, '\x07'));
	assert_null(strchr(body, '\x1b'));
}

static void hostile_names_stay_text(void **state)
{
	char *path = fill_hostile(state), *list = get_well(path, "/trend");
	static const char start[] = "<a href='/trend?machine=";
	unsigned trends = 0;
	assert_harmless(list);
	for (const char *at = list; (at = strstr(at, start)); trends++) {
		at += strlen("<a href='/trend");
		char *query = xstrndup(at, strcspn(at, "'"));
		for (char *amp = query; (amp = strstr(amp, "&amp;")); amp++)
			memmove(amp + 1, amp + 5, strlen(amp + 5) + 1);
		char *page_target = xasprintf("/trend%s", query);
		char *svg_target = xasprintf("/trend.zoom.svg%s", query);
		char *page = get_well(path, page_target), *svg = get_well(path, svg_target);
		assert_harmless(page);
		assert_null(strstr(page, "onerror='"));
		assert_harmless(svg);
		free(page);
		free(svg);
		free(page_target);
		free(svg_target);
		free(query);
	}
	assert_true(trends > 10);
	free(list);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(a_change_is_said_in_words),
		temporary_test(every_picture_there_is_can_be_had),
		temporary_test(what_is_not_there_is_said),
		temporary_test(amended_and_withdrawn_campaigns_are_said),
		temporary_test(hostile_names_stay_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
