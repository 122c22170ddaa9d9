/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A campaign's sparkline (model/sparkline.h) as a picture inside a page's text. */
#ifndef WEB_SPARKLINE_H
#define WEB_SPARKLINE_H

#include "web/page.h"

/*
 * Adds it as SVG, colours by the sheet's classes; nothing for "". It says nothing that is not in
 * words beside it, so it is hidden from those who listen.
 */
void sparkline_add_picture(struct page *page, const char *sparkline);

#endif
