/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <cairo-pdf.h>

#include "render/paint-work.h"

/* A pixel of a page is a 96th of an inch, a point a 72nd. */
#define POINTS_A_PIXEL 0.75

static cairo_status_t add_bytes(void *out, const unsigned char *bytes, unsigned length)
{
	text_add_bytes(out, bytes, length);
	return CAIRO_STATUS_SUCCESS;
}

/* As letters, so that a reader can search for them and copy them. */
static void show_text(const struct painter *painter, const struct mark *mark)
{
	double size_px = style_rule(mark->style)->font_px;
	const struct font_run *run = font_shape(painter->font, size_px, mark->text);
	struct point_px at = marks_text_start(painter->marks, mark, run->width_px);
	cairo_glyph_t *glyphs = xcalloc(run->length, sizeof(*glyphs));
	for (size_t i = 0; i < run->length; i++)
		glyphs[i] = (cairo_glyph_t){run->glyphs[i].index, at.x + run->glyphs[i].x_px,
			at.y + run->glyphs[i].y_px};
	font_select(painter->font, painter->cr, size_px);
	cairo_show_glyphs(painter->cr, glyphs, (int)run->length);
	free(glyphs);
}

/* The date is the data's: today's would make every file another one. */
static void set_metadata(cairo_surface_t *surface, const struct pdf_words *words)
{
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, words->title);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, words->subject);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "schedlab");
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, words->date);
}

bool paint_pdf(const struct marks *marks, enum chart_theme theme, struct font *font,
	const struct pdf_words *words, struct text *out, struct error *err)
{
	struct text pdf = TEXT_EMPTY;
	double points = POINTS_A_PIXEL * marks->type;
	cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(add_bytes, &pdf,
		marks->width_px * points, marks->height_px * points);
	set_metadata(surface, words);
	struct painter painter = {cairo_create(surface), marks, theme, font, show_text, NULL};
	cairo_scale(painter.cr, points, points);
	paint_marks(&painter);
	bool painted = paint_end(&painter, surface, err);
	if (painted)
		text_add_bytes(out, pdf.bytes, pdf.length);
	text_release(&pdf);
	return painted;
}
