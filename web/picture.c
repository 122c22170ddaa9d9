/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/picture.h"

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
	parsed.small = cut_ending(parsed.chart, ".small");
	if (cut_ending(parsed.chart, ".zoom"))
		parsed.scale = CHART_SCALE_ZOOM;
	else if (!cut_ending(parsed.chart, ".zero"))
		return false;
	*picture = parsed;
	return true;
}

void picture_name(const struct picture *picture, char name[static PICTURE_NAME_BYTES])
{
	snprintf(name, PICTURE_NAME_BYTES, "%s.%s%s%s", picture->chart, chart_scale_name(picture->scale),
		picture->small ? ".small" : "", picture->theme == CHART_THEME_DARK ? ".dark" : "");
}

struct chart_options picture_options(const struct picture *picture)
{
	return (struct chart_options){
		.scale = picture->scale,
		.theme = picture->theme,
		.width_px = picture->small ? PICTURE_SMALL_WIDTH_PX : CHART_PAGE_WIDTH_PX,
		.height_px = picture->small ? PICTURE_SMALL_HEIGHT_PX : CHART_PAGE_HEIGHT_PX,
	};
}
