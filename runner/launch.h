/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One fresh start of a workload: what is asked of the worker, and what its replies come to.
 * How the worker is reached is the machine's matter; the words are the same everywhere.
 */
#ifndef RUNNER_LAUNCH_H
#define RUNNER_LAUNCH_H

#include "model/campaign.h"
#include "model/error.h"
#include "model/plan.h"
#include "model/text.h"

struct launch_request {
	const struct plan_workload *workload;
	enum clock clock;
	unsigned count;      /* processes or groups; 0 where nothing is swept */
	unsigned trips;      /* fixed operations in an interval, 0 = by time */
	unsigned inner;      /* timed intervals */
	const char *cpus;    /* list to bind to, NULL = unbound */
	int64_t deadline_ns; /* for the whole launch, on the runner's clock */
	uint64_t layout;     /* what the worker draws the memory layout from; 0 = leaves it */
	bool repeatable;     /* the layout is the number's alone: no addresses drawn by the kernel */
	const char *policy;  /* of scheduling, NULL = as it is */
	bool awake;          /* no CPU may idle deeply meanwhile */
	const struct plan_disturbance *disturbance; /* what to watch for; NULL = nothing */
};

/* What the worker has said so far. Start with launch_reply_init(), end with _release(). */
struct launch_reply {
	double *intervals; /* ns per operation, one a timed interval */
	size_t intervals_n;
	double *overheads; /* ns per operation */
	size_t overheads_n;
	char *cpus;   /* the mask it really has */
	char *reason; /* of a failure */
	char *ended;  /* how an external command ended: "with exit code 0" */
	bool done, failed, timed_out;
};

void launch_reply_init(struct launch_reply *reply);
void launch_reply_release(struct launch_reply *reply);

/*
 * The arguments for a worker that is a child: program, words, and an external command behind
 * them with its count in place. Ended by NULL; the caller frees it with launch_arguments_free().
 */
char **launch_arguments(const char *worker, const struct launch_request *request);
void launch_arguments_free(char **arguments);

/* Adds the request in the protocol's words: "launch workload=ring count=8 …", no frame. */
void launch_request_words(const struct launch_request *request, struct text *text);

/* To the 15 digits that text_number() keeps: the same after an export and an import. */
double launch_rounded(double value);

/* Takes in one unframed reply line. False where it is not one the protocol knows. */
bool launch_reply_line(struct launch_reply *reply, const char *payload);

/*
 * Turns the replies into the sample's value, raw, overhead, spread, status, reason and cpus
 * (which it allocates); the rest of *sample is left alone. Formulas (ns, N processes):
 *   ring       value = median(intervals) / N - median(overheads)      us per switch
 *   pingpong   value = median(intervals)                              us per loop
 *   messaging  value = interval                                       s
 * counted: the same in instructions (one virtual ns is one instruction). A mask other than the
 * one asked for is a failure. Values are rounded to 15 significant digits, so that they survive
 * being written as text.
 */
void launch_reply_sample(struct launch_reply *reply, const struct launch_request *request,
	struct sample *sample);

#endif
