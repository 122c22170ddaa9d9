/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/layout-work.h"

#include <math.h>

#define BREAK_PX 18.0
#define BREAK_PART 0.045 /* of the height, at most */
#define FAILURE_ROW_PX 10.0
#define FAILURE_ROWS 4 /* more variants than this share them */
#define LEAD_LINES 3
#define BRIEF_PART 0.3 /* of the height, for end labels in place of a legend */

/* Lines of text from the top on; what is more than `most` of them is seen to be missing. */
static void stack_lines(struct layout_work *work, enum style style, const char *text, size_t most)
{
	double inner_px = layout_inner_px(work);
	struct label_lines lines = label_wrap(work->measure, style, text, inner_px);
	for (size_t i = 0; i < lines.length && i < most; i++) {
		bool cut = i + 1 == most && lines.length > most;
		char *line = xasprintf("%s%s", lines.lines[i], cut ? " …" : "");
		char *fitting = label_shorten(work->measure, style, line, inner_px);
		layout_add_text(work, style, ANCHOR_START, work->margin_px,
			work->top_px + LAYOUT_ASCENT * layout_size_px(style), fitting);
		work->top_px += layout_line_px(style);
		free(fitting);
		free(line);
	}
	label_lines_release(&lines);
}

/* At a glance line ends are enough, where they are labelled. */
static bool needs_legend(const struct layout_work *work)
{
	return !work->brief || (double)work->words->labels_n * LAYOUT_END_APART_PX >
		BRIEF_PART * work->layout->height_px;
}

static void place_title(struct layout_work *work)
{
	const struct words *words = work->words;
	double baseline = work->top_px + LAYOUT_ASCENT * layout_size_px(STYLE_TITLE);
	double tag_px = label_width_px(work->measure, STYLE_TAG, words->tag);
	char *title = label_shorten(work->measure, STYLE_TITLE, words->title,
		layout_inner_px(work) - tag_px - 2 * LAYOUT_GAP_PX);
	layout_add_text(work, STYLE_TITLE, ANCHOR_START, work->margin_px, baseline, title);
	layout_add_text(work, STYLE_TAG, ANCHOR_END, work->layout->width_px - work->margin_px,
		baseline, words->tag);
	free(title);
	work->top_px += layout_line_px(STYLE_TITLE);
}

/* The source stands at the right of the caption's last line. */
static void place_caption(struct layout_work *work)
{
	const struct words *words = work->words;
	double right = work->layout->width_px - work->margin_px;
	double baseline = work->bottom_px - LAYOUT_DESCENT * layout_size_px(STYLE_CAPTION);
	double line_px = layout_line_px(STYLE_CAPTION), source_px = 0;
	if (*words->source) {
		source_px = label_width_px(work->measure, STYLE_CAPTION, words->source) +
			2 * LAYOUT_GAP_PX;
		layout_add_text(work, STYLE_CAPTION, ANCHOR_END, right, baseline, words->source);
	}
	struct label_lines lines = label_wrap(work->measure, STYLE_CAPTION, words->caption,
		layout_inner_px(work) - source_px);
	for (size_t i = 0; i < lines.length; i++)
		layout_add_text(work, STYLE_CAPTION, ANCHOR_START, work->margin_px,
			baseline - (double)(lines.length - 1 - i) * line_px, lines.lines[i]);
	if (lines.length > 0)
		work->bottom_px -= (double)lines.length * line_px + LAYOUT_GAP_PX;
	else if (*words->source)
		work->bottom_px -= line_px + LAYOUT_GAP_PX;
	label_lines_release(&lines);
}

static bool series_failed(const struct series *series, const struct axes *axes)
{
	for (size_t i = 0; i < series->length; i++)
		if (series->points[i].failed > 0 && axes_hold_x(axes, series->points[i].x) &&
			!summary_has_value(&series->points[i].summary))
			return true;
	return false;
}

/* A strip of crosses below the axis: on the axis itself they would read as zeros. */
static void place_failures(struct layout_work *work)
{
	struct layout *layout = work->layout;
	size_t failing = 0;
	layout->failures_n = work->set->length;
	layout->failures_px = xcalloc(work->set->length, sizeof(*layout->failures_px));
	for (size_t i = 0; i < work->set->length; i++)
		failing += series_failed(&work->set->series[i], work->axes);
	size_t rows = failing < FAILURE_ROWS ? failing : FAILURE_ROWS, row = 0;
	work->bottom_px -= (double)rows * FAILURE_ROW_PX;
	for (size_t i = 0; i < work->set->length; i++)
		if (series_failed(&work->set->series[i], work->axes))
			layout->failures_px[i] = work->bottom_px + 1 +
				((double)(row++ % rows) + 0.5) * FAILURE_ROW_PX;
}

static void place_below(struct layout_work *work)
{
	struct layout *layout = work->layout;
	work->bottom_px = layout->height_px - work->margin_px;
	if (work->with_caption)
		place_caption(work);
	layout->x_text_px = work->bottom_px - LAYOUT_DESCENT * layout_size_px(STYLE_AXIS_TEXT);
	if (work->with_x_text)
		work->bottom_px -= layout_line_px(STYLE_AXIS_TEXT);
	layout->x_labels_px = work->bottom_px - LAYOUT_DESCENT * layout_size_px(STYLE_TICK_TEXT);
	work->bottom_px -= layout_line_px(STYLE_TICK_TEXT) + LAYOUT_TICK_PX;
	place_failures(work);
	layout->floor_px = work->bottom_px;
}

void layout_rows(struct layout_work *work)
{
	struct layout *layout = work->layout;
	work->top_px = work->margin_px;
	place_title(work);
	stack_lines(work, STYLE_NOTE, work->words->lead, LEAD_LINES);
	stack_lines(work, STYLE_NOTE, work->words->note, SIZE_MAX);
	if (work->with_legend && needs_legend(work))
		layout_legend(work);
	work->top_px += LAYOUT_GAP_PX;
	stack_lines(work, STYLE_AXIS_TEXT, work->words->y_text, SIZE_MAX);
	if (work->words->marks_n > 0) {
		layout->changes_px = work->top_px + LAYOUT_GAP_PX +
			LAYOUT_ASCENT * layout_size_px(STYLE_CHANGE_TEXT);
		work->top_px += layout_line_px(STYLE_CHANGE_TEXT);
	}
	work->top_px += LAYOUT_GAP_PX;
	place_below(work);
	layout->plot.y = work->top_px;
	layout->plot.height = layout->floor_px - layout->plot.y -
		(work->axes->broken ? floor(fmin(BREAK_PX, BREAK_PART * layout->height_px)) : 0);
}
