/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/console.h"

#include <inttypes.h>

#define PANIC "Kernel panic - not syncing"

static void end_line(struct console *console)
{
	const char *panic = strstr(console->line, PANIC);

	if (panic && !*console->panic)
		snprintf(console->panic, sizeof(console->panic), "%s", panic);
	if (console->line_length)
		memcpy(console->last, console->line, console->line_length + 1);
	console->line[0] = '\0';
	console->line_length = 0;
}

static void watch(struct console *console, char c)
{
	if (c == '\n') {
		end_line(console);
	} else if (c != '\r' && console->line_length < sizeof(console->line) - 1) {
		/* The line is shown in an error: nothing in it may move a terminal's cursor. */
		console->line[console->line_length++] = c >= ' ' && c <= '~' ? c : '?';
		console->line[console->line_length] = '\0';
	}
}

static void keep(struct console *console, const char *bytes, size_t length)
{
	size_t room = CONSOLE_HEAD_BYTES - console->head.length;
	size_t first = length < room ? length : room;
	struct text *tail = &console->tail;

	text_add_bytes(&console->head, bytes, first);
	text_add_bytes(tail, bytes + first, length - first);
	if (tail->length > (size_t)2 * CONSOLE_TAIL_BYTES) {
		size_t drop = tail->length - CONSOLE_TAIL_BYTES;
		memmove(tail->bytes, tail->bytes + drop, CONSOLE_TAIL_BYTES + 1);
		tail->length = CONSOLE_TAIL_BYTES;
		console->dropped_bytes += drop;
	}
}

void console_add(struct console *console, const char *bytes, size_t length)
{
	keep(console, bytes, length);
	for (size_t i = 0; i < length; i++)
		watch(console, bytes[i]);
}

/* A serial console ends its lines with "\r\n". */
static void add_plain(struct text *log, const struct text *raw)
{
	struct text plain = TEXT_EMPTY;

	for (size_t at = 0; at < raw->length;) {
		const char *start = raw->bytes + at;
		const char *cr = memchr(start, '\r', raw->length - at);
		size_t length = cr ? (size_t)(cr - start) : raw->length - at;
		text_add_bytes(&plain, start, length);
		at += length + (cr != NULL);
	}
	text_add_utf8(log, plain.bytes, plain.length);
	text_release(&plain);
}

char *console_log(const struct console *console)
{
	struct text log = TEXT_EMPTY;

	add_plain(&log, &console->head);
	if (console->dropped_bytes)
		text_add(&log, "\n[%" PRIu64 " bytes left out]\n", console->dropped_bytes);
	add_plain(&log, &console->tail);
	return text_take(&log);
}

void console_release(struct console *console)
{
	text_release(&console->head);
	text_release(&console->tail);
	*console = (struct console){0};
}
