/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/range.h"

#include <strings.h>

/*
 * Reads digits; one that does not fit is as large as can be, which is past every end. False where
 * there is none.
 */
static bool number_read(const char **at, uint64_t *number)
{
	const char *s = *at;
	uint64_t n = 0;
	for (; *s >= '0' && *s <= '9'; s++) {
		unsigned digit = (unsigned)(*s - '0');
		n = n > (UINT64_MAX - digit) / 10 ? UINT64_MAX : n * 10 + digit;
	}
	bool any = s > *at;
	*number = n;
	*at = s;
	return any;
}

static bool at_end(const char *s)
{
	return s[strspn(s, " \t")] == 0;
}

/* "-N": the last N bytes, all where there are fewer. */
static enum range_kind parse_last(const char *at, uint64_t whole_bytes, struct range *range)
{
	uint64_t last_n;
	if (!number_read(&at, &last_n) || !at_end(at))
		return RANGE_NONE;
	if (last_n == 0 || whole_bytes == 0)
		return RANGE_OUTSIDE;
	uint64_t length = last_n < whole_bytes ? last_n : whole_bytes;
	*range = (struct range){whole_bytes - length, length};
	return RANGE_PART;
}

enum range_kind range_parse(const char *header, uint64_t whole_bytes, struct range *range)
{
	static const char unit[] = "bytes=";
	uint64_t first, last = UINT64_MAX;
	if (!header || strncasecmp(header, unit, strlen(unit)) != 0)
		return RANGE_NONE;
	const char *at = header + strlen(unit);
	at += strspn(at, " \t");
	if (*at == '-')
		return parse_last(at + 1, whole_bytes, range);
	if (!number_read(&at, &first) || *at++ != '-')
		return RANGE_NONE;
	bool open = !number_read(&at, &last);
	if (!at_end(at) || (!open && last < first))
		return RANGE_NONE;
	if (first >= whole_bytes)
		return RANGE_OUTSIDE;
	if (open || last >= whole_bytes)
		last = whole_bytes - 1;
	*range = (struct range){first, last - first + 1};
	return RANGE_PART;
}
