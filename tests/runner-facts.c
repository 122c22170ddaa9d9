/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <zlib.h>

#include "model/text.h"
#include "runner/facts.h"
#include "runner/placement.h"

#define CPU "/sys/devices/system/cpu"
#define DEBIAN_VERSION "Linux version 6.1.0-57-amd64 (debian-kernel@lists.debian.org) (gcc-12) " \
	"#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-3 (2026-11-01)"

static int make_root(void **state)
{
	const char *folder = getenv("TMPDIR");
	char *root = xasprintf("%s/schedlab-facts.XXXXXX", folder ? folder : "/tmp");

	*state = root;
	return mkdtemp(root) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)status;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int remove_root(void **state)
{
	nftw(*state, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(*state);
	return 0;
}

static char *path_in(const char *root, const char *path)
{
	char *file = xasprintf("%s%s", root, path);

	for (char *slash = file + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		assert_true(mkdir(file, 0700) == 0 || errno == EEXIST);
		*slash = '/';
	}
	return file;
}

static void put(const char *root, const char *path, const char *content)
{
	char *file = path_in(root, path);
	FILE *stream = fopen(file, "w");

	assert_non_null(stream);
	assert_true(fputs(content, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
	free(file);
}

static void put_gz(const char *root, const char *path, const char *content)
{
	char *file = path_in(root, path);
	gzFile stream = gzopen(file, "wb");

	assert_non_null(stream);
	assert_int_equal(gzwrite(stream, content, (unsigned)strlen(content)), strlen(content));
	assert_int_equal(gzclose(stream), Z_OK);
	free(file);
}

static void assert_fact(const struct environment *env, const char *name, const char *wanted)
{
	const char *got = environment_get(env, name);
	bool looked_for = false;

	for (size_t i = 0; i < env->length; i++)
		looked_for |= strcmp(env->facts[i].name, name) == 0;
	if (!looked_for)
		fail_msg("%s was not looked for", name);
	if (!got != !wanted || (got && strcmp(got, wanted) != 0))
		fail_msg("%s is '%s', not '%s'", name, got ? got : "(missing)",
			wanted ? wanted : "(missing)");
}

/* CPU 0 is off; 1 and 3 are siblings of one core, 2 a core of its own. */
static void put_cpus(const char *root)
{
	static const struct {
		unsigned cpu, core;
		const char *siblings;
	} cpus[] = {{1, 0, "a"}, {2, 1, "4"}, {3, 0, "a"}};
	char path[128], text[16];

	put(root, CPU "/online", "1-3\n");
	put(root, "/proc/self/status", "Name:\tinit\nCpus_allowed:\tf\nCpus_allowed_list:\t0-3\n");
	put(root, "/proc/cpuinfo", "processor\t: 1\nvendor_id\t: AuthenticAMD\n"
		"model name\t: AMD EPYC\nflags\t\t: fpu hypervisor sse\n\n");
	for (size_t i = 0; i < ARRAY_LENGTH(cpus); i++) {
		snprintf(path, sizeof(path), CPU "/cpu%u/topology/core_cpus", cpus[i].cpu);
		put(root, path, cpus[i].siblings);
		snprintf(path, sizeof(path), CPU "/cpu%u/topology/package_cpus", cpus[i].cpu);
		put(root, path, "e");
		snprintf(path, sizeof(path), CPU "/cpu%u/topology/physical_package_id", cpus[i].cpu);
		put(root, path, "0");
		snprintf(path, sizeof(path), CPU "/cpu%u/topology/core_id", cpus[i].cpu);
		snprintf(text, sizeof(text), "%u", cpus[i].core);
		put(root, path, text);
	}
}

static void a_guest(void **state)
{
	const char *root = *state;
	struct environment env = {NULL, 0};
	struct placements placements;
	struct error err;

	put_cpus(root);
	put(root, "/proc/sys/kernel/osrelease", "6.1.0-57-amd64\n");
	put(root, "/proc/version", DEBIAN_VERSION "\n");
	put(root, "/proc/cmdline", "console=ttyS0 preempt=none preempt=bogus\n");
	put(root, "/proc/sys/kernel/random/boot_id", "00e51bc2-da73-4b62-b8f0-0fac0ec582bf\n");
	put(root, "/proc/sys/kernel/sched_autogroup_enabled", "1\n");
	put(root, "/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
	put(root, "/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet \n");
	put(root, "/sys/kernel/debug/sched/features", "GENTLE_FAIR_SLEEPERS NO_HRTICK \n");
	put(root, "/sys/kernel/debug/sched/latency_ns", "12000000\n");
	put(root, "/sys/kernel/debug/sched/numa_balancing/scan_size_mb", "256\n");
	put(root, "/sys/kernel/debug/sched/debug", "every task\n");
	put(root, "/sys/kernel/debug/sched/domains/cpu1/flags", "SD_X\n");
	put_gz(root, "/proc/config.gz", "# Linux/x86 6.1.192 Kernel Configuration\n"
		"CONFIG_HZ=250\nCONFIG_PREEMPT_VOLUNTARY=y\n# CONFIG_PREEMPT is not set\n"
		"CONFIG_PREEMPT_DYNAMIC=y\n");
	facts_of_root(root, &env, NULL);
	assert_fact(&env, "release", "6.1.0-57-amd64");
	assert_fact(&env, "version", DEBIAN_VERSION);
	assert_fact(&env, "boot_id", "00e51bc2-da73-4b62-b8f0-0fac0ec582bf");
	assert_fact(&env, "clocksource", "tsc");
	assert_fact(&env, "clocksource.available", "tsc hpet");
	assert_fact(&env, "cpus.online", "1-3");
	assert_fact(&env, "cpus.allowed", "0-3");
	assert_fact(&env, "cpu.model", "AMD EPYC");
	assert_fact(&env, "hypervisor", "yes");
	assert_fact(&env, "config.source", "/proc/config.gz");
	assert_fact(&env, "hz", "250");
	assert_fact(&env, "preempt.configured", "voluntary+dynamic");
	assert_fact(&env, "preempt.active", "none");
	assert_fact(&env, "sched.features", "GENTLE_FAIR_SLEEPERS NO_HRTICK");
	assert_fact(&env, "sched.latency_ns", "12000000");
	assert_fact(&env, "sched.autogroup_enabled", "1");
	assert_fact(&env, "sched.numa_balancing/scan_size_mb", "256");
	assert_null(environment_get(&env, "sched.debug"));
	assert_null(environment_get(&env, "sched.domains/cpu1/flags"));
	assert_fact(&env, "topology", "2 cores, 3 threads, 1 package");
	assert_non_null(strstr(environment_get(&env, "topology.xml"), "<topology version=\"2.0\">"));
	assert_true(placements_of_environment(&env, &placements, &err));
	assert_string_equal(placements.usable, "1-3");
	assert_int_equal(placements.first, 1);
	placements_release(&placements);
	environment_release(&env);
}

static void nothing_there(void **state)
{
	static const char *const names[] = {"release", "version", "cmdline", "boot_id", "config",
		"config.source", "clocksource", "clocksource.available", "cpus.online",
		"cpus.allowed", "cpu.model", "hypervisor", "hz", "preempt.configured",
		"preempt.active", "sched.features", "sched.preempt", "topology", "topology.xml"};
	struct environment env = {NULL, 0};

	facts_of_root(*state, &env, NULL);
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		assert_fact(&env, names[i], NULL);
	assert_null(environment_get(&env, "dmesg"));
	environment_release(&env);
}

static void bytes_that_are_no_text(void **state)
{
	struct environment env = {NULL, 0};

	put(*state, "/proc/cmdline", "a=\xff\n");
	put(*state, "/boot/config-x", "no config at all");
	put(*state, "/proc/sys/kernel/osrelease", "x");
	facts_of_root(*state, &env, NULL);
	assert_fact(&env, "cmdline", "a=\xef\xbf\xbd");
	assert_fact(&env, "config", NULL);
	environment_release(&env);
}

/* A config in /boot against what the kernel says of itself. */
static void whose_config(void **state)
{
	static const struct {
		const char *release, *version, *config, *source, *hz;
	} cases[] = {
		{"6.1.0-57-amd64", DEBIAN_VERSION, "# Linux/x86 6.1.192 Kernel Configuration\n", "", "250"},
		{"6.12.3", "Linux version 6.12.3 (a@b) #1", "# Linux/x86 6.12.3 Kernel Configuration\n",
			"", "250"},
		{"6.12.31", "Linux version 6.12.31 (a@b) #1",
			"# Linux/x86 6.12.3 Kernel Configuration\n", ": for another kernel (6.12.3)", NULL},
		{"6.12.3", "Linux version 6.12.3 (a@b) #1", "# Linux/x86 6.1.3 Kernel Configuration\n",
			": for another kernel (6.1.3)", NULL},
		{"5.15.0-91-generic", "Linux version 5.15.0-91-generic (a@b) #101-Ubuntu",
			"# Linux/x86 5.15.131 Kernel Configuration\n", "", "250"},
		{"5.15.0-91-generic", "Linux version 5.15.0-91-generic (a@b) #101-Ubuntu",
			"# Linux/x86 5.1.5 Kernel Configuration\n", ": for another kernel (5.1.5)", NULL},
		{"6.1.0-57-amd64", DEBIAN_VERSION,
			"# Linux/x86 6.1.192 Kernel Configuration\nCONFIG_PREEMPT_RT=y\n",
			": for another kernel (with PREEMPT_RT)", NULL},
		{"6.1.0-57-rt-amd64", "Linux version 6.1.0-57-rt-amd64 (a@b) #1 SMP PREEMPT_RT Debian",
			"# Linux/x86 6.1.192 Kernel Configuration\n",
			": for another kernel (without PREEMPT_RT)", NULL},
		{"3.0", "Linux version 3.0", "", "", "250"},
	};
	const char *root = *state;

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct environment env = {NULL, 0};
		char *path = xasprintf("/boot/config-%s", cases[i].release);
		char *config = xasprintf("#\n%sCONFIG_HZ=250\n", cases[i].config);
		char *source = xasprintf("%s%s", path, cases[i].source);
		put(root, "/proc/sys/kernel/osrelease", cases[i].release);
		put(root, "/proc/version", cases[i].version);
		put(root, path, config);
		facts_of_root(root, &env, NULL);
		assert_fact(&env, "config.source", source);
		assert_fact(&env, "config", config);
		assert_fact(&env, "hz", cases[i].hz);
		environment_release(&env);
		free(source);
		free(config);
		free(path);
	}
}

static void the_plans_config_comes_first(void **state)
{
	struct environment env = {NULL, 0};
	char *path = path_in(*state, "/mine");

	put_gz(*state, "/mine", "CONFIG_HZ=1000\n");
	put_gz(*state, "/proc/config.gz", "CONFIG_HZ=250\n");
	facts_of_root(*state, &env, path);
	assert_fact(&env, "hz", "1000");
	assert_fact(&env, "config.source", path);
	facts_of_root(*state, &env, "/nonexistent/config");
	assert_fact(&env, "hz", "250");
	assert_fact(&env, "config.source", "/proc/config.gz");
	environment_release(&env);
	free(path);
}

static void preemption(void **state)
{
	static const struct {
		const char *flavour, *config, *cmdline, *debugfs, *configured, *active;
	} cases[] = {
		{"SMP PREEMPT_DYNAMIC", "PREEMPT_VOLUNTARY=y\nCONFIG_PREEMPT_DYNAMIC=y", "", NULL,
			"voluntary+dynamic", "voluntary"},
		{"SMP PREEMPT_DYNAMIC", "PREEMPT=y\nCONFIG_PREEMPT_DYNAMIC=y",
			"preempt=full quiet preempt=none", NULL, "full+dynamic", "none"},
		{"SMP PREEMPT_DYNAMIC", "PREEMPT=y\nCONFIG_PREEMPT_DYNAMIC=y", "preempt=none",
			"none voluntary (full)", "full+dynamic", "full"},
		{"SMP PREEMPT_RT", "PREEMPT_LAZY=y\nCONFIG_PREEMPT_RT=y", "preempt=none", NULL, "rt",
			"rt"},
		{"SMP PREEMPT_RT", "PREEMPT_LAZY=y\nCONFIG_PREEMPT_RT=y", "", "full (lazy)", "rt",
			"rt+lazy"},
		{"SMP", "PREEMPT_NONE=y", "preempt=full", NULL, "none", "none"},
		{"SMP PREEMPT Fri", "HZ=100", "", NULL, NULL, "full"},
		{"SMP Fri", "HZ=100", "", NULL, NULL, NULL},
	};
	const char *root = *state;

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct environment env = {NULL, 0};
		char *version = xasprintf("Linux version 6.1 (a@b) #1 %s", cases[i].flavour);
		char *config = xasprintf("CONFIG_%s\n", cases[i].config);
		char *debugfs = path_in(root, "/sys/kernel/debug/sched/preempt");
		put(root, "/proc/version", version);
		put(root, "/proc/config.gz", config);
		put(root, "/proc/cmdline", cases[i].cmdline);
		unlink(debugfs);
		if (cases[i].debugfs)
			put(root, "/sys/kernel/debug/sched/preempt", cases[i].debugfs);
		facts_of_root(root, &env, NULL);
		assert_fact(&env, "preempt.configured", cases[i].configured);
		assert_fact(&env, "preempt.active", cases[i].active);
		environment_release(&env);
		free(debugfs);
		free(config);
		free(version);
	}
}

static void this_host(void **state)
{
	struct environment env = {NULL, 0};
	struct utsname running;
	char boot_id[FACTS_BOOT_ID_BYTES];

	(void)state;
	uname(&running);
	setenv("HWLOC_FSROOT", "/", 1);
	facts_of_host(&env, NULL);
	assert_string_equal(getenv("HWLOC_FSROOT"), "/");
	unsetenv("HWLOC_FSROOT");
	assert_fact(&env, "release", running.release);
	assert_non_null(environment_get(&env, "hz"));
	assert_non_null(environment_get(&env, "topology"));
	assert_non_null(strstr(environment_get(&env, "tool"), "schedlab "));
	assert_true(facts_boot_id(boot_id));
	assert_fact(&env, "boot_id", boot_id);
	environment_release(&env);
}

int main(void)
{
#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)
	const struct CMUnitTest tests[] = {
		WITH_ROOT(a_guest),
		WITH_ROOT(nothing_there),
		WITH_ROOT(bytes_that_are_no_text),
		WITH_ROOT(whose_config),
		WITH_ROOT(the_plans_config_comes_first),
		WITH_ROOT(preemption),
		cmocka_unit_test(this_host),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
