/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/heading.h"

void heading_add_anchor(struct page *page, const char *id, const char *name)
{
	page_add(page, " <a class='anchor' href='#%s' aria-label='Link to: %s'>#</a>", id, name);
}

void heading_add(struct page *page, const char *tag, const char *id, const char *words)
{
	page_add(page, "<%s id='%s'>%s", tag, id, words);
	heading_add_anchor(page, id, words);
	page_add(page, "</%s>\n", tag);
}
