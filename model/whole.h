/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole numbers in words that somebody gave: digits alone. strtoul() would take blanks, signs,
 * what stands behind the number, and a number that does not fit.
 */
#ifndef MODEL_WHOLE_H
#define MODEL_WHOLE_H

#include "model/base.h"

/* False, and *number as it was, where the word is no such number or it is above `most`. */
bool whole_parse(const char *word, uint64_t most, uint64_t *number);

/* The same of a word in an address, where a number has one spelling: 7, never 07. */
bool whole_parse_address(const char *word, uint64_t most, uint64_t *number);

#endif
