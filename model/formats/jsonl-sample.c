/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/jsonl-sample.h"

#include <jansson.h>
#include <math.h>

/*
 * A decimal of at most 15 digits is exact as a whole number over a power of ten, and one division
 * of the two is correctly rounded (Clinger 1990, "How to read floating point numbers
 * accurately"): no other way of reading or writing such a number gives anything else.
 */
#define DIGITS 15
#define WHOLE_MAX UINT64_C(1000000000000000) /* 10^DIGITS */
#define PLACES_MAX 19 /* behind the point: %g writes no exponent from 1e-4 on */

static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
	1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

/* ---- writing ---- */

/* As any other line is written. */
static bool add_json(struct text *text, json_t *json)
{
	char *string = json ? json_dumps(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS)) : NULL;
	json_decref(json);
	if (string)
		text_add_bytes(text, string, strlen(string));
	free(string);
	return string;
}

static void add_literal(struct text *text, const char *literal)
{
	text_add_bytes(text, literal, strlen(literal));
}

static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

static bool add_string(struct text *text, const char *string)
{
	size_t length = 0;
	if (!string) {
		add_literal(text, "null");
		return true;
	}
	while (is_plain(string[length]))
		length++;
	if (string[length])
		return add_json(text, json_string(string));
	text_add_bytes(text, "\"", 1);
	text_add_bytes(text, string, length);
	text_add_bytes(text, "\"", 1);
	return true;
}

/* At least `least` digits. */
static void add_whole(struct text *text, uint64_t whole, unsigned least)
{
	char digits[20];
	size_t at = sizeof(digits);
	for (; whole || least; whole /= 10, least -= least > 0)
		digits[--at] = (char)('0' + whole % 10);
	text_add_bytes(text, digits + at, sizeof(digits) - at);
}

static void add_number(struct text *text, int64_t number)
{
	if (number < 0)
		text_add(text, "%lld", (long long)number);
	else
		add_whole(text, (uint64_t)number, 1);
}

/* The whole number and the places behind its point that are this value; false: none are. */
static bool find_decimal(double value, uint64_t *whole, unsigned *places)
{
	if (!(value >= 1e-4 && value < 1e14))
		return false;
	*places = DIGITS - 1;
	for (double above = 1; value < above; above /= 10)
		++*places;
	for (double above = 10; value >= above; above *= 10)
		--*places;
	if (*places > PLACES_MAX)
		return false;
	*whole = (uint64_t)(value * powers[*places] + 0.5);
	if (*whole >= WHOLE_MAX || (double)*whole / powers[*places] != value)
		return false;
	for (; *places > 1 && *whole % 10 == 0; --*places)
		*whole /= 10;
	return true;
}

static bool add_real(struct text *text, double value)
{
	uint64_t whole;
	unsigned places;
	if (!isfinite(value)) {
		add_literal(text, "null");
		return true;
	}
	if (value == 0 && !signbit(value)) {
		add_literal(text, "0.0");
		return true;
	}
	if (!find_decimal(value, &whole, &places))
		return add_json(text, json_real(value));
	uint64_t one = (uint64_t)powers[places];
	add_whole(text, whole / one, 1);
	text_add_bytes(text, ".", 1);
	add_whole(text, whole % one, places);
	return true;
}

bool jsonl_sample_add(struct text *text, const struct sample *sample, const char *output,
	struct error *err)
{
	char started[TEXT_TIME_BYTES];
	size_t before = text->length;
	add_literal(text, "{\"attempt\":");
	add_number(text, sample->attempt);
	add_literal(text, ",\"cell\":");
	add_number(text, sample->cell);
	add_literal(text, ",\"cpus\":");
	bool ok = add_string(text, sample->cpus);
	if (sample->disturbance) {
		add_literal(text, ",\"disturbance\":");
		add_literal(text, sample->disturbance);
	}
	add_literal(text, ",\"duration_ns\":");
	add_number(text, sample->duration_ns);
	add_literal(text, ",\"entry\":");
	add_number(text, sample->entry);
	add_literal(text, ",\"kind\":\"sample\"");
	if (output) {
		add_literal(text, ",\"output\":");
		ok = add_string(text, output) && ok;
	}
	add_literal(text, ",\"overhead\":");
	ok = add_real(text, sample->overhead) && ok;
	add_literal(text, ",\"raw\":");
	ok = add_real(text, sample->raw) && ok;
	add_literal(text, ",\"reason\":");
	ok = add_string(text, sample->reason) && ok;
	add_literal(text, ",\"round\":");
	add_number(text, sample->round);
	add_literal(text, ",\"spread\":");
	ok = add_real(text, sample->spread) && ok;
	add_literal(text, ",\"started\":\"");
	add_literal(text, text_time(sample->started_us, started));
	add_literal(text, "\",\"status\":\"");
	add_literal(text, sample_status_name(sample->status));
	add_literal(text, "\",\"value\":");
	ok = add_real(text, sample->value) && ok;
	add_literal(text, "}\n");
	if (!ok)
		text->bytes[text->length = before] = 0;
	return ok || error_set(err, "a name or text of the campaign is not valid UTF-8");
}

/* ---- reading ---- */

struct cursor {
	const char *at, *end;
};

static bool take(struct cursor *cursor, const char *literal)
{
	size_t length = strlen(literal);
	if ((size_t)(cursor->end - cursor->at) < length ||
		memcmp(cursor->at, literal, length) != 0)
		return false;
	cursor->at += length;
	return true;
}

/* Digits, without zeros before them; how many there are. */
static size_t take_digits(struct cursor *cursor, uint64_t *number)
{
	const char *from = cursor->at;
	*number = 0;
	for (; cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9'; cursor->at++)
		*number = *number * 10 + (uint64_t)(*cursor->at - '0');
	size_t length = (size_t)(cursor->at - from);
	return length > DIGITS || (length > 1 && *from == '0') ? 0 : length;
}

static bool take_unsigned(struct cursor *cursor, const char *key, unsigned *number)
{
	uint64_t taken;
	if (!take(cursor, key) || !take_digits(cursor, &taken) || taken > INT32_MAX)
		return false;
	*number = (unsigned)taken;
	return true;
}

static bool take_integer(struct cursor *cursor, const char *key, int64_t *number)
{
	uint64_t taken;
	if (!take(cursor, key) || !take_digits(cursor, &taken))
		return false;
	*number = (int64_t)taken;
	return true;
}

/* Only in the spelling that is written: a zero at the end stands behind the point alone. */
static bool take_decimal(struct cursor *cursor, double *value)
{
	uint64_t whole, part = 0;
	size_t digits = take_digits(cursor, &whole), places = 0, zeros = 0;
	if (!digits || !take(cursor, "."))
		return false;
	for (; cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9'; places++) {
		if (places == PLACES_MAX)
			return false;
		part = part * 10 + (uint64_t)(*cursor->at++ - '0');
		zeros += part == 0;
	}
	bool lone = places == 1 && part == 0;
	if (!places || (cursor->at[-1] == '0' && !lone))
		return false;
	size_t significant = whole ? digits + (lone ? 0 : places) : places - zeros;
	if (significant > DIGITS || (!whole && zeros > 3))
		return false;
	*value = lone ? (double)whole
		      : (double)(whole * (uint64_t)powers[places] + part) / powers[places];
	return true;
}

static bool take_real(struct cursor *cursor, const char *key, double *value)
{
	*value = NAN;
	return take(cursor, key) && (take(cursor, "null") || take_decimal(cursor, value));
}

static bool take_plain(struct cursor *cursor, char end, const char **from, size_t *length)
{
	*from = cursor->at;
	while (cursor->at < cursor->end && is_plain(*cursor->at))
		cursor->at++;
	*length = (size_t)(cursor->at - *from);
	return cursor->at < cursor->end && *cursor->at++ == end;
}

/* A string or null, allocated. */
static bool take_string(struct cursor *cursor, const char *key, char **string)
{
	const char *from;
	size_t length;
	*string = NULL;
	if (!take(cursor, key))
		return false;
	if (take(cursor, "null"))
		return true;
	if (!take(cursor, "\"") || !take_plain(cursor, '"', &from, &length))
		return false;
	*string = xstrndup(from, length);
	return true;
}

/* As it is measured on a machine where nothing else happened: two shares. */
static bool take_disturbance(struct cursor *cursor, char **disturbance)
{
	double share;
	*disturbance = NULL;
	if (!take(cursor, ",\"disturbance\":"))
		return true;
	const char *from = cursor->at;
	if (!take(cursor, "{\"others\":") || !take_decimal(cursor, &share) ||
		!take(cursor, ",\"steal\":") || !take_decimal(cursor, &share) || !take(cursor, "}"))
		return false;
	*disturbance = xstrndup(from, (size_t)(cursor->at - from));
	return true;
}

static bool take_word(struct cursor *cursor, const char *key, char *word, size_t room)
{
	const char *from;
	size_t length;
	if (!take(cursor, key) || !take_plain(cursor, '"', &from, &length) || length >= room)
		return false;
	memcpy(word, from, length);
	word[length] = 0;
	return true;
}

static bool take_line(struct cursor *cursor, struct sample *s)
{
	char word[TEXT_TIME_BYTES];
	return take_unsigned(cursor, "{\"attempt\":", &s->attempt) &&
		take_unsigned(cursor, ",\"cell\":", &s->cell) &&
		take_string(cursor, ",\"cpus\":", &s->cpus) &&
		take_disturbance(cursor, &s->disturbance) &&
		take_integer(cursor, ",\"duration_ns\":", &s->duration_ns) &&
		take_unsigned(cursor, ",\"entry\":", &s->entry) &&
		take_real(cursor, ",\"kind\":\"sample\",\"overhead\":", &s->overhead) &&
		take_real(cursor, ",\"raw\":", &s->raw) &&
		take_string(cursor, ",\"reason\":", &s->reason) &&
		take_unsigned(cursor, ",\"round\":", &s->round) &&
		take_real(cursor, ",\"spread\":", &s->spread) &&
		take_word(cursor, ",\"started\":\"", word, sizeof(word)) &&
		text_time_parse(word, &s->started_us) &&
		take_word(cursor, ",\"status\":\"", word, sizeof(word)) &&
		sample_status_parse(word, &s->status) &&
		take_real(cursor, ",\"value\":", &s->value) && take(cursor, "}") &&
		cursor->at == cursor->end;
}

bool jsonl_sample_read(const char *line, size_t length, struct sample *sample)
{
	struct cursor cursor = {line, line + length};
	*sample = (struct sample){0};
	if (take_line(&cursor, sample))
		return true;
	sample_release(sample);
	*sample = (struct sample){0};
	return false;
}
