/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Escaping, formats, numbers for readers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "web/number.h"
#include "web/page.h"

static void check_escaped(const char *text, size_t length, const char *wanted)
{
	struct page page;
	page_init(&page);
	page_add_escaped(&page, text, length);
	assert_string_equal(page.body.bytes ? page.body.bytes : "", wanted);
	page_release(&page);
}

static void test_escapes(void **state)
{
	(void)state;
	static const struct {
		const char *text, *wanted;
	} cases[] = {
		{"", ""},
		{"plain", "plain"},
		{"<b>", "&lt;b&gt;"},
		{"a&b", "a&amp;b"},
		{"&amp;", "&amp;amp;"},
		{"\"'", "&quot;&#39;"},
		{"two\nlines\tand a tab", "two\nlines\tand a tab"},
		{"\x01\x1b\x7f\r", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
		{"µs – 内核 \xf0\x9f\x90\xa7", "µs – 内核 \xf0\x9f\x90\xa7"},
		{"\xff", "\xef\xbf\xbd"},
		{"a\xc3", "a\xef\xbf\xbd"},
		{"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\u2067a\u2027", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" "a\u2027"},
		{"\xc2\x85", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xed\xa0\x80<", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd&lt;"},
		{"\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		check_escaped(cases[i].text, strlen(cases[i].text), cases[i].wanted);
	check_escaped("a\0b", 3,
		"a\xef\xbf\xbd"
		"b");
}

/* A label of any length is escaped whole, at every place in it. */
static void test_escapes_everywhere(void **state)
{
	(void)state;
	char text[1200];
	for (size_t length = 1; length < sizeof(text); length += 37) {
		memset(text, 'n', length);
		text[length - 1] = '<';
		struct page page;
		page_init(&page);
		page_add_escaped(&page, text, length);
		assert_int_equal(page.body.length, length + 3);
		assert_string_equal(page.body.bytes + length - 1, "&lt;");
		page_release(&page);
	}
}

static void test_formats(void **state)
{
	(void)state;
	struct page page;
	page_init(&page);
	page_add(&page, "<a href='%s'>%d %u %5.2f%% %c</a>", "x'y", -3, 7u, 1.5, '<');
	page_add(&page, "%zu %ld %llu %x %.3e %04d", (size_t)9, -8L, 18446744073709551615ull, 255,
		0.5, 7);
	page_add_html(&page, "<br/>");
	assert_string_equal(page.body.bytes, "<a href='x&#39;y'>-3 7  1.50% &lt;</a>"
					     "9 -8 18446744073709551615 ff 5.000e-01 0007<br/>");
	page_release(&page);
}

static void test_turn_drops_everything(void **state)
{
	(void)state;
	struct page page;
	page_init(&page);
	page_add_html(&page, "half a page");
	snprintf(page.filename, sizeof(page.filename), "x");
	page_turn(&page, PAGE_DATA, "text/plain");
	assert_int_equal(page.body.length, 0);
	assert_string_equal(page.filename, "");
	assert_string_equal(page.type, "text/plain");
	page_release(&page);
}

static void test_numbers(void **state)
{
	(void)state;
	static const struct {
		double value;
		const char *wanted;
	} cases[] = {
		{4.6018, "4.602"},
		{46.018, "46.02"},
		{460.18, "460.2"},
		{6523.4, "6523"},
		{78701, "78,701"},
		{-127812593, "-127,812,593"},
		{9999.7, "10,000"},
		{999999999999999, "999,999,999,999,999"},
		{0.07717, "0.07717"},
		{0.7717, "0.7717"},
		{0.001, "0.001000"},
		{0, "0"},
		{-4.6018, "-4.602"},
		{9.99961, "10.00"},
		{99.996, "100.0"},
		{999.96, "1000"},
		{1e-7, "1.000e-07"},
		{1e20, "1.000e+20"},
		{NAN, "–"},
		{INFINITY, "–"},
	};
	char buffer[NUMBER_BYTES];
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_string_equal(number_text(cases[i].value, buffer), cases[i].wanted);
	assert_string_equal(number_minute(1796064001123456, buffer), "2026-11-30 18:40");
	assert_string_equal(number_second(1796064001123456, buffer), "2026-11-30 18:40:01");
	assert_string_equal(number_span(12000000, buffer), "12 s");
	assert_string_equal(number_span(250000000, buffer), "4 min 10 s");
	assert_string_equal(number_span(11100000000, buffer), "3 h 05 min");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_escapes),
		cmocka_unit_test(test_escapes_everywhere),
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_turn_drops_everything),
		cmocka_unit_test(test_numbers),
	};
	return cmocka_run_group_tests_name("web page", tests, NULL, NULL);
}
