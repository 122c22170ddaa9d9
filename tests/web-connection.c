/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Connections: limits by address and altogether, phases that end, the drain. On socket pairs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "web/connection.h"
#include "web/peer.h"

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

static union address address_of(const char *text)
{
	union address address = {0};
	if (inet_pton(AF_INET, text, &address.v4.sin_addr) == 1) {
		address.v4.sin_family = AF_INET;
	} else {
		assert_int_equal(inet_pton(AF_INET6, text, &address.v6.sin6_addr), 1);
		address.v6.sin6_family = AF_INET6;
	}
	return address;
}

static void test_peers(void **state)
{
	(void)state;
	static const struct {
		const char *text, *shown;
		bool loopback;
	} cases[] = {
		{"127.0.0.1", "127.0.0.1", true},
		{"127.255.0.9", "127.255.0.9", true},
		{"128.0.0.1", "128.0.0.1", false},
		{"::1", "::1", true},
		{"::2", "::2", false},
		{"::ffff:127.0.0.1", "127.0.0.1", true},
		{"::ffff:192.0.2.7", "192.0.2.7", false},
		{"2001:db8::1", "2001:db8::1", false},
	};
	char text[PEER_BYTES];
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		union address address = address_of(cases[i].text);
		assert_string_equal(peer_text(&address.any, text), cases[i].shown);
		assert_true(peer_is_loopback(&address.any) == cases[i].loopback);
	}
	const union address other = {.any.sa_family = AF_UNIX};
	assert_string_equal(peer_text(&other.any, text), "-");
	assert_false(peer_is_loopback(&other.any));
}

static uint64_t key_of(const char *text)
{
	union address address = address_of(text);
	return peer_key(&address.any);
}

static void test_keys(void **state)
{
	(void)state;
	assert_true(key_of("192.0.2.7") == key_of("::ffff:192.0.2.7"));
	assert_true(key_of("192.0.2.7") != key_of("192.0.2.8"));
	assert_true(key_of("2001:db8:0:1::1") == key_of("2001:db8:0:1:ffff::9"));
	assert_true(key_of("2001:db8:0:1::1") != key_of("2001:db8:0:2::1"));
}

/* One end is the client's, the other in the table. */
struct pair {
	int client, server;
	struct connection *connection;
};

static struct pair pair_open(struct connections *connections, const char *from)
{
	int ends[2];
	union address address = address_of(from);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	return (struct pair){ends[0], ends[1], connection_open(connections, ends[1], &address.any)};
}

static void pair_close(struct connections *connections, struct pair *pair)
{
	connection_close(connections, pair->connection);
	close(pair->client);
	close(pair->server);
}

static bool is_cut(const struct pair *pair, int wait_ms)
{
	struct pollfd end = {pair->client, POLLIN, 0};
	char byte;
	return poll(&end, 1, wait_ms) == 1 && read(pair->client, &byte, 1) == 0;
}

static bool admits(struct connections *connections, const char *from)
{
	union address address = address_of(from);
	return connections_admit(connections, &address.any);
}

static struct connections *start(struct connection_limits limits)
{
	struct error err;
	struct connections *connections = connections_new(&limits, &err);
	assert_non_null(connections);
	return connections;
}

static void test_limits(void **state)
{
	(void)state;
	struct connection_limits limits = connection_limits_default();
	limits.connections = 8;
	limits.loopback = 2;
	limits.per_address = 3;
	struct connections *connections = start(limits);
	struct pair pairs[8];
	for (size_t i = 0; i < 3; i++) {
		assert_true(admits(connections, "192.0.2.7"));
		pairs[i] = pair_open(connections, "192.0.2.7");
	}
	assert_false(admits(connections, "192.0.2.7"));
	assert_false(admits(connections, "::ffff:192.0.2.7"));
	assert_true(admits(connections, "192.0.2.8"));
	/* A customer's /64 counts as one. */
	pairs[3] = pair_open(connections, "2001:db8::1");
	pairs[4] = pair_open(connections, "2001:db8::2");
	pairs[5] = pair_open(connections, "2001:db8::3");
	assert_false(admits(connections, "2001:db8::4"));
	/* The last two are for loopback. */
	assert_false(admits(connections, "192.0.2.9"));
	assert_true(admits(connections, "127.0.0.1"));
	pairs[6] = pair_open(connections, "127.0.0.1");
	pairs[7] = pair_open(connections, "::1");
	assert_false(admits(connections, "127.0.0.2"));
	struct connection_counts counts = connections_count(connections);
	assert_int_equal(counts.open, 8);
	assert_int_equal(counts.opened, 8);
	assert_int_equal(counts.turned_away, 5);
	assert_string_equal(connection_peer(pairs[6].connection), "127.0.0.1");
	assert_true(connection_is_loopback(pairs[7].connection));
	/* What closes makes room for its own address. */
	pair_close(connections, &pairs[7]);
	pair_close(connections, &pairs[6]);
	pair_close(connections, &pairs[0]);
	assert_true(admits(connections, "192.0.2.7"));
	for (size_t i = 1; i < 6; i++)
		pair_close(connections, &pairs[i]);
	assert_int_equal(connections_count(connections).open, 0);
	connections_free(connections);
}

/* A phase of no seconds ends at the next look; one of many does not. */
static void test_ends(void **state)
{
	(void)state;
	for (enum connection_phase phase = 0; phase < CONNECTION_PHASE_N; phase++) {
		struct connection_limits limits = connection_limits_default();
		limits.time_s[phase] = 0;
		struct connections *connections = start(limits);
		struct pair late = pair_open(connections, "192.0.2.7");
		struct pair other = pair_open(connections, "192.0.2.8");
		connection_enter(connections, late.connection, phase, 0);
		connection_enter(connections, other.connection,
			phase == CONNECTION_ANSWER ? CONNECTION_IDLE : CONNECTION_ANSWER, 0);
		assert_true(is_cut(&late, 10000));
		assert_false(is_cut(&other, 0));
		assert_int_equal(connections_count(connections).cut[phase], 1);
		pair_close(connections, &late);
		pair_close(connections, &other);
		connections_free(connections);
	}
}

/* Asking again does not give a slow header more time, but the next request has its own. */
static void test_header(void **state)
{
	(void)state;
	struct connection_limits limits = connection_limits_default();
	limits.time_s[CONNECTION_HEADER] = 1;
	struct connections *connections = start(limits);
	struct pair pair = pair_open(connections, "192.0.2.7");
	connection_enter(connections, pair.connection, CONNECTION_ANSWER, 0);
	connection_enter(connections, pair.connection, CONNECTION_IDLE, 0);
	connection_enter(connections, pair.connection, CONNECTION_HEADER, 0);
	for (unsigned i = 0; i < 200 && !is_cut(&pair, 50); i++)
		connection_enter(connections, pair.connection, CONNECTION_HEADER, 0);
	assert_int_equal(connections_count(connections).cut[CONNECTION_HEADER], 1);
	pair_close(connections, &pair);
	connections_free(connections);
}

static void test_body(void **state)
{
	(void)state;
	struct connection_limits limits = connection_limits_default();
	limits.time_s[CONNECTION_BODY] = 0;
	struct connections *connections = start(limits);
	struct pair small = pair_open(connections, "192.0.2.7");
	struct pair big = pair_open(connections, "192.0.2.8");
	connection_enter(connections, small.connection, CONNECTION_BODY, 16 * 1024 - 1);
	connection_enter(connections, big.connection, CONNECTION_BODY, 64 * 1024 * 1024);
	assert_true(is_cut(&small, 10000));
	assert_false(is_cut(&big, 0));
	pair_close(connections, &small);
	pair_close(connections, &big);
	connections_free(connections);
}

static void test_requests(void **state)
{
	(void)state;
	struct connection_limits limits = connection_limits_default();
	limits.requests = 2;
	struct connections *connections = start(limits);
	struct pair pair = pair_open(connections, "192.0.2.7");
	for (unsigned i = 0; i < 2; i++) {
		assert_false(is_cut(&pair, 0));
		connection_enter(connections, pair.connection, CONNECTION_HEADER, 0);
		connection_enter(connections, pair.connection, CONNECTION_ANSWER, 0);
		connection_enter(connections, pair.connection, CONNECTION_IDLE, 0);
	}
	assert_true(is_cut(&pair, 0));
	pair_close(connections, &pair);
	connections_free(connections);
}

static void test_drain(void **state)
{
	(void)state;
	struct connections *connections = start(connection_limits_default());
	struct pair idle = pair_open(connections, "192.0.2.7");
	struct pair answered = pair_open(connections, "192.0.2.8");
	struct pair begun = pair_open(connections, "192.0.2.9");
	connection_enter(connections, idle.connection, CONNECTION_IDLE, 0);
	connection_enter(connections, answered.connection, CONNECTION_ANSWER, 0);
	connections_drain(connections, 0);
	assert_true(is_cut(&idle, 0));
	assert_false(is_cut(&answered, 0));
	assert_true(is_cut(&begun, 10000));
	assert_false(admits(connections, "127.0.0.1"));
	/* It was answered in the end, and has no next request. */
	connection_enter(connections, answered.connection, CONNECTION_IDLE, 0);
	assert_true(is_cut(&answered, 0));
	pair_close(connections, &idle);
	pair_close(connections, &answered);
	pair_close(connections, &begun);
	connections_drain(connections, 100);
	connections_free(connections);
}

static void test_fit(void **state)
{
	(void)state;
	static const struct {
		rlim_t files;
		unsigned connections, loopback;
	} cases[] = {{20000, 4096, 64}, {1024, 512, 64}, {128, 64, 16}, {40, 8, 2}, {20, 1, 0}};
	struct rlimit before, files;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		if (before.rlim_max < cases[i].files)
			continue;
		/* Only the soft limit could be put back: what is fitted to is the hard one, so a
		 * child does each. */
		pid_t child = fork();
		assert_true(child >= 0);
		if (!child) {
			files = (struct rlimit){8, cases[i].files};
			struct connection_limits limits = connection_limits_default();
			if (setrlimit(RLIMIT_NOFILE, &files) != 0)
				_exit(2);
			connection_limits_fit(&limits);
			_exit(limits.connections != cases[i].connections ||
				limits.loopback != cases[i].loopback ||
				getrlimit(RLIMIT_NOFILE, &files) != 0 ||
				files.rlim_cur != cases[i].files);
		}
		int status;
		assert_int_equal(waitpid(child, &status, 0), child);
		if (status)
			fail_msg("at %u descriptors: %d", (unsigned)cases[i].files, status);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_peers),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_header),
		cmocka_unit_test(test_body),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_drain),
		cmocka_unit_test(test_fit),
	};
	return cmocka_run_group_tests_name("web-connection", tests, NULL, NULL);
}
