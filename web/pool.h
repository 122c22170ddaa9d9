/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads for what takes longer than an event thread may: pages, pictures, what waits for the
 * disk. First come, first served; the queue is bounded, so that whoever comes when there is too
 * much to do already is told at once.
 */
#ifndef WEB_POOL_H
#define WEB_POOL_H

#include "model/error.h"

struct pool;

/* As many threads as this process may use CPUs, two at least; they inherit the signal mask. */
struct pool *pool_new(size_t queue_max, struct error *err);

/* Runs job(context) on one of the threads; false, and nothing is run, where the queue is full. */
typedef void pool_job(void *context);
bool pool_add(struct pool *pool, pool_job *job, void *context);

/* Takes no more jobs, does those that it has, and returns when the threads have ended. */
void pool_close(struct pool *pool);

/* Closes it where it is not yet. NULL is fine. */
void pool_free(struct pool *pool);

#endif
