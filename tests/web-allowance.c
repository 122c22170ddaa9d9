/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How often an address may fail, and how much a token may upload, by a clock of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>

#include "web/allowance.h"

#define SECOND_MS UINT64_C(1000)
#define DAY_MS (86400 * SECOND_MS)

static struct sockaddr_storage address_of(const char *text)
{
	struct sockaddr_storage storage = {0};
	struct sockaddr_in *four = (struct sockaddr_in *)&storage;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)&storage;
	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
	} else {
		assert_int_equal(inet_pton(AF_INET6, text, &six->sin6_addr), 1);
		six->sin6_family = AF_INET6;
	}
	return storage;
}

static unsigned wait_s(struct allowance *allowance, const char *text, uint64_t now_ms)
{
	struct sockaddr_storage address = address_of(text);
	return allowance_wait_s(allowance, (struct sockaddr *)&address, now_ms);
}

static void fail_at(struct allowance *allowance, const char *text, uint64_t now_ms)
{
	struct sockaddr_storage address = address_of(text);
	allowance_fail(allowance, (struct sockaddr *)&address, now_ms);
}

static void ten_failures_in_a_minute(void **state)
{
	(void)state;
	struct allowance *allowance = allowance_new();
	for (unsigned i = 0; i < ALLOWANCE_FAILURES; i++) {
		assert_int_equal(wait_s(allowance, "192.0.2.1", 5000 + i), 0);
		fail_at(allowance, "192.0.2.1", 5000 + i);
	}
	assert_int_equal(wait_s(allowance, "192.0.2.1", 6000), 59);
	assert_int_equal(wait_s(allowance, "192.0.2.1", 64999), 1);
	assert_int_equal(wait_s(allowance, "192.0.2.1", 65000), 0);
	assert_int_equal(wait_s(allowance, "192.0.2.2", 6000), 0);
	allowance_free(allowance);
}

static void a_network_of_ipv6_is_one_address(void **state)
{
	(void)state;
	struct allowance *allowance = allowance_new();
	for (unsigned i = 0; i < ALLOWANCE_FAILURES; i++)
		fail_at(allowance, i % 2 ? "2001:db8:1:2::1" : "2001:db8:1:2:ffff::9", 1000);
	assert_int_not_equal(wait_s(allowance, "2001:db8:1:2:3:4:5:6", 2000), 0);
	assert_int_equal(wait_s(allowance, "2001:db8:1:3::1", 2000), 0);
	allowance_free(allowance);
}

/* From more addresses than there are places: no harm, and the newest are known. */
static void a_flood_of_addresses(void **state)
{
	(void)state;
	struct allowance *allowance = allowance_new();
	char text[32];
	for (unsigned i = 0; i < 5000; i++) {
		snprintf(text, sizeof(text), "10.0.%u.%u", i / 256, i % 256);
		fail_at(allowance, text, 1000 + i);
	}
	for (unsigned i = 1; i < ALLOWANCE_FAILURES; i++)
		fail_at(allowance, text, 7000);
	assert_int_not_equal(wait_s(allowance, text, 7000), 0);
	allowance_free(allowance);
}

static void twenty_at_once_then_one_a_second(void **state)
{
	(void)state;
	struct allowance *allowance = allowance_new();
	for (unsigned i = 0; i < ALLOWANCE_BURST; i++)
		assert_int_equal(allowance_take(allowance, "a", 1, 1000), 0);
	assert_int_equal(allowance_take(allowance, "a", 1, 1000), 1);
	assert_int_equal(allowance_take(allowance, "a", 1, 1999), 1);
	assert_int_equal(allowance_take(allowance, "b", 1, 1999), 0);
	assert_int_equal(allowance_take(allowance, "a", 1, 2000), 0);
	assert_int_equal(allowance_take(allowance, "a", 1, 2000), 1);
	/* Another thread may have looked at the clock before. */
	assert_int_equal(allowance_take(allowance, "a", 1, 1999), 1);
	for (unsigned i = 0; i < ALLOWANCE_BURST; i++)
		assert_int_equal(allowance_take(allowance, "a", 1, DAY_MS), 0);
	assert_int_equal(allowance_take(allowance, "a", 1, DAY_MS), 1);
	allowance_free(allowance);
}

static void so_many_bytes_a_day(void **state)
{
	(void)state;
	struct allowance *allowance = allowance_new();
	assert_int_equal(allowance_take(allowance, "a", ALLOWANCE_DAY_BYTES - 10, 1000), 0);
	assert_int_equal(allowance_take(allowance, "a", 10, 2000), 0);
	assert_int_equal(allowance_take(allowance, "a", 1, 61000), 86400 - 60);
	assert_int_equal(allowance_take(allowance, "a", UINT64_MAX, 61000), 86400 - 60);
	allowance_give_back(allowance, "a", 5);
	assert_int_equal(allowance_take(allowance, "a", 5, 61000), 0);
	assert_int_not_equal(allowance_take(allowance, "a", 1, 61000), 0);
	allowance_give_back(allowance, "a", UINT64_MAX);
	assert_int_equal(allowance_take(allowance, "a", ALLOWANCE_DAY_BYTES, 1000 + DAY_MS), 0);
	allowance_give_back(allowance, "unknown", 1);
	allowance_free(allowance);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ten_failures_in_a_minute),
		cmocka_unit_test(a_network_of_ipv6_is_one_address),
		cmocka_unit_test(a_flood_of_addresses),
		cmocka_unit_test(twenty_at_once_then_one_a_second),
		cmocka_unit_test(so_many_bytes_a_day),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
