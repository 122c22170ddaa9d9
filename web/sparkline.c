/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/sparkline.h"

#include "model/sparkline.h"
#include "render/chart.h"

#define MARGIN 1 /* half a line's width and more, so that none is cut at the edge */

/* What a store that was tampered with holds must not become anything but numbers. */
static bool is_points(const char *points, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!strchr("0123456789.,-+e ", points[i]))
			return false;
	return length > 0;
}

static void add_line(struct page *page, unsigned long variant, const char *points, size_t length)
{
	if (!is_points(points, length))
		return;
	page_add(page, "<polyline class='line%lu' points='", variant % CHART_HUES);
	page_add_escaped(page, points, length);
	page_add_html(page, "'/>");
}

void sparkline_add_picture(struct page *page, const char *sparkline)
{
	if (!sparkline[0])
		return;
	page_add(page,
		"<svg class='spark' viewBox='%d %d %d %d' width='%d' height='%d' "
		"aria-hidden='true'>",
		-MARGIN, -MARGIN, SPARKLINE_WIDTH + 2 * MARGIN, SPARKLINE_HEIGHT + 2 * MARGIN,
		SPARKLINE_WIDTH, SPARKLINE_HEIGHT);
	for (const char *at = sparkline; *at;) {
		size_t length = strcspn(at, ";");
		char *points;
		unsigned long variant = strtoul(at, &points, 10);
		if (*points == ':' && points < at + length)
			add_line(page, variant, points + 1, (size_t)(at + length - points - 1));
		at += length + (at[length] == ';');
	}
	page_add_html(page, "</svg>");
}
