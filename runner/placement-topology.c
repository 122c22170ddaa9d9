/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The placements that follow from which CPUs share what. A CPU is used where it is usable; what
 * it shares is the topology's to say.
 */
#include "runner/placement.h"

#include <hwloc.h>

struct search {
	hwloc_topology_t topology;
	hwloc_bitmap_t usable;
};

/* The usable CPUs under an object. Caller frees. */
static hwloc_bitmap_t usable_under(const struct search *search, hwloc_obj_t object)
{
	hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
	hwloc_bitmap_and(cpus, object->cpuset, search->usable);
	return cpus;
}

static char *take_list(hwloc_bitmap_t cpus)
{
	char *list = NULL;
	if (hwloc_bitmap_list_asprintf(&list, cpus) < 0 || !list)
		abort(); /* as xmalloc */
	hwloc_bitmap_free(cpus);
	return list;
}

static char *pair(int one, int other)
{
	hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
	hwloc_bitmap_set(cpus, (unsigned)one);
	hwloc_bitmap_set(cpus, (unsigned)other);
	return take_list(cpus);
}

static hwloc_obj_t core_of(const struct search *search, int cpu)
{
	hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(search->topology, (unsigned)cpu);
	while (object && object->type != HWLOC_OBJ_CORE && object->parent)
		object = object->parent;
	return object && object->type == HWLOC_OBJ_CORE ? object : NULL;
}

/* The largest cache over a CPU; its package where none is known; else NULL. */
static hwloc_obj_t last_level(const struct search *search, int cpu)
{
	hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(search->topology, (unsigned)cpu);
	hwloc_obj_t cache = NULL, package = NULL;
	for (; object; object = object->parent) {
		if (hwloc_obj_type_is_dcache(object->type))
			cache = object;
		else if (object->type == HWLOC_OBJ_PACKAGE)
			package = object;
	}
	return cache ? cache : package;
}

static char *find_siblings(const struct search *search)
{
	int cpu;
	for (cpu = hwloc_bitmap_first(search->usable); cpu >= 0;
		cpu = hwloc_bitmap_next(search->usable, cpu)) {
		hwloc_obj_t core = core_of(search, cpu);
		if (!core)
			continue;
		hwloc_bitmap_t under = usable_under(search, core);
		int other = hwloc_bitmap_next(under, cpu);
		hwloc_bitmap_free(under);
		if (other >= 0)
			return pair(cpu, other);
	}
	return NULL;
}

/* Another CPU behind this one with another core and, as asked, the same last level or not. */
static int partner(const struct search *search, int cpu, bool same_level)
{
	hwloc_obj_t core = core_of(search, cpu), level = last_level(search, cpu);
	if (!level)
		return -1;
	for (int other = hwloc_bitmap_next(search->usable, cpu); other >= 0;
		other = hwloc_bitmap_next(search->usable, other)) {
		hwloc_obj_t other_core = core_of(search, other);
		bool same_core = core && other_core && core == other_core;
		if (!same_core && (last_level(search, other) == level) == same_level)
			return other;
	}
	return -1;
}

static char *find_pair(const struct search *search, bool same_level)
{
	for (int cpu = hwloc_bitmap_first(search->usable); cpu >= 0;
		cpu = hwloc_bitmap_next(search->usable, cpu)) {
		int other = partner(search, cpu, same_level);
		if (other >= 0)
			return pair(cpu, other);
	}
	return NULL;
}

/* The first last-level cache with two usable CPUs, where it does not hold all of them. */
static char *find_level(const struct search *search)
{
	int usable = hwloc_bitmap_weight(search->usable);
	for (int cpu = hwloc_bitmap_first(search->usable); cpu >= 0;
		cpu = hwloc_bitmap_next(search->usable, cpu)) {
		hwloc_obj_t level = last_level(search, cpu);
		if (!level)
			return NULL;
		hwloc_bitmap_t under = usable_under(search, level);
		int weight = hwloc_bitmap_weight(under);
		if (weight >= 2 && weight < usable)
			return take_list(under);
		hwloc_bitmap_free(under);
	}
	return NULL;
}

static void take(struct placements *placements, enum placement placement, char *cpus,
	const char *lack)
{
	free(placements->found[placement]);
	placements->found[placement] = cpus;
	placements->lacks[placement] = cpus ? NULL : lack;
}

bool placements_find(struct placements *placements, const char *synthetic, struct error *err)
{
	struct search search = {NULL, hwloc_bitmap_alloc()};
	hwloc_bitmap_list_sscanf(search.usable, placements->usable);
	bool loaded = hwloc_topology_init(&search.topology) == 0;
	if (loaded && synthetic)
		loaded = hwloc_topology_set_synthetic(search.topology, synthetic) == 0;
	loaded = loaded &&
		hwloc_topology_set_flags(search.topology,
			HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) == 0 &&
		hwloc_topology_load(search.topology) == 0;
	if (loaded) {
		take(placements, PLACEMENT_SIBLINGS, find_siblings(&search),
			"no core has two usable hardware threads");
		take(placements, PLACEMENT_CORE, find_pair(&search, true),
			"no last-level cache is shared by two usable cores");
		take(placements, PLACEMENT_LLC, find_level(&search),
			"no last-level cache holds several usable CPUs, but not all: llc would be "
			"bound or unbound");
		take(placements, PLACEMENT_ACROSS, find_pair(&search, false),
			"no two usable CPUs are under different last-level caches");
	}
	if (search.topology)
		hwloc_topology_destroy(search.topology);
	hwloc_bitmap_free(search.usable);
	return loaded || error_set(err, "hwloc cannot tell which CPUs share what");
}
