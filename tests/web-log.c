/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log: one line a request whatever it holds, files that are rotated, faults in measure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <unistd.h>

#include "model/text.h"
#include "tests/temporary.h"
#include "web/log.h"

#define AT_US 1796074801123456

static const struct log_request plain = {.peer = "192.0.2.7", .method = "GET",
	.target = "/c/20261130-k3f7qd?rows=1..2", .agent = "curl/8.0 (x)", .at_us = AT_US,
	.took_us = 1234, .status = 200, .bytes = 5120};

static void test_line(void **state)
{
	(void)state;
	char line[LOG_LINE_BYTES];
	log_line(&plain, line);
	assert_string_equal(line,
		"192.0.2.7 2026-11-30T21:40:01.123Z GET /c/20261130-k3f7qd?rows=1..2 200 5120 1.2 "
		"\"curl/8.0 (x)\" \"-\"");
	struct log_request hostile = plain;
	hostile.method = "GE\nT";
	hostile.target = "/a b\r\n127.0.0.1 - \"x\\";
	hostile.agent = "\x1b[31m\"\xc3\xa4\x7f";
	hostile.referrer = "";
	hostile.status = 0;
	log_line(&hostile, line);
	assert_string_equal(line,
		"192.0.2.7 2026-11-30T21:40:01.123Z GE\\x0aT "
		"/a\\x20b\\x0d\\x0a127.0.0.1\\x20-\\x20\\x22x\\x5c 0 5120 1.2 "
		"\"\\x1b[31m\\x22\\xc3\\xa4\\x7f\" \"-\"");
}

static void test_longest(void **state)
{
	(void)state;
	char line[LOG_LINE_BYTES], field[5000];
	for (int byte = 1; byte < 256; byte += 27) {
		memset(field, byte, sizeof(field) - 1);
		field[sizeof(field) - 1] = 0;
		struct log_request longest = {.peer = field, .method = field, .target = field,
			.agent = field, .referrer = field, .at_us = AT_US, .took_us = INT64_MAX,
			.status = 200, .bytes = UINT64_MAX};
		log_line(&longest, line);
		assert_true(strlen(line) < LOG_LINE_BYTES - 1);
		for (const char *at = line; *at; at++)
			assert_true(*at >= ' ' && *at < 0x7f);
		assert_int_equal(line[strlen(line) - 1], '"');
		assert_non_null(strstr(line, "...\" \""));
	}
}

static size_t lines_of(const char *path)
{
	struct text text = TEXT_EMPTY;
	struct error err;
	size_t n = 0;
	assert_true(text_read_file(&text, path, 1 << 20, &err));
	for (size_t i = 0; i < text.length; i++)
		n += text.bytes[i] == '\n';
	text_release(&text);
	return n;
}

static void test_file(void **state)
{
	struct error err;
	char *path = temporary_path(state, "access.log"), *old = temporary_path(state, "access.1");
	char *nowhere = temporary_path(state, "none/access.log");
	struct log *log = log_new(path, &err);
	assert_non_null(log);
	assert_true(log_wants_requests(log));
	for (unsigned i = 0; i < 10; i++)
		log_request(log, &plain);
	assert_int_equal(rename(path, old), 0);
	log_request(log, &plain);
	log_reopen(log);
	log_request(log, &plain);
	log_free(log);
	/* A second server goes on where the first ended. */
	log = log_new(path, &err);
	log_request(log, &plain);
	log_free(log);
	assert_int_equal(lines_of(old), 11);
	assert_int_equal(lines_of(path), 2);

	assert_null(log_new(nowhere, &err));
	assert_non_null(strstr(err.message, "access.log"));
	free(path);
	free(old);
	free(nowhere);
}

static void test_none(void **state)
{
	(void)state;
	struct error err;
	struct log *log = log_new("", &err);
	assert_false(log_wants_requests(log));
	log_request(log, &plain);
	log_reopen(log);
	log_free(log);
	unsetenv("JOURNAL_STREAM");
	log = log_new(NULL, &err);
	assert_false(log_wants_requests(log));
	log_free(log);
	/* Of another process: what it names is not our stderr. */
	setenv("JOURNAL_STREAM", "1:1", 1);
	log = log_new(NULL, &err);
	assert_false(log_wants_requests(log));
	log_free(log);
}

/* A thousand faults in a moment are ten lines for each second it took. */
static void test_faults(void **state)
{
	char *path = temporary_path(state, "stderr");
	struct error err;
	struct timespec begun, ended;
	int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600), kept = dup(STDERR_FILENO);
	assert_true(file >= 0 && kept >= 0);
	assert_true(dup2(file, STDERR_FILENO) >= 0);
	struct log *log = log_new("", &err);
	clock_gettime(CLOCK_MONOTONIC, &begun);
	for (unsigned i = 0; i < 1000; i++)
		log_fault(log, "fault %u\nsecond line", i);
	clock_gettime(CLOCK_MONOTONIC, &ended);
	log_free(log);
	assert_true(dup2(kept, STDERR_FILENO) >= 0);
	close(kept);
	close(file);
	size_t lines = lines_of(path);
	assert_true(lines >= 10);
	assert_true(lines <= 10 * (size_t)(ended.tv_sec - begun.tv_sec + 1));
	struct text text = TEXT_EMPTY;
	assert_true(text_read_file(&text, path, 1 << 20, &err));
	assert_non_null(strstr(text.bytes, "schedlab: fault 0\n"));
	assert_null(strstr(text.bytes, "second line"));
	text_release(&text);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_line),
		cmocka_unit_test(test_longest),
		temporary_test(test_file),
		cmocka_unit_test(test_none),
		temporary_test(test_faults),
	};
	return cmocka_run_group_tests_name("web-log", tests, NULL, NULL);
}
