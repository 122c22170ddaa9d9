/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/counts.h"

#include "model/text.h"

/* A number from 1 to COUNTS_LARGEST at *s, which moves behind it. */
static bool read_count(const char **s, unsigned *count)
{
	unsigned value = 0;
	const char *c = *s;
	for (; *c >= '0' && *c <= '9'; c++) {
		value = value * 10 + (unsigned)(*c - '0');
		if (value > COUNTS_LARGEST)
			return false;
	}
	if (c == *s || value == 0)
		return false;
	*s = c;
	*count = value;
	return true;
}

static bool read_spec(const char *s, unsigned *from, unsigned *to, unsigned *step)
{
	if (!read_count(&s, from))
		return false;
	*to = *from;
	*step = 1;
	if (*s == 0)
		return true;
	if (strncmp(s, "..", 2) != 0)
		return false;
	s += 2;
	if (!read_count(&s, to) || *to < *from)
		return false;
	if (*s == '/') {
		s++;
		if (!read_count(&s, step))
			return false;
	}
	return *s == 0;
}

/* Two ascending lists into one, each value once. */
static struct counts merge(const struct counts *old, unsigned from, unsigned to, unsigned step)
{
	struct counts merged = {NULL, 0};
	size_t i = 0, most = old->length + (to - from) / step + 1;
	uint64_t next = from;
	merged.values = xreallocarray(NULL, most, sizeof(*merged.values));
	while (i < old->length || next <= to) {
		unsigned value;
		if (next > to || (i < old->length && old->values[i] <= next))
			value = old->values[i++];
		else
			value = (unsigned)next;
		if (value == next)
			next += step;
		merged.values[merged.length++] = value;
	}
	return merged;
}

bool counts_add(struct counts *counts, const char *spec, struct error *err)
{
	unsigned from, to, step;
	if (!read_spec(spec, &from, &to, &step))
		return error_set(err,
			"bad count '%.*s': expected N, FROM..TO or FROM..TO/STEP, "
			"from 1 to %d and ascending",
			(int)text_utf8_fit(spec, 40), spec, COUNTS_LARGEST);
	struct counts merged = merge(counts, from, to, step);
	counts_release(counts);
	*counts = merged;
	return true;
}

void counts_release(struct counts *counts)
{
	free(counts->values);
	*counts = (struct counts){NULL, 0};
}
