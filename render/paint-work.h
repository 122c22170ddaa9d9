/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What painters share: everything but text is drawn alike, into pixels or onto a page. */
#ifndef RENDER_PAINT_WORK_H
#define RENDER_PAINT_WORK_H

#include <cairo.h>

#include "render/paint.h"

struct painter {
	cairo_t *cr; /* in pixels of the layout */
	const struct marks *marks;
	enum chart_theme theme;
	struct font *font;
	void (*text)(const struct painter *painter, const struct mark *mark);
	struct pixels *pixels; /* what is painted into, or NULL */
};

void paint_marks(const struct painter *painter);

/* Destroys the painter's context and the surface; false where anything of it all failed. */
bool paint_end(const struct painter *painter, cairo_surface_t *surface, struct error *err);

#endif
