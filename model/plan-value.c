/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-value.h"

#include <stdarg.h>

#include "model/text.h"

#define DURATION_NS_MAX 60000000000 /* a minute in one timed interval is a slip */
#define MEMORY_MIB_MIN 64
#define MEMORY_MIB_MAX (1024 * 1024)

const char *plan_quote(const char *value, char buffer[static PLAN_QUOTE_BYTES])
{
	static const char dots[] = "…";
	size_t whole = strlen(value);
	if (whole < PLAN_QUOTE_BYTES)
		return memcpy(buffer, value, whole + 1);
	size_t length = text_utf8_fit(value, PLAN_QUOTE_BYTES - sizeof(dots));
	memcpy(buffer, value, length);
	memcpy(buffer + length, dots, sizeof(dots));
	return buffer;
}

void plan_add_choices(struct text *text, const char *const names[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		text_add(text, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i]);
}

bool plan_value_error(const struct plan_place *place, const char *key, struct error *err,
	const char *format, ...)
{
	struct error inner;
	va_list args;
	va_start(args, format);
	vsnprintf(inner.message, sizeof(inner.message), format, args);
	va_end(args);
	const struct yaml_node_s *value = plan_tree_value(place->tree, place->mapping, key);
	return plan_tree_error(
		place->tree, value ? value : place->mapping, err, "%s", inner.message);
}

/*
 * A whole number at *text, which moves behind it. No sign, no leading zero (YAML's octal), no
 * more than `most`: nothing that two readers could take differently.
 */
static bool read_whole(const char **text, uint64_t most, uint64_t *value)
{
	const char *c = *text;
	uint64_t sum = 0;
	for (; *c >= '0' && *c <= '9'; c++) {
		sum = sum * 10 + (uint64_t)(*c - '0');
		if (sum > most)
			return false;
	}
	if (c == *text || (**text == '0' && c - *text > 1))
		return false;
	*text = c;
	*value = sum;
	return true;
}

bool plan_value_number(const struct plan_place *place, const char *key, const char *text,
	unsigned least, unsigned most, unsigned *value, struct error *err)
{
	char quoted[PLAN_QUOTE_BYTES];
	const char *rest = text;
	uint64_t number;
	if (!text)
		return true;
	if (!read_whole(&rest, most, &number) || *rest || number < least)
		return plan_value_error(place, key, err,
			"%s is '%s', expected a whole number from %u to %u", key,
			plan_quote(text, quoted), least, most);
	*value = (unsigned)number;
	return true;
}

bool plan_value_choice(const struct plan_place *place, const char *key, const char *text,
	const char *const names[], size_t n, size_t *value, struct error *err)
{
	char quoted[PLAN_QUOTE_BYTES];
	if (!text)
		return true;
	for (size_t i = 0; i < n; i++) {
		if (strcmp(names[i], text) == 0) {
			*value = i;
			return true;
		}
	}
	struct text expected = TEXT_EMPTY;
	plan_add_choices(&expected, names, n);
	plan_value_error(place, key, err, "%s is '%s', expected %s", key, plan_quote(text, quoted),
		expected.bytes);
	text_release(&expected);
	return false;
}

struct unit {
	const char *name;
	uint64_t factor;
};

/* A whole number with one of the units behind it, from 1 to `most` once multiplied. */
static bool read_with_unit(const char *text, const struct unit *units, size_t n, uint64_t most,
	uint64_t *value)
{
	uint64_t number;
	if (!read_whole(&text, most, &number) || number == 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (strcmp(text, units[i].name) == 0) {
			*value = number * units[i].factor;
			return number <= most / units[i].factor;
		}
	}
	return false;
}

bool plan_value_duration(const struct plan_place *place, const char *key, const char *text,
	int64_t *value_ns, struct error *err)
{
	static const struct unit units[] = {{"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	char quoted[PLAN_QUOTE_BYTES];
	uint64_t ns;
	if (!text)
		return true;
	if (!read_with_unit(text, units, ARRAY_LENGTH(units), DURATION_NS_MAX, &ns))
		return plan_value_error(place, key, err,
			"%s is '%s', expected a whole number with its unit (us, ms or s) such as "
			"10ms, at most 60s",
			key, plan_quote(text, quoted));
	*value_ns = (int64_t)ns;
	return true;
}

bool plan_value_memory(const struct plan_place *place, const char *key, const char *text,
	unsigned *value_mib, struct error *err)
{
	static const struct unit units[] = {{"M", 1}, {"G", 1024}};
	char quoted[PLAN_QUOTE_BYTES];
	uint64_t mib;
	if (!text)
		return true;
	if (!read_with_unit(text, units, ARRAY_LENGTH(units), MEMORY_MIB_MAX, &mib) ||
		mib < MEMORY_MIB_MIN)
		return plan_value_error(place, key, err,
			"%s is '%s', expected a size with its unit (M or G) such as 512M, "
			"from 64M to 1024G",
			key, plan_quote(text, quoted));
	*value_mib = (unsigned)mib;
	return true;
}

bool plan_value_text(const struct plan_place *place, const char *key, const char *text, size_t most,
	bool one_line, char **value, struct error *err)
{
	if (!text)
		return true;
	if (!text[strspn(text, " \t\n")])
		return plan_value_error(place, key, err, "%s is empty, expected text", key);
	size_t length = strlen(text);
	if (length > most)
		return plan_value_error(place, key, err,
			"%s has %zu bytes, expected at most %zu", key, length, most);
	for (const char *c = text; one_line && *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return plan_value_error(place, key, err,
				"%s holds a control character, expected one line of text", key);
	free(*value);
	*value = xstrdup(text);
	return true;
}
