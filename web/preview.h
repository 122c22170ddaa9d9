/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What chats, mail programs and searches show of a link to a page: Open Graph (ogp.me), which
 * wants absolute addresses, and a description that says what was found.
 */
#ifndef WEB_PREVIEW_H
#define WEB_PREVIEW_H

#include "model/judgement.h"
#include "web/page.h"

struct preview {
	const char *url;         /* where the site is, or "": there is no picture then */
	const char *address;     /* the one that lasts: "/c/20261130-k3f7qd/ring.bound" */
	const char *title;
	const char *description; /* NULL: none */
	const char *picture;     /* a slug of a chart below `campaign`, or NULL */
	const char *campaign;    /* "/c/20261130-k3f7qd" */
};

/* The lines for a page's head; the address becomes the page's canonical one as well. */
void preview_add(struct page *page, const struct preview *preview);

/*
 * What a judgement says of one chart, or of all where that is NULL, in at most
 * PREVIEW_WORDS_BYTES - 1 bytes, whole verdicts as far as they fit. The caller frees it; NULL
 * where there is none.
 */
#define PREVIEW_WORDS_BYTES 201
char *preview_words(const struct judgement *judgement, const struct campaign_chart *chart);

#endif
