/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Answers to GET: made on a worker's thread, once for all who ask for the same at the same time,
 * and kept while they are true. What an address answers is a function of the store and of whether
 * a campaign is running, so an answer is true while the store's file is as it was; one that was
 * made while a campaign was running is taken for true for a second, whatever the store did
 * meanwhile. (A campaign that begins to run writes to the store; one that is killed does not.)
 *
 *	struct answer *answer = answers_get(answers, target, gzip);
 *	suspend the connection
 *	if (!answer_await(answer, &waiter)) resume it: it is there already
 *	...wake() resumes it; reply_send(answer_reply(answer), ...); answer_release(answer)
 *
 * Safe from any thread.
 */
#ifndef WEB_ANSWER_H
#define WEB_ANSWER_H

#include "web/pool.h"
#include "web/reply.h"
#include "web/site.h"

struct answers;
struct answer;

/* Borrows site and pool, which outlive it. Keeps at most that many bytes. */
struct answers *answers_new(const struct site *site, struct pool *pool, size_t limit_bytes);

/* After the pool has been closed. Answers that others still hold live on. NULL is fine. */
void answers_free(struct answers *answers);

/*
 * The answer for a target: one that is kept, one in the making, or one begun now; 503 where there
 * is too much to do already. Never NULL. `gzip` has it compressed too, where that helps.
 */
struct answer *answers_get(struct answers *answers, const char *target, bool gzip);

struct answer_waiter {
	void (*wake)(struct answer_waiter *waiter);
	struct answer_waiter *next; /* the answer's own */
};

/* Whether the answer can be sent. */
bool answer_is_made(const struct answer *answer);

/*
 * True: the waiter will be woken, once, on another thread, when the answer is made. False: it is
 * made already.
 */
bool answer_await(struct answer *answer, struct answer_waiter *waiter);

/* Of an answer that is made; as long as the answer is held. */
struct reply *answer_reply(const struct answer *answer);

/* The pattern of the route that its target took, NULL where there is none. */
const char *answer_pattern(const struct answer *answer);

void answer_release(struct answer *answer); /* NULL is fine */

/* How often an answer was there, and how often one had to be made. */
struct answers_count {
	uint64_t kept, joined, made, refused;
	size_t bytes, answers; /* that are kept now */
};
struct answers_count answers_count(struct answers *answers);

#endif
