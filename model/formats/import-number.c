/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as files write them: digits with a point, and everything that only looks like that. */
#include "model/formats/import-source.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <strings.h>

#include "model/plan-value.h"

#define NUMBER_LENGTH_MAX 64

static size_t digits(const char *string)
{
	return strspn(string, "0123456789");
}

/* [+-] digits [mark digits] [e [+-] digits]: whether that is all of it, and where the mark is. */
static bool is_decimal(const char *string, char mark, size_t *before, size_t *behind)
{
	string += *string == '+' || *string == '-';
	*before = digits(string);
	string += *before;
	*behind = 0;
	if (*string == mark) {
		*behind = digits(string + 1);
		string += 1 + *behind;
	}
	if (*before + *behind == 0)
		return false;
	if (*string == 'e' || *string == 'E') {
		string++;
		string += *string == '+' || *string == '-';
		size_t exponent = digits(string);
		if (exponent == 0)
			return false;
		string += exponent;
	}
	return *string == 0;
}

static bool is_word(const char *string, const char *const words[], size_t n)
{
	string += *string == '+' || *string == '-';
	for (size_t i = 0; i < n; i++)
		if (strcasecmp(string, words[i]) == 0)
			return true;
	return false;
}

/* "1,234,567" and "1,234.5": groups of three before the point, if any. */
static bool is_grouped(const char *string)
{
	string += *string == '+' || *string == '-';
	size_t first = digits(string);
	if (first == 0 || first > 3 || string[first] != ',')
		return false;
	string += first;
	while (*string == ',') {
		if (digits(string + 1) != 3)
			return false;
		string += 4;
	}
	return *string == 0 || (*string == '.' && string[1 + digits(string + 1)] == 0);
}

static enum number convert(const char *string, double *value)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* strtod reads "1.5" as 1 in some */
	errno = 0;
	double read = strtod_l(string, NULL, c);
	bool is_beyond = errno == ERANGE;
	freelocale(c);
	if (is_beyond || !isfinite(read))
		return NUMBER_RANGE;
	*value = read;
	return NUMBER_EXACT;
}

enum number number_read(const char *string, size_t length, double *value)
{
	static const char *const gaps[] = {"nan"};
	static const char *const infinities[] = {"inf", "infinity"};
	char copy[NUMBER_LENGTH_MAX + 1];
	size_t before, behind;
	if (length == 0 || length > NUMBER_LENGTH_MAX)
		return NUMBER_NONE;
	memcpy(copy, string, length);
	copy[length] = 0;
	if (is_decimal(copy, '.', &before, &behind))
		return convert(copy, value);
	if (is_word(copy, gaps, ARRAY_LENGTH(gaps)))
		return NUMBER_GAP;
	if (is_word(copy, infinities, ARRAY_LENGTH(infinities)))
		return NUMBER_INFINITE;
	if (is_grouped(copy))
		return NUMBER_AMBIGUOUS;
	if (!is_decimal(copy, ',', &before, &behind) || !before || !behind)
		return NUMBER_NONE;
	*strchr(copy, ',') = '.';
	return convert(copy, value) == NUMBER_EXACT ? NUMBER_COMMA : NUMBER_RANGE;
}

bool import_number_error(const struct import_source *source, size_t line, const char *string,
	size_t length, enum number number, struct error *err)
{
	char quoted[PLAN_QUOTE_BYTES];
	char *word = xstrndup(string, length);
	const char *said = plan_quote(word, quoted);
	switch (number) {
	case NUMBER_GAP:
		import_error(source, line, err, "'%s' where a value is expected", said);
		break;
	case NUMBER_INFINITE:
		import_error(source, line, err, "'%s' is infinite, no measured value", said);
		break;
	case NUMBER_RANGE:
		import_error(source, line, err, "'%s' is beyond the range of numbers", said);
		break;
	case NUMBER_COMMA:
		import_error(source, line, err, "'%s' has a decimal comma, expected a point", said);
		break;
	case NUMBER_AMBIGUOUS:
		import_error(source, line, err,
			"'%s' is ambiguous: its comma can be a decimal "
			"comma or part thousands",
			said);
		break;
	default:
		import_error(source, line, err, "'%s' is not a number", said);
	}
	free(word);
	return false;
}

bool import_number(const struct import_source *source, size_t line, const char *string,
	size_t length, double *value, struct error *err)
{
	enum number number = number_read(string, length, value);
	return number == NUMBER_EXACT ||
	       import_number_error(source, line, string, length, number, err);
}

bool number_whole(const char *string, size_t length, double *value)
{
	double whole = 0;
	for (size_t i = 0; i < length; i++) {
		if (string[i] < '0' || string[i] > '9')
			return false;
		whole = whole * 10 + (string[i] - '0');
		if (whole >= 9007199254740992.0) /* 2^53: from here on not every one is a double */
			return false;
	}
	*value = whole;
	return length > 0;
}
