/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of contents of a long page: links to the ids of its parts. */
#ifndef WEB_CONTENTS_H
#define WEB_CONTENTS_H

#include "web/page.h"

struct content {
	const char *id, *words; /* id NULL: the part is not there, and is left out */
};

void contents_add(struct page *page, const struct content *contents, size_t n);

#endif
