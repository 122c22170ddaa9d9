/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/layout-work.h"

#include <math.h>

#define ROW_PX 20.0
#define APART_PX 20.0
#define PART_OF_HEIGHT 0.18 /* the most it takes */
#define PART_OF_WIDTH 0.6   /* the most one name takes */

/* More names than could ever stand in a legend need not be measured. */
#define NAMES_MAX 400

struct legend {
	struct layout_work *work;
	double x, y, right; /* the next entry's left middle; the margin */
	size_t row, rows;
};

/* Moves to where an entry of that width goes; false where there is no row left for it. */
static bool advance(struct legend *legend, double entry_px, double reserve_px)
{
	double left = legend->work->margin_px;
	bool last = legend->row == legend->rows;
	if (legend->x + entry_px + (last ? reserve_px : 0) <= legend->right || legend->x <= left)
		return true;
	if (last)
		return false;
	legend->x = left;
	legend->y += ROW_PX;
	legend->row++;
	return true;
}

static void add_text(struct legend *legend, double x, const char *text)
{
	layout_add_text(legend->work, STYLE_LABEL, ANCHOR_START, x,
		legend->y + LAYOUT_MIDDLE * layout_size_px(STYLE_LABEL), text);
}

static void add_entry(struct legend *legend, size_t series, const char *label)
{
	struct layout *layout = legend->work->layout;
	struct layout_key *key = xgrow(&layout->keys, &layout->keys_n, sizeof(*key));
	*key = (struct layout_key){series, {legend->x, legend->y}};
	add_text(legend, legend->x + LAYOUT_KEY_PX + LAYOUT_GAP_PX, label);
}

static void add_entries(struct legend *legend, char *const *labels, size_t n)
{
	const struct measure *measure = legend->work->measure;
	size_t all = legend->work->words->labels_n;
	for (size_t i = 0; i < n; i++) {
		char *more = xasprintf("+ %zu more", all - i);
		double entry_px = LAYOUT_KEY_PX + LAYOUT_GAP_PX +
			label_width_px(measure, STYLE_LABEL, labels[i]);
		double more_px = i + 1 < all
			? APART_PX + label_width_px(measure, STYLE_LABEL, more) : 0;
		bool fits = advance(legend, entry_px, more_px);
		if (fits)
			add_entry(legend, i, labels[i]);
		else
			add_text(legend, legend->x, more);
		free(more);
		if (!fits)
			return;
		legend->x += entry_px + APART_PX;
	}
}

void layout_legend(struct layout_work *work)
{
	const struct words *words = work->words;
	double inner_px = layout_inner_px(work);
	size_t rows = (size_t)(work->layout->height_px * PART_OF_HEIGHT / ROW_PX);
	size_t n = words->labels_n < NAMES_MAX ? words->labels_n : NAMES_MAX;
	struct legend legend = {work, work->margin_px,
		work->top_px + LAYOUT_GAP_PX + ROW_PX / 2, work->margin_px + inner_px, 1,
		rows > 0 ? rows : 1};
	if (n == 0)
		return;
	struct label_name *names = xcalloc(n, sizeof(*names));
	for (size_t i = 0; i < n; i++)
		names[i] = (struct label_name){words->labels[i], i + 1};
	char **labels = label_shorten_all(work->measure, STYLE_LABEL, names, n,
		inner_px * PART_OF_WIDTH);
	free(names);
	add_entries(&legend, labels, n);
	label_free_all(labels, n);
	work->top_px = legend.y + ROW_PX / 2;
}
