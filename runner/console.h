/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a guest's kernel writes to its console: kept as its log, and watched for a panic. Of a
 * flood the first and the last megabytes are kept.
 */
#ifndef RUNNER_CONSOLE_H
#define RUNNER_CONSOLE_H

#include "model/text.h"

#define CONSOLE_HEAD_BYTES (2 << 20)
#define CONSOLE_TAIL_BYTES (1 << 20) /* up to twice as much is held */
#define CONSOLE_LINE_BYTES 256       /* of a line, what is kept to be shown in an error */

/* Start with {0}, end with console_release(). */
struct console {
	struct text head, tail;
	uint64_t dropped_bytes; /* between the two */
	char line[CONSOLE_LINE_BYTES]; /* being written; NUL behind it */
	size_t line_length;
	char last[CONSOLE_LINE_BYTES]; /* the last whole one that was not empty */
	char panic[CONSOLE_LINE_BYTES]; /* the line that told of a panic, from "Kernel panic" on; "" */
};

void console_add(struct console *console, const char *bytes, size_t length);

/* The log as valid UTF-8 with plain newlines. The caller frees it. */
char *console_log(const struct console *console);
void console_release(struct console *console);

#endif
