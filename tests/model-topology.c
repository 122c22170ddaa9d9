/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hwloc's XML as objects, and what is not such a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/topology.h"

static const char two_cores[] =
	"<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE topology SYSTEM 'hwloc2.dtd'>\n"
	"<topology version='2.0'><object type='Machine' os_index='0'>"
	"<info name='HostName' value='&lt;b&gt;'/>"
	"<object type='Package' os_index='0'>"
	"<object type='NUMANode' os_index='0' local_memory='479694848'/>"
	"<object type='L3Cache' os_index='0' cache_size='33554432'>"
	"<object type='Bridge'><object type='Core' os_index='0'>"
	"<object type='PU' os_index='0'/><object type='PU' os_index='5'/></object></object>"
	"<object type='Core' os_index='x'><object type='PU'/></object>"
	"</object></object></object><support name='discovery.pu'/></topology>";

static void objects(void **state)
{
	(void)state;
	static const struct topology_object wanted[] = {
		{TOPOLOGY_MACHINE, true, 0, 0, 0},
		{TOPOLOGY_PACKAGE, true, 0, 0, 1},
		{TOPOLOGY_NODE, true, 0, 479694848, 2},
		{TOPOLOGY_L3, true, 0, 33554432, 2},
		{TOPOLOGY_CORE, true, 0, 0, 3}, /* the bridge around it is not drawn */
		{TOPOLOGY_PU, true, 0, 0, 4},
		{TOPOLOGY_PU, true, 5, 0, 4},
		{TOPOLOGY_CORE, false, 0, 0, 3},
		{TOPOLOGY_PU, false, 0, 0, 4},
	};
	struct topology topology;
	struct error err;
	assert_true(topology_parse(&topology, two_cores, &err));
	assert_int_equal(topology.length, ARRAY_LENGTH(wanted));
	for (size_t i = 0; i < ARRAY_LENGTH(wanted); i++) {
		const struct topology_object *object = &topology.objects[i];
		assert_int_equal(object->type, wanted[i].type);
		assert_int_equal(object->numbered, wanted[i].numbered);
		assert_int_equal(object->number, wanted[i].number);
		assert_int_equal(object->size_bytes, wanted[i].size_bytes);
		assert_int_equal(object->depth, wanted[i].depth);
	}
	topology_release(&topology);
}

static void refused(void **state)
{
	(void)state;
	static const char *const files[] = {
		"", "x", "<topology", "<html/>", "<topology/>", "<topology><object/></topology>",
		"<topology><object type='Machine'></topology>",
		"<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><topology>&a;</topology>",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
		struct topology topology;
		struct error err;
		assert_false(topology_parse(&topology, files[i], &err));
		assert_null(topology.objects);
		assert_true(strlen(err.message) > 5);
	}
}

static void nested_too_deep(void **state)
{
	(void)state;
	struct text xml = TEXT_EMPTY;
	struct topology topology;
	struct error err;
	text_add(&xml, "<topology>");
	for (unsigned i = 0; i < 2 * TOPOLOGY_DEPTH_MAX; i++)
		text_add(&xml, "<object type='Group'>");
	for (unsigned i = 0; i < 2 * TOPOLOGY_DEPTH_MAX; i++)
		text_add(&xml, "</object>");
	text_add(&xml, "</topology>");
	assert_false(topology_parse(&topology, xml.bytes, &err));
	text_release(&xml);
}

static void lists(void **state)
{
	(void)state;
	assert_true(topology_is_listed("0", 0));
	assert_true(topology_is_listed("0-1,4", 1));
	assert_true(topology_is_listed("0-1,4", 4));
	assert_false(topology_is_listed("0-1,4", 2));
	assert_false(topology_is_listed("", 0));
	assert_false(topology_is_listed("all", 0));
	assert_false(topology_is_listed("3-", 1));
	assert_false(topology_is_listed("1-,", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects),
		cmocka_unit_test(refused),
		cmocka_unit_test(nested_too_deep),
		cmocka_unit_test(lists),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
