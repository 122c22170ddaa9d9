/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/boxes.h"

/* "32 KB", "16 MB", "5.3 GB": by 1024, as caches and memory are sold. */
static void add_size(struct page *page, uint64_t bytes)
{
	static const char *const units[] = {"KB", "MB", "GB", "TB"};
	double size = (double)bytes / 1024;
	size_t unit = 0;
	for (; size >= 1024 && unit + 1 < ARRAY_LENGTH(units); unit++)
		size /= 1024;
	page_add(page, " %.3g %s", size, units[unit]);
}

static void add_name(struct page *page, const struct topology_object *object)
{
	page_add(page, "%s", topology_type_name(object->type));
	if (object->numbered && object->type != TOPOLOGY_MACHINE && !object->size_bytes)
		page_add(page, " %u", object->number);
	if (object->size_bytes)
		add_size(page, object->size_bytes);
}

/* Whether all that is inside an object is one other object (with what is inside that). */
static bool has_one(const struct topology *topology, size_t i)
{
	unsigned depth = topology->objects[i].depth;
	if (i + 1 == topology->length || topology->objects[i + 1].depth <= depth)
		return false;
	for (size_t j = i + 2; j < topology->length && topology->objects[j].depth > depth; j++)
		if (topology->objects[j].depth == depth + 1)
			return false;
	return true;
}

/* A cache of one core alone is said in one line with it. */
static bool joins_next(const struct topology *topology, size_t i)
{
	enum topology_type type = topology->objects[i].type;
	return type >= TOPOLOGY_L4 && type <= TOPOLOGY_L1 && has_one(topology, i) &&
		topology->objects[i + 1].type != TOPOLOGY_PU;
}

static void add_object(struct page *page, const struct topology *topology, size_t i,
	const char *bound)
{
	const struct topology_object *object = &topology->objects[i];
	bool marked = object->type == TOPOLOGY_PU && object->numbered &&
		topology_is_listed(bound, object->number);
	if (object->type != TOPOLOGY_PU && object->type != TOPOLOGY_NODE)
		page_add_html(page, "<li>");
	else
		page_add(page, "<li class='%s'>", marked ? "cpu bound"
			: object->type == TOPOLOGY_PU ? "cpu" : "node");
	add_name(page, object);
	if (marked)
		page_add_html(page, " <b>bound</b>");
}

/* Ends what is open until an object at that depth may begin. */
static void close_to(struct page *page, unsigned open, unsigned depth)
{
	page_add_html(page, "</li>\n");
	for (; open > depth + 1; open--)
		page_add_html(page, "</ul></li>\n");
}

void boxes_add(struct page *page, const struct topology *topology, const char *bound)
{
	unsigned joined[TOPOLOGY_DEPTH_MAX + 2] = {0}; /* lines saved above an object of that depth */
	unsigned open = 0;
	page_add_html(page, "<ul class='boxes'>");
	for (size_t i = 0; i < topology->length; i++) {
		const struct topology_object *object = &topology->objects[i];
		unsigned depth = object->depth - joined[object->depth];
		if (i > 0 && joins_next(topology, i - 1)) {
			page_add_html(page, ", ");
			add_name(page, object);
		} else {
			if (depth < open)
				close_to(page, open, depth);
			else if (depth > 0)
				page_add_html(page, "\n<ul>");
			add_object(page, topology, i, bound);
			open = depth + 1;
		}
		joined[object->depth + 1] = joined[object->depth] + joins_next(topology, i);
	}
	close_to(page, open, 0);
	page_add_html(page, "</ul>\n");
}
