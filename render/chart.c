/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/chart.h"

#include "render/draw.h"
#include "render/png.h"
#include "render/svg.h"

#define WIDTH_LEAST_PX 320
#define HEIGHT_LEAST_PX 200
#define SIDE_MOST_PX 4096 /* together at most 16 Mpx */

const char *chart_scale_name(enum chart_scale scale)
{
	return scale == CHART_SCALE_ZERO ? "zero" : "zoom";
}

static double width_px(void *font, double size_px, const char *text)
{
	return font_shape(font, size_px, text)->width_px;
}

static bool check_options(const struct chart_options *options, struct error *err)
{
	if (options->width_px >= WIDTH_LEAST_PX && options->width_px <= SIDE_MOST_PX &&
		options->height_px >= HEIGHT_LEAST_PX && options->height_px <= SIDE_MOST_PX)
		return true;
	return error_set(err, "a chart of %ux%u pixels: expected %ux%u to %ux%u",
		options->width_px, options->height_px, WIDTH_LEAST_PX, HEIGHT_LEAST_PX,
		SIDE_MOST_PX, SIDE_MOST_PX);
}

/* The stages up to the display list, which every format has in common. */
static bool chart_marks(const struct series_set *set, const struct chart_options *options,
	struct font *font, struct words *words, struct marks *marks, struct error *err)
{
	struct axes axes;
	struct measure measure = {width_px, font};
	if (!axes_fit(set, options, &axes, err))
		return false;
	*words = words_of(set, options, &axes);
	struct layout layout = layout_of(set, words, &axes, options, &measure);
	draw_chart(set, &axes, &layout, marks);
	layout_release(&layout);
	return true;
}

static bool write_png(const struct marks *marks, enum chart_theme theme, struct font *font,
	struct text *out, struct error *err)
{
	struct pixels pixels;
	if (!paint_pixels(marks, theme, font, &pixels, err))
		return false;
	bool written = png_encode(&pixels, out, err);
	free(pixels.pixels);
	return written;
}

/* What the picture says, for those who do not see it; names whole where the picture cuts them. */
static void write_svg(const struct marks *marks, enum chart_theme theme, struct font *font,
	const struct words *words, struct text *out)
{
	struct text description = TEXT_EMPTY;
	char *title = xasprintf("%s, %s", words->title, words->tag);
	text_add(&description, "%s; over %s.", words->y_text, words->x_text);
	for (size_t i = 0; i < words->labels_n; i++)
		text_add(&description, "%s%s", i ? ", " : " Variants: ", words->labels[i]);
	if (words->labels_n > 0)
		text_add(&description, ".");
	const char *const rest[] = {words->empty, words->note, words->caption};
	for (size_t i = 0; i < ARRAY_LENGTH(rest); i++)
		if (*rest[i])
			text_add(&description, " %s.", rest[i]);
	svg_write(marks, theme, font, title, description.bytes, out);
	text_release(&description);
	free(title);
}

static bool chart_write(const struct series_set *set, const struct chart_options *options,
	bool as_svg, struct text *out, struct error *err)
{
	struct words words = {0};
	struct marks marks = {0};
	if (!check_options(options, err))
		return false;
	struct font *font = font_acquire(err);
	if (!font)
		return false;
	bool written = chart_marks(set, options, font, &words, &marks, err);
	if (written && as_svg)
		write_svg(&marks, options->theme, font, &words, out);
	else if (written)
		written = write_png(&marks, options->theme, font, out, err);
	marks_release(&marks);
	words_release(&words);
	font_release(font);
	return written;
}

bool chart_png(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err)
{
	return chart_write(set, options, false, out, err);
}

bool chart_svg(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err)
{
	return chart_write(set, options, true, out, err);
}
