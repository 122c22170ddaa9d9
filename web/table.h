/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The box around a table: a wide one scrolls in it, not with the page, so the box can be focused
 * and has a name, which is the table's caption too. Rows are written by whoever fills it.
 */
#ifndef WEB_TABLE_H
#define WEB_TABLE_H

#include "web/page.h"

/* Captions are distinct on a page. class: "" for none. */
void table_begin(struct page *page, const char *class, const char *caption);
void table_end(struct page *page);

#endif
