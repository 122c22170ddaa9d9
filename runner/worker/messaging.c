/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * messaging: as hackbench N in process mode. Each of N groups has twenty receivers and twenty
 * senders; receiver j owns channel j, and every sender writes every message to all twenty.
 * All members report ready, the clock starts, one byte on the wake channel that nobody reads
 * releases them all at once, and the clock stops when the last one is reaped. One interval of
 * one operation: the whole time.
 */
#include "runner/worker/workload.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/worker/channel.h"
#include "runner/worker/group.h"
#include "runner/worker/timing.h"

enum { RECEIVERS = 20, SENDERS = 20, MESSAGE_BYTES = 100 };

/* How long the barrier is waited for before the members are looked after again. */
enum { BARRIER_MS = 100 };

struct messaging {
	struct outcome *outcome;
	unsigned loops;
	bool (*open)(struct channel *channel);
	struct channel ready, wake;
	struct group group;
};

/* A member's side of the barrier. The wake byte stays where it is: a broadcast. */
static bool barrier_pass(const struct messaging *messaging)
{
	struct pollfd wake = {.fd = messaging->wake.from, .events = POLLIN};

	return channel_write(messaging->ready.to, "*", 1) && poll(&wake, 1, -1) == 1;
}

static void receiver(struct messaging *messaging, struct channel *channel)
{
	char message[MESSAGE_BYTES];
	bool whole;

	channel_close_to(channel);
	whole = barrier_pass(messaging);
	for (uint64_t left = (uint64_t)SENDERS * messaging->loops; whole && left > 0; left--)
		whole = channel_read(channel->from, message, sizeof(message));
	group_leave(&messaging->group, whole);
}

static void sender(struct messaging *messaging, const struct channel channels[static RECEIVERS])
{
	const char message[MESSAGE_BYTES] = "";
	bool whole = barrier_pass(messaging);

	for (unsigned loop = 0; whole && loop < messaging->loops; loop++)
		for (unsigned j = 0; whole && j < RECEIVERS; j++)
			whole = channel_write(channels[j].to, message, sizeof(message));
	group_leave(&messaging->group, whole);
}

/* Twenty receivers, each with its channel, then twenty senders with all of them. */
static bool start_group(struct messaging *messaging, unsigned g, unsigned groups)
{
	struct channel channels[RECEIVERS];
	int forked = 1;

	for (unsigned j = 0; j < RECEIVERS; j++) {
		if (!messaging->open(&channels[j]))
			return outcome_fail(messaging->outcome, "channel %u of group %u of %u: %s",
				j + 1, g + 1, groups, strerror(errno));
		forked = group_fork(&messaging->group);
		if (forked == 0)
			receiver(messaging, &channels[j]);
		if (forked < 0)
			return false;
		channel_close_from(&channels[j]);
	}
	for (unsigned j = 0; j < SENDERS; j++) {
		forked = group_fork(&messaging->group);
		if (forked == 0)
			sender(messaging, channels);
		if (forked < 0)
			return false;
	}
	for (unsigned j = 0; j < RECEIVERS; j++)
		channel_close_to(&channels[j]);
	return true;
}

/* One byte of every member; a member that dies before must not be waited for. */
static bool barrier_wait(struct messaging *messaging)
{
	struct pollfd ready = {.fd = messaging->ready.from, .events = POLLIN};
	unsigned missing = messaging->group.total;
	char bytes[1024];

	while (missing > 0) {
		int events = poll(&ready, 1, BARRIER_MS);
		ssize_t got = 0;

		if (events > 0)
			got = read(ready.fd, bytes, missing < sizeof(bytes) ? missing : sizeof(bytes));
		if (events < 0 || got < 0)
			return outcome_fail(messaging->outcome, "barrier: %s", strerror(errno));
		missing -= (unsigned)got;
		if (events == 0 && !group_all_alive(&messaging->group))
			return false;
	}
	return true;
}

bool messaging_run(const struct request *request, struct outcome *outcome)
{
	struct messaging messaging = {.outcome = outcome,
		.loops = request->loops,
		.open = request->pipes ? channel_pipe : channel_sockets};
	uint64_t start_ns;

	if (request->count == 0 || request->count > UINT32_MAX / (RECEIVERS + SENDERS))
		return outcome_fail(outcome, "messaging with %u groups", request->count);
	outcome->doing = "starting the groups";
	if (!messaging.open(&messaging.ready) || !messaging.open(&messaging.wake))
		return outcome_fail(outcome, "barrier channel: %s", strerror(errno));
	if (!group_init(
		&messaging.group, outcome, request->count * (RECEIVERS + SENDERS), false))
		return false;
	for (unsigned g = 0; g < request->count; g++)
		if (!start_group(&messaging, g, request->count))
			return false;
	outcome->doing = "waiting at the barrier";
	if (!barrier_wait(&messaging))
		return false;
	outcome->doing = "timing messaging";
	start_ns = timing_now_ns();
	if (!channel_write(messaging.wake.to, "*", 1))
		return outcome_fail(outcome, "wake: %s", strerror(errno));
	if (!group_reap(&messaging.group))
		return false;
	outcome->intervals.at[outcome->intervals.n++] =
		(struct interval){timing_now_ns() - start_ns, 1};
	group_usage(&messaging.group);
	return true;
}
