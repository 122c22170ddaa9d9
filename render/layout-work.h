/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the steps of a layout share: layout.c calls them in order, each takes its room. */
#ifndef RENDER_LAYOUT_WORK_H
#define RENDER_LAYOUT_WORK_H

#include "render/layout.h"

#define LAYOUT_GAP_PX 6.0
#define LAYOUT_END_APART_PX 15.0 /* from end label to end label */
/* Parts of a font's size: above the baseline, and half of its capitals. */
#define LAYOUT_ASCENT 0.93
#define LAYOUT_DESCENT 0.24
#define LAYOUT_MIDDLE 0.365

struct layout_work {
	const struct series_set *set;
	const struct words *words;
	const struct axes *axes;
	const struct measure *measure;
	struct layout *layout;
	bool with_caption, with_x_text, with_legend, brief;
	double margin_px, top_px, bottom_px; /* top to bottom: what is still free */
};

double layout_size_px(enum style style);
double layout_line_px(enum style style); /* from baseline to baseline */
double layout_inner_px(const struct layout_work *work); /* between the margins */
void layout_add_text(struct layout_work *work, enum style style, enum anchor anchor, double x,
	double baseline, const char *text);

/* Title, note, legend and y text from the top; caption, x labels and failures from below. */
void layout_rows(struct layout_work *work);

/* Adds the legend below work->top_px: rows from left to right, then how many more there are. */
void layout_legend(struct layout_work *work);

/* The heights of the end labels, or none where they are too many for the plot. */
void layout_ends(struct layout_work *work);

/* What stands beside the plot and below it; sets the plot's left and right edge. */
void layout_columns(struct layout_work *work);

#endif
