/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/workload.h"

static const struct workload workloads[] = {
	{
		.name = "ring",
		.like = "as lat_ctx -s 0 N",
		.x_text = "processes",
		.unit = "us/switch",
		.unit_text = "µs per switch",
		.counted_text = "instructions per switch",
		.swept = true,
		.timed = true,
		.hops = 0,
	},
	{
		.name = "messaging",
		.like = "as hackbench N",
		.x_text = "groups",
		.unit = "s",
		.unit_text = "seconds",
		.counted_text = "instructions",
		.swept = true,
		.timed = false,
		.hops = 0,
	},
	{
		.name = "pingpong",
		.like = "as pipe-test",
		.x_text = "run",
		.unit = "us/loop",
		.unit_text = "µs per loop",
		.counted_text = "instructions per loop",
		.swept = false,
		.timed = true,
		.hops = 2,
	},
};

static const char *const placement_names[PLACEMENT_N] = {
	[PLACEMENT_UNBOUND] = "unbound",
	[PLACEMENT_BOUND] = "bound",
	[PLACEMENT_SIBLINGS] = "siblings",
	[PLACEMENT_CORE] = "core",
	[PLACEMENT_LLC] = "llc",
	[PLACEMENT_ACROSS] = "across",
	[PLACEMENT_EACH] = "each",
};

static const char *const clock_names[CLOCK_N] = {
	[CLOCK_WALL] = "wall",
	[CLOCK_COUNTED] = "counted",
};

static const char *const better_names[BETTER_N] = {
	[BETTER_LOWER] = "lower",
	[BETTER_HIGHER] = "higher",
};

const struct workload *workload_at(size_t i)
{
	return i < ARRAY_LENGTH(workloads) ? &workloads[i] : NULL;
}

const struct workload *workload_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(workloads); i++)
		if (strcmp(workloads[i].name, name) == 0)
			return &workloads[i];
	return NULL;
}

/* The index of a name in a table of n, -1 where it is none of them. */
static int name_index(const char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return (int)i;
	return -1;
}

const char *placement_name(enum placement placement)
{
	return placement_names[placement];
}

bool placement_parse(const char *name, enum placement *placement)
{
	int index = name_index(placement_names, PLACEMENT_N, name);
	if (index >= 0)
		*placement = (enum placement)index;
	return index >= 0;
}

const char *clock_name(enum clock clock)
{
	return clock_names[clock];
}

bool clock_parse(const char *name, enum clock *clock)
{
	int index = name_index(clock_names, CLOCK_N, name);
	if (index >= 0)
		*clock = (enum clock)index;
	return index >= 0;
}

const char *better_name(enum better better)
{
	return better_names[better];
}

bool better_parse(const char *name, enum better *better)
{
	int index = name_index(better_names, BETTER_N, name);
	if (index >= 0)
		*better = (enum better)index;
	return index >= 0;
}
