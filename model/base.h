/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every other file stands on: allocation that does not fail, and the C library functions
 * that are not used here.
 *
 * Running out of memory ends the program with one line on stderr and abort(): a sample that was
 * acknowledged is already in the store, and nothing else is worth a second code path.
 */
#ifndef MODEL_BASE_H
#define MODEL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Like malloc, calloc, reallocarray, strdup, strndup and asprintf, but never NULL. */
void *xmalloc(size_t size) __attribute__((malloc, alloc_size(1), returns_nonnull));
void *xcalloc(size_t n, size_t size) __attribute__((malloc, alloc_size(1, 2), returns_nonnull));
void *xreallocarray(void *old, size_t n, size_t size) __attribute__((returns_nonnull));
char *xstrdup(const char *string) __attribute__((malloc, returns_nonnull));
char *xstrndup(const char *string, size_t length) __attribute__((malloc, returns_nonnull));
char *xasprintf(const char *format, ...)
	__attribute__((malloc, returns_nonnull, format(printf, 1, 2)));

/* xstrdup for a string that may be NULL: then NULL. */
char *xstrdup_null(const char *string);

/*
 * Makes room for one more element of an array that grows by doubling and returns the new,
 * zeroed element: thing = xgrow(&list->things, &list->length, sizeof(*thing)).
 * `array` is the address of the array's pointer.
 */
void *xgrow(void *array, size_t *length, size_t size);

/* Banned: unbounded, locale-bound or with static storage. The build makes any use an error. */
#define BANNED __attribute__((deprecated("banned here: see model/base.h")))
char *strcpy(char *, const char *) BANNED;
char *strcat(char *, const char *) BANNED;
char *strncpy(char *, const char *, size_t) BANNED;
char *strtok(char *, const char *) BANNED;
int sprintf(char *, const char *, ...) BANNED;
int atoi(const char *) BANNED;
struct tm *localtime(const time_t *) BANNED;
struct tm *gmtime(const time_t *) BANNED;
#undef BANNED

#endif
