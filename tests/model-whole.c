/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/whole.h"

static void test_parse(void **state)
{
	static const struct {
		const char *word;
		uint64_t most;
		bool ok, address;
		uint64_t number;
	} cases[] = {
		{"0", 9, true, true, 0}, {"9", 9, true, true, 9}, {"10", 9, false, false, 0},
		{"007", 9, true, false, 7}, {"00", 9, true, false, 0}, {"1", 0, false, false, 0},
		{"0", 0, true, true, 0}, {"65535", 65535, true, true, 65535},
		{"65536", 65535, false, false, 0},
		{"18446744073709551615", UINT64_MAX, true, true, UINT64_MAX},
		{"18446744073709551616", UINT64_MAX, false, false, 0},
		{"99999999999999999999999", UINT64_MAX, false, false, 0},
		{"", 9, false, false, 0}, {" 1", 9, false, false, 0}, {"1 ", 9, false, false, 0},
		{"+1", 9, false, false, 0}, {"-1", UINT64_MAX, false, false, 0},
		{"-18446744073709551615", 9, false, false, 0}, {"1x", 9, false, false, 0},
		{"1.0", 9, false, false, 0}, {"0x1", 9, false, false, 0},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		uint64_t number = 77, address = 77;
		bool ok = whole_parse(cases[i].word, cases[i].most, &number);
		if (ok != cases[i].ok || number != (ok ? cases[i].number : 77))
			fail_msg("'%s': %d", cases[i].word, ok);
		ok = whole_parse_address(cases[i].word, cases[i].most, &address);
		if (ok != cases[i].address || address != (ok ? cases[i].number : 77))
			fail_msg("'%s' in an address: %d", cases[i].word, ok);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
	};
	return cmocka_run_group_tests_name("model-whole", tests, NULL, NULL);
}
