/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A machine's topology as hwloc writes it (topology.xml, format 2): packages, caches, cores and
 * processing units, each inside another. Only what is drawn is read: I/O and names are not.
 */
#ifndef MODEL_TOPOLOGY_H
#define MODEL_TOPOLOGY_H

#include "model/text.h"

enum topology_type {
	TOPOLOGY_MACHINE,
	TOPOLOGY_PACKAGE,
	TOPOLOGY_DIE,
	TOPOLOGY_NODE, /* memory: stands beside what it belongs to, inside the same object */
	TOPOLOGY_GROUP,
	TOPOLOGY_L4,
	TOPOLOGY_L3,
	TOPOLOGY_L2,
	TOPOLOGY_L1,
	TOPOLOGY_CORE,
	TOPOLOGY_PU,
	TOPOLOGY_TYPE_N
};

struct topology_object {
	enum topology_type type;
	bool numbered;
	unsigned number;      /* as the kernel counts: of a PU its CPU */
	uint64_t size_bytes;  /* of a cache or a node; 0: unknown */
	unsigned depth;       /* 0 for the outermost */
};

#define TOPOLOGY_DEPTH_MAX 24
#define TOPOLOGY_OBJECTS_MAX 20000

/* In the order of the file: an object, then all that is inside it, one deeper. */
struct topology {
	struct topology_object *objects;
	size_t length;
};

/* False where it is no such file, or larger than the limits above. */
bool topology_parse(struct topology *topology, const char *xml, struct error *err);
void topology_release(struct topology *topology);

/* "machine", "package", "memory", "L3", "core", "CPU" */
const char *topology_type_name(enum topology_type type);

/* Whether a list of CPUs ("0-1,4") names this one. */
bool topology_is_listed(const char *cpus, unsigned cpu);

#endif
