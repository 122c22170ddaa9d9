/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sends campaigns to a schedlab server: PUT URL/api/v1/campaigns/DIGEST with the canonical form as
 * the body. The same campaign may be sent any number of times, so whatever may have gone wrong on
 * the way is tried again, whole, after a wait that doubles. The certificate is always checked, and
 * no redirect is followed: it would carry the token to another host.
 */
#ifndef RUNNER_PUSH_H
#define RUNNER_PUSH_H

#include "model/text.h"

#define PUSH_TRIES 8 /* unless said otherwise: two minutes of waiting, about */

struct push_options {
	const char *url;     /* the server's, "https://lab.example/"; borrowed, like all of these */
	const char *token;
	const char *ca_file; /* authorities to trust instead of the system's, or NULL */
	bool plain_http;     /* http to another host is allowed: the token can be read on the way */
	unsigned tries;
	/* Bytes that have been sent, now and then; NULL is fine. */
	void (*sent)(void *context, uint64_t bytes, uint64_t all);
	/* A try that failed, and the wait before the next; NULL is fine. */
	void (*again)(void *context, const struct error *why, double wait_s);
	void *context;
};

struct push;

/* The options are kept as they are. NULL where the URL is none, or not safe for the token. */
struct push *push_new(const struct push_options *options, struct error *err);
void push_free(struct push *push); /* NULL is fine */

enum push_outcome {
	PUSH_STORED,  /* it is new there */
	PUSH_THERE,   /* it was there already, as it is here */
	PUSH_AMENDED, /* it was there already, without its newest amendments, which are now */
	PUSH_REFUSED, /* this campaign; another may go; error */
	PUSH_FAILED   /* and so would every other; error */
};

/* Sends the form of the campaign with that id. */
enum push_outcome push_form(struct push *push, const struct text *form, const char *id,
	struct error *err);

/* The address of a campaign's page on the server. Caller frees. */
char *push_page_url(const struct push *push, const char *id);

#endif
