/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/picture.h"

static const struct {
	const char *word;
	unsigned width_px, height_px;
	double type;
	bool brief;
} sizes[PICTURE_SIZE_N] = {
	[PICTURE_FULL] = {"", CHART_PAGE_WIDTH_PX, CHART_PAGE_HEIGHT_PX, 1, false},
	[PICTURE_SMALL] = {".small", 640, 420, 1, false},
	[PICTURE_NARROW] = {".narrow", 400, 360, 1, false},
	[PICTURE_PREVIEW] = {".preview", CHART_PREVIEW_WIDTH_PX, CHART_PREVIEW_HEIGHT_PX,
		CHART_PREVIEW_TYPE, true},
};

/* Takes the ending off the name if it is there and is not all of it. */
static bool cut_ending(char *name, const char *ending)
{
	size_t length = strlen(name), ending_length = strlen(ending);
	if (length <= ending_length || strcmp(name + length - ending_length, ending) != 0)
		return false;
	name[length - ending_length] = 0;
	return true;
}

bool picture_parse(const char *word, struct picture *picture)
{
	struct picture parsed = {.scale = CHART_SCALE_ZERO};
	snprintf(parsed.chart, sizeof(parsed.chart), "%s", word);
	parsed.theme = cut_ending(parsed.chart, ".dark") ? CHART_THEME_DARK : CHART_THEME_LIGHT;
	for (unsigned size = PICTURE_SMALL; size < PICTURE_SIZE_N && !parsed.size; size++)
		if (cut_ending(parsed.chart, sizes[size].word))
			parsed.size = (enum picture_size)size;
	if (cut_ending(parsed.chart, ".zoom"))
		parsed.scale = CHART_SCALE_ZOOM;
	else if (!cut_ending(parsed.chart, ".zero"))
		return false;
	*picture = parsed;
	return true;
}

void picture_name(const struct picture *picture, char name[static PICTURE_NAME_BYTES])
{
	snprintf(name, PICTURE_NAME_BYTES, "%s.%s%s%s", picture->chart,
		chart_scale_name(picture->scale), sizes[picture->size].word,
		picture->theme == CHART_THEME_DARK ? ".dark" : "");
}

struct chart_options picture_options(const struct picture *picture)
{
	return (struct chart_options){
		.scale = picture->scale,
		.theme = picture->theme,
		.width_px = sizes[picture->size].width_px,
		.height_px = sizes[picture->size].height_px,
		.type = sizes[picture->size].type,
		.brief = sizes[picture->size].brief,
	};
}
