/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/error.h"

#include <stdarg.h>

#include "model/text.h"

/*
 * A message is one line of valid UTF-8, whatever a file name or a tool put in it, and wherever a
 * long one was cut.
 */
static void keep_one_line(char *message)
{
	for (char *c = message; *c;) {
		size_t length = text_utf8_length(c, strlen(c));
		if (length == 0)
			*c = '?';
		else if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = ' ';
		c += length ? length : 1;
	}
}

bool error_set(struct error *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(err->message, sizeof(err->message), format, args);
	va_end(args);
	keep_one_line(err->message);
	return false;
}

bool error_prefix(struct error *err, const char *format, ...)
{
	char prefix[sizeof(err->message)];
	va_list args;
	va_start(args, format);
	vsnprintf(prefix, sizeof(prefix), format, args);
	va_end(args);

	struct error inner = *err;
	return error_set(err, "%s: %s", prefix, inner.message);
}
