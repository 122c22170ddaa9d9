/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/table.h"

void table_begin(struct page *page, const char *class, const char *caption)
{
	page_add(page, "<section class='scroll' tabindex='0' aria-label='%s'>", caption);
	if (class[0])
		page_add(page, "<table class='%s'>\n", class);
	else
		page_add_html(page, "<table>\n");
	page_add(page, "<caption>%s</caption>\n", caption);
}

void table_end(struct page *page)
{
	page_add_html(page, "</table></section>\n");
}
