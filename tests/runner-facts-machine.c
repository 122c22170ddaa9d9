/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Facts of CPUs and control groups from fake roots, and what is picked out of a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "model/text.h"
#include "runner/facts-parts.h"
#include "runner/facts-pick.h"
#include "runner/facts.h"
#include "tests/temporary.h"

#define CPU "/sys/devices/system/cpu/"
#define CGROUP "/sys/fs/cgroup/"

static void assert_fact(const struct environment *env, const char *name, const char *wanted)
{
	const char *got = environment_get(env, name);
	if (!got != !wanted || (got && strcmp(got, wanted) != 0))
		fail_msg("%s is '%s', not '%s'", name, got ? got : "(missing)",
			wanted ? wanted : "(missing)");
}

static void cpus_that_differ(void **state)
{
	struct environment env = {0};

	temporary_put(state, CPU "cpu0/cpufreq/scaling_governor", "performance");
	temporary_put(state, CPU "cpu1/cpufreq/scaling_governor", "performance");
	temporary_put(state, CPU "cpu10/cpufreq/scaling_governor", "powersave");
	temporary_put(state, CPU "cpu0/cpufreq/scaling_driver", "intel_pstate");
	temporary_put(state, CPU "cpu10/cpufreq/scaling_driver", "intel_pstate");
	temporary_put(state, CPU "intel_pstate/no_turbo", "1");
	temporary_put(state, CPU "cpu0/cpuidle/state0/name", "POLL");
	temporary_put(state, CPU "cpu0/cpuidle/state0/latency", "0");
	temporary_put(state, CPU "cpu0/cpuidle/state1/name", "C6");
	temporary_put(state, CPU "cpu0/cpuidle/state1/latency", "133");
	temporary_put(state, CPU "cpu0/cpuidle/state1/disable", "1");
	temporary_put(state, CPU "vulnerabilities/meltdown", "Mitigation: PTI");
	temporary_put(state, CPU "vulnerabilities/new_one", "Not affected");
	facts_cpu(*state, &env);
	assert_fact(&env, "cpufreq.governor",
		"performance (CPUs 0-1), powersave (CPUs 10)");
	assert_fact(&env, "cpufreq.driver", "intel_pstate");
	assert_fact(&env, "cpufreq.turbo", "off");
	assert_fact(&env, "cpufreq.preference", NULL);
	assert_fact(&env, "cpuidle.states", "POLL 0, C6 133 off");
	assert_fact(&env, "vulnerabilities.meltdown", "Mitigation: PTI");
	assert_fact(&env, "vulnerabilities.new_one", "Not affected");
	environment_release(&env);
}

static void cgroup_v2(void **state)
{
	struct environment env = {0};

	temporary_put(state, "/proc/self/cgroup", "0::/lab.slice/run.scope");
	temporary_put(state, CGROUP "cgroup.procs", "1");
	temporary_put(state, CGROUP "cpuset.cpus.effective", "0-7");
	temporary_put(state, CGROUP "lab.slice/cpu.max", "150000 100000");
	temporary_put(state, CGROUP "lab.slice/pids.max", "500");
	temporary_put(state, CGROUP "lab.slice/cpuset.cpus.effective", "2-3");
	temporary_put(state, CGROUP "lab.slice/run.scope/cpu.max", "max 100000");
	temporary_put(state, CGROUP "lab.slice/run.scope/cpu.weight", "50");
	temporary_put(state, CGROUP "lab.slice/run.scope/pids.max", "max");
	temporary_put(state, CGROUP "lab.slice/run.scope/cpu.stat", "usage_usec 1\nnr_throttled 7");
	facts_cgroup(*state, &env);
	assert_fact(&env, "cgroup.version", "2");
	assert_fact(&env, "cgroup.path", "/lab.slice/run.scope");
	assert_fact(&env, "cgroup.depth", "2");
	assert_fact(&env, "cgroup.cpu.max", "1.5 CPUs"); /* the tightest of those above */
	assert_fact(&env, "cgroup.cpu.weight", "50");
	assert_fact(&env, "cgroup.cpuset", "2-3");
	assert_fact(&env, "cgroup.pids.max", "500");
	assert_fact(&env, "cgroup.throttled", "7");
	environment_release(&env);
}

/* Both versions at once; the container's own path is not to be seen below its mount. */
static void cgroup_v1_beside_v2(void **state)
{
	struct environment env = {0};

	temporary_put(state, "/proc/self/cgroup",
		"4:cpu,cpuacct:/docker/abc\n3:cpuset:/\n1:name=systemd:/\n0::/");
	temporary_put(state, CGROUP "cpu,cpuacct/cpu.cfs_quota_us", "-1");
	temporary_put(state, CGROUP "cpu,cpuacct/cpu.cfs_period_us", "100000");
	temporary_put(state, CGROUP "cpu,cpuacct/cpu.shares", "1024");
	temporary_put(state, CGROUP "cpuset/cpuset.effective_cpus", "0-1");
	temporary_put(state, CGROUP "unified/cgroup.procs", "1");
	temporary_put(state, CGROUP "unified/pids.max", "max");
	facts_cgroup(*state, &env);
	assert_fact(&env, "cgroup.version", "1");
	assert_fact(&env, "cgroup.depth", "2");
	assert_fact(&env, "cgroup.cpu.max", "max");
	assert_fact(&env, "cgroup.cpu.weight", "1024");
	assert_fact(&env, "cgroup.cpuset", "0-1");
	assert_fact(&env, "cgroup.pids.max", "max");
	assert_fact(&env, "cgroup.throttled", NULL);
	temporary_put(state, CGROUP "cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "50000");
	temporary_put(state, CGROUP "cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000");
	facts_cgroup(*state, &env);
	assert_fact(&env, "cgroup.cpu.max", "0.5 CPUs");
	environment_release(&env);
}

static void no_cgroups(void **state)
{
	static const char *const lines[] = {"", "0::", "x", ":::", "4:cpu"};
	struct environment env = {0};

	for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
		temporary_put(state, "/proc/self/cgroup", lines[i]);
		facts_cgroup(*state, &env);
		assert_fact(&env, "cgroup.cpu.max", NULL);
	}
	environment_release(&env);
}

static void picks(void **state)
{
	static const char cpuinfo[] = "processor\t: 0\nmodel name\t: X\nmicrocode\t: 0x2b\n"
		"flags\t\t: fpu tsc constant_tsc sse hypervisor\n";
	static const char limits[] =
		"Limit                     Soft Limit           Hard Limit           Units\n"
		"Max processes             96365                96365                processes\n"
		"Max open files            1024                 524288               files\n";
	static const struct {
		facts_pick *pick;
		const char *text, *wanted;
	} cases[] = {
		{facts_pick_tsc_flags, cpuinfo, "tsc constant_tsc"},
		{facts_pick_hypervisor, cpuinfo, "yes"},
		{facts_pick_hypervisor, "flags: fpu\n", "no"},
		{facts_pick_hypervisor, "processor: 0\n", NULL},
		{facts_pick_microcode, cpuinfo, "0x2b"},
		{facts_pick_bracketed, "always [madvise] never", "madvise"},
		{facts_pick_bracketed, "always never", NULL},
		{facts_pick_word, "12.50 99.10", "12.50"},
		{facts_pick_word, "", NULL},
		{facts_pick_cpu_list, "  (null)", ""},
		{facts_pick_cpu_list, "1-3", "1-3"},
		{facts_pick_files, limits, "1024"},
		{facts_pick_processes, limits, "96365"},
		{facts_pick_processes, "", NULL},
		{facts_pick_steal, "cpu  10 0 10 60 0 0 0 20 0 0\ncpu0 …", "20.00"},
		{facts_pick_steal, "cpu  0 0 0 0 0 0 0 0", NULL},
		{facts_pick_steal, "cpu0 1", NULL},
		{facts_pick_compiler,
			"Linux version 6.1.0 (who@where) (gcc-12 (Debian 12.2.0-14) 12.2.0, GNU ld "
			"(GNU Binutils) 2.40) #1 SMP", "gcc-12 (Debian 12.2.0-14) 12.2.0"},
		{facts_pick_compiler,
			"Linux version 5.4 (who@where) (gcc version 9.3.0 (Ubuntu)) #1", "gcc version 9.3.0 (Ubuntu)"},
		{facts_pick_compiler, "Linux version 2.6", NULL},
		{facts_pick_compiler, "Linux (a) (b", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *got = cases[i].pick(cases[i].text);
		if (!got != !cases[i].wanted || (got && strcmp(got, cases[i].wanted) != 0))
			fail_msg("case %zu: '%s'", i, got ? got : "NULL");
		free(got);
	}
}

static void a_whole_root(void **state)
{
	struct environment env = {0};

	temporary_put(state, "/proc/sys/kernel/numa_balancing", "1");
	temporary_put(state, "/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
	temporary_put(state, CPU "cpuidle/current_governor", "menu");
	temporary_put(state, "/sys/kernel/debug/tracing/current_tracer", "nop");
	temporary_put(state, "/proc/uptime", "12.50 99.10");
	facts_of_root(*state, &env, NULL);
	assert_fact(&env, "numa_balancing", "1");
	assert_fact(&env, "thp", "always");
	assert_fact(&env, "cpuidle.governor", "menu"); /* the older of two places */
	assert_fact(&env, "tracer", "nop");
	assert_fact(&env, "uptime", "12.50");
	assert_fact(&env, "aslr", NULL);
	assert_non_null(environment_get(&env, "captured"));
	assert_non_null(environment_get(&env, "tool.compiler"));
	environment_release(&env);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(cpus_that_differ),
		temporary_test(cgroup_v2),
		temporary_test(cgroup_v1_beside_v2),
		temporary_test(no_cgroups),
		cmocka_unit_test(picks),
		temporary_test(a_whole_root),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
