/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/verdict.h"

#include <math.h>

/* Two digits behind the point only where one would say 0.0. */
static int decimals(double percent)
{
	double size = fabs(percent);
	return size > 0 && size < 0.095 ? 2 : size < 999.95 ? 1 : 0;
}

static void add_signed(struct text *text, double ratio, int least, enum verdict_form form)
{
	double percent = (ratio - 1) * 100;
	int digits = decimals(percent) > least ? decimals(percent) : least;
	const char *minus = form == VERDICT_UTF8 ? "\xe2\x88\x92" : "-";
	const char *sign = percent < 0 ? minus : percent > 0 ? "+" : "";
	if (fabs(percent) < 99999.5)
		text_add(text, "%s%.*f", sign, digits, fabs(percent));
	else
		text_add(text, "%s%.1e", sign, fabs(percent));
}

const char *verdict_change(double ratio, enum verdict_form form,
	char buffer[static VERDICT_CHANGE_BYTES])
{
	struct text text = TEXT_EMPTY;
	if (isfinite(ratio)) {
		add_signed(&text, ratio, 0, form);
		snprintf(buffer, VERDICT_CHANGE_BYTES, "%.27s %%", text.bytes);
		text_release(&text);
	} else {
		snprintf(buffer, VERDICT_CHANGE_BYTES, "n/a");
	}
	return buffer;
}

const char *verdict_interval(const struct compare_ratio *ratio, enum verdict_form form,
	char buffer[static VERDICT_INTERVAL_BYTES])
{
	buffer[0] = 0;
	if (!isfinite(ratio->low) || !isfinite(ratio->high))
		return buffer;
	struct text text = TEXT_EMPTY;
	double width = (ratio->high - ratio->low) * 100;
	int least = width < 0.1 ? 2 : 0; /* or both ends look alike */
	add_signed(&text, ratio->low, least, form);
	text_add(&text, " to ");
	add_signed(&text, ratio->high, least, form);
	snprintf(buffer, VERDICT_INTERVAL_BYTES, "%.59s %%", text.bytes);
	text_release(&text);
	return buffer;
}
