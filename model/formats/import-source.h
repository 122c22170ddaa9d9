/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file to import as lines of text, and the numbers in them. Gzip data is unpacked, a byte order
 * mark, terminal sequences and CR are taken off; what is no text is refused by name.
 */
#ifndef MODEL_FORMATS_IMPORT_SOURCE_H
#define MODEL_FORMATS_IMPORT_SOURCE_H

#include "model/error.h"

#define IMPORT_FILE_BYTES_MAX (32u << 20)
#define IMPORT_LINES_MAX (4u << 20)

struct import_source {
	char *name;  /* what errors call the file */
	char *bytes; /* the text as a whole, without a mark at its start */
	size_t bytes_n;
	char *buffer; /* holds the lines */
	char **lines; /* strings; line number i + 1 is lines[i] */
	size_t length;
	const char *pattern, *unit; /* of the kind `extract`, borrowed; else NULL */
};

/* `bytes` may be compressed. *source is empty on failure. */
bool import_source_init(struct import_source *source, const char *name, const void *bytes,
	size_t length, struct error *err);
void import_source_release(struct import_source *source);

/* Line i without blanks at its start and without what mail programs put before quotes. */
const char *import_line(const struct import_source *source, size_t i);

/* "NAME:LINE: message", or "NAME: message" for line 0. Returns false. */
bool import_error(const struct import_source *source, size_t line, struct error *err,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What is behind a prefix, NULL where the string does not begin with it. */
const char *import_after(const char *string, const char *prefix);

const char *import_skip_blanks(const char *string);
/* Length of the word at its start. */
size_t import_word(const char *string);
/* Whether only blanks are left. */
bool import_is_blank(const char *string);

/* ---- numbers, the same in every locale ---- */

enum number {
	NUMBER_EXACT,
	NUMBER_NONE, /* not a number */
	NUMBER_GAP,  /* nan in any spelling */
	NUMBER_INFINITE,
	NUMBER_RANGE,     /* beyond what a double holds */
	NUMBER_COMMA,     /* "1,91": can only be a decimal comma; *value is set */
	NUMBER_AMBIGUOUS, /* "1,234": a decimal comma or thousands */
};

/* What the characters are, as a whole. Sets *value where it is EXACT or COMMA. */
enum number number_read(const char *string, size_t length, double *value);

/* One number, or the error with the line: a decimal comma, infinity or text is refused. */
bool import_number(const struct import_source *source, size_t line, const char *string,
	size_t length, double *value, struct error *err);
/* The error of a number that is not EXACT. */
bool import_number_error(const struct import_source *source, size_t line, const char *string,
	size_t length, enum number number, struct error *err);

/* Digits alone, as a whole number below 2^53; leading zeros mean nothing. False otherwise. */
bool number_whole(const char *string, size_t length, double *value);

#endif
