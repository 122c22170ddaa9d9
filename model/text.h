/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A growing piece of text (or bytes): pages, exports and pictures are all built in one of these
 * and written out only when they are whole.
 *
 * Invariant: bytes is NULL while room is 0; otherwise bytes[length] is 0, so bytes is a string
 * wherever the content has no 0 of its own. Start with TEXT_EMPTY, end with text_release().
 */
#ifndef MODEL_TEXT_H
#define MODEL_TEXT_H

#include "model/error.h"

struct text {
	char *bytes;
	size_t length, room;
};

#define TEXT_EMPTY ((struct text){NULL, 0, 0})

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *text, const void *bytes, size_t length);
void text_release(struct text *text);

/* Hands the string over (never NULL; the caller frees it) and leaves the text empty. */
char *text_take(struct text *text);

/*
 * The one way a measured value is written where a program reads it: at most 15 significant
 * digits, '.' as the decimal point in every locale; "nan" for a missing value.
 */
#define TEXT_NUMBER_BYTES 32
const char *text_number(double value, char buffer[static TEXT_NUMBER_BYTES]);

/* A microsecond count since 1970 as 2026-11-30T18:40:01.123456Z. */
#define TEXT_TIME_BYTES 32
const char *text_time(int64_t unix_us, char buffer[static TEXT_TIME_BYTES]);

/* The reverse of text_time(); false where the string is not of that form. */
bool text_time_parse(const char *string, int64_t *unix_us);

/* The length of a valid UTF-8 sequence at s (1 to 4), 0 where there is none. */
size_t text_utf8_length(const char *s, size_t left);

/* Whether the whole string is valid UTF-8. */
bool text_is_utf8(const char *string);

/* How many of the string's bytes fit into `room` bytes without cutting a character. */
size_t text_utf8_fit(const char *s, size_t room);

/* Adds the bytes with every byte that is not valid UTF-8 replaced by U+FFFD and NUL by U+FFFD. */
void text_add_utf8(struct text *text, const char *bytes, size_t length);

/* A copy of the string as text_add_utf8() would add it. The caller frees it. */
char *text_valid(const char *string);

/*
 * Whether the valid sequence of that length is not shown but does something to what is: a control
 * character (line ends too), a separator of lines, one that turns the direction of the text.
 */
bool text_is_control(const char *s, size_t length);

/*
 * Whether a text that somebody gave may be kept: not blank, at most so many bytes of UTF-8, no
 * control characters; `lines`: but line ends. The error begins with `what`.
 */
bool text_check(const char *what, const char *text, size_t bytes_max, bool lines,
	struct error *err);

/* Adds a name as part of one line of text: as text_add_utf8, and what controls as blanks. */
void text_add_line(struct text *text, const char *string);

/* Reads a whole file, at most limit_bytes of it; files of /proc and /sys too. */
bool text_read_file(struct text *text, const char *path, size_t limit_bytes, struct error *err);

/*
 * Writes a whole file so that it appears complete or not at all: a temporary name in the same
 * folder, fsync, rename, fsync of the folder.
 */
bool text_write_file(const struct text *text, const char *path, struct error *err);

#endif
