/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ring: as lat_ctx -s 0 N. A token of four bytes goes round N processes over N pipes:
 *
 *	timer --pipe 0--> member 1 --pipe 1--> … member N-1 --pipe N-1--> timer
 *
 * One operation is one trip: N hops. Every process has only its two ends open, so when one goes
 * away its neighbours see it, and the ring collapses by itself.
 * The overhead is a write and a read that neither block nor wake, over N pipes in turn.
 */
#include "runner/worker/workload.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runner/worker/channel.h"
#include "runner/worker/group.h"
#include "runner/worker/timing.h"

struct ring {
	struct outcome *outcome;
	unsigned count;
	struct channel *pipes; /* of the overhead */
	unsigned next;         /* pipe of the next overhead operation */
	int in, out;           /* of the timing process */
	int token;
};

static bool open_pipe(struct channel *pipe, unsigned k, const struct ring *ring)
{
	if (channel_pipe(pipe))
		return true;
	return outcome_fail(
		ring->outcome, "pipe %u of %u: %s", k + 1, ring->count, strerror(errno));
}

static bool overhead_operate(void *context, uint64_t ops)
{
	struct ring *ring = context;

	for (; ops > 0; ops--) {
		const struct channel *pipe = &ring->pipes[ring->next];

		if (!channel_write(pipe->to, &ring->token, sizeof(ring->token)) ||
			!channel_read(pipe->from, &ring->token, sizeof(ring->token)))
			return outcome_fail(ring->outcome, "overhead pipe: %s", strerror(errno));
		ring->next = ring->next + 1 < ring->count ? ring->next + 1 : 0;
	}
	return true;
}

static bool measure_overhead(struct ring *ring, const struct request *request)
{
	struct outcome *outcome = ring->outcome;
	const struct timing timing = {"overhead", request->time_ns,
		request->trips * ring->count, request->inner, 0, overhead_operate, ring};
	unsigned opened = 0;
	bool measured;

	outcome->doing = "measuring the overhead";
	ring->pipes = calloc(ring->count, sizeof(*ring->pipes));
	if (!ring->pipes)
		return outcome_fail(outcome, "memory for %u pipes: %s", ring->count, strerror(errno));
	while (opened < ring->count && open_pipe(&ring->pipes[opened], opened, ring))
		opened++;
	measured = opened == ring->count && timing_run(&timing, &outcome->overheads, outcome);
	while (opened-- > 0) {
		channel_close_from(&ring->pipes[opened]);
		channel_close_to(&ring->pipes[opened]);
	}
	free(ring->pipes);
	return measured;
}

static void member(int in, int out, const struct group *group)
{
	int token;

	while (channel_read(in, &token, sizeof(token)) &&
		channel_write(out, &token, sizeof(token)))
		;
	group_leave(group, errno == 0);
}

/* Pipe by pipe, so that at most six descriptors are open at a time, whatever N. */
static bool build(struct ring *ring, struct group *group)
{
	struct channel previous, pipe;

	ring->outcome->doing = "building the ring";
	if (!open_pipe(&previous, 0, ring))
		return false;
	ring->out = previous.to;
	for (unsigned i = 1; i < ring->count; i++) {
		int forked;

		if (!open_pipe(&pipe, i, ring))
			return false;
		forked = group_fork(group);
		if (forked < 0)
			return false;
		if (forked == 0) {
			channel_close_from(&pipe);
			channel_close_to(&(struct channel){-1, ring->out});
			member(previous.from, pipe.to, group);
		}
		channel_close_from(&previous);
		channel_close_to(&pipe);
		previous = pipe;
	}
	ring->in = previous.from;
	return true;
}

static bool trips_operate(void *context, uint64_t ops)
{
	struct ring *ring = context;

	for (; ops > 0; ops--) {
		if (!channel_write(ring->out, &ring->token, sizeof(ring->token)) ||
			!channel_read(ring->in, &ring->token, sizeof(ring->token)))
			return false;
	}
	return true;
}

bool ring_run(const struct request *request, struct outcome *outcome)
{
	struct ring ring = {.outcome = outcome, .count = request->count};
	const struct timing timing = {"ring", request->time_ns, request->trips, request->inner, 0,
		trips_operate, &ring};
	struct group group;
	bool whole;
	int error;

	if (request->count == 0)
		return outcome_fail(outcome, "a ring of no processes");
	if (!measure_overhead(&ring, request) ||
		!group_init(&group, outcome, request->count, true) || !build(&ring, &group))
		return false;
	outcome->doing = "timing the ring";
	/* One trip untimed: pages are touched, and every member is known to run. */
	whole = trips_operate(&ring, 1) && timing_run(&timing, &outcome->intervals, outcome);
	error = errno;
	outcome->doing = "ending the ring";
	channel_close_to(&(struct channel){-1, ring.out});
	channel_close_from(&(struct channel){ring.in, -1});
	/* A member that died says more than the token that did not come back. */
	if (!group_reap(&group))
		return false;
	group_usage(&group);
	return whole || outcome_fail(outcome, "the token was lost: %s",
		error ? strerror(error) : "end of file");
}
