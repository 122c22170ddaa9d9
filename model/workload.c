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
};

static const char *const clock_names[CLOCK_N] = {
	[CLOCK_WALL] = "wall",
	[CLOCK_COUNTED] = "counted",
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

const char *placement_name(enum placement placement)
{
	return placement_names[placement];
}

bool placement_parse(const char *name, enum placement *placement)
{
	for (size_t i = 0; i < PLACEMENT_N; i++) {
		if (strcmp(placement_names[i], name) == 0) {
			*placement = (enum placement)i;
			return true;
		}
	}
	return false;
}

const char *clock_name(enum clock clock)
{
	return clock_names[clock];
}

bool clock_parse(const char *name, enum clock *clock)
{
	for (size_t i = 0; i < CLOCK_N; i++) {
		if (strcmp(clock_names[i], name) == 0) {
			*clock = (enum clock)i;
			return true;
		}
	}
	return false;
}
