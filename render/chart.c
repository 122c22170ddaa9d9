/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/chart.h"

#include <math.h>

#include "render/draw.h"
#include "render/paint.h"
#include "render/png.h"
#include "render/svg.h"

#define WIDTH_LEAST_PX 320
#define HEIGHT_LEAST_PX 200
#define SIDE_MOST_PX 4096 /* together at most 16 Mpx */
#define NARROWEST 1e-9    /* a range, as a part of its numbers: labels need their digits */

const char *chart_scale_name(enum chart_scale scale)
{
	return scale == CHART_SCALE_ZERO ? "zero" : "zoom";
}

static bool check_range(const struct chart_range *range, char axis, struct error *err)
{
	double size = fmax(fabs(range->from), fabs(range->to));
	if (!range->given)
		return true;
	if (!isfinite(range->from) || !isfinite(range->to) || size > SCALE_LARGEST)
		return error_set(err, "the %c range of a chart is not finite", axis);
	if (!(range->from < range->to))
		return error_set(err, "the %c range of a chart begins where it ends, or behind",
			axis);
	if (range->to - range->from < fmax(size * NARROWEST, 1 / SCALE_LARGEST))
		return error_set(err, "the %c range of a chart is too narrow", axis);
	return true;
}

bool chart_options_check(const struct chart_options *options, struct error *err)
{
	double type = axes_type(options);
	if (!(type >= 1) || !(options->width_px >= WIDTH_LEAST_PX * type) ||
		options->width_px > SIDE_MOST_PX ||
		!(options->height_px >= HEIGHT_LEAST_PX * type) ||
		options->height_px > SIDE_MOST_PX)
		return error_set(err, "a chart of %ux%u pixels: expected %ux%u to %ux%u",
			options->width_px, options->height_px, WIDTH_LEAST_PX, HEIGHT_LEAST_PX,
			SIDE_MOST_PX, SIDE_MOST_PX);
	return check_range(&options->x, 'x', err) && check_range(&options->y, 'y', err);
}

/* What the picture says, for those who do not see it; names whole where the picture cuts them. */
static char *description_of(const struct words *words)
{
	struct text description = TEXT_EMPTY;
	text_add(&description, "%s; over %s.", words->y_text, words->x_text);
	for (size_t i = 0; i < words->labels_n; i++)
		text_add(&description, "%s%s", i ? ", " : " Variants: ", words->labels[i]);
	if (words->labels_n > 0)
		text_add(&description, ".");
	const char *const rest[] = {words->lead, words->empty, words->note, words->caption};
	for (size_t i = 0; i < ARRAY_LENGTH(rest); i++)
		if (*rest[i])
			text_add(&description, " %s.", rest[i]);
	return text_take(&description);
}

/* All that a format is written from. */
struct drawn {
	const struct series_set *set;
	enum chart_theme theme;
	struct font *font;
	struct words words;
	struct marks marks;
};

typedef bool write_function(const struct drawn *drawn, struct text *out, struct error *err);

static bool write_png(const struct drawn *drawn, struct text *out, struct error *err)
{
	struct pixels pixels;
	if (!paint_pixels(&drawn->marks, drawn->theme, drawn->font, &pixels, err))
		return false;
	bool written = png_encode(&pixels, out, err);
	free(pixels.pixels);
	return written;
}

static bool write_svg(const struct drawn *drawn, struct text *out, struct error *err)
{
	char *title = xasprintf("%s, %s", drawn->words.title, drawn->words.tag);
	char *description = description_of(&drawn->words);
	(void)err;
	svg_write(&drawn->marks, drawn->theme, drawn->font, title, description, out);
	free(description);
	free(title);
	return true;
}

static bool write_pdf(const struct drawn *drawn, struct text *out, struct error *err)
{
	char date[TEXT_TIME_BYTES];
	char *title = xasprintf("%s, %s", drawn->words.title, drawn->words.tag);
	char *subject = description_of(&drawn->words);
	const struct campaign *campaign = drawn->set->campaign;
	text_time(campaign ? campaign->started_us : 0, date);
	/* Whole seconds: "2026-11-30T18:40:01Z". */
	snprintf(date + strlen("2026-11-30T18:40:01"), 2, "Z");
	bool written = paint_pdf(&drawn->marks, drawn->theme, drawn->font,
		&(struct pdf_words){title, subject, date}, out, err);
	free(subject);
	free(title);
	return written;
}

/* The stages up to the display list, which every format has in common. */
static bool chart_write(const struct series_set *set, const struct chart_options *options,
	write_function *write, struct text *out, struct error *err)
{
	struct drawn drawn = {.set = set, .theme = options->theme};
	struct axes axes;
	if (!chart_options_check(options, err) || !axes_fit(set, options, &axes, err))
		return false;
	drawn.font = font_acquire(err);
	if (!drawn.font)
		return false;
	struct measure measure = {font_width_px, drawn.font};
	drawn.words = words_of(set, options, &axes);
	struct layout layout = layout_of(set, &drawn.words, &axes, options, &measure);
	draw_chart(set, &axes, &layout, &drawn.marks);
	layout_release(&layout);
	bool written = write(&drawn, out, err);
	marks_release(&drawn.marks);
	words_release(&drawn.words);
	font_release(drawn.font);
	return written;
}

bool chart_png(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err)
{
	return chart_write(set, options, write_png, out, err);
}

bool chart_svg(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err)
{
	return chart_write(set, options, write_svg, out, err);
}

bool chart_pdf(const struct series_set *set, const struct chart_options *options,
	struct text *out, struct error *err)
{
	return chart_write(set, options, write_pdf, out, err);
}
