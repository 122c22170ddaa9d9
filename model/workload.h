/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The built-in workloads as results know them: names, units, words. What they do is in
 * runner/worker/. Adding one: a line in workload.c and a file there (HACKING.md).
 */
#ifndef MODEL_WORKLOAD_H
#define MODEL_WORKLOAD_H

#include "model/base.h"

enum placement {
	PLACEMENT_UNBOUND,
	PLACEMENT_BOUND,    /* one CPU */
	PLACEMENT_SIBLINGS, /* two hardware threads of one core */
	PLACEMENT_CORE,     /* two cores under one last-level cache */
	PLACEMENT_LLC,      /* all CPUs under one last-level cache */
	PLACEMENT_ACROSS,   /* two CPUs under two last-level caches, or in two packages */
	PLACEMENT_EACH,     /* one CPU a launch, every usable one in turn */
	PLACEMENT_N
};
enum clock { CLOCK_WALL, CLOCK_COUNTED, CLOCK_N };
enum better { BETTER_LOWER, BETTER_HIGHER, BETTER_N }; /* which values of a workload are */

struct workload {
	const char *name;      /* "ring" */
	const char *like;      /* "as lat_ctx -s 0 N" */
	const char *x_text;    /* "processes"; "run" where nothing is swept */
	const char *unit;      /* of a wall-clock value, for machines: "us/switch" */
	const char *unit_text; /* for readers: "µs per switch" */
	const char *counted_text; /* "instructions per switch"; the machine's unit is "instructions" */
	bool swept;            /* has counts; else the x axis is the run */
	bool timed;            /* takes time: and inner: or trips:; else loops: */
	bool external;         /* a command of the plan's, not one of these */
	unsigned hops;         /* context switches in one trip round: of N processes N (0), else this */
};

/* NULL where there is no such workload. */
const struct workload *workload_find(const char *name);
/* The i-th built-in workload, NULL behind the last. */
const struct workload *workload_at(size_t i);

const char *placement_name(enum placement placement); /* "bound", "unbound", … */
bool placement_parse(const char *name, enum placement *placement);
const char *clock_name(enum clock clock); /* "wall", "counted" */
bool clock_parse(const char *name, enum clock *clock);
const char *better_name(enum better better); /* "lower", "higher" */
bool better_parse(const char *name, enum better *better);

#endif
