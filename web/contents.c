/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/contents.h"

void contents_add(struct page *page, const struct content *contents, size_t n)
{
	page_add_html(page, "<nav class='contents' aria-label='on this page'>\n<ul>\n");
	for (size_t i = 0; i < n; i++)
		if (contents[i].id)
			page_add(page, "<li><a href='#%s'>%s</a></li>\n", contents[i].id,
				contents[i].words);
	page_add_html(page, "</ul>\n</nav>\n");
}
