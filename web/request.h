/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a page is asked for: the words that its address carried, and what it may use to answer.
 * What stands after '?' is the query, which query.h reads.
 */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include "model/base.h"

struct cache;

/* The words in capitals of the route table. */
enum request_word {
	REQUEST_ID,      /* of a campaign */
	REQUEST_CHART,   /* a chart's slug; of a picture with its scale: "ring.bound.zero" */
	REQUEST_VARIANT, /* a variant's slug */
	REQUEST_ENTRY,   /* 1 for the first entry into the variant */
	REQUEST_FACT,    /* "config" */
	REQUEST_REVISION, /* of the campaign; "" for the newest */
	REQUEST_COUNT,    /* of a cell */
	REQUEST_LAUNCH,   /* 1 for the cell's first */
	REQUEST_MACHINE,  /* a host's name as a slug */
	REQUEST_HASH,
	REQUEST_FILE,
	REQUEST_WORD_N
};

#define REQUEST_WORD_BYTES 128

struct request {
	/* [A-Za-z0-9._-]+, "" where the address has no such word */
	char words[REQUEST_WORD_N][REQUEST_WORD_BYTES];
	const char *query;      /* behind the '?', as it came; "" where there is none */
	const char *url;        /* where the site is for the world (model/url.h), or "" */
	const char *store_path; /* its lock says which campaign is running */
	struct cache *pictures; /* drawn pictures, or NULL: none are kept */
};

#endif
