/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/method.h"

#include "web/heading.h"

void method_add(struct page *page, const struct campaign *campaign)
{
	heading_add(page, "h2", "method", "What the numbers are");
	page_add_html(page,
		"<p>Every launch of a benchmark is a fresh start and gives one sample. With "
		"several boots of a kernel the centre is the geometric mean of the boots' medians "
		"and the interval the 95 % t interval of their logarithms, because launches inside "
		"one boot share its luck of memory layout. With one boot it is the median of the "
		"samples and its exact 95 % order-statistic interval, which exists from six "
		"samples on. Zero-based and zoomed pictures show the same numbers: read sizes off "
		"the first, shapes off the second. Gaps are cells without a value, never "
		"zeros.</p>\n");
	bool counted = false, emulated = false;
	for (size_t i = 0; i < campaign->charts_n; i++) {
		counted |= campaign->charts[i].clock == CLOCK_COUNTED;
		emulated |= campaign->charts[i].emulated;
	}
	if (counted)
		page_add_html(page,
			"<p><b>Counted</b> charts give the instructions a guest executed for one "
			"operation: a quiet measure of path length that any machine can repeat. "
			"They say nothing of caches, nor of time.</p>\n");
	if (emulated)
		page_add_html(page,
			"<p><b>Emulated</b> charts give wall time of a CPU that is translated in "
			"software: they show that a kernel works, and are no verdict on how fast "
			"it is.</p>\n");
}
