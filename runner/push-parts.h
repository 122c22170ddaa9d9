/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of a push share: push.c, push-url.c, push-try.c and push-answer.c. */
#ifndef RUNNER_PUSH_PARTS_H
#define RUNNER_PUSH_PARTS_H

#include <curl/curl.h>

#include "runner/push.h"

struct push {
	struct push_options options;
	char *base; /* the URL without a slash at its end */
	bool local; /* it is this host */
	CURL *curl;
	char why[CURL_ERROR_SIZE];
};

/* Fills base and local; false where the URL is none, or not safe for the token. */
bool push_check_url(struct push *push, struct error *err);

/* Sets what is the same for all campaigns. */
void push_set_up(struct push *push);

/* One try's answer. */
struct push_answer {
	long status; /* 0: none came */
	struct text body;
	double retry_after_s; /* 0: not said */
	char *redirect;       /* where a 3xx leads, or NULL */
};

void push_answer_release(struct push_answer *answer);

/*
 * Sends the form once. *answer is to be released; *final says that no further try makes good what
 * went wrong. False with an error where no answer came.
 */
bool push_try(struct push *push, const char *url, const struct text *form,
	struct push_answer *answer, bool *final, struct error *err);

/* Whether the same may go well later. */
bool push_answer_is_temporary(const struct push_answer *answer);

/*
 * What an answer comes to: stored or there, where it confirms the digest that was sent and the
 * campaign; else why not, in words, with what to do.
 */
enum push_outcome push_answer_read(const struct push_answer *answer, const char *digest,
	const char *id, struct error *err);

#endif
