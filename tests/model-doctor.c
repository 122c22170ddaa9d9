/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is found on made-up machines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/doctor.h"

/* A machine on which nothing is wrong. */
static struct environment good_machine(void)
{
	static const char *const facts[][2] = {
		{"clocksource", "tsc"}, {"tsc.flags", "tsc constant_tsc nonstop_tsc"},
		{"cgroup.cpu.max", "max"}, {"cgroup.throttled", "0"}, {"cgroup.depth", "2"},
		{"cgroup.pids.max", "max"}, {"cpufreq.governor", "performance"},
		{"cpufreq.turbo", "off"}, {"smt.active", "0"}, {"steal", "0.00"}, {"load", "0.02"},
		{"sched.autogroup_enabled", "0"}, {"sched.schedstats", "0"}, {"tracer", "nop"},
		{"nmi_watchdog", "0"}, {"thp", "madvise"}, {"aslr", "2"},
		{"limit.files", "unlimited"},
		{"limit.processes", "96365"}, {"limit.pid", "4194304"}, {"hypervisor", "no"},
		{"kvm", "yes"},
		{"config", "# Linux/x86 6.1.0 Kernel Configuration\nCONFIG_HZ=250\n"},
		{"config.source", "/boot/config"}, {"sched.features", "X"},
		{"dmesg", "[    0.0] x\n"},
		{"cpus.online", "0-3"}, {"cpus.allowed", "0-3"}, {"numa_balancing", "1"},
		{"topology", "4 cores, 1 thread each, 1 package"},
		{"cpuidle.states", "POLL 0, C1 2, C6 133 off"},
	};
	struct environment env = {0};
	for (size_t i = 0; i < ARRAY_LENGTH(facts); i++)
		environment_set(&env, facts[i][0], facts[i][1]);
	return env;
}

static void nothing_to_say(void **state)
{
	struct environment env = good_machine();
	struct doctor doctor;

	(void)state;
	doctor_init(&doctor, &env);
	for (size_t i = 0; i < doctor.length; i++)
		fail_msg("%s: %s", doctor.findings[i].fact, doctor.findings[i].what);
	assert_true(doctor.rules > 40);
	doctor_release(&doctor);
	environment_release(&env);
}

/* Each fact alone makes one finding of its weight. */
static void one_thing_wrong(void **state)
{
	static const struct {
		const char *fact, *value, *weight;
	} cases[] = {
		{"clocksource", "hpet", "bad"}, {"clocksource", "acpi_pm", "bad"},
		{"clocksource", NULL, "note"}, {"tsc.flags", "tsc", "noisy"},
		{"cgroup.cpu.max", "1.5 CPUs", "bad"}, {"cgroup.throttled", "3", "noisy"},
		{"cgroup.depth", "7", "noisy"}, {"cgroup.pids.max", "500", "note"},
		{"cpufreq.governor", "powersave", "noisy"},
		{"cpufreq.governor", "performance (CPUs 0), powersave (CPUs 1)", "noisy"},
		{"cpufreq.turbo", "on", "noisy"}, {"smt.active", "1", "noisy"},
		{"cpuidle.states", "POLL 0, C1 2, C2 133", "noisy"}, {"steal", "2.50", "noisy"},
		{"load", "3.10", "noisy"}, {"sched.autogroup_enabled", "1", "noisy"},
		{"sched.schedstats", "1", "noisy"}, {"sched_ext.state", "enabled", "noisy"},
		{"tracer", "function", "bad"}, {"nmi_watchdog", "1", "noisy"},
		{"thp", "always", "noisy"}, {"aslr", "0", "noisy"}, {"limit.files", "1024", "note"},
		{"limit.processes", "1000", "note"}, {"hypervisor", "qemu kvm", "note"},
		{"kvm", NULL, "note"}, {"config", NULL, "note"},
		{"config.source", "/boot/c: for another kernel (5.10)", "bad"},
		{"config", "CONFIG_KASAN=y\n", "bad"}, {"sched.features", NULL, "note"},
		{"dmesg", NULL, "note"},
		{"dmesg", "[ 9.1] tsc: Marking TSC unstable due to x", "bad"},
		{"cpus.allowed", "0-1", "note"},
		{"topology", "8 cores, 1 thread each, 2 packages, 2 NUMA nodes", "noisy"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct environment env = good_machine();
		struct doctor doctor;
		environment_set(&env, cases[i].fact, cases[i].value);
		doctor_init(&doctor, &env);
		if (doctor.length != 1 || strcmp(doctor_weight_name(doctor.findings[0].weight),
						  cases[i].weight) != 0)
			fail_msg("%s: %zu findings, the first %s", cases[i].fact, doctor.length,
				doctor.length ? doctor_weight_name(doctor.findings[0].weight)
					      : "-");
		assert_true(*doctor.findings[0].fix);
		doctor_release(&doctor);
		environment_release(&env);
	}
}

static void the_worst_comes_first(void **state)
{
	struct environment env = {0};
	struct doctor doctor;

	(void)state;
	environment_set(&env, "load", "9");
	environment_set(&env, "tracer", "function");
	environment_set(&env, "smt.active", "1");
	doctor_init(&doctor, &env);
	assert_true(doctor.length >= 3);
	assert_string_equal(doctor.findings[0].fact, "tracer");
	assert_string_equal(doctor.findings[1].fact, "smt.active");
	assert_string_equal(doctor.findings[2].fact, "load");
	for (size_t i = 3; i < doctor.length; i++)
		assert_int_equal(doctor.findings[i].weight, DOCTOR_NOTE);
	doctor_release(&doctor);
	environment_release(&env);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_to_say),
		cmocka_unit_test(one_thing_wrong),
		cmocka_unit_test(the_worst_comes_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
