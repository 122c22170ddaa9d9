/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Real launches of the real worker on the running kernel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/machine.h"
#include "runner/placement.h"

#define SECOND_NS INT64_C(1000000000)

static volatile sig_atomic_t interrupts;

static char worker[4096];

/* $SCHEDLAB_WORKER, else the one in the folder that is built in. */
static int find_worker(void **state)
{
	const char *named = getenv("SCHEDLAB_WORKER"), *folder = getenv("O");

	(void)state;
	if (named && *named)
		snprintf(worker, sizeof(worker), "%s", named);
	else
		snprintf(worker, sizeof(worker), "%s/schedlab-worker", folder ? folder : "build");
	return 0;
}

static void need_worker(void)
{
	if (access(worker, X_OK)) {
		print_message("no worker at %s: build it, or name it in SCHEDLAB_WORKER\n", worker);
		skip();
	}
}

static char label[] = "running", no_cmdline[] = "";
static struct plan_variant variants[] = {{.label = label, .slug = label, .cmdline = no_cmdline}};

static struct machine *machine_of(enum plan_machine kind, const char *program, struct plan *plan)
{
	struct machine_options options = {program, &interrupts};
	struct error err;

	*plan = (struct plan){.machine = kind, .variants = variants, .variants_n = 1};
	struct machine *machine = kind == PLAN_MACHINE_HERE ?
		machine_here_new(plan, &options, &err) : machine_boot_new(plan, &options, &err);
	if (!machine)
		fail_msg("%s", err.message);
	return machine;
}

static struct sample launch(const char *program, const struct launch_request *request)
{
	struct plan plan;
	struct machine *machine = machine_of(PLAN_MACHINE_HERE, program, &plan);
	struct sample sample = {.cell = 3};
	struct error err;

	if (!machine->ops->launch(machine, request, &sample, &err))
		fail_msg("%s", err.message);
	machine->ops->free(machine);
	assert_int_equal(sample.cell, 3);
	assert_true(sample.started_us > INT64_C(1500000000000000));
	assert_true(sample.duration_ns > 0);
	/* we are a subreaper: whatever is left would be our child */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	return sample;
}

static struct plan_workload workload_of(const char *name)
{
	return (struct plan_workload){
		.workload = workload_find(name), .time_ns = 1000000, .inner = 3, .loops = 5};
}

static void every_workload_gives_a_value(void **state)
{
	static const struct {
		const char *name;
		unsigned count;
	} cases[] = {{"ring", 2}, {"ring", 7}, {"pingpong", 0}, {"messaging", 1}};
	struct placements placements;
	struct error err;

	(void)state;
	need_worker();
	assert_true(placements_of_host(&placements, &err));
	char *first = placements_cpus(&placements, PLACEMENT_BOUND, 1);
	for (size_t i = 0; i < 2 * ARRAY_LENGTH(cases); i++) {
		struct plan_workload workload = workload_of(cases[i / 2].name);
		const char *cpus = i % 2 ? first : NULL;
		struct sample sample = launch(worker, &(struct launch_request){
			.workload = &workload, .count = cases[i / 2].count, .inner = 3,
			.cpus = cpus, .deadline_ns = 60 * SECOND_NS});
		if (sample.status != SAMPLE_OK)
			fail_msg("%s: %s", cases[i / 2].name, sample.reason);
		assert_true(isfinite(sample.value) && sample.raw > 0 && sample.spread >= 0);
		assert_true(isnan(sample.overhead) ? sample.value == sample.raw :
			sample.value < sample.raw);
		assert_string_equal(sample.cpus, cpus ? cpus : placements.usable);
		sample_release(&sample);
	}
	free(first);
	placements_release(&placements);
}

static void a_cpu_that_is_not_there(void **state)
{
	struct plan_workload workload = workload_of("pingpong");

	(void)state;
	need_worker();
	struct sample sample = launch(worker, &(struct launch_request){
		.workload = &workload, .inner = 3, .cpus = "8191", .deadline_ns = 60 * SECOND_NS});
	assert_int_equal(sample.status, SAMPLE_FAILED);
	assert_non_null(sample.reason);
	assert_true(isnan(sample.value));
	sample_release(&sample);
}

static void the_deadline_passes(void **state)
{
	struct plan_workload workload = workload_of("ring");
	struct sample sample;

	(void)state;
	need_worker();
	workload.time_ns = 20 * SECOND_NS;
	sample = launch(worker, &(struct launch_request){
		.workload = &workload, .count = 20, .inner = 3, .deadline_ns = SECOND_NS / 5});
	assert_int_equal(sample.status, SAMPLE_TIMEOUT);
	assert_non_null(sample.reason);
	assert_true(isnan(sample.value));
	sample_release(&sample);
}

static void interrupted_at_once(void **state)
{
	struct plan_workload workload = workload_of("ring");

	(void)state;
	need_worker();
	workload.time_ns = 20 * SECOND_NS;
	interrupts = 2;
	struct sample sample = launch(worker, &(struct launch_request){
		.workload = &workload, .count = 20, .inner = 3, .deadline_ns = 300 * SECOND_NS});
	interrupts = 0;
	assert_int_equal(sample.status, SAMPLE_INTERRUPTED);
	sample_release(&sample);
}

/* A script in the worker's place, in a fresh file. */
static char *script_worker(const char *script)
{
	const char *folder = getenv("TMPDIR");
	char *path = xasprintf("%s/schedlab-worker.XXXXXX", folder ? folder : "/tmp");
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, script, strlen(script)), strlen(script));
	assert_int_equal(fchmod(fd, 0700), 0);
	close(fd);
	return path;
}

static void a_worker_that_dies(void **state)
{
	static const struct {
		const char *script, *reason;
		enum sample_status status;
	} cases[] = {
		{"#!/bin/sh\necho one >&2\necho two >&2\nexit 3\n",
			"the worker ended with exit code 3 and no result: two", SAMPLE_FAILED},
		{"#!/bin/sh\nkill -KILL $$\n", "the worker was killed by signal 9 (Killed)",
			SAMPLE_FAILED},
		{"#!/bin/sh\necho 'done *00000000'\n",
			"the worker ended with exit code 0 and no result", SAMPLE_FAILED},
		{"#!/bin/sh\nsleep 1000\n", "killed: not done within 0.1 s", SAMPLE_TIMEOUT},
		{"#!/nonexistent/interpreter\n", NULL, SAMPLE_FAILED},
	};
	struct plan_workload workload = workload_of("pingpong");

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *script = script_worker(cases[i].script);
		struct sample sample = launch(script, &(struct launch_request){
			.workload = &workload, .inner = 3, .deadline_ns = SECOND_NS / 10});
		assert_int_equal(sample.status, cases[i].status);
		assert_non_null(sample.reason);
		if (cases[i].reason)
			assert_string_equal(sample.reason, cases[i].reason);
		sample_release(&sample);
		unlink(script);
		free(script);
	}
}

static void no_worker(void **state)
{
	struct machine_options options = {"/nonexistent/worker", &interrupts};
	struct plan plan = {.variants = variants, .variants_n = 1};
	struct error err;

	(void)state;
	assert_null(machine_here_new(&plan, &options, &err));
	assert_string_equal(err.message,
		"cannot run the worker /nonexistent/worker: No such file or directory");
}

static void entering(void **state)
{
	struct plan plan;
	struct machine *machine = machine_of(PLAN_MACHINE_HERE, "/bin/true", &plan);
	struct environment env = {NULL, 0};
	struct utsname running;
	struct error err;

	(void)state;
	uname(&running);
	machine->ops->leave(machine, &env); /* harmless where none is entered */
	assert_int_equal(env.length, 0);
	assert_true(machine->ops->enter(machine, 0, CLOCK_WALL, &env, &err));
	assert_string_equal(environment_get(&env, "release"), running.release);
	assert_non_null(environment_get(&env, "boot_id"));
	machine->ops->leave(machine, &env);
	assert_false(machine->ops->enter(machine, 0, CLOCK_COUNTED, &env, &err));
	environment_release(&env);
	machine->ops->free(machine);
}

static void booted_by_hand(void **state)
{
	struct plan plan;
	struct machine *machine = machine_of(PLAN_MACHINE_BOOT, "/bin/true", &plan);
	struct environment env = {NULL, 0};
	struct utsname running;
	struct error err;

	(void)state;
	assert_true(machine->ops->wants_reboot(machine, 0)); /* no release is called "running" */
	assert_false(machine->ops->enter(machine, 0, CLOCK_WALL, &env, &err));
	assert_memory_equal(err.message, "wrong kernel: ", 14);

	uname(&running);
	variants[0].label = running.release;
	assert_false(machine->ops->wants_reboot(machine, 0));
	assert_true(machine->ops->enter(machine, 0, CLOCK_WALL, &env, &err));
	machine->ops->leave(machine, &env);
	variants[0].label = label;
	environment_release(&env);
	machine->ops->free(machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_workload_gives_a_value),
		cmocka_unit_test(a_cpu_that_is_not_there),
		cmocka_unit_test(the_deadline_passes),
		cmocka_unit_test(interrupted_at_once),
		cmocka_unit_test(a_worker_that_dies),
		cmocka_unit_test(no_worker),
		cmocka_unit_test(entering),
		cmocka_unit_test(booted_by_hand),
	};

	return cmocka_run_group_tests(tests, find_worker, NULL);
}
