/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/text.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>

/* Makes room for `more` bytes and the 0 behind them. */
static void grow(struct text *text, size_t more)
{
	assert(more < SIZE_MAX / 4 && text->length < SIZE_MAX / 4);
	size_t needed = text->length + more + 1;
	if (needed <= text->room)
		return;
	size_t room = text->room ? text->room : 64;
	while (room < needed)
		room *= 2;
	text->bytes = xreallocarray(text->bytes, room, 1);
	text->room = room;
}

void text_add_bytes(struct text *text, const void *bytes, size_t length)
{
	grow(text, length);
	if (length)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	text->bytes[text->length] = 0;
}

void text_add(struct text *text, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	grow(text, 0);
	size_t room = text->room - text->length;
	int length = vsnprintf(text->bytes + text->length, room, format, args);
	assert(length >= 0); /* only a format that is our own bug fails */
	if ((size_t)length >= room) {
		grow(text, (size_t)length);
		vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
	}
	text->length += (size_t)length;
	va_end(again);
	va_end(args);
}

void text_release(struct text *text)
{
	free(text->bytes);
	*text = TEXT_EMPTY;
}

char *text_take(struct text *text)
{
	grow(text, 0);
	text->bytes[text->length] = 0;
	char *bytes = text->bytes;
	*text = TEXT_EMPTY;
	return bytes;
}

const char *text_number(double value, char buffer[static TEXT_NUMBER_BYTES])
{
	if (isnan(value))
		return memcpy(buffer, "nan", sizeof("nan"));
	snprintf(buffer, TEXT_NUMBER_BYTES, "%.15g", value);
	if (isinf(value))
		return buffer;

	/* The locale's decimal point, of one byte or several, is all that can differ. */
	char *point = buffer + strspn(buffer, "+-0123456789");
	char *behind = point + strcspn(point, "+-0123456789e");
	if (behind > point) {
		*point = '.';
		memmove(point + 1, behind, strlen(behind) + 1);
	}
	return buffer;
}

const char *text_time(int64_t unix_us, char buffer[static TEXT_TIME_BYTES])
{
	int64_t seconds = unix_us / 1000000, us = unix_us % 1000000;
	if (us < 0) {
		seconds--;
		us += 1000000;
	}
	time_t when = (time_t)seconds;
	struct tm tm;
	if (!gmtime_r(&when, &tm))
		memset(&tm, 0, sizeof(tm));
	size_t length = strftime(buffer, TEXT_TIME_BYTES, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(buffer + length, TEXT_TIME_BYTES - length, ".%06uZ", (unsigned)us % 1000000);
	return buffer;
}

/* The number written by `digits` decimal digits at *s, which moves behind them; -1 if not. */
static int read_digits(const char **s, int digits)
{
	int value = 0;
	for (int i = 0; i < digits; i++, (*s)++) {
		if (**s < '0' || **s > '9')
			return -1;
		value = value * 10 + (**s - '0');
	}
	return value;
}

bool text_time_parse(const char *string, int64_t *unix_us)
{
	static const struct {
		int digits;
		char behind;
	} fields[] = {{4, '-'}, {2, '-'}, {2, 'T'}, {2, ':'}, {2, ':'}, {2, '.'}, {6, 'Z'}};
	int values[ARRAY_LENGTH(fields)];
	const char *s = string;
	for (size_t i = 0; i < ARRAY_LENGTH(fields); i++) {
		values[i] = read_digits(&s, fields[i].digits);
		if (values[i] < 0 || *s++ != fields[i].behind)
			return false;
	}
	if (*s)
		return false;
	struct tm tm = {
		.tm_year = values[0] - 1900,
		.tm_mon = values[1] - 1,
		.tm_mday = values[2],
		.tm_hour = values[3],
		.tm_min = values[4],
		.tm_sec = values[5],
	};
	int64_t us = (int64_t)timegm(&tm) * 1000000 + values[6];

	/* timegm takes 31 February for 3 March; what is no date does not come back the same. */
	char again[TEXT_TIME_BYTES];
	if (strcmp(text_time(us, again), string) != 0)
		return false;
	*unix_us = us;
	return true;
}

size_t text_utf8_length(const char *s, size_t left)
{
	const unsigned char *u = (const unsigned char *)s;
	if (left == 0)
		return 0;
	if (u[0] < 0x80)
		return 1;

	/* The second byte's range is what keeps out overlong forms and surrogates. */
	unsigned char low = 0x80, high = 0xbf;
	size_t length;
	if (u[0] >= 0xc2 && u[0] <= 0xdf) {
		length = 2;
	} else if (u[0] >= 0xe0 && u[0] <= 0xef) {
		length = 3;
		low = u[0] == 0xe0 ? 0xa0 : low;
		high = u[0] == 0xed ? 0x9f : high;
	} else if (u[0] >= 0xf0 && u[0] <= 0xf4) {
		length = 4;
		low = u[0] == 0xf0 ? 0x90 : low;
		high = u[0] == 0xf4 ? 0x8f : high;
	} else {
		return 0;
	}
	if (left < length || u[1] < low || u[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if ((u[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

size_t text_utf8_fit(const char *s, size_t room)
{
	size_t left = strlen(s), length = 0;
	while (length < left) {
		size_t n = text_utf8_length(s + length, left - length);
		n = n ? n : 1;
		if (length + n > room)
			break;
		length += n;
	}
	return length;
}

void text_add_utf8(struct text *text, const char *bytes, size_t length)
{
	size_t start = 0, i = 0;
	while (i < length) {
		size_t n = bytes[i] ? text_utf8_length(bytes + i, length - i) : 0;
		if (n) {
			i += n;
			continue;
		}
		text_add_bytes(text, bytes + start, i - start);
		text_add_bytes(text, "\xef\xbf\xbd", 3);
		start = ++i;
	}
	text_add_bytes(text, bytes + start, length - start);
}

void text_add_line(struct text *text, const char *string)
{
	size_t from = text->length;
	text_add_utf8(text, string, strlen(string));
	for (size_t i = from; i < text->length; i++)
		if ((unsigned char)text->bytes[i] < ' ' || text->bytes[i] == 0x7f)
			text->bytes[i] = ' ';
}

char *text_valid(const char *string)
{
	struct text text = TEXT_EMPTY;
	text_add_utf8(&text, string, strlen(string));
	return text_take(&text);
}
