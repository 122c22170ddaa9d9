/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Upload tokens: who is let in, for how long, and that nothing of one can be changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "model/store-db.h"
#include "model/store-token.h"
#include "tests/temporary.h"

#define HOUR_US INT64_C(3600000000)
#define NOW_US INT64_C(1796064001123456)

static struct store *open_store(void **state, char **path)
{
	struct error err;
	*path = temporary_path(state, "lab.db");
	struct store *store = store_open(*path, STORE_WRITE, &err);
	assert_non_null(store);
	return store;
}

static void add(struct store *store, const char *name, const char *machine, int64_t expires_us,
	char secret[static TOKEN_BYTES])
{
	char *own_name = xstrdup(name), *own_machine = xstrdup_null(machine);
	struct token token = {own_name, own_machine, NOW_US, expires_us, 0};
	struct error err;
	if (!store_token_add(store, &token, secret, &err))
		fail_msg("%s", err.message);
	token_release(&token);
}

static enum store_found check(struct store *store, const char *secret, int64_t now_us)
{
	struct token token;
	struct error err;
	enum store_found found = store_token_check(store, secret, now_us, &token, &err);
	assert_int_equal(found == STORE_FOUND, token.name != NULL);
	token_release(&token);
	return found;
}

static void a_secret_is_found_until_it_expires_or_is_revoked(void **state)
{
	char *path, first[TOKEN_BYTES], second[TOKEN_BYTES];
	struct store *store = open_store(state, &path);
	struct error err;
	assert_int_equal(check(store, "slt_anything", NOW_US), STORE_ABSENT);
	add(store, "first", NULL, NOW_US + HOUR_US, first);
	add(store, "second", "lab-*", 0, second);
	assert_int_equal(strlen(first), TOKEN_BYTES - 1);
	assert_int_equal(strncmp(first, "slt_", 4), 0);
	assert_string_not_equal(first, second);

	assert_int_equal(check(store, first, NOW_US), STORE_FOUND);
	assert_int_equal(check(store, first, NOW_US + HOUR_US - 1), STORE_FOUND);
	assert_int_equal(check(store, first, NOW_US + HOUR_US), STORE_ABSENT);
	assert_int_equal(check(store, second, NOW_US + 1000 * HOUR_US), STORE_FOUND);
	assert_true(store_token_revoke(store, "second", NOW_US + 1, &err));
	assert_true(store_token_revoke(store, "second", NOW_US + 2, &err));
	assert_int_equal(check(store, second, NOW_US + 2), STORE_ABSENT);
	assert_false(store_token_revoke(store, "third", NOW_US, &err));

	struct token *tokens;
	size_t n;
	assert_true(store_token_list(store, &tokens, &n, &err));
	assert_int_equal(n, 2);
	assert_string_equal(tokens[1].name, "second");
	assert_int_equal(tokens[1].revoked_us, NOW_US + 1);
	assert_int_equal(token_state(&tokens[0], NOW_US + HOUR_US), TOKEN_EXPIRED);
	assert_int_equal(token_state(&tokens[1], NOW_US + HOUR_US), TOKEN_REVOKED);
	tokens_free(tokens, n);
	store_close(store);
	free(path);
}

static void nothing_but_the_whole_secret_is_let_in(void **state)
{
	char *path, secret[TOKEN_BYTES];
	struct store *store = open_store(state, &path);
	add(store, "only", NULL, 0, secret);
	for (size_t length = 0; length < TOKEN_BYTES - 1; length++) {
		char *part = xstrndup(secret, length), *other = xstrdup(secret);
		other[length] = other[length] == 'A' ? 'B' : 'A';
		assert_int_equal(check(store, part, NOW_US), STORE_ABSENT);
		assert_int_equal(check(store, other, NOW_US), STORE_ABSENT);
		free(part);
		free(other);
	}
	char *longer = xasprintf("%s ", secret);
	assert_int_equal(check(store, longer, NOW_US), STORE_ABSENT);
	free(longer);

	struct text file = TEXT_EMPTY;
	struct error err;
	assert_true(text_read_file(&file, path, 1 << 20, &err));
	assert_null(memmem(file.bytes, file.length, secret + 4, TOKEN_BYTES - 5));
	text_release(&file);
	store_close(store);
	free(path);
}

static void a_token_is_only_ever_revoked(void **state)
{
	static const char *const statements[] = {
		"DELETE FROM token", "UPDATE token SET revoked_us = NULL",
		"UPDATE token SET expires_us = NULL", "UPDATE token SET machine = NULL",
		"UPDATE token SET digest = 'x'", "UPDATE token SET revoked_us = 1"};
	char *path, secret[TOKEN_BYTES];
	struct store *store = open_store(state, &path);
	struct error err;
	add(store, "only", "lab", NOW_US, secret);
	assert_true(store_token_revoke(store, "only", NOW_US, &err));
	for (size_t i = 0; i < ARRAY_LENGTH(statements); i++)
		assert_false(db_run(store, statements[i], &err));
	store_close(store);
	free(path);
}

static void names_are_words_and_used_once(void **state)
{
	static const char *const bad[] = {"", "-x", ".x", "a b", "a/b", "ä", "a\n",
		"12345678901234567890123456789012345678901234567890123456789012345"};
	char *path, secret[TOKEN_BYTES];
	struct store *store = open_store(state, &path);
	struct error err;
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		assert_false(token_name_is_valid(bad[i]));
	add(store, "Night.ly_2-x", NULL, 0, secret);
	char *name = xstrdup("Night.ly_2-x");
	struct token again = {name, NULL, NOW_US, 0, 0};
	assert_false(store_token_add(store, &again, secret, &err));
	token_release(&again);
	store_close(store);
	free(path);
}

static void a_machine_has_to_fit_the_pattern(void **state)
{
	(void)state;
	static const struct {
		const char *pattern, *host;
		bool allowed;
	} cases[] = {{NULL, "anything", true}, {NULL, "", true}, {"lab", "lab", true},
		{"lab", "lab2", false}, {"lab*", "lab2", true}, {"lab?", "lab", false},
		{"*", "", true}, {"lab", "LAB", false}};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct token token = {.machine = xstrdup_null(cases[i].pattern)};
		assert_int_equal(token_allows(&token, cases[i].host), cases[i].allowed);
		token_release(&token);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(a_secret_is_found_until_it_expires_or_is_revoked),
		temporary_test(nothing_but_the_whole_secret_is_let_in),
		temporary_test(a_token_is_only_ever_revoked),
		temporary_test(names_are_words_and_used_once),
		cmocka_unit_test(a_machine_has_to_fit_the_pattern),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
