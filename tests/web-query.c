/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Queries: what is found, what is decoded, what is no text; and pages asked with hostile ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/filled.h"
#include "web/query.h"
#include "web/site.h"

static void test_values(void **state)
{
	(void)state;
	static const struct {
		const char *query, *value; /* of "base"; NULL: none */
	} cases[] = {
		{"", NULL},
		{"base", NULL},
		{"base=", ""},
		{"base=6.1-rt", "6.1-rt"},
		{"x=1&base=2&base=3", "2"},
		{"bases=1&base=2", "2"},
		{"abase=1", NULL},
		{"&&base=1&", "1"},
		{"base=a+b%2B%26%3d", "a b+&="},
		{"base=%c2%b5", "µ"},
		{"base=%", NULL},
		{"base=%4", NULL},
		{"base=%4&x", NULL},
		{"base=%zz", NULL},
		{"base=%00", NULL},
		{"base=a%0ab", NULL},
		{"base=%ff", NULL},
		{"base=\xff", NULL},
		{"base=%1b[31m", NULL},
		{"base=a=b", "a=b"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *value = query_value(cases[i].query, "base", 0);
		if (cases[i].value)
			assert_string_equal(value, cases[i].value);
		else
			assert_null(value);
		free(value);
	}
	assert_true(query_has("x&base=%zz", "base", 0));
	assert_false(query_has("base=1", "base", 1));
	char *second = query_value("with=a&with=b", "with", 1);
	assert_string_equal(second, "b");
	free(second);
	char longest[QUERY_VALUE_BYTES + 16] = "base=";
	memset(longest + 5, 'a', QUERY_VALUE_BYTES);
	char *value = query_value(longest, "base", 0);
	assert_int_equal(strlen(value), QUERY_VALUE_BYTES);
	free(value);
	longest[5 + QUERY_VALUE_BYTES] = 'a';
	assert_null(query_value(longest, "base", 0));
}

static void test_add(void **state)
{
	(void)state;
	struct text text = TEXT_EMPTY;
	bool first = true;
	query_add(&text, &first, "rows", "2,4..6/2");
	query_add(&text, &first, "with", "20261130-k3f7qd:6.1");
	query_add(&text, &first, "x", "<&'\" µ");
	assert_string_equal(text.bytes,
		"?rows=2,4..6/2&with=20261130-k3f7qd:6.1&x=%3C%26%27%22%20%C2%B5");
	text_release(&text);
}

static int fill(void **state)
{
	struct error err;
	return filled_make(state) == 0 && fixture_later(filled_path, &err) ? 0 : -1;
}

/* The status; where it is 200 the page is HTML and holds no byte of the hostile query as such. */
static int get(const char *tail, const char *part)
{
	struct error err;
	struct page page;
	const struct site site = {.store_path = filled_path};
	char *target = xasprintf("/c/%s", tail);
	page_init(&page);
	int status = site_get(&site, target, &page, &err);
	if (part && !strstr(page.body.bytes, part))
		fail_msg("no '%s' in %s", part, target);
	assert_null(strstr(page.body.bytes, "<script>"));
	assert_null(strstr(page.body.bytes, "onerror='"));
	page_release(&page);
	free(target);
	return status;
}

static void test_pages(void **state)
{
	(void)state;
	static const struct {
		const char *tail;
		int status;
		const char *part;
	} cases[] = {
		{FIXTURE_ID, 200, "6.1-rt is 31.3 % slower than 6.1"},
		{FIXTURE_ID "?base=6.1-rt", 200, "6.1 is 23.8 % faster than 6.1-rt"},
		{FIXTURE_ID "?base=6.1-rt", 200, "href='/c/" FIXTURE_ID "#verdicts'>6.1</a>"},
		{FIXTURE_ID "?base=6.1-rt&rows=3..5", 200, "?base=6.1-cloud&amp;rows=3..5#verdicts'"},
		{FIXTURE_ID "?rows=3..5", 200, "<th scope='row' class='number'>4</th>"},
		{FIXTURE_ID "?rows=900", 200, "All 23 rows"},
		{FIXTURE_ID "?unknown=<script>&x=%zz", 200, NULL},
		{FIXTURE_ID "?base=none", 400, "base= names no variant"},
		{FIXTURE_ID "?base=", 200, NULL},
		{FIXTURE_ID "?base=%27%3e%3cscript%3e", 400, NULL},
		{FIXTURE_ID "?base='><script>alert(1)</script>", 400, NULL},
		{FIXTURE_ID "?base=%00", 400, NULL},
		{FIXTURE_ID "?rows=", 200, NULL},
		{FIXTURE_ID "?rows=,", 400, "rows= is a list of counts"},
		{FIXTURE_ID "?rows=5..1", 400, NULL},
		{FIXTURE_ID "?rows=1..1000000", 200, NULL},
		{FIXTURE_ID "?rows=<script>", 400, NULL},
		{FIXTURE_ID ".txt?base=none", 400, NULL},
		{FIXTURE_ID "/ring.bound?base=6.1-cloud", 200, "slower than 6.1-cloud"},
		{FIXTURE_ID "/ring.bound?base=none", 400, NULL},
		{FIXTURE_ID "/ring.bound?rows=2,4", 200, "All 23 rows"},
		{FIXTURE_ID "/ring.bound?with=" FIXTURE_LATER_ID ":6.1-rt", 200, "measured at different times"},
		{FIXTURE_ID "/ring.bound?with=" FIXTURE_LATER_ID ":6.1-rt", 200,
			"ring.bound.zero.svg?with=" FIXTURE_LATER_ID ":6.1-rt'"},
		{FIXTURE_ID "/ring.bound?with=" FIXTURE_LATER_ID ":6.1&with=" FIXTURE_LATER_ID ":6.1-rt", 200,
			"?with=" FIXTURE_LATER_ID ":6.1&amp;with=" FIXTURE_LATER_ID ":6.1-rt'"},
		{FIXTURE_ID "/ring.bound?with=20261130-nobody:6.1", 404, NULL},
		{FIXTURE_ID "/ring.bound?with=" FIXTURE_LATER_ID ":none", 404, "no such variant"},
		{FIXTURE_ID "/ring.bound?with=" FIXTURE_LATER_ID, 400, "as ID:VARIANT"},
		{FIXTURE_ID "/ring.bound?with=", 400, NULL},
		{FIXTURE_ID "/ring.bound?with=%3cscript%3e:x", 404, NULL},
		{FIXTURE_ID "/ring.bound?with=" FIXTURE_HOSTILE_ID ":s-3.3", 404, "no chart of this"},
		{FIXTURE_HOSTILE_ID "/ring.unbound?with=" FIXTURE_ID ":6.1-rt", 200, "not comparable"},
		{FIXTURE_HOSTILE_ID "/ring.unbound?with=" FIXTURE_HOSTILE_ID ":s-3.3", 400,
			"for other campaigns"},
		{FIXTURE_EMPTY_ID "/ring.bound?with=" FIXTURE_HOSTILE_ID ":s-3.3&base=here", 200, NULL},
		{FIXTURE_ID "/ring.bound?with=a:b&with=a:b&with=a:b&with=a:b&with=a:b", 404, NULL},
		{FIXTURE_ID "/ring.bound.zero.svg?with=" FIXTURE_LATER_ID ":6.1-rt", 200, "<svg"},
		{FIXTURE_ID "/ring.bound.zero.svg?with=nothing", 400, NULL},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		if (get(cases[i].tail, cases[i].part) != cases[i].status)
			fail_msg("%s: not %d", cases[i].tail, cases[i].status);
	struct text many = TEXT_EMPTY;
	text_add(&many, FIXTURE_ID "/ring.bound?");
	for (unsigned i = 0; i < 5; i++)
		text_add(&many, "with=" FIXTURE_LATER_ID ":6.1&");
	assert_int_equal(get(many.bytes, "at most 4 series"), 400);
	text_release(&many);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_add),
		cmocka_unit_test(test_pages),
	};
	return cmocka_run_group_tests_name("web-query", tests, fill, filled_remove);
}
