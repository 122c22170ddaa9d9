/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frame around every HTML page: the only place that knows <html>, <head> and <body>. */
#ifndef WEB_FRAME_H
#define WEB_FRAME_H

#include "web/page.h"

struct preview;

struct frame {
	const char *title;
	const char *description; /* a sentence or two for search results, or NULL */
	const struct preview *preview; /* how a link to the page is shown elsewhere, or NULL */
	const char *id;          /* the campaign that the page belongs to, or NULL */
	const char *chart;       /* the address of a chart that it is a part of, or NULL */
	const char *here;        /* what the page is inside the campaign: "env"; NULL: the whole */
	bool script;             /* app.js is put to use */
	unsigned refresh_s;      /* the page renews itself after this long; 0: never */
};

void page_begin(struct page *page, const struct frame *frame);
void page_end(struct page *page);

#endif
