/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What ministat reads: one number a line. What it prints holds no samples and is refused. */
#include "model/formats/readers.h"

#include <math.h>

static bool is_summary(const char *line)
{
	return import_after(line, "N ") && strstr(line, " Min ") && strstr(line, " Stddev");
}

bool read_ministat(struct import *import, const struct import_source *source, struct error *err)
{
	static const struct import_key key = {0};
	for (size_t i = 0; i < source->length; i++)
		if (is_summary(import_line(source, i)))
			return import_error(source, i + 1, err,
				"a summary that ministat printed: it holds no raw samples");
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		size_t length = import_word(line);
		double value;
		if (!*line || *line == '#')
			continue;
		if (!import_number(source, i + 1, line, length, &value, err))
			return false;
		if (!import_is_blank(line + length))
			return import_error(source, i + 1, err,
				"more than one number in the line, expected one column");
		if (!import_add(import, source, &key, NAN, value, i + 1, err))
			return false;
	}
	return true;
}
