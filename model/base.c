/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/base.h"

#include <stdarg.h>

static void *checked(void *memory)
{
	if (!memory) {
		fputs("schedlab: out of memory\n", stderr);
		abort();
	}
	return memory;
}

void *xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *xcalloc(size_t n, size_t size)
{
	return checked(calloc(n ? n : 1, size ? size : 1));
}

void *xreallocarray(void *old, size_t n, size_t size)
{
	return checked(reallocarray(old, n ? n : 1, size ? size : 1));
}

char *xstrdup(const char *string)
{
	return checked(strdup(string));
}

char *xstrdup_null(const char *string)
{
	return string ? xstrdup(string) : NULL;
}

char *xstrndup(const char *string, size_t length)
{
	return checked(strndup(string, length));
}

char *xasprintf(const char *format, ...)
{
	char *string = NULL;
	va_list args;
	va_start(args, format);
	int length = vasprintf(&string, format, args);
	va_end(args);
	return checked(length < 0 ? NULL : string);
}

void *xgrow(void *array, size_t *length, size_t size)
{
	void *items;
	memcpy(&items, array, sizeof(items));
	size_t n = *length;
	if ((n & (n - 1)) == 0) /* full at 0, 1, 2, 4, 8, … */
		items = xreallocarray(items, n ? 2 * n : 1, size);
	void *item = (char *)items + n * size;
	memset(item, 0, size);
	memcpy(array, &items, sizeof(items));
	*length = n + 1;
	return item;
}
