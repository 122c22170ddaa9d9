/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/topology.h"

#include <libxml/parser.h>
#include <libxml/tree.h>

#include "model/whole.h"

#define XML_BYTES_MAX (8 << 20)

static const struct {
	const char *hwloc, *name;
} types[TOPOLOGY_TYPE_N] = {
	[TOPOLOGY_MACHINE] = {"Machine", "machine"},
	[TOPOLOGY_PACKAGE] = {"Package", "package"},
	[TOPOLOGY_DIE] = {"Die", "die"},
	[TOPOLOGY_NODE] = {"NUMANode", "memory"},
	[TOPOLOGY_GROUP] = {"Group", "group"},
	[TOPOLOGY_L4] = {"L4Cache", "L4"},
	[TOPOLOGY_L3] = {"L3Cache", "L3"},
	[TOPOLOGY_L2] = {"L2Cache", "L2"},
	[TOPOLOGY_L1] = {"L1Cache", "L1"},
	[TOPOLOGY_CORE] = {"Core", "core"},
	[TOPOLOGY_PU] = {"PU", "CPU"},
};

const char *topology_type_name(enum topology_type type)
{
	return types[type].name;
}

/* False where the attribute is missing or no number. */
static bool read_number(const xmlNode *node, const char *name, uint64_t *number)
{
	xmlChar *text = xmlGetNoNsProp(node, (const xmlChar *)name);
	const char *digits = text ? (const char *)text : "";
	*number = 0;
	bool ok = whole_parse(digits, INT64_MAX, number);
	xmlFree(text);
	return ok;
}

static bool read_type(const xmlNode *node, enum topology_type *type)
{
	xmlChar *text = xmlGetNoNsProp(node, (const xmlChar *)"type");
	bool known = false;
	for (size_t i = 0; text && i < TOPOLOGY_TYPE_N && !known; i++)
		if (strcmp(types[i].hwloc, (const char *)text) == 0) {
			*type = (enum topology_type)i;
			known = true;
		}
	xmlFree(text);
	return known;
}

/* Objects of a type that is not drawn let what is inside them through. */
static bool add_objects(struct topology *topology, const xmlNode *parent, unsigned depth,
	unsigned nesting, struct error *err)
{
	if (nesting > TOPOLOGY_DEPTH_MAX)
		return error_set(err, "the topology is nested too deep");
	for (const xmlNode *node = parent->children; node; node = node->next) {
		enum topology_type type;
		if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, "object"))
			continue;
		if (topology->length == TOPOLOGY_OBJECTS_MAX)
			return error_set(err, "the topology has too many objects");
		bool drawn = read_type(node, &type);
		if (drawn) {
			struct topology_object *object = xgrow(
				&topology->objects, &topology->length, sizeof(*object));
			uint64_t number, size;
			*object = (struct topology_object){.type = type, .depth = depth};
			object->numbered = read_number(node, "os_index", &number) &&
				number <= UINT32_MAX;
			object->number = object->numbered ? (unsigned)number : 0;
			if (read_number(node, "cache_size", &size) ||
				read_number(node, "local_memory", &size))
				object->size_bytes = size;
		}
		if (!add_objects(topology, node, depth + drawn, nesting + 1, err))
			return false;
	}
	return true;
}

bool topology_parse(struct topology *topology, const char *xml, struct error *err)
{
	size_t length = strlen(xml);
	*topology = (struct topology){0};
	xmlDoc *doc = length > XML_BYTES_MAX ? NULL
		: xmlReadMemory(xml, (int)length, NULL, NULL,
			  XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
	bool ok = root && strcmp((const char *)root->name, "topology") == 0;
	if (!ok)
		error_set(err, "no topology as hwloc writes it");
	ok = ok && add_objects(topology, root, 0, 0, err);
	if (ok && !topology->length)
		ok = error_set(err, "the topology has no objects");
	xmlFreeDoc(doc);
	if (!ok)
		topology_release(topology);
	return ok;
}

void topology_release(struct topology *topology)
{
	free(topology->objects);
	*topology = (struct topology){0};
}

bool topology_is_listed(const char *cpus, unsigned cpu)
{
	while (*cpus >= '0' && *cpus <= '9') {
		char *end;
		unsigned long from = strtoul(cpus, &end, 10), to = from;
		if (*end == '-')
			to = strtoul(end + 1, &end, 10);
		if (cpu >= from && cpu <= to)
			return true;
		cpus = *end == ',' ? end + 1 : end;
	}
	return false;
}
