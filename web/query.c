/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/query.h"

#include <ctype.h>

static int digit(char c)
{
	return isdigit((unsigned char)c)    ? c - '0'
		: isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
					     : -1;
}

/* Whether the bytes are text of one line that may be shown. */
static bool is_text(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length;) {
		unsigned char c = (unsigned char)bytes[i];
		size_t step = text_utf8_length(bytes + i, length - i);
		if (!step || c < ' ' || c == 0x7f)
			return false;
		i += step;
	}
	return true;
}

/* The character that "%41" stands for; -1 where it is nothing of the kind. */
static int decode_one(const char *value, size_t left)
{
	int high = left > 2 ? digit(value[1]) : -1;
	int low = left > 2 ? digit(value[2]) : -1;
	return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static char *decode(const char *value, size_t length)
{
	char bytes[QUERY_VALUE_BYTES + 1];
	size_t n = 0;
	for (size_t i = 0; i < length; i++) {
		int c = value[i] == '+' ? ' ' : (unsigned char)value[i];
		if (c == '%') {
			c = decode_one(value + i, length - i);
			i += 2;
		}
		if (c < 0 || n == QUERY_VALUE_BYTES)
			return NULL;
		bytes[n++] = (char)c;
	}
	return is_text(bytes, n) ? xstrndup(bytes, n) : NULL;
}

/* Where the value of the n-th parameter of that name begins; NULL where there is none. */
static const char *find(const char *query, const char *name, unsigned n, size_t *length)
{
	size_t name_length = strlen(name);
	for (const char *at = query; *at;) {
		size_t whole = strcspn(at, "&");
		bool named = whole > name_length && at[name_length] == '=' &&
			strncmp(at, name, name_length) == 0;
		if (named && n-- == 0) {
			*length = whole - name_length - 1;
			return at + name_length + 1;
		}
		at += whole + (at[whole] == '&');
	}
	return NULL;
}

bool query_has(const char *query, const char *name, unsigned n)
{
	size_t length;
	return find(query, name, n, &length) != NULL;
}

char *query_value(const char *query, const char *name, unsigned n)
{
	size_t length;
	const char *value = find(query, name, n, &length);
	return value ? decode(value, length) : NULL;
}

void query_add(struct text *text, bool *first, const char *name, const char *value)
{
	text_add(text, "%c%s=", *first ? '?' : '&', name);
	*first = false;
	for (; *value; value++) {
		unsigned char c = (unsigned char)*value;
		if (isalnum(c) || strchr("-._~:,/", c))
			text_add_bytes(text, value, 1);
		else
			text_add(text, "%%%02X", c);
	}
}
