/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/layout-work.h"

#include <math.h>

#define MARGIN_PX 18.0
#define MARGIN_NARROW_PX 10.0
#define NARROW_PX 560
#define LEADING 1.4
#define INSET_PX 8.0       /* from the plot's sides to the first and last point */
#define PLOT_GOOD_PX 56.0  /* a plot lower than this is worth more than texts below it */
#define PLOT_LEAST_PX 24.0 /* and one lower than this more than a legend */

double layout_size_px(enum style style)
{
	return style_rule(style)->font_px;
}

double layout_line_px(enum style style)
{
	return ceil(layout_size_px(style) * LEADING);
}

double layout_inner_px(const struct layout_work *work)
{
	return work->layout->width_px - 2 * work->margin_px;
}

void layout_add_text(struct layout_work *work, enum style style, enum anchor anchor, double x,
	double baseline, const char *text)
{
	struct layout *layout = work->layout;
	struct layout_text *added = xgrow(&layout->texts, &layout->texts_n, sizeof(*added));
	*added = (struct layout_text){style, anchor, {x, baseline}, xstrdup(text)};
}

static void place_empty(struct layout_work *work)
{
	const struct box_px *plot = &work->layout->plot;
	if (!*work->words->empty)
		return;
	char *empty = label_shorten(work->measure, STYLE_EMPTY, work->words->empty,
		plot->width - 2 * LAYOUT_GAP_PX);
	layout_add_text(work, STYLE_EMPTY, ANCHOR_MIDDLE, plot->x + plot->width / 2,
		plot->y + plot->height / 2, empty);
	free(empty);
}

/* What there is no room for is left out: the caption first, then the x text, then the legend. */
static bool leave_out(struct layout_work *work)
{
	double height_px = work->layout->plot.height;
	bool *const parts[] = {&work->with_caption, &work->with_x_text, &work->with_legend};
	for (size_t i = 0; i < ARRAY_LENGTH(parts); i++)
		if (*parts[i] && height_px < (i < 2 ? PLOT_GOOD_PX : PLOT_LEAST_PX)) {
			*parts[i] = false;
			return true;
		}
	return false;
}

struct layout layout_of(const struct series_set *set, const struct words *words,
	const struct axes *axes, const struct chart_options *options,
	const struct measure *measure)
{
	double type = axes_type(options);
	const struct layout blank = {.width_px = options->width_px / type,
		.height_px = options->height_px / type, .type = type};
	struct layout layout = blank;
	struct layout_work work = {.set = set, .words = words, .axes = axes, .measure = measure,
		.layout = &layout, .with_caption = !options->brief, .with_x_text = true,
		.with_legend = true, .brief = options->brief,
		.margin_px = blank.width_px < NARROW_PX ? MARGIN_NARROW_PX : MARGIN_PX};
	layout_rows(&work);
	while (leave_out(&work)) {
		layout_release(&layout);
		layout = blank;
		layout_rows(&work);
	}
	layout_ends(&work);
	layout_columns(&work);
	place_empty(&work);
	return layout;
}

void layout_release(struct layout *layout)
{
	for (size_t i = 0; i < layout->texts_n; i++)
		free(layout->texts[i].text);
	free(layout->texts);
	free(layout->keys);
	free(layout->ends);
	free(layout->failures_px);
	*layout = (struct layout){0};
}

double layout_x_px(const struct layout *layout, const struct axes *axes, double value)
{
	return layout->plot.x + INSET_PX +
		(layout->plot.width - 2 * INSET_PX) * scale_unit(&axes->x, value);
}

double layout_y_px(const struct layout *layout, const struct axes *axes, double value)
{
	return layout->plot.y + layout->plot.height * (1 - scale_unit(&axes->y, value));
}

struct box_px layout_text_box(const struct layout_text *text, const struct measure *measure)
{
	double width = label_width_px(measure, text->style, text->text);
	double size = layout_size_px(text->style), left = 0;
	if (text->anchor != ANCHOR_START)
		left = text->anchor == ANCHOR_END ? width : width / 2;
	return (struct box_px){text->at.x - left, text->at.y - LAYOUT_ASCENT * size, width,
		(LAYOUT_ASCENT + LAYOUT_DESCENT) * size};
}
