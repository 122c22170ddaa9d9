/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frame of the line protocol: checksum, sending, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "runner/protocol.h"

/* Sends `payload` through a pipe and reads back what was on the wire. */
static void sent(const char *payload, char wire[static PROTOCOL_LINE_BYTES + 1])
{
	int ends[2];
	ssize_t length;

	assert_int_equal(pipe(ends), 0);
	assert_true(protocol_send(ends[1], "%s", payload));
	length = read(ends[0], wire, PROTOCOL_LINE_BYTES + 1);
	assert_in_range(length, PROTOCOL_FRAME_BYTES, PROTOCOL_LINE_BYTES);
	wire[length] = '\0';
	close(ends[0]);
	close(ends[1]);
}

/* The published check value of CRC-32, and values computed by zlib. */
static void test_crc(void **state)
{
	unsigned char all[256];

	(void)state;
	for (unsigned i = 0; i < sizeof(all); i++)
		all[i] = (unsigned char)i;
	assert_int_equal(protocol_crc("123456789", 9), 0xcbf43926);
	assert_int_equal(protocol_crc("", 0), 0);
	assert_int_equal(protocol_crc("a", 1), 0xe8b7be43);
	assert_int_equal(protocol_crc(all, sizeof(all)), 0x29058c73);
}

static void test_round_trip(void **state)
{
	static const char *const payloads[] = {
		"done", "", " ", "interval 10000123 6400", "fail fork of process 17 of 64: é", "a *12345678",
	};
	char wire[PROTOCOL_LINE_BYTES + 1];

	(void)state;
	for (size_t i = 0; i < sizeof(payloads) / sizeof(payloads[0]); i++) {
		sent(payloads[i], wire);
		assert_int_equal(strlen(wire), strlen(payloads[i]) + PROTOCOL_FRAME_BYTES);
		assert_true(protocol_unframe(wire));
		assert_string_equal(wire, payloads[i]);
	}
	sent("done", wire);
	assert_string_equal(wire, "done *102de0ab\n");
	wire[strlen(wire) - 1] = '\0';
	assert_true(protocol_unframe(wire));
	assert_string_equal(wire, "done");
}

/* One call is one line, whatever is in it. */
static void test_control_characters(void **state)
{
	char wire[PROTOCOL_LINE_BYTES + 1];

	(void)state;
	sent("a\nb\tc\rd", wire);
	assert_true(protocol_unframe(wire));
	assert_string_equal(wire, "a b c d");
}

static void test_longest_line(void **state)
{
	char payload[PROTOCOL_LINE_BYTES + 100];
	char wire[PROTOCOL_LINE_BYTES + 1];

	(void)state;
	memset(payload, 'x', sizeof(payload));
	payload[PROTOCOL_PAYLOAD_BYTES] = '\0';
	sent(payload, wire);
	assert_int_equal(strlen(wire), PROTOCOL_LINE_BYTES);
	assert_true(protocol_unframe(wire));
	assert_string_equal(wire, payload);

	memset(payload, 'x', sizeof(payload));
	payload[sizeof(payload) - 1] = '\0';
	sent(payload, wire);
	assert_int_equal(strlen(wire), PROTOCOL_LINE_BYTES);
	assert_true(protocol_unframe(wire));
	assert_int_equal(strlen(wire), PROTOCOL_PAYLOAD_BYTES);
}

/* Every bit of a line counts, and so does every byte cut off either end. */
static void test_damage(void **state)
{
	char good[PROTOCOL_LINE_BYTES + 1];
	char bad[PROTOCOL_LINE_BYTES + 1];
	char copy[PROTOCOL_LINE_BYTES + 1];
	size_t length;

	(void)state;
	sent("interval 10000123 6400", good);
	length = strlen(good) - 1;
	good[length] = '\0';
	for (size_t i = 0; i < length * 8; i++) {
		memcpy(bad, good, length + 1);
		bad[i / 8] = (char)(bad[i / 8] ^ (1 << i % 8));
		memcpy(copy, bad, length + 1);
		assert_false(protocol_unframe(bad));
		assert_memory_equal(bad, copy, length + 1);
	}
	for (size_t i = 1; i <= length; i++) {
		memcpy(bad, good + i, length + 1 - i);
		assert_false(protocol_unframe(bad));
		memcpy(bad, good, length - i);
		bad[length - i] = '\0';
		assert_false(protocol_unframe(bad));
	}
}

static void test_not_ours(void **state)
{
	static const char *const lines[] = {
		"", "\n", "*", " *", " *0000000", "[    1.234567] random: crng init done\n",
		"done *102DE0AB\n", "done *102de0ab\r\n", "done *102de0ab \n", "done  *102de0ab\n",
		"done *102de0ab\n\n",
	};
	char line[64];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(line, sizeof(line), "%s", lines[i]);
		assert_false(protocol_unframe(line));
		assert_string_equal(line, lines[i]);
	}
}

static void test_closed_descriptor(void **state)
{
	(void)state;
	assert_false(protocol_send(-1, "done"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_crc),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_control_characters),
		cmocka_unit_test(test_longest_line),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_not_ours),
		cmocka_unit_test(test_closed_descriptor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
