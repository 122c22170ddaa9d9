/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a display list to SVG, written directly: text as outlines of the pinned font, each glyph
 * defined once, so that the picture is the PNG's in any reader. Ids count from 0 in each file:
 * show it by <img>, not two of them inline.
 */
#ifndef RENDER_SVG_H
#define RENDER_SVG_H

#include "render/font.h"
#include "render/marks.h"

/* Title and description are plain text, escaped here; both may be long. */
void svg_write(const struct marks *marks, enum chart_theme theme, struct font *font,
	const char *title, const char *description, struct text *out);

#endif
