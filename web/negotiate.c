/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/negotiate.h"

#include <strings.h>

#define UNSAID (-1)

/* "1", "0.5", "0.123" in thousandths; UNSAID where it is no such number. */
static int quality_read(const char *s, size_t length)
{
	static const int places[] = {1000, 0, 100, 10, 1};
	int quality = 0;
	if (length == 0 || length > ARRAY_LENGTH(places) || (s[0] != '0' && s[0] != '1') ||
		(length > 1 && s[1] != '.'))
		return UNSAID;
	for (size_t i = 0; i < length; i++) {
		if (i != 1 && (s[i] < '0' || s[i] > '9'))
			return UNSAID;
		quality += i == 1 ? 0 : (s[i] - '0') * places[i];
	}
	return quality <= 1000 ? quality : UNSAID;
}

static const char *skip_blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

static const char *cut_blanks(const char *s, const char *end)
{
	while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return end;
}

/* One "gzip;q=0.5" of the list: its name, and what it is worth (1000 unless it says so). */
static int element_read(const char *s, const char *end, size_t *name_length)
{
	const char *semicolon = memchr(s, ';', (size_t)(end - s));
	*name_length = (size_t)(cut_blanks(s, semicolon ? semicolon : end) - s);
	if (!semicolon)
		return 1000;
	const char *at = skip_blanks(semicolon + 1, end);
	if (end - at < 2 || (at[0] != 'q' && at[0] != 'Q') || at[1] != '=')
		return UNSAID;
	return quality_read(at + 2, (size_t)(end - at - 2));
}

static bool is_name(const char *s, size_t length, const char *name)
{
	return length == strlen(name) && !strncasecmp(s, name, length);
}

bool negotiate_gzip(const char *accept_encoding)
{
	int gzip = UNSAID, identity = UNSAID, any = UNSAID;
	for (const char *at = accept_encoding; at && *at;) {
		const char *comma = at + strcspn(at, ",");
		const char *begin = skip_blanks(at, comma), *end = cut_blanks(begin, comma);
		size_t length;
		int quality = element_read(begin, end, &length);
		if (is_name(begin, length, "gzip") || is_name(begin, length, "x-gzip"))
			gzip = quality;
		else if (is_name(begin, length, "identity"))
			identity = quality;
		else if (is_name(begin, length, "*"))
			any = quality;
		at = comma + (*comma == ',');
	}
	if (gzip == UNSAID)
		gzip = any;
	return gzip > 0 && gzip >= identity;
}
