/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pingpong: as pipe-test, in strict order. Two processes and two pipes: the timing process writes
 * four bytes and reads four back, the member reads and answers. One operation is one loop: there
 * and back. The first interval is a warm-up and dropped.
 */
#include "runner/worker/workload.h"

#include <errno.h>
#include <string.h>

#include "runner/worker/channel.h"
#include "runner/worker/group.h"
#include "runner/worker/timing.h"

struct pingpong {
	struct channel there, back;
	int token;
};

static void member(struct pingpong *pingpong, const struct group *group)
{
	channel_close_to(&pingpong->there);
	channel_close_from(&pingpong->back);
	while (channel_read(pingpong->there.from, &pingpong->token, sizeof(pingpong->token)) &&
		channel_write(pingpong->back.to, &pingpong->token, sizeof(pingpong->token)))
		;
	group_leave(group, errno == 0);
}

static bool operate(void *context, uint64_t ops)
{
	struct pingpong *pingpong = context;

	for (; ops > 0; ops--) {
		if (!channel_write(pingpong->there.to, &pingpong->token, sizeof(pingpong->token)) ||
			!channel_read(
				pingpong->back.from, &pingpong->token, sizeof(pingpong->token)))
			return false;
	}
	return true;
}

bool pingpong_run(const struct request *request, struct outcome *outcome)
{
	struct pingpong pingpong = {.token = 0};
	const struct timing timing = {"pingpong", request->time_ns, request->trips,
		request->inner, 1, operate, &pingpong};
	struct group group;
	bool whole;
	int forked, error;

	outcome->doing = "starting pingpong";
	if (!channel_pipe(&pingpong.there) || !channel_pipe(&pingpong.back))
		return outcome_fail(outcome, "pipe: %s", strerror(errno));
	if (!group_init(&group, outcome, 2, true))
		return false;
	forked = group_fork(&group);
	if (forked < 0)
		return false;
	if (forked == 0)
		member(&pingpong, &group);
	channel_close_from(&pingpong.there);
	channel_close_to(&pingpong.back);
	outcome->doing = "timing pingpong";
	whole = timing_run(&timing, &outcome->intervals, outcome);
	error = errno;
	outcome->doing = "ending pingpong";
	channel_close_to(&pingpong.there);
	channel_close_from(&pingpong.back);
	if (!group_reap(&group))
		return false;
	group_usage(&group);
	return whole || outcome_fail(outcome, "the token was lost: %s",
		error ? strerror(error) : "end of file");
}
