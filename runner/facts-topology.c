/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <hwloc.h>

#include "model/text.h"
#include "runner/facts-parts.h"

/*
 * hwloc takes another root only from the environment, and would otherwise ask this host's CPU
 * (its x86 component) about the guest's. The variables are set around the one call and put back:
 * the runner has one thread here, and a server that captures facts does not exist.
 */
struct override {
	const char *name, *value;
	char *before;
};

static void override_begin(struct override *overrides, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		overrides[i].before = xstrdup_null(getenv(overrides[i].name));
		setenv(overrides[i].name, overrides[i].value, 1);
	}
}

static void override_end(struct override *overrides, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (overrides[i].before)
			setenv(overrides[i].name, overrides[i].before, 1);
		else
			unsetenv(overrides[i].name);
		free(overrides[i].before);
	}
}

/* Of the whole machine, also what this process may not use. NULL where hwloc cannot tell. */
static hwloc_topology_t topology_load(const char *root)
{
	struct override overrides[] = {
		{"HWLOC_HIDE_ERRORS", "2", NULL}, /* it prints them on stderr */
		{"HWLOC_FSROOT", root, NULL},
		{"HWLOC_THISSYSTEM", "0", NULL},
		{"HWLOC_COMPONENTS", "linux,stop", NULL},
	};
	size_t overrides_n = *root ? ARRAY_LENGTH(overrides) : 1;
	hwloc_topology_t topology;

	if (hwloc_topology_init(&topology))
		return NULL;
	override_begin(overrides, overrides_n);
	bool loaded = hwloc_topology_set_flags(topology,
			HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) == 0 &&
		hwloc_topology_load(topology) == 0;
	override_end(overrides, overrides_n);
	if (loaded)
		return topology;
	hwloc_topology_destroy(topology);
	return NULL;
}

static unsigned count(hwloc_topology_t topology, hwloc_obj_type_t type)
{
	int n = hwloc_get_nbobjs_by_type(topology, type);

	return n > 0 ? (unsigned)n : 0;
}

static const char *plural(unsigned n)
{
	return n == 1 ? "" : "s";
}

/* "2 cores, 1 thread each, 1 package"; what hwloc does not know is left out. */
static void describe(hwloc_topology_t topology, struct text *line)
{
	unsigned threads = count(topology, HWLOC_OBJ_PU), cores = count(topology, HWLOC_OBJ_CORE);
	unsigned packages = count(topology, HWLOC_OBJ_PACKAGE);
	unsigned nodes = count(topology, HWLOC_OBJ_NUMANODE);

	if (!cores)
		text_add(line, "%u CPU%s", threads, plural(threads));
	else if (threads % cores == 0)
		text_add(line, "%u core%s, %u thread%s each", cores, plural(cores),
			threads / cores, plural(threads / cores));
	else /* siblings switched off here and there */
		text_add(line, "%u core%s, %u threads", cores, plural(cores), threads);
	if (packages)
		text_add(line, ", %u package%s", packages, plural(packages));
	if (nodes > 1)
		text_add(line, ", %u NUMA nodes", nodes);
}

void facts_topology(const char *root, struct environment *env)
{
	hwloc_topology_t topology = topology_load(root);
	struct text line = TEXT_EMPTY;
	char *xml = NULL;
	int length;

	environment_set(env, "topology", NULL);
	environment_set(env, "topology.xml", NULL);
	if (!topology)
		return;
	describe(topology, &line);
	environment_set(env, "topology", line.bytes);
	if (hwloc_topology_export_xmlbuffer(topology, &xml, &length, 0) == 0) {
		environment_set(env, "topology.xml", xml);
		hwloc_free_xmlbuffer(topology, xml);
	}
	text_release(&line);
	hwloc_topology_destroy(topology);
}
