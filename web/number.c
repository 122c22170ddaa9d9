/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/number.h"

#include <math.h>

#include "model/text.h"

const char *number_minute(int64_t unix_us, char buffer[static NUMBER_BYTES])
{
	char time[TEXT_TIME_BYTES];
	text_time(unix_us, time); /* "2026-11-30T18:40:01.123456Z" */
	if (strcmp(time + 11, "00:00:00.000000Z") == 0)
		snprintf(buffer, NUMBER_BYTES, "%.10s", time);
	else
		snprintf(buffer, NUMBER_BYTES, "%.10s %.5s", time, time + 11);
	return buffer;
}

const char *number_second(int64_t unix_us, char buffer[static NUMBER_BYTES])
{
	char time[TEXT_TIME_BYTES];
	text_time(unix_us, time);
	snprintf(buffer, NUMBER_BYTES, "%.10s %.8s", time, time + 11);
	return buffer;
}

const char *number_span(int64_t us, char buffer[static NUMBER_BYTES])
{
	int64_t s = us / 1000000;
	if (s >= 3600)
		snprintf(buffer, NUMBER_BYTES, "%lld h %02lld min", (long long)(s / 3600),
			(long long)(s / 60 % 60));
	else if (s >= 60)
		snprintf(buffer, NUMBER_BYTES, "%lld min %02lld s", (long long)(s / 60),
			(long long)(s % 60));
	else
		snprintf(buffer, NUMBER_BYTES, "%lld s", (long long)s);
	return buffer;
}

const char *number_apart(double value, double low, double high,
	char buffer[static NUMBER_BYTES])
{
	double largest = fmax(fabs(low), fabs(high));
	if (isnan(value) || !(high > low) || largest / (high - low) < 100)
		return number_text(value, buffer);
	double digits = fmax(ceil(log10(largest / (high - low))) + 2, floor(log10(largest)) + 1);
	snprintf(buffer, NUMBER_BYTES, "%.*g", digits < 12 ? (int)digits : 12, value);
	return buffer;
}
