/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Range headers: what they mean, and that nothing hostile leads outside of the body. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "web/range.h"

static void test_table(void **state)
{
	(void)state;
	static const struct {
		const char *header;
		uint64_t whole, first, length; /* length 0: RANGE_OUTSIDE */
	} cases[] = {
		{"bytes=0-0", 10, 0, 1},
		{"bytes=0-9", 10, 0, 10},
		{"bytes=0-10", 10, 0, 10},
		{"bytes=3-4", 10, 3, 2},
		{"bytes=9-9", 10, 9, 1},
		{"bytes=9-", 10, 9, 1},
		{"bytes=0-", 10, 0, 10},
		{"bytes=10-", 10, 0, 0},
		{"bytes=10-11", 10, 0, 0},
		{"bytes=-1", 10, 9, 1},
		{"bytes=-10", 10, 0, 10},
		{"bytes=-11", 10, 0, 10},
		{"bytes=-0", 10, 0, 0},
		{"bytes=0-", 0, 0, 0},
		{"bytes=0-0", 0, 0, 0},
		{"bytes=-1", 0, 0, 0},
		{"Bytes=1-2", 10, 1, 2},
		{"bytes= 1-2 ", 10, 1, 2},
		{"bytes=007-008", 10, 7, 2},
		{"bytes=0-18446744073709551615", 10, 0, 10},
		{"bytes=0-18446744073709551616", 10, 0, 10},
		{"bytes=0-99999999999999999999999999999999", 10, 0, 10},
		{"bytes=-99999999999999999999999999999999", 10, 0, 10},
		{"bytes=9223372036854775807-", 10, 0, 0},
		{"bytes=18446744073709551615-", 10, 0, 0},
		{"bytes=18446744073709551616-", 10, 0, 0},
		{"bytes=18446744073709551626-", 10, 0, 0}, /* 10 if it wrapped */
		{"bytes=9000000000000000000-", UINT64_MAX, 9000000000000000000u,
			UINT64_MAX - 9000000000000000000u},
		{"bytes=-18446744073709551615", UINT64_MAX, 0, UINT64_MAX},
		{"bytes=18446744073709551615-", UINT64_MAX, 0, 0},
		{"bytes=18446744073709551614-", UINT64_MAX, UINT64_MAX - 1, 1},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct range range = {77, 77};
		enum range_kind kind = range_parse(cases[i].header, cases[i].whole, &range);
		assert_int_equal(kind, cases[i].length ? RANGE_PART : RANGE_OUTSIDE);
		if (kind == RANGE_OUTSIDE)
			continue;
		assert_true(range.first == cases[i].first);
		assert_true(range.length == cases[i].length);
	}
}

/* Each is answered with the whole. */
static const char *const hostile[] = {
	"", " ", "bytes", "bytes=", "bytes= ", "bytes=-", "bytes=--", "bytes=---", "bytes=--1",
	"bytes=-1-", "bytes=-1-2", "bytes=-1-0", "bytes=1", "bytes=12345", "bytes=1--2",
	"bytes=1-2-3", "bytes=1-2-", "bytes=1-2,", "bytes=,1-2", "bytes=1-2,3-4", "bytes=0-,0-",
	"bytes=0-0,0-0,0-0,0-0,0-0,0-0,0-0,0-0,0-0,0-0", "bytes=0-,-1", "bytes=-1,-2",
	"bytes=-1,0-0", "bytes=,", "bytes=,,", "bytes=,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", "bytes=;",
	"bytes=1-2;", "bytes=1-2;q=1", "bytes:1-2", "bytes 1-2", "bytes 1-2/10", "bytes =1-2",
	"bytes\t=1-2", " bytes=1-2", "byte=1-2", "bytess=1-2", "octets=1-2", "lines=1-2", "none",
	"items=0-5", "seconds=1-2", "=1-2", "1-2", "-5", "*", "bytes=*", "bytes=*-", "bytes=*-*",
	"bytes=1-*", "bytes=*-1", "bytes */10", "bytes=a-b", "bytes=a-", "bytes=-a", "bytes=1-a",
	"bytes=a-1", "bytes=1a-2", "bytes=1-2a", "bytes=0x0-0x9", "bytes=0x1-", "bytes=-0x1",
	"bytes=+1-2", "bytes=1-+2", "bytes=+1-+2", "bytes=-+1", "bytes=+-1", "bytes=1.0-2",
	"bytes=1-2.0", "bytes=1.5-", "bytes=-1.5", "bytes=1e1-", "bytes=1e1-2e1", "bytes=-1e1",
	"bytes=9e18-", "bytes=1 -2", "bytes=1- 2", "bytes=1 - 2", "bytes=- 1", "bytes=1\t-2",
	"bytes=1-\t2", "bytes=1 2-3", "bytes=1-2 3", "bytes=1_0-", "bytes=1'000-", "bytes=1,000-",
	"bytes=\xc2\xb2-", "bytes=\xd9\xa1-\xd9\xa2", "bytes=\xef\xbc\x91-", "bytes=1\xe2\x80\x93" "2",
	"bytes=1\xe2\x88\x92" "2", "bytes=\xff-\xff", "bytes=1-\xff", "bytes=\x80", "bytes=\x01-\x02",
	"bytes=1\x01-2", "bytes=1-2\x01", "bytes=\r\n1-2", "bytes=1-2\r\n", "bytes=1-2\r\nX: y",
	"bytes=1-2\n", "bytes=1-\n2", "bytes=\v1-2", "bytes=\f1-2", "bytes=1-2\v", "bytes=%31-%32",
	"bytes=%30-", "bytes=&#49;-2", "bytes=\\x31-2", "bytes=\"1-2\"", "bytes=\"1\"-\"2\"",
	"bytes='1-2'", "bytes=(1-2)", "bytes=[1-2]", "bytes=<1-2>", "bytes={1-2}", "bytes=1-2]",
	"bytes=1..2", "bytes=1:2", "bytes=1/2", "bytes=1-2/10", "bytes=1-2/*", "bytes==1-2",
	"bytes=1=2", "bytes=bytes=1-2", "bytes=1-2,bytes=3-4", "bytes=1-2 bytes=3-4", "bytes=5-4",
	"bytes=1-0", "bytes=9-0", "bytes=10-9", "bytes=99-98", "bytes=18446744073709551615-0",
	"bytes=18446744073709551616-0", "bytes=18446744073709551616-1", "bytes=2-1,", "bytes=5-4,0-1",
	"bytes=9223372036854775808-9223372036854775807", "bytes=99999999999999999999-1",
	"bytes=-18446744073709551616,", "bytes=-99999999999999999999 1",
	"bytes=18446744073709551616--1", "bytes=-9223372036854775808-", "bytes=-1;", "bytes=-1 -",
	"bytes=0-0-0", "bytes=0--0", "bytes=0-,", "bytes=0-;", "bytes=0-.", "bytes=0-a", "bytes=0-%",
	"bytes=0-$", "bytes=0-#", "bytes=0-!", "bytes=0-?", "bytes=0-&", "bytes=0-|", "bytes=0-~",
	"bytes=0-`", "bytes=0-@", "bytes=0-^", "bytes=0-_", "bytes=0-\\", "bytes=0-:", "bytes=0-<",
	"bytes=%s%s%s%n", "bytes=%n-%n", "bytes=-%d", "bytes=../../etc/passwd", "bytes=0-../",
	"bytes=$(id)", "bytes=`id`", "bytes=;id", "bytes=|id", "bytes=' OR 1=1--", "bytes=<script>",
	"bytes=NaN-NaN", "bytes=nan", "bytes=inf", "bytes=-inf", "bytes=Infinity-", "bytes=null",
	"bytes=null-null", "bytes=undefined", "bytes=true-false", "bytes=first-last", "bytes=begin-",
	"bytes=-end", "bytes=all", "bytes=0-end", "BYTES", "BYTES=", "BYTES=-", "BYTES=A-B",
	"bytes=0-0 , 1-1", "bytes=0-0 ,", "bytes= , 0-0", "bytes=\t,\t0-0", "bytes=0 0-0", "bytes=0-0x",
	"bytes=00000000000000000000000000000000000000000000000000000000000000000000000000000000",
	"bytes=00000000000000000000-,00000000000000000000-",
	"bytes=----------------------------------------------------------------------------",
	"bytes=1111111111111111111111111111111111111111-1111111111111111111111111111111111111111,",
	"bytes=1-1111111111111111111111111111111111111111x", "bytes=99999999999999999999999999-1",
};

static void test_hostile(void **state)
{
	(void)state;
	static const uint64_t wholes[] = {0, 1, 2, 10, 1u << 31, (uint64_t)1 << 63, UINT64_MAX};
	assert_true(ARRAY_LENGTH(hostile) >= 200);
	assert_int_equal(range_parse(NULL, 10, &(struct range){0}), RANGE_NONE);
	for (size_t i = 0; i < ARRAY_LENGTH(hostile); i++)
		for (size_t j = 0; j < ARRAY_LENGTH(wholes); j++) {
			struct range range = {1, 2};
			if (range_parse(hostile[i], wholes[j], &range) != RANGE_NONE)
				fail_msg("'%s' is taken", hostile[i]);
			assert_true(range.first == 1 && range.length == 2);
		}
}

/* Every pair of numbers around the edges: a part is never outside of the whole. */
static void test_bounds(void **state)
{
	(void)state;
	static const uint64_t edges[] = {0, 1, 2, 9, 10, 11, INT32_MAX, UINT32_MAX, INT64_MAX,
		(uint64_t)INT64_MAX + 1, UINT64_MAX - 1, UINT64_MAX};
	for (size_t i = 0; i < ARRAY_LENGTH(edges); i++)
		for (size_t j = 0; j < ARRAY_LENGTH(edges); j++)
			for (size_t k = 0; k < ARRAY_LENGTH(edges); k++) {
				char header[64];
				struct range range;
				snprintf(header, sizeof(header), "bytes=%llu-%llu",
					(unsigned long long)edges[i], (unsigned long long)edges[j]);
				if (range_parse(header, edges[k], &range) != RANGE_PART)
					continue;
				assert_true(range.first == edges[i]);
				assert_true(range.length > 0 && range.first < edges[k]);
				assert_true(range.length <= edges[k] - range.first);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_bounds),
	};
	return cmocka_run_group_tests_name("web range", tests, NULL, NULL);
}
