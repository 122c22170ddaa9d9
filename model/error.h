/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the world's failures travel: a function that can fail for reasons outside the program
 * returns false (or NULL) and leaves one human line in its last parameter, a struct error.
 * Only cli/ and the server's error page show it.
 */
#ifndef MODEL_ERROR_H
#define MODEL_ERROR_H

#include "model/base.h"

struct error {
	char message[1024]; /* one line, no newline at the end; long ones are cut */
};

/* Writes the message and returns false, so that a caller can `return error_set(err, …)`. */
bool error_set(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix: " before the message that is there, and returns false. */
bool error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
