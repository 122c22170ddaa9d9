/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The launches of one entry that are still to be made: in their order, and behind each pass over
 * all cells those of it that were disturbed, once more.
 */
#ifndef RUNNER_QUEUE_H
#define RUNNER_QUEUE_H

#include "runner/schedule.h"

struct queue {
	const struct schedule_launch *launches; /* borrowed; passes ascend */
	size_t length, at;
	struct schedule_launch *again; /* those of the pass that is being made */
	size_t again_n, again_at;
};

/* The next launch; false where none is left. */
bool queue_next(struct queue *queue, struct schedule_launch *launch);
/* Has a launch made again behind its pass: one that queue_next() gave last. */
void queue_again(struct queue *queue, const struct schedule_launch *launch);
void queue_release(struct queue *queue);

#endif
