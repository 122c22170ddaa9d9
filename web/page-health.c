/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages.h"

/* That the store was opened is the answer: where it cannot be, this is never called. */
int page_health(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	(void)request;
	(void)store;
	(void)err;
	page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
	page->cache = PAGE_FRESH;
	text_add(&page->body, "ok\n");
	return 200;
}
