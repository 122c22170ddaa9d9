/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times as people read them on a page, and with them the numbers of model/number.h. */
#ifndef WEB_NUMBER_H
#define WEB_NUMBER_H

#include "model/number.h"

/* "2026-11-30 18:40"; "2007-09-13" of a midnight to the microsecond, as only the day was known */
const char *number_minute(int64_t unix_us, char buffer[static NUMBER_BYTES]);

/* "2026-11-30 18:40:01" */
const char *number_second(int64_t unix_us, char buffer[static NUMBER_BYTES]);

/* "3 h 05 min", "4 min 10 s", "12 s" */
const char *number_span(int64_t us, char buffer[static NUMBER_BYTES]);

/*
 * With as many significant digits as tell numbers from low to high apart, four at least: 4151.04
 * beside 4151.12.
 */
const char *number_apart(double value, double low, double high,
	char buffer[static NUMBER_BYTES]);

#endif
