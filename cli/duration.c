/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/duration.h"

#include <math.h>
#include <stdio.h>

const char *duration_text(double seconds, char buffer[static DURATION_BYTES])
{
	double whole = fmin(round(seconds), 1e9);
	unsigned s = whole > 0 ? (unsigned)whole : 0;
	if (s < 60)
		snprintf(buffer, DURATION_BYTES, "%u s", s);
	else if (s < 3600)
		snprintf(buffer, DURATION_BYTES, "%u min %02u s", s / 60, s % 60);
	else
		snprintf(buffer, DURATION_BYTES, "%u h %02u min", s / 3600, s % 3600 / 60);
	return buffer;
}
