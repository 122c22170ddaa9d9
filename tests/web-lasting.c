/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses with the digest of their content: the same for the same content only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/fixture.h"
#include "web/lasting.h"

static struct campaign sealed(const char *digest)
{
	struct campaign campaign = {.id = FIXTURE_ID, .state = CAMPAIGN_COMPLETE};
	campaign.digest = xstrdup_null(digest);
	return campaign;
}

static enum page_cache cache_of(const char *query, const struct campaign *campaign)
{
	const struct request request = {.query = query};
	return lasting_cache(&request, campaign);
}

static void test_query(void **state)
{
	(void)state;
	struct campaign campaign = sealed("abc"), open = sealed(NULL);
	char *plain = lasting_query("", &campaign), *viewed = lasting_query("?x=2..4", &campaign);
	assert_int_equal(strlen(plain), strlen("?d=") + 12);
	assert_memory_equal(plain, "?d=", 3);
	assert_memory_equal(viewed, "?x=2..4&d=", 10);
	assert_string_equal(viewed + 10, plain + 3);
	assert_int_equal(cache_of(plain + 1, &campaign), PAGE_LASTING);
	assert_int_equal(cache_of(viewed + 1, &campaign), PAGE_LASTING);
	free(viewed);

	/* Not where the content is not known by it: nothing is promised, and nothing believed. */
	static const char *const others[] = {"", "d=", "d=0123456789ab", "d=%00", "x=1", "dd=1"};
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		assert_int_equal(cache_of(others[i], &campaign), PAGE_CHECKED);
	char *shorter = xstrndup(plain + 1, strlen(plain) - 2);
	assert_int_equal(cache_of(shorter, &campaign), PAGE_CHECKED);
	free(shorter);
	char *with = lasting_query("?with=20261201-aaaaaa:x", &campaign);
	assert_string_equal(with, "?with=20261201-aaaaaa:x");
	free(with);
	with = xasprintf("with=20261201-aaaaaa:x&%s", plain + 1);
	assert_int_equal(cache_of(with, &campaign), PAGE_CHECKED);
	free(with);
	char *growing = lasting_query("?x=1", &open);
	assert_string_equal(growing, "?x=1");
	free(growing);
	assert_int_equal(cache_of(plain + 1, &open), PAGE_CHECKED);
	free(plain);
	campaign_release(&campaign);
	campaign_release(&open);
}

/* Another seal, another revision, an amendment of other content: another address each. */
static void test_contents(void **state)
{
	(void)state;
	char *queries[5];
	struct campaign campaign = sealed("abc"), other = sealed("abd");
	queries[0] = lasting_query("", &campaign);
	queries[1] = lasting_query("", &other);
	static const char *const hashes[] = {"h1", "h2"};
	for (size_t i = 0; i < ARRAY_LENGTH(hashes); i++) {
		struct amendment *amendment =
			xgrow(&campaign.amendments, &campaign.amendments_n, sizeof(*amendment));
		amendment->number = (unsigned)i + 1;
		amendment->hash = xstrdup(hashes[i]);
		campaign.revision = (unsigned)i + 1;
		queries[2 + i] = lasting_query("", &campaign);
	}
	free(campaign.amendments[1].hash);
	campaign.amendments[1].hash = xstrdup("h3");
	queries[4] = lasting_query("", &campaign);
	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++)
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(queries[i], queries[j]);
	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++)
		free(queries[i]);
	campaign_release(&campaign);
	campaign_release(&other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_query),
		cmocka_unit_test(test_contents),
	};
	return cmocka_run_group_tests_name("web lasting", tests, NULL, NULL);
}
