/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a launch came to. It lies in memory shared by all its processes, so that any of them can
 * say why it failed, and nothing has to be written anywhere while something is timed.
 */
#ifndef WORKER_OUTCOME_H
#define WORKER_OUTCOME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval {
	uint64_t elapsed_ns;
	uint64_t ops;
};

struct intervals {
	size_t n;
	struct interval *at; /* room for as many as the request asks for */
};

struct outcome {
	/* What is being done, for whoever has to say that it took too long; a literal. */
	const char *volatile doing;
	struct intervals overheads;
	struct intervals intervals;
	uint64_t voluntary;   /* context switches of all members */
	uint64_t involuntary;
	atomic_bool failed;
	char reason[512];
};

/* With room for `inner` intervals of each kind; NULL with errno. Freed by the process's end. */
struct outcome *outcome_new(unsigned inner);

/* Keeps the reason of the first failure, whichever process it is in. Returns false. */
bool outcome_fail(struct outcome *outcome, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Writes the reply lines from the first overhead to `done` or `fail`. False: not written. */
bool outcome_send(const struct outcome *outcome, int fd);

#endif
