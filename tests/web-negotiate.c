/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accept-Encoding: who gets the compressed form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "web/negotiate.h"

static void test_table(void **state)
{
	(void)state;
	static const char *const gzip[] = {
		"gzip", "GZip", "x-gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8, *;q=0.1",
		"deflate,gzip", "  gzip  ", "gzip;q=1", "gzip;q=1.000", "gzip;q=0.001", "gzip ; q=0.5",
		"gzip; Q=0.5", "*", "*;q=0.1", "identity;q=0.5, *", "identity;q=0, gzip",
		"identity;q=0, *", "identity, gzip", "gzip;q=0.5, identity;q=0.5",
		"gzip;q=0.5", ",,gzip,,", "zstd, *;q=0.2", "identity;q=bad, gzip",
	};
	static const char *const plain[] = {
		"", ",", ";", "identity", "identity;q=0", "gzip;q=0., *", "deflate", "br", "gzip;q=0", "gzip;q=0.0", "gzip;q=0.000",
		"gzip;q=0, *", "*;q=0", "*;q=0, identity", "gzip;q=0.4, identity;q=0.5",
		"identity;q=1, gzip;q=0.9", "*;q=0.5, identity", "gzip;q=", "gzip;q=2", "gzip;q=1.001",
		"gzip;q=0.0001", "gzip;q=-1", "gzip;q=+1", "gzip;q=x", "gzip;level=9", "gzipped",
		"gzi", "not gzip", "\"gzip\"", "gzip=1", "gzip;q=0,identity;q=0", "identity;q=0,*;q=0",
		"\xff\xff", "q=1", ";q=1", "gzip;q=.5", "gzip;q=1.5", "gzip;q=nan", "gzip;q=1e0",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(gzip); i++)
		if (!negotiate_gzip(gzip[i]))
			fail_msg("%s", gzip[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(plain); i++)
		if (negotiate_gzip(plain[i]))
			fail_msg("%s", plain[i]);
	assert_false(negotiate_gzip(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
	};
	return cmocka_run_group_tests_name("web negotiate", tests, NULL, NULL);
}
