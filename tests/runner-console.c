/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/console.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void add(struct console *console, const char *text)
{
	console_add(console, text, strlen(text));
}

static void log_is(const struct console *console, const char *wanted)
{
	char *log = console_log(console);

	assert_string_equal(log, wanted);
	free(log);
}

static void keeps_the_log(void **state)
{
	struct console console = {0};

	(void)state;
	log_is(&console, "");
	add(&console, "[    0.000000] Linux version\r\n[    0.1");
	add(&console, "00000] next\r\n\r\n");
	log_is(&console, "[    0.000000] Linux version\n[    0.100000] next\n\n");
	assert_string_equal(console.last, "[    0.100000] next");
	assert_string_equal(console.panic, "");
	console_release(&console);
}

static void log_is_utf8(void **state)
{
	struct console console = {0};

	(void)state;
	console_add(&console, "a\0b\xff\xc3\xa4\n", 7);
	log_is(&console, "a\xef\xbf\xbd" "b\xef\xbf\xbd\xc3\xa4\n");
	assert_string_equal(console.last, "a?b???");
	console_release(&console);
}

static void sees_a_panic_in_pieces(void **state)
{
	struct console console = {0};

	(void)state;
	add(&console, "[    1.0] Kernel panic - not");
	assert_string_equal(console.panic, "");
	add(&console, " syncing: VFS: no root\r\n---[ end Kernel panic - not syncing: again ]---\r\n");
	assert_string_equal(console.panic, "Kernel panic - not syncing: VFS: no root");
	console_release(&console);
}

static void holds_a_flood(void **state)
{
	enum { LINE_BYTES = 64, LINES = 8 << 20 >> 6 };
	struct console console = {0};
	char line[LINE_BYTES + 1];

	(void)state;
	for (unsigned i = 0; i < LINES; i++) {
		snprintf(line, sizeof(line), "%-*u\n", LINE_BYTES - 1, i);
		add(&console, line);
	}
	add(&console, "Kernel panic - not syncing: at last\n");
	char *log = console_log(&console);
	assert_true(strlen(log) <= CONSOLE_HEAD_BYTES + 2 * CONSOLE_TAIL_BYTES + 100);
	assert_memory_equal(log, "0 ", 2);
	assert_non_null(strstr(log, "bytes left out]"));
	assert_non_null(strstr(log, "at last"));
	assert_string_equal(console.panic, "Kernel panic - not syncing: at last");
	free(log);
	console_release(&console);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_the_log),
		cmocka_unit_test(log_is_utf8),
		cmocka_unit_test(sees_a_panic_in_pieces),
		cmocka_unit_test(holds_a_flood),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
