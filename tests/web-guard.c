/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guard: tables of requests and what they are answered with, and a fuzz of all its inputs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "web/guard.h"

#define HEADERS_ROOM 80
#define UPLOAD "/api/v1/campaigns/0123"

static const char *const names[] = {"bench.example.org", "lab.example"};
static const struct guard_policy everybody = {.uploads = true, .body_max_bytes = 1000};
static const struct guard_policy named = {
	.hosts = names, .hosts_n = 2, .body_max_bytes = 1000};

/* "Name: value" lines, each ended by \n, without room for blanks around the name. */
static size_t parse(const char *lines, struct guard_header headers[static HEADERS_ROOM])
{
	size_t n = 0;
	while (*lines && n < HEADERS_ROOM) {
		size_t length = strcspn(lines, "\n"), name = strcspn(lines, ":");
		size_t blank = lines[name + 1] == ' ' ? 2 : 1;
		headers[n++] = (struct guard_header){.name = lines, .name_length = name,
			.value = lines + name + blank, .value_length = length - name - blank};
		lines += length + (lines[length] == '\n');
	}
	return n;
}

static struct guard_answer ask(const struct guard_policy *policy, const char *method,
	const char *target, const char *version, const char *lines)
{
	struct guard_header headers[HEADERS_ROOM];
	const struct guard_request request = {.method = method, .version = version,
		.target = target, .local = "192.0.2.7", .headers = headers,
		.headers_n = parse(lines, headers)};
	return guard_check(policy, &request);
}

static const struct {
	const char *method, *lines; /* after a Host line */
	int status;
} header_cases[] = {
	{"GET", "", 0},
	{"HEAD", "", 0},
	{"GET", "Content-Length: 0\n", 0},
	{"GET", "Content-Length: 000\n", 0},
	{"GET", "Content-Length: 1\n", 400},
	{"HEAD", "Content-Length: 1\n", 400},
	{"GET", "Content-Length: 0\nContent-Length: 0\n", 400},
	{"GET", "Content-Length: 0\ncontent-length: 5\n", 400},
	{"GET", "Content-Length: +0\n", 400},
	{"GET", "Content-Length: -1\n", 400},
	{"GET", "Content-Length: 5,5\n", 400},
	{"GET", "Content-Length: 0x0\n", 400},
	{"GET", "Content-Length: 0 \n", 400},
	{"GET", "Content-Length:\n", 400},
	{"GET", "Content-Length: 18446744073709551616\n", 400},
	{"GET", "Transfer-Encoding: chunked\n", 400},
	{"GET", "transfer-encoding: identity\n", 400},
	{"GET", "Transfer-Encoding:\n", 400},
	{"GET", "Content-Length: 0\nTransfer-Encoding: chunked\n", 400},
	{"GET", "Content-Encoding: gzip\n", 415},
	{"GET", "Content-Range: bytes 0-1/2\n", 400},
	{"GET", "Upgrade: h2c\n", 400},
	{"GET", "Expect: 100-continue\n", 0},
	{"GET", "Expect: 100-Continue\n", 0},
	{"GET", "Expect: 200-ok\n", 417},
	{"GET", "Expect: 100-continue\nExpect: 100-continue\n", 400},
	{"GET", "Authorization: Bearer a\nAuthorization: Bearer b\n", 400},
	{"GET", "Host: other\n", 400},
	{"GET", "X Y: 1\n", 400},
	{"GET", "Name : 1\n", 400},
	{"GET", ": 1\n", 400},
	{"GET", "Na(me: 1\n", 400},
	{"GET", "N\xc3\xa4me: 1\n", 400},
	{"GET", "X: a\rb\n", 400},
	{"GET", "X: a\x7f" "b\n", 400},
	{"GET", "X: a\tb \xc3\xa4\n", 0},
	{"GET", "X!#$%&'*+-.^_`|~09: 1\n", 0},
	{"POST", "", 405},
	{"PUT", "", 405},
	{"get", "", 405},
	{"FOO", "Content-Length: 5\n", 405},
	{"POST", "Transfer-Encoding: chunked\n", 400},
};

static void test_headers(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(header_cases); i++) {
		char *lines = NULL;
		assert_true(asprintf(&lines, "Host: here\n%s", header_cases[i].lines) > 0);
		struct guard_answer answer =
			ask(&everybody, header_cases[i].method, "/", "HTTP/1.1", lines);
		if (answer.status != header_cases[i].status)
			fail_msg("%s with %s: %d", header_cases[i].method, header_cases[i].lines,
				answer.status);
		assert_true((answer.status == 0) == (answer.line == NULL));
		if (answer.status == 405)
			assert_string_equal(answer.allow, "GET, HEAD");
		else
			assert_null(answer.allow);
		free(lines);
	}
}

static void test_many_headers(void **state)
{
	(void)state;
	char lines[GUARD_HEADER_BYTES + 256] = "Host: here\n";
	for (size_t i = 1; i < GUARD_HEADERS_MAX; i++)
		strncat(lines, "X: 1\n", sizeof(lines) - strlen(lines) - 1);
	assert_int_equal(ask(&everybody, "GET", "/", "HTTP/1.1", lines).status, 0);
	strncat(lines, "X: 1\n", sizeof(lines) - strlen(lines) - 1);
	assert_int_equal(ask(&everybody, "GET", "/", "HTTP/1.1", lines).status, 431);

	static const char host[] = "Host: here\nX: ";
	size_t longest = GUARD_HEADER_BYTES - (8 + 4) - (1 + 4);
	memcpy(lines, host, sizeof(host));
	memset(lines + sizeof(host) - 1, 'a', longest);
	lines[sizeof(host) - 1 + longest] = 0;
	assert_int_equal(ask(&everybody, "GET", "/", "HTTP/1.1", lines).status, 0);
	strncat(lines, "a", sizeof(lines) - strlen(lines) - 1);
	assert_int_equal(ask(&everybody, "GET", "/", "HTTP/1.1", lines).status, 431);
}

static void test_versions(void **state)
{
	(void)state;
	static const struct {
		const char *version;
		int status;
	} cases[] = {
		{"HTTP/1.1", 0}, {"HTTP/1.0", 0}, {"HTTP/0.9", 505}, {"HTTP/2.0", 505},
		{"HTTP/1.2", 505}, {"HTTP/1.10", 505}, {"http/1.1", 505}, {"", 505},
		{"HTTP/1.1 ", 505},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_int_equal(ask(&everybody, "GET", "/", cases[i].version, "Host: a\n").status,
			cases[i].status);
}

static void test_hosts(void **state)
{
	(void)state;
	static const struct {
		const char *host; /* NULL: no such line */
		int any, named;   /* with no names configured, with some */
	} cases[] = {
		{"bench.example.org", 0, 0},
		{"Bench.Example.ORG:8080", 0, 0},
		{"lab.example", 0, 0},
		{"evil.example", 0, 421},
		{"bench.example.org.evil.example", 0, 421},
		{"xbench.example.org", 0, 421},
		{"localhost", 0, 0},
		{"localhost:1", 0, 0},
		{"127.0.0.1:80", 0, 0},
		{"127.9.9.9", 0, 0},
		{"127.0.0.1.evil.example", 0, 421},
		{"[::1]:8080", 0, 0},
		{"192.0.2.7", 0, 0},
		{"192.0.2.70", 0, 421},
		{"192.0.2.8", 0, 421},
		{"", 400, 400},
		{":80", 400, 400},
		{"a:b", 400, 400},
		{"a:80:80", 400, 400},
		{"a:123456", 400, 400},
		{"a b", 400, 400},
		{"a/b", 400, 400},
		{"user@bench.example.org", 400, 400},
		{"[::1", 400, 400},
		{"[::1]x", 400, 400},
		{NULL, 400, 400},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *lines = NULL;
		assert_true(asprintf(&lines, "%s%s\n", cases[i].host ? "Host: " : "Via: ",
				    cases[i].host ? cases[i].host : "a") > 0);
		struct guard_answer any = ask(&everybody, "GET", "/", "HTTP/1.1", lines);
		struct guard_answer known = ask(&named, "GET", "/", "HTTP/1.1", lines);
		if (any.status != cases[i].any || known.status != cases[i].named)
			fail_msg("%s: %d %d", lines, any.status, known.status);
		free(lines);
	}
	/* HTTP/1.0 has no Host: right where every name is. */
	assert_int_equal(ask(&everybody, "GET", "/", "HTTP/1.0", "").status, 0);
	assert_int_equal(ask(&named, "GET", "/", "HTTP/1.0", "").status, 421);
}

static const struct {
	const char *target;
	int status;
} target_cases[] = {
	{"/", 0},
	{"/c/20261130-k3f7qd", 0},
	{"/c/20261130-k3f7qd/ring.bound.zero.png", 0},
	{"/c/x/", 0},
	{"/a..b", 0},
	{"/a~b_c-d", 0},
	{"/c/x?rows=15..25&with=a:b,c&x=%2F+%c3%a4", 0},
	{"/?", 0},
	{"/.well-known/security.txt", 0},
	{"/.well-known/security.txt?", 400},
	{"/.well-known/", 400},
	{"", 400},
	{"*", 400},
	{"c", 400},
	{"http://here/", 400},
	{"HTTP://here/", 400},
	{"here:80", 400},
	{"//", 400},
	{"//evil.example/", 400},
	{"/c//x", 400},
	{"/.", 400},
	{"/..", 400},
	{"/../etc/passwd", 400},
	{"/c/../../etc/passwd", 400},
	{"/c/.git/config", 400},
	{"/%2e%2e/etc/passwd", 400},
	{"/%252e%252e/", 400},
	{"/c%2fx", 400},
	{"/%00", 400},
	{"/c/x%", 400},
	{"/c\\x", 400},
	{"/c/x;y", 400},
	{"/c/x#y", 400},
	{"/c/x y", 400},
	{"/c/\xc3\xa4", 400},
	{"/c/x\x01", 400},
	{"/<script>", 400},
	{"/c/x:y", 400},
	{"/?a=%", 400},
	{"/?a=%4", 400},
	{"/?a=%zz", 400},
	{"/?a=%00", 400},
	{"/?a=b?c", 400},
	{"/?a=<", 400},
	{"/?a='", 400},
	{"/?../..", 400},
};

static void test_targets(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(target_cases); i++) {
		struct guard_answer answer =
			ask(&everybody, "GET", target_cases[i].target, "HTTP/1.1", "Host: a\n");
		if (answer.status != target_cases[i].status)
			fail_msg("%s: %d", target_cases[i].target, answer.status);
	}
}

static void test_long_targets(void **state)
{
	(void)state;
	char target[GUARD_TARGET_BYTES + 2] = "/";
	memset(target + 1, 'a', GUARD_TARGET_BYTES - 1);
	assert_int_equal(ask(&everybody, "GET", target, "HTTP/1.1", "Host: a\n").status, 0);
	target[GUARD_TARGET_BYTES] = 'a';
	assert_int_equal(ask(&everybody, "GET", target, "HTTP/1.1", "Host: a\n").status, 414);
}

static void test_uploads(void **state)
{
	(void)state;
	static const struct {
		const char *method, *target, *lines;
		int status;
	} cases[] = {
		{"PUT", UPLOAD, "Host: a\nContent-Length: 1000\n", 0},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 0\n", 0},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 1001\n", 413},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 999999999999999999\n", 413},
		{"PUT", UPLOAD, "Host: a\n", 411},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 5\nContent-Encoding: gzip\n", 415},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 5\nContent-Range: bytes 0-4/9\n", 400},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 5\nTransfer-Encoding: chunked\n", 400},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 5\nContent-Length: 6\n", 400},
		{"PUT", UPLOAD, "Host: a\nContent-Length: 5\nExpect: 100-continue\n", 0},
		{"GET", UPLOAD, "Host: a\n", 405},
		{"PUT", "/c/x", "Host: a\nContent-Length: 5\n", 405},
		{"PUT", "/api/v1/campaigns", "Host: a\nContent-Length: 5\n", 405},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct guard_answer answer = ask(&everybody, cases[i].method, cases[i].target,
			"HTTP/1.1", cases[i].lines);
		if (answer.status != cases[i].status)
			fail_msg("%s %s %s: %d", cases[i].method, cases[i].target, cases[i].lines,
				answer.status);
	}
	struct guard_answer taken =
		ask(&everybody, "PUT", UPLOAD, "HTTP/1.1", "Host: a\nContent-Length: 0999\n");
	assert_int_equal(taken.body_bytes, 999);
	assert_string_equal(ask(&everybody, "GET", UPLOAD, "HTTP/1.1", "Host: a\n").allow, "PUT");

	/* Where uploads are off there is no such address to write to. */
	static const struct guard_policy reading = {.body_max_bytes = 1000};
	struct guard_answer off =
		ask(&reading, "PUT", UPLOAD, "HTTP/1.1", "Host: a\nContent-Length: 5\n");
	assert_int_equal(off.status, 405);
	assert_string_equal(off.allow, "GET, HEAD");
}

/* A small generator of its own: the same bytes on every machine. */
static unsigned next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*seed >> 33);
}

static void random_bytes(uint64_t *seed, char *bytes, size_t room)
{
	static const char likely[] = "/.%?=&:,+-_~ azAZ09\\;\r\n\t\x01\x7f\xff";
	size_t length = next(seed) % room;
	for (size_t i = 0; i < length; i++)
		bytes[i] = next(seed) % 8 ? likely[next(seed) % (sizeof(likely) - 1)]
					  : (char)(next(seed) % 255 + 1);
	bytes[length] = 0;
}

/* Whatever comes, what passes is within the rules, and nothing is read beyond its end. */
static void test_fuzz(void **state)
{
	(void)state;
	static const char *const known[] = {
		"Host", "Content-Length", "Transfer-Encoding", "Expect"};
	uint64_t seed = 20261130;
	unsigned passed = 0;
	for (unsigned round = 0; round < 200000; round++) {
		struct guard_header headers[4];
		char method[8], target[24], values[4][12], name[6];
		random_bytes(&seed, target, sizeof(target));
		random_bytes(&seed, method, sizeof(method));
		random_bytes(&seed, name, sizeof(name));
		for (unsigned i = 0; i < 4; i++) {
			random_bytes(&seed, values[i], sizeof(values[i]));
			const char *header = next(&seed) % 4 ? known[next(&seed) % 4] : name;
			headers[i] = (struct guard_header){header, values[i], strlen(header),
				strlen(values[i])};
		}
		const struct guard_request request = {
			.method = next(&seed) % 2 ? "GET" : method,
			.version = next(&seed) % 8 ? "HTTP/1.1" : "HTTP/1.0",
			.target = next(&seed) % 2 ? target : "/",
			.local = "127.0.0.1", .headers = headers, .headers_n = next(&seed) % 5};
		struct guard_answer answer = guard_check(&everybody, &request);
		if (answer.status) {
			assert_non_null(answer.line);
			continue;
		}
		passed++;
		assert_int_equal(answer.body_bytes, 0);
		assert_string_equal(request.method, "GET");
		assert_int_equal(request.target[0], '/');
		assert_null(strstr(request.target, "//"));
		assert_null(strstr(request.target, "/."));
		assert_null(strpbrk(request.target, "\\;\r\n\t \x7f\xff"));
	}
	assert_true(passed > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_many_headers),
		cmocka_unit_test(test_versions),
		cmocka_unit_test(test_hosts),
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_long_targets),
		cmocka_unit_test(test_uploads),
		cmocka_unit_test(test_fuzz),
	};
	return cmocka_run_group_tests_name("web-guard", tests, NULL, NULL);
}
