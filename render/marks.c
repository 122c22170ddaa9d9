/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/marks.h"

#include <math.h>

/* Far outside of any picture, far inside of the drawing library's 24 bits. */
#define FARTHEST_PX 20000.0

static const char *const kinds[] = {
	[MARK_RECTANGLE] = "rectangle", [MARK_LINE] = "line", [MARK_DASHED] = "dashed",
	[MARK_POLYGON] = "polygon", [MARK_MARKERS] = "markers", [MARK_CROSSES] = "crosses",
	[MARK_TEXT] = "text", [MARK_CLIP] = "clip", [MARK_UNCLIP] = "unclip",
};

static const char *const anchors[] = {
	[ANCHOR_START] = "start", [ANCHOR_MIDDLE] = "middle", [ANCHOR_END] = "end",
};

void marks_release(struct marks *marks)
{
	for (size_t i = 0; i < marks->length; i++)
		free(marks->marks[i].text);
	free(marks->marks);
	free(marks->points);
	*marks = (struct marks){0};
}

struct mark *marks_add(struct marks *marks, enum mark_kind kind, enum style style,
	unsigned series)
{
	struct mark *mark = xgrow(&marks->marks, &marks->length, sizeof(*mark));
	*mark = (struct mark){kind, style, series, ANCHOR_START, marks->points_n, 0, NULL};
	return mark;
}

static double within(double px)
{
	return isnan(px) ? 0 : fmax(-FARTHEST_PX, fmin(px, FARTHEST_PX));
}

void marks_point(struct marks *marks, double x, double y)
{
	struct point_px *point = xgrow(&marks->points, &marks->points_n, sizeof(*point));
	*point = (struct point_px){within(x), within(y)};
	marks->marks[marks->length - 1].points_n++;
}

void marks_line(struct marks *marks, enum style style, unsigned series, struct point_px from,
	struct point_px to)
{
	marks_add(marks, MARK_LINE, style, series);
	marks_point(marks, from.x, from.y);
	marks_point(marks, to.x, to.y);
}

void marks_text(struct marks *marks, enum style style, enum anchor anchor, struct point_px at,
	const char *text)
{
	struct mark *mark = marks_add(marks, MARK_TEXT, style, 0);
	mark->anchor = anchor;
	mark->text = xstrdup(text);
	marks_point(marks, at.x, at.y);
}

static bool same(double a_px, double b_px)
{
	return !(a_px < b_px) && !(a_px > b_px);
}

bool marks_fit_line(const struct marks *marks, const struct mark *mark,
	struct point_px fitted[static 2])
{
	if ((mark->kind != MARK_LINE && mark->kind != MARK_DASHED) || mark->points_n != 2)
		return false;
	memcpy(fitted, &marks->points[mark->first], 2 * sizeof(*fitted));
	/* Odd widths are centred on a pixel, even ones between two. */
	double type = marks->type;
	double shift = lround(style_rule(mark->style)->width_px * type) % 2 ? 0.5 : 0;
	if (same(fitted[0].x, fitted[1].x))
		fitted[0].x = fitted[1].x = (floor(fitted[0].x * type) + shift) / type;
	else if (same(fitted[0].y, fitted[1].y))
		fitted[0].y = fitted[1].y = (floor(fitted[0].y * type) + shift) / type;
	else
		return false;
	return true;
}

struct point_px marks_text_start(const struct marks *marks, const struct mark *mark,
	double width_px)
{
	struct point_px at = marks->points[mark->first];
	if (mark->anchor != ANCHOR_START)
		at.x -= mark->anchor == ANCHOR_END ? width_px : width_px / 2;
	at.y = round(at.y * marks->type) / marks->type;
	return at;
}

/* In tenths, by integers: the same text in every locale. */
static void print_px(struct text *out, double px)
{
	long tenths = lround(px * 10);
	const char *sign = tenths < 0 ? "-" : "";
	text_add(out, " %s%ld.%ld", sign, labs(tenths) / 10, labs(tenths) % 10);
}

void marks_print(const struct marks *marks, struct text *out)
{
	for (size_t i = 0; i < marks->length; i++) {
		const struct mark *mark = &marks->marks[i];
		text_add(out, "%s", kinds[mark->kind]);
		if (mark->kind != MARK_CLIP && mark->kind != MARK_UNCLIP)
			text_add(out, " %s", style_rule(mark->style)->name);
		if (style_rule(mark->style)->colour == COLOUR_SERIES)
			text_add(out, "/%u", mark->series);
		if (mark->text)
			text_add(out, " %s", anchors[mark->anchor]);
		for (size_t j = 0; j < mark->points_n; j++) {
			print_px(out, marks->points[mark->first + j].x);
			print_px(out, marks->points[mark->first + j].y);
		}
		if (mark->text)
			text_add(out, " '%s'", mark->text);
		text_add_bytes(out, "\n", 1);
	}
}
