/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the site is for the world, and what is not let into a mail's link. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/base.h"
#include "model/url.h"

static const struct {
	const char *said, *url;
} cases[] = {
	{"https://lab.example.org", "https://lab.example.org"},
	{"https://lab.example.org/", "https://lab.example.org"},
	{"http://[::1]:8080/", "http://[::1]:8080"},
	{"https://a-host-of-no-more-than-40-letters.de", ""},
	{"https://a-host-of-exactly-40-letters.exa/", "https://a-host-of-exactly-40-letters.exa"},
	{"ftp://lab.example.org", ""},
	{"https://", ""},
	{"https:///c/", ""},
	{"https://example.org/lab", ""}, /* pages link from the root */
	{"lab.example.org", ""},
	{"", ""},
	{"https://lab.example.org/\nX: y", ""},
	{"https://lab.example.org/'onclick='", ""},
	{"https://lab.example.org?x", ""},
};

static void test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char url[URL_BYTES];
		struct error err;
		setenv("SCHEDLAB_URL", cases[i].said, 1);
		assert_string_equal(url_of_site(url), cases[i].url);
		assert_int_equal(url_check(cases[i].said, &err), cases[i].url[0] != 0);
	}
	unsetenv("SCHEDLAB_URL");
	char url[URL_BYTES];
	assert_string_equal(url_of_site(url), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
