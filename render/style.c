/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/style.h"

#define DASHES 5

static const struct style_rule rules[STYLE_N] = {
	[STYLE_BACKGROUND] = {"background", COLOUR_BACKGROUND, 1, 0, 0},
	[STYLE_GRID] = {"grid", COLOUR_GRID, 1, 1, 0},
	[STYLE_BOOT] = {"boot", COLOUR_GRID, 1, 1, 0},
	[STYLE_REFERENCE] = {"reference", COLOUR_AXIS, 1, 1, 0},
	[STYLE_CHANGE] = {"change", COLOUR_MUTED, 0.6, 1, 0},
	[STYLE_AXIS] = {"axis", COLOUR_AXIS, 1, 1, 0},
	[STYLE_TICK] = {"tick", COLOUR_AXIS, 1, 1, 0},
	[STYLE_BAND] = {"band", COLOUR_SERIES, 0.17, 0, 0},
	[STYLE_WHISKER] = {"whisker", COLOUR_SERIES, 0.55, 1.4, 0},
	[STYLE_CURVE] = {"curve", COLOUR_SERIES, 1, 1.8, 0},
	[STYLE_RUNS] = {"runs", COLOUR_SERIES, 0.5, 1, 0},
	[STYLE_CENTRE] = {"centre", COLOUR_SERIES, 1, 1.6, 0},
	[STYLE_MARKER] = {"marker", COLOUR_SERIES, 1, 3.6, 0},
	[STYLE_DOT] = {"dot", COLOUR_SERIES, 1, 1.6, 0},
	[STYLE_FAILURE] = {"failure", COLOUR_SERIES, 1, 1.5, 0},
	[STYLE_LEADER] = {"leader", COLOUR_SERIES, 0.6, 1, 0},
	[STYLE_KEY] = {"key", COLOUR_SERIES, 1, 1.8, 0},
	[STYLE_TITLE] = {"title", COLOUR_INK, 1, 0, 17},
	[STYLE_TAG] = {"tag", COLOUR_MUTED, 1, 0, 13},
	[STYLE_NOTE] = {"note", COLOUR_INK, 1, 0, 12},
	[STYLE_LABEL] = {"label", COLOUR_INK, 1, 0, 12},
	[STYLE_CHANGE_TEXT] = {"change-text", COLOUR_MUTED, 1, 0, 11},
	[STYLE_AXIS_TEXT] = {"axis-text", COLOUR_MUTED, 1, 0, 12},
	[STYLE_TICK_TEXT] = {"tick-text", COLOUR_MUTED, 1, 0, 12},
	[STYLE_CAPTION] = {"caption", COLOUR_MUTED, 1, 0, 11},
	[STYLE_EMPTY] = {"empty", COLOUR_MUTED, 1, 0, 14},
};

/* Text has a contrast of at least 4.5 to its background, marks of at least 3. */
static const struct rgb colours[][COLOUR_SERIES] = {
	[CHART_THEME_LIGHT] = {
		[COLOUR_BACKGROUND] = {0xff, 0xff, 0xff},
		[COLOUR_GRID] = {0xe6, 0xe6, 0xe6},
		[COLOUR_AXIS] = {0x80, 0x80, 0x80},
		[COLOUR_MUTED] = {0x5a, 0x5a, 0x5a},
		[COLOUR_INK] = {0x1a, 0x1a, 0x1a},
	},
	[CHART_THEME_DARK] = {
		[COLOUR_BACKGROUND] = {0x12, 0x12, 0x12},
		[COLOUR_GRID] = {0x2e, 0x2e, 0x2e},
		[COLOUR_AXIS] = {0x84, 0x84, 0x84},
		[COLOUR_MUTED] = {0xab, 0xab, 0xab},
		[COLOUR_INK] = {0xee, 0xee, 0xee},
	},
};

/* Chosen for contrast and for colour-blind eyes; the same order of hues in both themes. */
static const struct rgb hues[][CHART_HUES] = {
	[CHART_THEME_LIGHT] = {
		{0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7},
		{0x00, 0x00, 0x00},
	},
	[CHART_THEME_DARK] = {
		{0x56, 0xb4, 0xe9}, {0xe6, 0x9f, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7},
		{0xff, 0xff, 0xff},
	},
};

static const struct style_dash dashes[DASHES] = {
	{{0}, 0}, {{9, 3}, 2}, {{4, 3}, 2}, {{11, 3, 3, 3}, 4}, {{18, 4}, 2},
};

static const double corners_of[MARKER_CROSS + 1][2 * STYLE_CORNERS_MAX] = {
	[MARKER_SQUARE] = {-0.88, -0.88, 0.88, -0.88, 0.88, 0.88, -0.88, 0.88},
	[MARKER_UP] = {0, -1.15, 1.1, 0.85, -1.1, 0.85},
	[MARKER_DIAMOND] = {0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0},
	[MARKER_DOWN] = {0, 1.15, 1.1, -0.85, -1.1, -0.85},
	[MARKER_CROSS] = {-1, -1, 1, 1, -1, 1, 1, -1},
};

static const size_t corners_n[MARKER_CROSS + 1] = {
	[MARKER_SQUARE] = 4, [MARKER_UP] = 3, [MARKER_DIAMOND] = 4, [MARKER_DOWN] = 3,
	[MARKER_CROSS] = 4,
};

const struct style_rule *style_rule(enum style style)
{
	return &rules[style];
}

struct rgb style_colour(enum chart_theme theme, enum colour colour, unsigned series)
{
	return colour < COLOUR_SERIES ? colours[theme][colour] : hues[theme][series % CHART_HUES];
}

/* From the sixth series on hues come again, each time with another dash and marker. */
const struct style_dash *style_dash(unsigned series)
{
	return &dashes[(series + series / CHART_HUES) % DASHES];
}

enum marker style_marker(unsigned series)
{
	return (enum marker)((series + 2 * (series / CHART_HUES)) % MARKER_N);
}

size_t style_corners(enum marker marker, double corners[static 2 * STYLE_CORNERS_MAX])
{
	memcpy(corners, corners_of[marker], sizeof(corners_of[marker]));
	return corners_n[marker];
}
