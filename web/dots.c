/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/dots.h"

#include <math.h>

#include "model/stats.h"
#include "web/number.h"

/* Heights, from the top; widths are in percent. */
#define TOP_PX 22
#define BOTTOM_PX 142
#define LANE_PX 22  /* below that, or alone: of those without a value */
#define LABEL_PX 26 /* below that: the boots' names */
#define END_PX 6
#define EDGE 2.0
#define LABELS_MAX 12 /* beyond that only some boots are named */

static const struct {
	const char *class, *words;
} kinds[DOT_KIND_N] = {
	[DOT_USED] = {"used", "used"},
	[DOT_LACK] = {"lack", "disturbed, used for lack of a better one"},
	[DOT_DISTURBED] = {"disturbed", "disturbed, left out"},
	[DOT_EXCLUDED] = {"excluded", "left out by an amendment"},
	[DOT_FAILED] = {"failed", "no value"},
};

const char *dots_words(enum dot_kind kind)
{
	return kinds[kind].words;
}

/* Where everything goes: slots from left to right, one of them free between two boots. */
struct plot {
	const struct dot *dots;
	size_t n, groups, slots;
	double low, high; /* NaN: none has a value */
	int lane_px;
};

static bool begins_group(const struct dot *dots, size_t i)
{
	return i == 0 || dots[i].group != dots[i - 1].group;
}

static struct plot plot_of(const struct dot *dots, size_t n)
{
	struct plot plot = {.dots = dots, .n = n, .low = NAN, .high = NAN};
	for (size_t i = 0; i < n; i++) {
		plot.groups += begins_group(dots, i);
		plot.low = fmin(plot.low, dots[i].value);
		plot.high = fmax(plot.high, dots[i].value);
	}
	plot.slots = n + plot.groups - 1;
	plot.lane_px = isnan(plot.low) ? LANE_PX : BOTTOM_PX + LANE_PX;
	return plot;
}

static double x_of(const struct plot *plot, double slot)
{
	return EDGE + (100 - 2 * EDGE) * (slot + 0.5) / (double)plot->slots;
}

static double y_of(const struct plot *plot, double value)
{
	if (plot->high <= plot->low)
		return (TOP_PX + BOTTOM_PX) / 2.0;
	return BOTTOM_PX - (BOTTOM_PX - TOP_PX) * (value - plot->low) / (plot->high - plot->low);
}

static void add_mark(struct page *page, enum dot_kind kind, double x, double y, const char *unit)
{
	if (kind == DOT_FAILED) /* a cross, as text: lines could not mix percent and pixels */
		page_add(page,
			"<text class='dot failed' x='%.4g%s' y='%.4g' text-anchor='middle'>×",
			x, unit, y + 5);
	else
		page_add(page, "<circle class='dot %s' cx='%.4g%s' cy='%.4g' r='4'>",
			kinds[kind].class, x, unit, y);
}

static void add_dot(struct page *page, const struct plot *plot, const struct dot *dot, size_t slot)
{
	char number[NUMBER_BYTES];
	bool none = isnan(dot->value);
	add_mark(page, dot->kind, x_of(plot, (double)slot),
		none ? plot->lane_px : y_of(plot, dot->value), "%");
	page_add(page, "<title>launch %u, boot %u: %s%s%s</title>", dot->number, dot->group,
		none ? "" : number_apart(dot->value, plot->low, plot->high, number),
		!none && dot->kind != DOT_USED ? ", " : "",
		dot->kind == DOT_USED ? "" : kinds[dot->kind].words);
	page_add_html(page, dot->kind == DOT_FAILED ? "</text>\n" : "</circle>\n");
}

/* The median of a boot's values that are used, as a line over its dots. */
static void add_median(struct page *page, const struct plot *plot, size_t from, size_t to,
	size_t slot)
{
	double *values = xcalloc(to - from, sizeof(*values));
	size_t n = 0;
	for (size_t i = from; i < to; i++)
		if (plot->dots[i].kind == DOT_USED || plot->dots[i].kind == DOT_LACK)
			values[n++] = plot->dots[i].value;
	if (n) {
		double y = y_of(plot, stats_median(values, n));
		page_add(page,
			"<line class='median' x1='%.4g%%' x2='%.4g%%' y1='%.4g' y2='%.4g'/>\n",
			x_of(plot, (double)slot - 0.5), x_of(plot, (double)(slot + to - from) - 0.5),
			y, y);
	}
	free(values);
}

static void add_boot(struct page *page, const struct plot *plot, size_t from, size_t to,
	size_t slot, bool named)
{
	add_median(page, plot, from, to, slot);
	for (size_t i = from; i < to; i++)
		add_dot(page, plot, &plot->dots[i], slot + i - from);
	if (named)
		page_add(page, "<text x='%.4g%%' y='%d' text-anchor='middle'>%s%u</text>\n",
			x_of(plot, (double)slot + (double)(to - from - 1) / 2),
			plot->lane_px + LABEL_PX,
			plot->groups <= 4 ? "boot " : "", plot->dots[from].group);
	if (to < plot->n)
		page_add(page, "<line class='grid' x1='%.4g%%' x2='%.4g%%' y1='%d' y2='%d'/>\n",
			x_of(plot, (double)(slot + to - from)),
			x_of(plot, (double)(slot + to - from)), 0, plot->lane_px);
}

static void add_scale(struct page *page, const struct plot *plot)
{
	char number[NUMBER_BYTES];
	for (int bottom = 0; bottom < 2 && !isnan(plot->low); bottom++) {
		int y = bottom ? BOTTOM_PX : TOP_PX;
		if (bottom && plot->high <= plot->low)
			break;
		page_add(page, "<line class='grid' x1='0' x2='100%%' y1='%d' y2='%d'/>\n", y, y);
		page_add(page, "<text x='0' y='%d'>%s</text>\n", bottom ? y + 14 : y - 6,
			number_apart(bottom ? plot->low : plot->high, plot->low, plot->high,
				number));
	}
}

static void add_key(struct page *page, const struct plot *plot)
{
	page_add_html(page, "<figcaption>One mark a launch, from left to right as they were made");
	page_add_html(page, isnan(plot->low) ? "."
					     : "; the line is a boot’s median. The axis goes from the "
					       "lowest value to the highest, not from zero.");
	for (size_t kind = 0; kind < DOT_KIND_N; kind++) {
		size_t n = 0;
		for (size_t i = 0; i < plot->n; i++)
			n += plot->dots[i].kind == kind;
		if (!n)
			continue;
		page_add_html(page, " <span class='key'><svg class='dots' width='14' height='14' "
				    "aria-hidden='true'>");
		add_mark(page, (enum dot_kind)kind, 7, 7, "");
		page_add_html(page, kind == DOT_FAILED ? "</text></svg>" : "</circle></svg>");
		page_add(page, " %zu %s</span>", n, kinds[kind].words);
	}
	page_add_html(page, "</figcaption>\n");
}

void dots_add(struct page *page, const struct dot *dots, size_t n, const char *what)
{
	if (!n)
		return;
	struct plot plot = plot_of(dots, n);
	page_add(page, "<figure>\n<svg class='dots' role='img' aria-label='%s' width='100%%' "
		       "height='%d'>\n", what, plot.lane_px + LABEL_PX + END_PX);
	add_scale(page, &plot);
	size_t named_each = (plot.groups + LABELS_MAX - 1) / LABELS_MAX, group = 0, slot = 0;
	for (size_t from = 0, to; from < n; from = to, group++) {
		for (to = from + 1; to < n && !begins_group(dots, to); to++)
			;
		add_boot(page, &plot, from, to, slot, group % named_each == 0);
		slot += to - from + 1;
	}
	page_add_html(page, "</svg>\n");
	add_key(page, &plot);
	page_add_html(page, "</figure>\n");
}
