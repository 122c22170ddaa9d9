/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A small picture of single launches, inside the page: one dot each in the order they were made,
 * boots apart, values upwards. It is drawn in percent of whatever width there is, so its text
 * stays readable on a telephone; colours are the stylesheet's.
 *
 *	4.72 ─────────────────────────
 *	      o  o   │  o     │
 *	     o  o o  │ o ● o  │ o o o
 *	4.61 ─────────────────────────
 *	                 x             no value
 *	      boot 1    boot 2   boot 3
 */
#ifndef WEB_DOTS_H
#define WEB_DOTS_H

#include "web/page.h"

enum dot_kind {
	DOT_USED,
	DOT_LACK,      /* disturbed and used, for lack of a better one */
	DOT_DISTURBED, /* left out */
	DOT_EXCLUDED,  /* amended away */
	DOT_FAILED,    /* no value */
	DOT_KIND_N
};

struct dot {
	enum dot_kind kind;
	double value;   /* NaN for one that failed */
	unsigned group; /* the boot's number; dots of one group stand together */
	unsigned number; /* of the launch, as the table has it */
};

/* `what` says in words what is shown. Nothing is added for no dots. */
void dots_add(struct page *page, const struct dot *dots, size_t n, const char *what);

/* "used", "disturbed, left out" … */
const char *dots_words(enum dot_kind kind);

#endif
