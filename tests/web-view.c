/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Views: what an address asks for, written again it asks for the same; what fits nothing is 400. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/fixture.h"
#include "web/view.h"

static struct campaign three(void)
{
	struct campaign campaign = fixture_campaign(FIXTURE_ID, "", "lab", true);
	fixture_variant(&campaign, "6.1", NULL, "");
	fixture_variant(&campaign, "6.1-cloud", NULL, "");
	fixture_variant(&campaign, "6.1-rt", NULL, "");
	return campaign;
}

static int read_query(struct view *view, const char *query, const struct campaign *campaign,
	struct error *err)
{
	struct request request = {.query = query + (query[0] == '?')};
	return view_read_chart(view, &request, campaign, err);
}

/* The query of the view that a query asks for. The caller frees it. */
static char *again(const char *query, const struct campaign *campaign)
{
	struct view view;
	struct error err;
	struct text text = TEXT_EMPTY;
	if (read_query(&view, query, campaign, &err) != 200)
		fail_msg("%s: %s", query, err.message);
	view_add_query(&text, &view, campaign);
	view_release(&view);
	return text_take(&text);
}

static void assert_same_range(const struct chart_range *a, const struct chart_range *b)
{
	assert_true(a->given == b->given && a->from == b->from && a->to == b->to);
}

static void assert_same(const struct view *a, const struct view *b, const struct campaign *campaign)
{
	assert_int_equal(a->scales, b->scales);
	assert_same_range(&a->x, &b->x);
	assert_same_range(&a->y, &b->y);
	assert_int_equal(!a->hidden, !b->hidden);
	for (size_t i = 0; a->hidden && i < campaign->variants_n; i++)
		assert_int_equal(a->hidden[i], b->hidden[i]);
	assert_int_equal(a->base, b->base);
	assert_int_equal(a->statistic, b->statistic);
	assert_int_equal(a->band, b->band);
	assert_int_equal(a->relative, b->relative);
	assert_int_equal(a->log_x, b->log_x);
	assert_int_equal(!a->rows, !b->rows);
	assert_int_equal(a->choice.counts.length, b->choice.counts.length);
}

static void assert_round(const char *query, const struct campaign *campaign)
{
	struct view first, second;
	struct error err;
	char *written = again(query, campaign), *twice = again(written, campaign);
	assert_string_equal(written, twice);
	assert_int_equal(read_query(&first, query, campaign, &err), 200);
	assert_int_equal(read_query(&second, written, campaign, &err), 200);
	assert_same(&first, &second, campaign);
	view_release(&first);
	view_release(&second);
	free(twice);
	free(written);
}

/* One of each list, all combinations; the first of a list is the default. */
static const char *const parts[][4] = {
	{"scale=", "scale=zero", "scale=zoom", NULL},
	{"x=", "x=4..64", "x=-0.25..1e3", NULL},
	{"y=", "y=4.5..9", NULL},
	{"series=6.1-rt,6.1,6.1-cloud", "series=6.1-cloud", "series=6.1-rt&series=6.1", NULL},
	{"base=6.1", "base=6.1-rt", NULL},
	{"stat=centre", "stat=median", "stat=min", "stat=mean"},
	{"band=interval", "band=range", "band=none", NULL},
	{"relative=", "relative=1", NULL},
	{"logx=", "logx=1", NULL},
	{"rows=", "rows=15..25", NULL},
};

static void test_rounds(void **state)
{
	(void)state;
	struct campaign campaign = three();
	size_t which[ARRAY_LENGTH(parts)] = {0}, combinations = 0;
	for (size_t at = 0; at < ARRAY_LENGTH(parts);) {
		struct text query = TEXT_EMPTY;
		for (size_t i = ARRAY_LENGTH(parts); i-- > 0;)
			text_add(&query, "%s%s", parts[i][which[i]], i ? "&" : "");
		assert_round(query.bytes, &campaign);
		text_release(&query);
		combinations++;
		for (at = 0; at < ARRAY_LENGTH(parts); at++) {
			which[at]++;
			if (which[at] < ARRAY_LENGTH(parts[at]) && parts[at][which[at]])
				break;
			which[at] = 0;
		}
	}
	assert_int_equal(combinations, 3 * 3 * 2 * 3 * 2 * 4 * 3 * 2 * 2 * 2);
	campaign_release(&campaign);
}

static void test_canonical(void **state)
{
	(void)state;
	static const struct {
		const char *query, *written;
	} cases[] = {
		{"", ""},
		{"scale=&x=&y=&series=&base=&stat=&band=&relative=&logx=&rows=", ""},
		{"base=6.1&stat=centre&band=interval&series=6.1-rt,6.1-cloud,6.1", ""},
		{"unknown=1&from=%zz", ""},
		{"rows=15..25&logx=1&relative=1&band=none&stat=min&base=6.1-rt&series=6.1-rt&"
		 "series=6.1&y=4.50..9.0&x=04..6.4e1&scale=zoom",
			"?scale=zoom&x=4..64&y=4.5..9&series=6.1,6.1-rt&base=6.1-rt&stat=min&band=none"
			"&relative=1&logx=1&rows=15..25"},
		{"x=4..64&x=1..2", "?x=4..64"},
		{"x=.5...75", "?x=0.5..0.75"},
		{"x=4...75e2", "?x=4..75"},
		{"x=-0..1", "?x=0..1"},
		{"y=0.1234567890123456789..1", "?y=0.123456789012346..1"},
		{"y=-1e100..1e100", "?y=-1e%2B100..1e%2B100"},
		{"series=6.1,6.1,6.1", "?series=6.1"},
		{"rows=2,4,8..64/8", "?rows=2,4,8..64/8"},
	};
	struct campaign campaign = three();
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *written = again(cases[i].query, &campaign);
		assert_string_equal(written, cases[i].written);
		assert_round(cases[i].query, &campaign);
		free(written);
	}
	campaign_release(&campaign);
}

static void test_refused(void **state)
{
	(void)state;
	static const char *const cases[] = {
		"scale=both", "scale=ZERO", "scale=zero%00", "scale=<script>", "scale=%zz",
		"x=4", "x=..", "x=4..", "x=..4", "x=4..4", "x=64..4", "x=4-64", "x=4..64..128",
		"x=nan..1", "x=0..inf", "x=0x1..0x2", "x=1e..2", "x=1,5..2", "x=%201..2", "x=1..2%20",
		"x=1..2%0a", "x=1..1e101", "x=-1e999..1", "x=1e-999..1e-998", "x=--1..2", "x=+1..2",
		"y=4", "y=9..4.5", "y=a..b", "y=%31..%32x", "y=';drop..table", "y=1..2<b>",
		"series=none", "series=6.1,none", "series=,", "series=6.1,", "series=,6.1",
		"series=6.1&series=none", "series=6.1%2c%2c6.1-rt", "series=%ff",
		"base=none", "base=%27%3e%3cscript%3e", "base=6.1%00",
		"stat=mode", "stat=Median", "stat=0", "band=sd", "band=interval,range",
		"relative=0", "relative=yes", "relative=11", "logx=2", "logx=true",
		"rows=5..1", "rows=<script>", "rows=0", "rows=1,,2",
	};
	struct campaign campaign = three();
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct view view;
		struct error err = {0};
		if (read_query(&view, cases[i], &campaign, &err) != 400)
			fail_msg("%s: not refused", cases[i]);
		/* Says which, in words of ours. */
		size_t name = strcspn(cases[i], "=") + 1;
		assert_memory_equal(err.message, cases[i], name);
		assert_null(strchr(err.message, '<'));
		assert_null(view.rows);
		assert_null(view.hidden);
	}
	campaign_release(&campaign);
}

/* Of a chart's words the other pages know nothing, not even wrong ones. */
static void test_other_pages(void **state)
{
	(void)state;
	struct campaign campaign = three();
	struct request request = {.query = "x=no&scale=no&series=no&base=6.1-rt&rows=3"};
	struct view view;
	struct error err;
	struct text text = TEXT_EMPTY;
	assert_int_equal(view_read(&view, &request, &campaign, &err), 200);
	text_add(&text, "/c/x?with=a:b");
	view_add_query(&text, &view, &campaign);
	assert_string_equal(text.bytes, "/c/x?with=a:b&base=6.1-rt&rows=3");
	text_release(&text);
	view_release(&view);
	campaign_release(&campaign);
}

static char *picture_query(const char *query, const struct campaign *campaign)
{
	struct view view;
	struct error err;
	struct text text = TEXT_EMPTY;
	assert_int_equal(read_query(&view, query, campaign, &err), 200);
	struct view picture = view_of_picture(&view, campaign);
	view_add_query(&text, &picture, campaign);
	view_release(&view);
	return text_take(&text);
}

/* Two views that look the same have pictures of one address. */
static void test_picture(void **state)
{
	(void)state;
	static const struct {
		const char *query, *written;
	} cases[] = {
		{"scale=zero&rows=3&base=6.1-rt", ""},
		{"base=6.1-rt&relative=1&rows=3", "?base=6.1-rt&relative=1"},
		{"x=4..64&logx=1&scale=zoom", "?x=4..64&logx=1"},
	};
	struct campaign campaign = three();
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *written = picture_query(cases[i].query, &campaign);
		assert_string_equal(written, cases[i].written);
		free(written);
	}
	campaign_release(&campaign);
}

/* Many variants, each with the longest slug, and one of them hidden. */
static void test_many(void **state)
{
	(void)state;
	struct campaign campaign = fixture_campaign(FIXTURE_ID, "", "lab", true);
	struct text query = TEXT_EMPTY;
	for (unsigned i = 0; i < 16; i++) {
		char *label = xasprintf("%02u-%038u", i, 0u);
		fixture_variant(&campaign, label, NULL, "");
		text_add(&query, "%s%s", i == 0 ? "series=" : i == 1 ? "" : ",",
			i ? campaign.variants[i].slug : "");
		free(label);
	}
	char *written = again(query.bytes, &campaign);
	assert_string_equal(written + 1, query.bytes);
	free(written);
	text_release(&query);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounds),
		cmocka_unit_test(test_canonical),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_other_pages),
		cmocka_unit_test(test_picture),
		cmocka_unit_test(test_many),
	};
	return cmocka_run_group_tests_name("web-view", tests, NULL, NULL);
}
