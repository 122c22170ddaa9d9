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

/*
 * A day's number since 1970 as year, month and day of the Gregorian calendar, and the reverse
 * (Hinnant, "chrono-Compatible Low-Level Date Algorithms"): the C library's ways lock and read
 * time zones, and a campaign has its time tens of thousands of times.
 */
#define ERA_DAYS 146097 /* 400 years */

struct date {
	int64_t year;
	int month, day;
};

static struct date date_of(int64_t days)
{
	int64_t shifted = days + 719468; /* since 1 March of the year 0 */
	int64_t era = (shifted >= 0 ? shifted : shifted - ERA_DAYS + 1) / ERA_DAYS;
	int64_t in_era = shifted - era * ERA_DAYS;
	int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
	int64_t in_year = in_era - (365 * year + year / 4 - year / 100);
	int month = (int)((5 * in_year + 2) / 153); /* from March */
	int day = (int)(in_year - (153 * month + 2) / 5 + 1);
	return (struct date){year + era * 400 + (month >= 10), month < 10 ? month + 3 : month - 9,
		day};
}

static int64_t date_days(const struct date *date)
{
	int64_t year = date->year - (date->month <= 2);
	int64_t era = (year >= 0 ? year : year - 399) / 400, in_era = year - era * 400;
	int64_t month = date->month > 2 ? date->month - 3 : date->month + 9;
	int64_t in_year = (153 * month + 2) / 5 + date->day - 1;
	return era * ERA_DAYS + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

/* Writes that many digits of a number, and what stands behind them. */
static char *put_digits(char *at, unsigned number, unsigned digits, char behind)
{
	for (unsigned i = digits; i-- > 0; number /= 10)
		at[i] = (char)('0' + number % 10);
	at[digits] = behind;
	return at + digits + 1;
}

const char *text_time(int64_t unix_us, char buffer[static TEXT_TIME_BYTES])
{
	int64_t seconds = unix_us / 1000000, us = unix_us % 1000000;
	seconds -= us < 0;
	us += us < 0 ? 1000000 : 0;
	int64_t days = seconds / 86400, second = seconds % 86400;
	days -= second < 0;
	second += second < 0 ? 86400 : 0;
	struct date date = date_of(days);
	char *at = buffer;
	if (date.year >= 0 && date.year <= 9999)
		at = put_digits(at, (unsigned)date.year, 4, '-');
	else
		at += snprintf(at, 9, "%lld-", (long long)date.year);
	at = put_digits(at, (unsigned)date.month, 2, '-');
	at = put_digits(at, (unsigned)date.day, 2, 'T');
	at = put_digits(at, (unsigned)(second / 3600), 2, ':');
	at = put_digits(at, (unsigned)(second / 60 % 60), 2, ':');
	at = put_digits(at, (unsigned)(second % 60), 2, '.');
	at = put_digits(at, (unsigned)us, 6, 'Z');
	*at = 0;
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
	struct date date = {values[0], values[1], values[2]};
	int64_t seconds = values[3] * 3600 + values[4] * 60 + values[5];
	int64_t us = (date_days(&date) * 86400 + seconds) * 1000000 + values[6];

	/* 31 February counts as 3 March; what is no date does not come back the same. */
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

bool text_is_utf8(const char *string)
{
	size_t left = strlen(string);
	for (size_t n; left; string += n, left -= n) {
		n = text_utf8_length(string, left);
		if (n == 0)
			return false;
	}
	return true;
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

bool text_is_control(const char *s, size_t length)
{
	const unsigned char *u = (const unsigned char *)s;
	if (length == 1)
		return u[0] < ' ' || u[0] == 0x7f;
	if (length == 2)
		return u[0] == 0xc2 && u[1] < 0xa0; /* U+0080 to U+009F */
	/* U+2028 to U+202E, U+2066 to U+2069 */
	return length == 3 && u[0] == 0xe2 &&
		((u[1] == 0x80 && u[2] >= 0xa8 && u[2] <= 0xae) ||
			(u[1] == 0x81 && u[2] >= 0xa6 && u[2] <= 0xa9));
}

void text_add_line(struct text *text, const char *string)
{
	size_t from = text->length, to = from;
	text_add_utf8(text, string, strlen(string));
	for (size_t i = from, n; i < text->length; i += n) {
		n = text_utf8_length(text->bytes + i, text->length - i);
		if (text_is_control(text->bytes + i, n)) {
			text->bytes[to++] = ' ';
		} else {
			memmove(text->bytes + to, text->bytes + i, n);
			to += n;
		}
	}
	if (text->bytes)
		text->bytes[text->length = to] = 0;
}

char *text_valid(const char *string)
{
	struct text text = TEXT_EMPTY;
	text_add_utf8(&text, string, strlen(string));
	return text_take(&text);
}
