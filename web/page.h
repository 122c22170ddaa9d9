/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A page (or any other answer) in the making. Nothing is sent until its function has returned,
 * so that an error page can still take its place.
 *
 * Text is escaped by default: page_add() escapes what it inserts, for text and for quoted
 * attributes alike; only the longer name page_add_html() takes bytes that already are HTML.
 * Escaping does not make an address safe: links are built from slugs and ids alone.
 */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include "model/text.h"

/* What an answer is: decides its content policy and how long it may be kept (policy.c). */
enum page_kind {
	PAGE_HTML,
	PAGE_PICTURE, /* png, svg */
	PAGE_DATA,    /* exports and raw files */
	PAGE_ASSET,   /* static files: the address carries the hash of the content */
	PAGE_PROBLEM  /* what went wrong, for a program: RFC 9457 */
};

/* How long a reader may keep an answer without asking again. */
enum page_cache {
	PAGE_CHECKED, /* asks each time, and is told where nothing has changed */
	PAGE_BRIEF,   /* a minute: lists and feeds */
	PAGE_LASTING, /* for ever: the address says which content it is */
	PAGE_FRESH    /* not at all: what is true at this moment */
};

/* Media types that several answers have. */
#define PAGE_TYPE_HTML "text/html; charset=utf-8"
#define PAGE_TYPE_PLAIN "text/plain; charset=utf-8"
#define PAGE_TYPE_PNG "image/png"
#define PAGE_TYPE_SVG "image/svg+xml"

#define PAGE_FILENAME_BYTES 96
#define PAGE_ADDRESS_BYTES 192

struct page {
	struct text body;
	enum page_kind kind;
	enum page_cache cache;
	const char *type;                   /* the media type; a constant */
	char filename[PAGE_FILENAME_BYTES]; /* of a download; "" where it is shown in place */
	char location[PAGE_ADDRESS_BYTES];  /* where a 302 leads, what a 201 made; else "" */
	bool stands;                        /* whatever the status is: its own words explain it */
	unsigned retry_after_s;             /* of a 429 or 503; 0: soon */
	char canonical[PAGE_ADDRESS_BYTES]; /* the address of the same content that lasts, or "" */
};

/* An empty HTML page. End with page_release(). */
void page_init(struct page *page);
void page_release(struct page *page);

/* Throws the content away and makes it an answer of another kind, CHECKED but for assets. */
void page_turn(struct page *page, enum page_kind kind, const char *type);

/*
 * printf with these conversions only: %s (escaped), %d %u %x with l, ll, z or none, %c, %f %g %e
 * with flags, width and precision, %%. Anything else is a bug and stops the program.
 * Invalid UTF-8 and control characters come out as U+FFFD.
 */
void page_add(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds bytes that already are HTML. */
void page_add_html(struct page *page, const char *html);

/* The same escaping for a buffer of known length, which may hold NUL bytes. */
void page_add_escaped(struct page *page, const char *bytes, size_t length);

#endif
