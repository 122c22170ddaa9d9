/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/layout-work.h"

#include <math.h>

#define END_LABEL_PART 0.2 /* of the width, at most */
#define END_LABEL_BRIEF_PART 0.3
#define END_PX 8.0 /* from the plot to an end label's marker */

/* Where the series ends: its whole cell's centre where that is drawn, else its last value. */
static bool series_end(const struct series *series, bool swept, const struct axes *axes,
	double *value)
{
	if (!swept && summary_has_value(&series->whole)) {
		*value = series->whole.centre;
		return true;
	}
	for (size_t i = series->length; i > 0; i--)
		if (axes_hold_x(axes, series->points[i - 1].x) &&
			summary_has_value(&series->points[i - 1].summary)) {
			*value = series->points[i - 1].summary.centre;
			return true;
		}
	return false;
}

/* From the top down; equal ones in the order of the plan. */
static int compare_ends(const void *a, const void *b)
{
	const struct layout_key *one = a, *two = b;
	if (one->at.y < two->at.y || one->at.y > two->at.y)
		return one->at.y < two->at.y ? -1 : 1;
	return one->series < two->series ? -1 : one->series > two->series;
}

void layout_ends(struct layout_work *work)
{
	struct layout *layout = work->layout;
	for (size_t i = 0; i < work->set->length; i++) {
		double value;
		if (!series_end(&work->set->series[i], work->set->chart->swept, work->axes, &value))
			continue;
		struct layout_key *end = xgrow(&layout->ends, &layout->ends_n, sizeof(*end));
		*end = (struct layout_key){i, {0, layout_y_px(layout, work->axes, value)}};
	}
	if ((double)layout->ends_n * LAYOUT_END_APART_PX > layout->plot.height)
		layout->ends_n = 0;
	if (layout->ends_n == 0)
		return;
	qsort(layout->ends, layout->ends_n, sizeof(*layout->ends), compare_ends);
	double *y = xcalloc(layout->ends_n, sizeof(*y));
	for (size_t i = 0; i < layout->ends_n; i++)
		y[i] = layout->ends[i].at.y;
	label_spread(y, layout->ends_n, LAYOUT_END_APART_PX, layout->plot.y,
		layout->plot.y + layout->plot.height);
	for (size_t i = 0; i < layout->ends_n; i++)
		layout->ends[i].at.y = y[i];
	free(y);
}

static double tick_width_px(const struct layout_work *work, const struct scale_tick *tick)
{
	return label_width_px(work->measure, STYLE_TICK_TEXT, tick->label);
}

/* The names of the end labels, in the order of the ends. */
static char **end_names(const struct layout_work *work, double most_px)
{
	const struct layout *layout = work->layout;
	struct label_name *names = xcalloc(layout->ends_n, sizeof(*names));
	for (size_t i = 0; i < layout->ends_n; i++) {
		size_t series = layout->ends[i].series;
		names[i] = (struct label_name){work->words->labels[series], series + 1};
	}
	char **labels = label_shorten_all(work->measure, STYLE_LABEL, names, layout->ends_n,
		most_px);
	free(names);
	return labels;
}

/* The plot between the y labels and the end labels; the outer x labels hang over by half. */
static void place_plot(struct layout_work *work, char *const *labels)
{
	struct layout *layout = work->layout;
	const struct scale *x = &work->axes->x, *y = &work->axes->y;
	double left = 0, right = 0;
	for (size_t i = 0; i < y->ticks_n; i++)
		left = fmax(left, tick_width_px(work, &y->ticks[i]));
	for (size_t i = 0; i < layout->ends_n; i++)
		right = fmax(right, END_PX + 2 * LAYOUT_GAP_PX +
			label_width_px(work->measure, STYLE_LABEL, labels[i]));
	left = fmax(work->margin_px + left + 2 * LAYOUT_TICK_PX,
		LAYOUT_GAP_PX + tick_width_px(work, &x->ticks[0]) / 2);
	right = fmax(work->margin_px + right,
		LAYOUT_GAP_PX + tick_width_px(work, &x->ticks[x->ticks_n - 1]) / 2);
	layout->plot.x = ceil(left);
	layout->plot.width = floor(layout->width_px - right) - layout->plot.x;
}

static void place_ends(struct layout_work *work, char *const *labels)
{
	struct layout *layout = work->layout;
	for (size_t i = 0; i < layout->ends_n; i++) {
		struct layout_key *end = &layout->ends[i];
		end->at.x = layout->plot.x + layout->plot.width + END_PX;
		layout_add_text(work, STYLE_LABEL, ANCHOR_START, end->at.x + 2 * LAYOUT_GAP_PX,
			end->at.y + LAYOUT_MIDDLE * layout_size_px(STYLE_LABEL), labels[i]);
	}
}

/* All of them, or every second, third … where they would touch; never fewer than two. */
static void place_y_labels(struct layout_work *work)
{
	struct layout *layout = work->layout;
	const struct scale *y = &work->axes->y;
	double size = layout_size_px(STYLE_TICK_TEXT);
	double apart = layout_y_px(layout, work->axes, y->ticks[0].value) -
		layout_y_px(layout, work->axes, y->ticks[1].value);
	layout->y_stride = (size_t)fmax(1, ceil(size * (LAYOUT_ASCENT + LAYOUT_DESCENT) / apart));
	if (layout->y_stride > y->ticks_n - 1)
		layout->y_stride = y->ticks_n - 1;
	for (size_t i = 0; i < y->ticks_n; i += layout->y_stride)
		layout_add_text(work, STYLE_TICK_TEXT, ANCHOR_END,
			layout->plot.x - 2 * LAYOUT_TICK_PX,
			layout_y_px(layout, work->axes, y->ticks[i].value) + LAYOUT_MIDDLE * size,
			y->ticks[i].label);
}

/* First and last always; of the others, from the left, each that touches no other. */
static void place_x_labels(struct layout_work *work)
{
	struct layout *layout = work->layout;
	const struct scale *x = &work->axes->x;
	size_t last = x->ticks_n - 1;
	double taken_to = -INFINITY, taken_from = layout_x_px(layout, work->axes,
		x->ticks[last].value) - tick_width_px(work, &x->ticks[last]) / 2 - LAYOUT_GAP_PX;
	for (size_t i = 0; i <= last; i++) {
		double middle = layout_x_px(layout, work->axes, x->ticks[i].value);
		double half = tick_width_px(work, &x->ticks[i]) / 2;
		if (i > 0 && i < last && (middle - half < taken_to || middle + half > taken_from))
			continue;
		taken_to = middle + half + LAYOUT_GAP_PX;
		layout->x_kept[i] = true;
		layout_add_text(work, STYLE_TICK_TEXT, ANCHOR_MIDDLE, middle, layout->x_labels_px,
			x->ticks[i].label);
	}
}

/* Above their lines, from the left, each that touches no other and stays in the picture. */
static void place_changes(struct layout_work *work)
{
	struct layout *layout = work->layout;
	const struct words *words = work->words;
	double taken_to = work->margin_px - LAYOUT_GAP_PX;
	for (size_t i = 0; i < words->marks_n; i++) {
		double x = work->set->trend->marks[i].x;
		double middle = layout_x_px(layout, work->axes, x);
		double half = label_width_px(work->measure, STYLE_CHANGE_TEXT, words->marks[i]) / 2;
		if (!axes_hold_x(work->axes, x) || middle - half < taken_to + LAYOUT_GAP_PX ||
			middle + half > layout->width_px - work->margin_px)
			continue;
		taken_to = middle + half;
		layout_add_text(work, STYLE_CHANGE_TEXT, ANCHOR_MIDDLE, middle, layout->changes_px,
			words->marks[i]);
	}
}

void layout_columns(struct layout_work *work)
{
	struct layout *layout = work->layout;
	char **labels = end_names(work,
		layout->width_px * (work->brief ? END_LABEL_BRIEF_PART : END_LABEL_PART));
	place_plot(work, labels);
	place_ends(work, labels);
	place_y_labels(work);
	place_x_labels(work);
	place_changes(work);
	label_free_all(labels, layout->ends_n);
	if (!work->with_x_text)
		return;
	char *x_text = label_shorten(work->measure, STYLE_AXIS_TEXT, work->words->x_text,
		layout->plot.width);
	layout_add_text(work, STYLE_AXIS_TEXT, ANCHOR_MIDDLE,
		layout->plot.x + layout->plot.width / 2, layout->x_text_px, x_text);
	free(x_text);
}
