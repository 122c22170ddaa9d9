/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The members of a workload: processes forked by the timing process. Each dies with it
 * (PR_SET_PDEATHSIG), so a timing process that fails just ends; nothing is left behind.
 */
#ifndef WORKER_GROUP_H
#define WORKER_GROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/worker/outcome.h"

struct group {
	struct outcome *outcome;
	pid_t timer;       /* the timing process */
	pid_t *pids;       /* of the members, in the order of forking; 0 once reaped */
	unsigned first;    /* number of the first forked member: 2 where the timer is the first */
	unsigned total;    /* members asked for, the timing process included where it is one */
	unsigned forked;
	unsigned alive;
	uint64_t voluntary_before; /* the timing process's own switches so far */
	uint64_t involuntary_before;
};

/* Of `total` members; `timer_is_member`: the calling process is the first of them. */
bool group_init(
	struct group *group, struct outcome *outcome, unsigned total, bool timer_is_member);

/*
 * Forks the next member. 0 in the member, 1 in the timing process, -1 with the outcome failed.
 * A member ends with group_leave().
 */
int group_fork(struct group *group);

/*
 * Ends a member that is through (`whole`) or not: then with errno's words as the outcome's
 * reason, or, where errno is 0 because a neighbour has gone, without: the neighbour knows more.
 */
void group_leave(const struct group *group, bool whole) __attribute__((noreturn));

/* Reaps members that ended badly or too early, without waiting. True while all are alive. */
bool group_all_alive(struct group *group);

/* Reaps all members; false at the first that ended badly, with the outcome failed. */
bool group_reap(struct group *group);

/* Adds the context switches of all reaped members, and of the timing process if it is one. */
void group_usage(const struct group *group);

#endif
