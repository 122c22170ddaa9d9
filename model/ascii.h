/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text that survives every mailing list: printable ASCII in lines of bounded width.
 */
#ifndef MODEL_ASCII_H
#define MODEL_ASCII_H

#include "model/text.h"

/*
 * The string in printable ASCII: "µ" is u, "±" is +/-, dashes and minus signs are -, every other
 * character that is not ASCII is one '?', control characters are blanks. The caller frees it.
 */
char *ascii_of(const char *string);

/* The same, cut in the middle with "..." where it is longer than `width` (at least 8). */
char *ascii_fit(const char *string, size_t width);

/*
 * Adds a paragraph: `first` begins its first line, `indent` blanks every other one; broken at
 * blanks (but for one before a '%'), and inside a word that is longer than a line. Ends with a
 * line end.
 */
void ascii_wrap(struct text *text, const char *first, size_t indent, const char *string,
	size_t width);

#endif
