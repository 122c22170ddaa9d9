/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Headings that can be linked to: each has an id that stays, and a "#" that leads to itself. */
#ifndef WEB_HEADING_H
#define WEB_HEADING_H

#include "web/page.h"

/*
 * tag: "h2". Ids of sections are one word; those of charts are their slugs, which have a dot, so
 * the two never meet.
 */
void heading_add(struct page *page, const char *tag, const char *id, const char *words);

/* The "#" alone, for a heading that is written by hand; name says to what it leads. */
void heading_add_anchor(struct page *page, const char *id, const char *name);

#endif
