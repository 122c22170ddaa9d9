/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan: the YAML file that says what to measure (the format is described in the README and in
 * plans/). A plan that was read is whole and within limits: every label, count and number has
 * been checked, defaults are filled in. Nothing here asks what the machine can do.
 */
#ifndef MODEL_PLAN_H
#define MODEL_PLAN_H

#include "model/counts.h"
#include "model/workload.h"

enum plan_machine { PLAN_MACHINE_HERE, PLAN_MACHINE_VM, PLAN_MACHINE_BOOT };
enum plan_clock { PLAN_CLOCK_AUTO, PLAN_CLOCK_WALL, PLAN_CLOCK_COUNTED };
enum plan_transport { PLAN_TRANSPORT_SOCKETS, PLAN_TRANSPORT_PIPES };
enum plan_layout { PLAN_LAYOUT_REDRAWN, PLAN_LAYOUT_FIXED, PLAN_LAYOUT_SETS };

#define PLAN_BYTES_MAX (1 << 20)
#define PLAN_CELLS_MAX 100000    /* variants x placements x (workload x counts) */
#define PLAN_SAMPLES_MAX 5000000 /* cells x boots x rounds (or runs) */

/* A program and its arguments; argv is NULL where there is none, else ended by NULL. */
struct plan_command {
	char **argv;
	size_t argc;
};

/* Above which share of its CPUs' time a launch is disturbed. */
struct plan_disturbance {
	bool watched;
	double others, steal;
};

struct plan_variant {
	char *label;   /* as written, any UTF-8 */
	char *slug;    /* distinct within the plan */
	char *kernel;  /* path of a bzImage relative to the current directory, or NULL */
	char *config;  /* path of its .config, or NULL */
	char *cmdline; /* added to the kernel's command line; "" where none */
	char *policy;  /* of scheduling, for every process of a launch: "fifo:10"; NULL */
	struct plan_command setup, teardown; /* on `here`: before and after each boot */
};

/* A command that is measured: `workload` is what the built-in ones have in their table. */
struct plan_external {
	struct workload workload;
	char *name, *unit;
	struct plan_command command; /* "{count}" in its words is the count */
	char *value;                 /* POSIX extended expression; its one group is the value */
	enum better better;
};

struct plan_workload {
	const struct workload *workload;
	char *slug;           /* the workload's name; "ring-2" where it is listed twice */
	struct counts counts; /* empty where nothing is swept */
	int64_t time_ns;      /* one timed interval; 0 where trips or loops are fixed instead */
	unsigned inner;       /* timed intervals in a launch */
	bool inner_given;     /* the plan says inner: (else a counted cell uses its own default) */
	unsigned trips;       /* operations in an interval; 0 = as many as time_ns takes */
	unsigned loops;       /* messaging: messages from each sender to each receiver */
	unsigned runs;        /* launches in a boot where nothing is swept; 0 = the plan's rounds */
	enum plan_transport transport; /* messaging */
	struct plan_external *external; /* of a command; else NULL */
};

struct plan {
	char *text; /* the file as it was read, byte for byte */
	char *title;
	enum plan_machine machine;
	unsigned boots, rounds;
	enum placement placements[PLACEMENT_N];
	size_t placements_n;
	size_t baseline; /* index into variants */
	unsigned vm_cpus, vm_memory_mib;
	enum plan_clock clock;
	enum plan_layout layout;
	unsigned set; /* runs that share a layout; 0 where layout is not by sets */
	struct plan_disturbance disturbance;
	bool awake; /* CPUs are kept out of deep idle during unbound launches */
	struct plan_variant *variants;
	size_t variants_n;
	struct plan_workload *workloads;
	size_t workloads_n;
};

/*
 * Reads a plan. `name` is what errors call it: "plans/a.yaml:12:7: …, expected …"; its base name
 * is the title of a plan without one. On failure *plan holds nothing.
 * A file's kernel: may be missing (the matrix skips it with a reason), and its config: (it is the
 * caller's to ask for), but where something is there it has to be a file.
 */
bool plan_read_file(const char *path, struct plan *plan, struct error *err);
bool plan_parse(const char *yaml, const char *name, struct plan *plan, struct error *err);

/*
 * LABEL=bzImage: gives the variant with that label another kernel (its config and command line
 * stay where the kernel is the same file, else the config is dropped), or adds a variant.
 * The plan's text is rewritten so that it says the same: reading it again gives this plan. Its
 * comments are lost in that. On failure the plan is as it was.
 */
bool plan_set_kernel(struct plan *plan, const char *label_and_kernel, struct error *err);

void plan_release(struct plan *plan);

const char *plan_machine_name(enum plan_machine machine); /* "here", "vm", "boot" */

#endif
