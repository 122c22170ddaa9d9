/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/number.h"

#include <math.h>

/* So many that four digits are significant, also where rounding makes the number longer. */
static int decimals(double size)
{
	static const double limits[] = {99.995, 9.9995, 0.99995, 0.099995, 0.0099995};
	int n = 1;
	for (size_t i = 0; i < ARRAY_LENGTH(limits) && size < limits[i]; i++)
		n++;
	return n;
}

/* A whole number with a comma before every three digits from 10,000 on, as charts write it. */
static void print_whole(double value, char buffer[static NUMBER_BYTES])
{
	char digits[NUMBER_BYTES];
	int length = snprintf(digits, sizeof(digits), "%.0f", fabs(value));
	char *out = buffer;
	if (value < 0)
		*out++ = '-';
	for (int i = 0; i < length; i++) {
		if (i && length > 4 && (length - i) % 3 == 0)
			*out++ = ',';
		*out++ = digits[i];
	}
	*out = 0;
}

const char *number_text(double value, char buffer[static NUMBER_BYTES])
{
	double size = fabs(value);
	if (!isfinite(value))
		snprintf(buffer, NUMBER_BYTES, "%s", "–");
	else if (size == 0)
		snprintf(buffer, NUMBER_BYTES, "0");
	else if (size >= 1e15 || size < 1e-4)
		snprintf(buffer, NUMBER_BYTES, "%.3e", value);
	else if (size >= 999.95)
		print_whole(value, buffer);
	else
		snprintf(buffer, NUMBER_BYTES, "%.*f", decimals(size), value);
	return buffer;
}
