/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/queue.h"

bool queue_next(struct queue *queue, struct schedule_launch *launch)
{
	bool more = queue->at < queue->length;
	bool again = queue->again_at < queue->again_n;
	bool pass_ends = again && (!more ||
		queue->launches[queue->at].pass != queue->again[queue->again_at].pass);
	if (pass_ends)
		*launch = queue->again[queue->again_at++];
	else if (more)
		*launch = queue->launches[queue->at++];
	return pass_ends || more;
}

void queue_again(struct queue *queue, const struct schedule_launch *launch)
{
	struct schedule_launch *slot =
		xgrow(&queue->again, &queue->again_n, sizeof(*queue->again));
	*slot = *launch;
}

void queue_release(struct queue *queue)
{
	free(queue->again);
	*queue = (struct queue){.again = NULL};
}
