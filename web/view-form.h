/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the reader of a chart's page chooses another view: links for what one click says, and one
 * form for all of it. Both only make addresses; nothing here needs a script.
 */
#ifndef WEB_VIEW_FORM_H
#define WEB_VIEW_FORM_H

#include "web/page.h"
#include "web/shown.h"

/* Both scales, one of them; and the way back where a range is chosen. */
void view_form_add_scales(struct page *page, const struct shown *shown);

void view_form_add(struct page *page, const struct shown *shown);

/* The address of a view of the chart. The caller frees it. */
char *view_form_address(const struct shown *shown, const struct view *view);

#endif
