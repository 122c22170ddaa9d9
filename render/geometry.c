/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same stages as a picture's, up to the layout: what it says is where the picture has it. */
#include "render/font.h"
#include "render/layout.h"

static struct chart_axis axis_of(const struct scale *scale, double from_px, double to_px)
{
	return (struct chart_axis){scale->low, scale->high, from_px, to_px, scale->log};
}

static void fill_lines(struct chart_geometry *geometry, const struct series_set *set,
	enum chart_theme theme)
{
	geometry->lines = xcalloc(set->length, sizeof(*geometry->lines));
	geometry->lines_n = set->length;
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		struct chart_line *line = &geometry->lines[i];
		struct rgb rgb = style_colour(theme, COLOUR_SERIES, series->style);
		*line = (struct chart_line){.label = series->label, .slug = series->slug,
			.series = series};
		snprintf(line->colour, sizeof(line->colour), "#%02x%02x%02x", rgb.red, rgb.green,
			rgb.blue);
	}
}

bool chart_geometry(const struct series_set *set, const struct chart_options *options,
	struct chart_geometry *geometry, struct error *err)
{
	struct axes axes;
	if (!chart_options_check(options, err) || !axes_fit(set, options, &axes, err))
		return false;
	struct font *font = font_acquire(err);
	if (!font)
		return false;
	struct measure measure = {font_width_px, font};
	struct words words = words_of(set, options, &axes);
	struct layout layout = layout_of(set, &words, &axes, options, &measure);
	double type = layout.type;
	*geometry = (struct chart_geometry){
		.plot_x_px = layout.plot.x * type,
		.plot_y_px = layout.plot.y * type,
		.plot_width_px = layout.plot.width * type,
		.plot_height_px = layout.plot.height * type,
		.x = axis_of(&axes.x, layout_x_px(&layout, &axes, axes.x.low) * type,
			layout_x_px(&layout, &axes, axes.x.high) * type),
		.y = axis_of(&axes.y, layout_y_px(&layout, &axes, axes.y.low) * type,
			layout_y_px(&layout, &axes, axes.y.high) * type),
	};
	fill_lines(geometry, set, options->theme);
	layout_release(&layout);
	words_release(&words);
	font_release(font);
	return true;
}

void chart_geometry_release(struct chart_geometry *geometry)
{
	free(geometry->lines);
	*geometry = (struct chart_geometry){.lines = NULL};
}
