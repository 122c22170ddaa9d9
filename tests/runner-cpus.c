/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPUs of fake roots: holes, cpusets, SMT, core ids that repeat, masks of old kernels, hybrids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "model/text.h"
#include "runner/cpus.h"
#include "tests/temporary.h"

#define CPU "/sys/devices/system/cpu/"

static void put_siblings(void **state, unsigned cpu, const char *list)
{
	char *path = xasprintf(CPU "cpu%u/topology/thread_siblings_list", cpu);
	temporary_put(state, path, list);
	free(path);
}

static void assert_list(hwloc_const_bitmap_t cpus, const char *expected)
{
	char *list = cpus_list(cpus);
	assert_string_equal(list, expected);
	free(list);
}

static void assert_one_per_core(const struct cpus *cpus, const char *expected)
{
	hwloc_bitmap_t lowest = cpus_one_per_core(cpus);
	assert_list(lowest, expected);
	hwloc_bitmap_free(lowest);
}

static void offline_and_not_allowed(void **state)
{
	struct cpus cpus;
	struct error err;

	temporary_put(state, CPU "online", "3-14");
	temporary_put(state, CPU "present", "0-15");
	assert_true(cpus_read(&cpus, *state, "2-9", &err));
	assert_list(cpus.usable, "3-9");
	assert_int_equal(cpus_first(&cpus), 3);
	assert_one_per_core(&cpus, "3-9");
	assert_true(cpus_check(&cpus, 3, &err));
	assert_false(cpus_check(&cpus, 0, &err));
	assert_string_equal(err.message, "CPU 0 is offline (online: 3-14)");
	assert_false(cpus_check(&cpus, 12, &err));
	assert_string_equal(err.message,
		"CPU 12 is online but not allowed here: the affinity mask or the cpuset leaves 2-9");
	cpus_release(&cpus);
	assert_false(cpus_read(&cpus, *state, "0-2", &err));
	assert_string_equal(err.message, "no CPU is both online and allowed");
	assert_false(cpus_read(&cpus, *state, "3x", &err));
	assert_true(cpus_read(&cpus, *state, NULL, &err));
	assert_list(cpus.usable, "3-14");
	cpus_release(&cpus);
}

static void masks_and_no_lists(void **state)
{
	struct cpus cpus;
	struct error err;

	temporary_put(state, CPU "cpu0/topology/thread_siblings", "00000000,00000001");
	temporary_put(state, CPU "cpu1/topology/thread_siblings", "00000000,00000006");
	temporary_put(state, CPU "cpu1/online", "1");
	temporary_put(state, CPU "cpu2/online", "1");
	temporary_put(state, CPU "cpu3/online", "0");
	temporary_put(state, CPU "cpufreq/x", "");
	temporary_put(state, "/sys/devices/system/node/node0/cpulist", "0-140");
	temporary_put(state, "/sys/devices/system/node/node1/cpulist", "");
	assert_true(cpus_read(&cpus, *state, "0-3", &err));
	assert_list(cpus.online, "0-2");
	assert_one_per_core(&cpus, "0-1"); /* 1 and 2 are threads of one core */
	assert_int_equal(cpus.nodes.length, 1);
	assert_list(cpus_group_find(&cpus.nodes, "node0")->cpus, "0-2");
	assert_int_equal(cpus.llcs.length, 0);
	cpus_release(&cpus);
}

static void smt_interleaved(void **state)
{
	struct cpus cpus;
	struct error err;

	temporary_put(state, CPU "online", "0-5");
	for (unsigned cpu = 0; cpu < 6; cpu++) {
		char list[8], *package = xasprintf(CPU "cpu%u/topology/package_cpus_list", cpu);
		char *cache = xasprintf(CPU "cpu%u/cache/index3/shared_cpu_list", cpu);
		snprintf(list, sizeof(list), "%u,%u", cpu % 3, cpu % 3 + 3);
		put_siblings(state, cpu, list);
		temporary_put(state, package, cpu % 3 == 2 ? "2,5" : "0-1,3-4");
		temporary_put(state, cache, "0-5");
		free(package);
		free(cache);
	}
	assert_true(cpus_read(&cpus, *state, "1-5", &err));
	assert_int_equal(cpus.cores.length, 3);
	assert_one_per_core(&cpus, "1-3"); /* 3 stands for the core of CPU 0 */
	assert_int_equal(cpus.packages.length, 2);
	assert_list(cpus.packages.groups[0].cpus, "1,3-4");
	assert_int_equal(cpus.llcs.length, 1);
	assert_list(cpus.llcs.groups[0].cpus, "1-5");
	cpus_release(&cpus);
}

static void hybrid(void **state)
{
	struct cpus cpus;
	struct error err;

	temporary_put(state, CPU "online", "0-5");
	temporary_put(state, "/sys/devices/cpu_core/cpus", "2-5");
	temporary_put(state, "/sys/devices/cpu_atom/cpus", "0-1");
	put_siblings(state, 2, "2-3");
	put_siblings(state, 3, "2-3");
	assert_true(cpus_read(&cpus, *state, "0-1,3-5", &err));
	assert_int_equal(cpus_first(&cpus), 3); /* of a big core */
	assert_list(cpus_group_find(&cpus.kinds, "core")->cpus, "3-5");
	assert_list(cpus_group_find(&cpus.kinds, "atom")->cpus, "0-1");
	assert_null(cpus_group_find(&cpus.kinds, "lowpower"));
	assert_one_per_core(&cpus, "0-1,3-5");
	cpus_release(&cpus);
}

static void this_host(void **state)
{
	struct cpus cpus;
	struct error err;

	(void)state;
	assert_true(cpus_read(&cpus, "", NULL, &err));
	assert_true(cpus_check(&cpus, cpus_first(&cpus), &err));
	assert_true(cpus.cores.length > 0);
	cpus_release(&cpus);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(offline_and_not_allowed),
		temporary_test(masks_and_no_lists),
		temporary_test(smt_interleaved),
		temporary_test(hybrid),
		cmocka_unit_test(this_host),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
