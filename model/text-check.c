/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/text.h"

/*
 * A control character could rewrite the terminal that it is read on. Separators of lines and what
 * turns the direction are text of its language all the same, and shown as blanks.
 */
bool text_check(const char *what, const char *text, size_t bytes_max, bool lines,
	struct error *err)
{
	if (!text || text[strspn(text, " \n")] == 0)
		return error_set(err, "%s is needed, and must not be empty", what);
	size_t left = strlen(text);
	if (left > bytes_max)
		return error_set(err, "%s is longer than %zu bytes", what, bytes_max);
	for (const char *at = text; *at;) {
		size_t length = text_utf8_length(at, left);
		if (!length)
			return error_set(err, "%s is not valid UTF-8", what);
		if (length < 3 && text_is_control(at, length) && !(lines && *at == '\n'))
			return error_set(err, "%s holds a %s", what,
				*at == '\n' ? "line end: one line is expected"
					    : "control character");
		at += length;
		left -= length;
	}
	return true;
}
