/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/slug.h"

#define SLUG_LENGTH_MAX (SLUG_BYTES - 1)

/* Bytes, not the locale's letters. */
static bool is_slug_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

/* A cut may leave a dash at the end; what is left of nothing is "x". */
static void trim_end(char *slug, size_t length)
{
	while (length && slug[length - 1] == '-')
		length--;
	if (length == 0)
		slug[length++] = 'x';
	slug[length] = 0;
}

void slug_make(const char *name, char slug[static SLUG_BYTES])
{
	size_t length = 0;
	for (; *name && length < SLUG_LENGTH_MAX; name++) {
		char c = *name;
		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (!is_slug_char(c))
			c = '-';
		if (length == 0 && (c == '.' || c == '-'))
			continue;
		if (c == '-' && slug[length - 1] == '-')
			continue;
		slug[length++] = c;
	}
	trim_end(slug, length);
}

static bool is_taken(const char *slug, char *const *taken, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(slug, taken[i]) == 0)
			return true;
	return false;
}

void slug_make_distinct(const char *name, char *const *taken, size_t n,
	char slug[static SLUG_BYTES])
{
	char whole[SLUG_BYTES];
	slug_make(name, whole);
	memcpy(slug, whole, SLUG_BYTES);

	/* Of n + 1 different numbers one is free. */
	for (size_t number = 2; is_taken(slug, taken, n); number++) {
		char tail[24];
		size_t tail_length = (size_t)snprintf(tail, sizeof(tail), "-%zu", number);
		size_t length = strlen(whole);
		if (length > SLUG_LENGTH_MAX - tail_length)
			length = SLUG_LENGTH_MAX - tail_length;
		memcpy(slug, whole, length);
		trim_end(slug, length);
		length = strlen(slug);
		memcpy(slug + length, tail, tail_length + 1);
	}
}

bool slug_is_valid(const char *slug)
{
	size_t length = strnlen(slug, SLUG_BYTES);
	if (length == 0 || length > SLUG_LENGTH_MAX || slug[0] == '.' || slug[0] == '-')
		return false;
	for (size_t i = 0; i < length; i++)
		if (!is_slug_char(slug[i]))
			return false;
	return true;
}
