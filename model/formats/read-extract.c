/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Any text, by a pattern: a POSIX extended regular expression used on each line, whose first
 * match counts and whose first group is the value. Matches are runs; nothing is swept.
 */
#include "model/formats/readers.h"

#include <math.h>
#include <regex.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_exponent(const char *string)
{
	if (*string != 'e' && *string != 'E')
		return false;
	return is_digit(string[1]) ||
	       ((string[1] == '+' || string[1] == '-') && is_digit(string[2]));
}

/*
 * Whether the group is a whole number: a pattern that names what is beside it knows better.
 */
static bool check_whole(const struct import_source *source, size_t i, const char *line,
	const regmatch_t matches[2], struct error *err)
{
	const char *from = line + matches[1].rm_so, *to = line + matches[1].rm_eo;
	bool open_before = matches[1].rm_so == matches[0].rm_so && from > line;
	bool open_behind = matches[1].rm_eo == matches[0].rm_eo;
	int length = (int)(to - from);
	if ((open_before && from[-1] == ',' && from - line >= 2 && is_digit(from[-2])) ||
		(open_behind && length && is_digit(to[-1]) && to[0] == ',' && is_digit(to[1])))
		return import_error(source, i + 1, err,
			"the pattern takes '%.*s' out of a number with a decimal comma (or part "
			"thousands)",
			length, from);
	if ((open_before && (is_digit(from[-1]) || from[-1] == '.')) ||
		(open_behind && (is_digit(to[0]) || is_exponent(to))))
		return import_error(source, i + 1, err,
			"the pattern takes '%.*s' out of a longer number", length, from);
	return true;
}

static bool read_match(struct import *import, const struct import_source *source, size_t i,
	const regmatch_t matches[2], struct error *err)
{
	const char *line = source->lines[i];
	struct import_key key = {.name = source->pattern,
		.unit = source->unit,
		.better = import_better(source->unit ? source->unit : "")};
	double value;
	if (matches[1].rm_so < 0)
		return import_error(
			source, i + 1, err, "the group of the pattern is not in the match");
	return check_whole(source, i, line, matches, err) &&
	       import_number(source, i + 1, line + matches[1].rm_so,
		       (size_t)(matches[1].rm_eo - matches[1].rm_so), &value, err) &&
	       import_add(import, source, &key, NAN, value, i + 1, err);
}

bool read_extract(struct import *import, const struct import_source *source, struct error *err)
{
	regex_t regex;
	bool ok = true;
	if (!source->pattern)
		return import_error(source, 0, err, "the kind extract needs a pattern (--value)");
	int problem = regcomp(&regex, source->pattern, REG_EXTENDED);
	if (problem != 0) {
		char why[128];
		regerror(problem, &regex, why, sizeof(why));
		return error_set(err, "pattern '%.200s': %s", source->pattern, why);
	}
	if (regex.re_nsub == 0)
		ok = error_set(err, "pattern '%.200s': no group, expected one around the value",
			source->pattern);
	for (size_t i = 0; ok && i < source->length; i++) {
		regmatch_t matches[2];
		if (regexec(&regex, source->lines[i], 2, matches, 0) == 0)
			ok = read_match(import, source, i, matches, err);
	}
	regfree(&regex);
	return ok;
}
