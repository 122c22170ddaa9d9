/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Real guests: what they measure, how they fail, and that none is left behind. */
#include "runner/machine-vm.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/text.h"

#define NS_PER_S INT64_C(1000000000)
#define KERNEL "build/kernels/cloud-amd64/vmlinuz"
#define CONFIG "build/kernels/cloud-amd64/config"

static volatile sig_atomic_t interrupts;

/* A machine of one variant. */
struct fixture {
	char *worker;
	struct plan_variant variant;
	struct plan plan;
	struct machine_options options;
	struct machine *machine;
	struct environment env;
	struct error err;
};

static char *find_worker(void)
{
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	assert_true(length > 0);
	self[length] = '\0';
	for (int i = 0; i < 2; i++) /* O/tests/runner-vm: the worker is in O */
		*strrchr(self, '/') = '\0';
	return xasprintf("%s/schedlab-worker", self);
}

static char *find_kernel(void)
{
	char *qemu = qemu_find();

	if (!qemu || access(KERNEL, R_OK)) {
		print_message("not tested: %s\n", qemu ? "no " KERNEL : "no qemu-system-x86_64");
		free(qemu);
		skip();
	}
	free(qemu);
	return xstrdup(KERNEL);
}

static void fixture_init(struct fixture *f, const char *kernel, const char *cmdline)
{
	const struct machine_accel accel = {"tcg", ""};

	*f = (struct fixture){.worker = find_worker()};
	interrupts = 0;
	f->variant = (struct plan_variant){
		.kernel = xstrdup(kernel),
		.config = xstrdup(CONFIG),
		.cmdline = xstrdup(cmdline),
	};
	f->plan = (struct plan){
		.machine = PLAN_MACHINE_VM,
		.vm_cpus = 2,
		.vm_memory_mib = 256,
		.variants = &f->variant,
		.variants_n = 1,
	};
	f->options = (struct machine_options){f->worker, &interrupts};
	f->machine = machine_vm_new(&f->plan, &accel, &f->options, &f->err);
	assert_non_null(f->machine);
}

static void fixture_release(struct fixture *f)
{
	machine_free(f->machine);
	environment_release(&f->env);
	free(f->variant.kernel);
	free(f->variant.config);
	free(f->variant.cmdline);
	free(f->worker);
}

static struct machine_vm *vm_of(struct fixture *f)
{
	return (struct machine_vm *)f->machine;
}

static void enter(struct fixture *f, enum clock clock)
{
	if (!machine_enter(f->machine, 0, clock, &f->env, &f->err))
		fail_msg("%s", f->err.message);
}

static void enter_fails(struct fixture *f, const char *kind)
{
	assert_false(machine_enter(f->machine, 0, CLOCK_WALL, &f->env, &f->err));
	if (strncmp(f->err.message, kind, strlen(kind)) != 0)
		fail_msg("'%s' is no '%s'", f->err.message, kind);
	assert_int_equal(vm_of(f)->guest.qemu.pid, 0);
}

static struct launch_request request_of(const struct plan_workload *workload, enum clock clock)
{
	return (struct launch_request){
		.workload = workload,
		.clock = clock,
		.count = workload->workload->swept ? 2 : 0,
		.trips = 500,
		.inner = 3,
		.cpus = "0",
		.deadline_ns = 60 * NS_PER_S,
	};
}

static struct sample launch(struct fixture *f, const char *name, enum clock clock)
{
	struct plan_workload workload = {.workload = workload_find(name), .loops = 5};
	struct launch_request request = request_of(&workload, clock);
	struct sample sample = {.value = NAN};

	if (!machine_launch(f->machine, &request, &sample, &f->err))
		fail_msg("%s", f->err.message);
	if (sample.status != SAMPLE_OK)
		fail_msg("%s: %s", name, sample.reason);
	assert_true(isfinite(sample.raw) && sample.raw > 0);
	assert_string_equal(sample.cpus, "0");
	assert_true(sample.started_us > 0 && sample.duration_ns > 0);
	free(sample.cpus);
	return sample;
}

/* What every entry has to know about its kernel. */
static void check_facts(const struct fixture *f)
{
	struct text config = TEXT_EMPTY;
	struct error err;
	char *release = machine_kernel_release(KERNEL, &err);

	assert_string_equal(environment_get(&f->env, "release"), release);
	assert_true(text_read_file(&config, CONFIG, 1 << 20, &err));
	while (config.bytes[config.length - 1] == '\n')
		config.bytes[--config.length] = '\0';
	assert_memory_equal(environment_get(&f->env, "config"), config.bytes, config.length);
	assert_non_null(strstr(environment_get(&f->env, "cmdline"), "preempt=full"));
	assert_string_equal(environment_get(&f->env, "preempt.active"), "full");
	assert_string_equal(environment_get(&f->env, "hypervisor"), "qemu tcg");
	assert_non_null(environment_get(&f->env, "qemu.version"));
	assert_non_null(environment_get(&f->env, "topology.xml"));
	assert_non_null(environment_get(&f->env, "sched.features"));
	assert_int_equal(strlen(environment_get(&f->env, "boot_id")), 36);
	text_release(&config);
	free(release);
}

static void counts_instructions(void **state)
{
	char *kernel = find_kernel();
	struct fixture f;

	(void)state;
	fixture_init(&f, kernel, "preempt=full");
	enter(&f, CLOCK_COUNTED);
	check_facts(&f);
	assert_string_equal(environment_get(&f.env, "cpus.online"), "0");
	/* One guest, one number of trips: the path length is the same but for the timer's ticks. */
	struct sample first = launch(&f, "pingpong", CLOCK_COUNTED);
	struct sample second = launch(&f, "pingpong", CLOCK_COUNTED);
	assert_true(fabs(first.value / second.value - 1) < 0.05);
	launch(&f, "ring", CLOCK_COUNTED);
	machine_leave(f.machine, &f.env);
	assert_memory_equal(environment_get(&f.env, "clocksource"), "tsc", 3); /* or tsc-early */
	const char *dmesg = environment_get(&f.env, "dmesg");
	assert_non_null(strstr(dmesg, "Linux version 6"));
	assert_non_null(strstr(dmesg, "reboot: Power down"));
	assert_null(strchr(dmesg, '\r'));
	machine_leave(f.machine, &f.env);
	fixture_release(&f);
	free(kernel);
}

/* A launch in a guest that is gone, and in one that does not answer. */
static void launch_loses_guest(struct fixture *f, const char *why)
{
	struct plan_workload workload = {.workload = workload_find("pingpong")};
	struct launch_request request = request_of(&workload, CLOCK_WALL);
	struct sample sample = {.value = NAN};

	request.deadline_ns = NS_PER_S / 2;
	assert_false(machine_launch(f->machine, &request, &sample, &f->err));
	assert_int_equal(sample.status, SAMPLE_FAILED);
	assert_non_null(strstr(f->err.message, why));
	assert_int_equal(vm_of(f)->guest.qemu.pid, 0);
	free(sample.reason);
}

/* With a threshold that any waiting exceeds, and with one that none can. */
static void watches_what_its_cpus_waited_for(struct fixture *f)
{
	static const struct plan_disturbance any = {true, 1, 1e-15}, none = {true, 1, 1};
	struct plan_workload workload = {.workload = workload_find("pingpong")};
	struct launch_request request = request_of(&workload, CLOCK_WALL);
	struct sample sample = {.value = NAN}, again = {.value = NAN};
	bool told = access("/proc/self/schedstat", R_OK) == 0;

	request.disturbance = &any;
	assert_true(machine_launch(f->machine, &request, &sample, &f->err));
	assert_int_equal(sample.status, told ? SAMPLE_DISTURBED : SAMPLE_OK);
	if (told)
		assert_string_equal(sample.reason, "the hypervisor took its CPUs");
	request.disturbance = &none;
	assert_true(machine_launch(f->machine, &request, &again, &f->err));
	assert_int_equal(again.status, SAMPLE_OK);
	sample_release(&sample);
	sample_release(&again);
}

static void measures_by_wall_clock(void **state)
{
	char *kernel = find_kernel();
	struct fixture f;

	(void)state;
	fixture_init(&f, kernel, "preempt=full");
	enter(&f, CLOCK_WALL);
	check_facts(&f);
	assert_string_equal(environment_get(&f.env, "cpus.online"), "0-1");
	launch(&f, "ring", CLOCK_WALL);
	launch(&f, "pingpong", CLOCK_WALL);
	launch(&f, "messaging", CLOCK_WALL);
	watches_what_its_cpus_waited_for(&f);
	vm_of(&f)->grace_ns = NS_PER_S / 2;
	kill(vm_of(&f)->guest.qemu.pid, SIGSTOP);
	launch_loses_guest(&f, "hang:");
	launch_loses_guest(&f, "QEMU ended");
	machine_leave(f.machine, &f.env);
	assert_non_null(environment_get(&f.env, "dmesg"));
	fixture_release(&f);
	free(kernel);
}

static void interrupted_launch_ends_at_once(void **state)
{
	char *kernel = find_kernel();
	struct fixture f;
	struct plan_workload workload = {.workload = workload_find("pingpong")};
	struct launch_request request = request_of(&workload, CLOCK_WALL);
	struct sample sample = {.value = NAN};

	(void)state;
	fixture_init(&f, kernel, "");
	enter(&f, CLOCK_WALL);
	request.trips = 1000000000;
	interrupts = 2;
	assert_true(machine_launch(f.machine, &request, &sample, &f.err));
	assert_int_equal(sample.status, SAMPLE_INTERRUPTED);
	assert_int_equal(vm_of(&f)->guest.qemu.pid, 0);
	free(sample.reason);
	fixture_release(&f);
	free(kernel);
}

/* ---- failures that are told apart ---- */

static void tells_a_panic(void **state)
{
	char *kernel = find_kernel();
	struct fixture f;

	(void)state;
	fixture_init(&f, kernel, "rdinit=/nonexistent");
	enter_fails(&f, "kernel panic: ");
	assert_non_null(strstr(environment_get(&f.env, "dmesg"), "Kernel panic"));
	fixture_release(&f);
	free(kernel);
}

/* A file with these bytes; the caller unlinks and frees it. */
static char *make_file(const char *bytes, size_t length)
{
	char *path = xstrdup("/tmp/schedlab-kernel.XXXXXX");
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, length), length);
	close(fd);
	return path;
}

static void enter_file_fails(char *path, const char *kind)
{
	struct fixture f;

	fixture_init(&f, path, "");
	vm_of(&f)->boot_ns = 3 * NS_PER_S;
	if (strcmp(kind, "wrong kernel: ") == 0)
		vm_of(&f)->boot_ns = 60 * NS_PER_S;
	enter_fails(&f, kind);
	fixture_release(&f);
	unlink(path);
	free(path);
}

/* The image says one release and holds another. */
static void tells_a_wrong_kernel(void **state)
{
	char *kernel = find_kernel();
	struct text image = TEXT_EMPTY;
	struct error err;

	(void)state;
	assert_true(text_read_file(&image, kernel, 128 << 20, &err));
	size_t at = 0x200 + ((unsigned char)image.bytes[0x20e] |
		(size_t)(unsigned char)image.bytes[0x20f] << 8);
	image.bytes[at] = '9';
	enter_file_fails(make_file(image.bytes, image.length), "wrong kernel: ");
	text_release(&image);
	free(kernel);
}

/* An image that holds nothing but its first instruction, and others behind its header. */
static char *make_image(const char *code, size_t length)
{
	char image[8192] = {0};

	image[0x1f1] = 15;
	memcpy(image + 0x200, code, length < 2 ? length : 2);
	memcpy(image + 0x202, "HdrS\x0f\x02", 6);
	image[0x20f] = 0x0e; /* the release is at 0x1000 */
	image[0x211] = 1;    /* loaded high */
	memcpy(image + 0x22c, "\xff\xff\xff\x7f", 4);
	memcpy(image + 0x270, code + 2, length - 2);
	memcpy(image + 0x1000, "6.1-fake (nobody)", 17);
	return make_file(image, sizeof(image));
}

static void tells_what_does_not_boot(void **state)
{
	(void)state;
	free(find_kernel());
	enter_file_fails(make_file("no kernel at all\n", 17), "did not boot: ");
	/* Jumps behind the header, and there resets the machine by its keyboard controller. */
	enter_file_fails(make_image("\xeb\x6e" "\xb0\xfe\xe6\x64\xf4", 7), "did not boot: ");
}

static void tells_a_hang(void **state)
{
	(void)state;
	free(find_kernel());
	enter_file_fails(make_image("\xeb\xfe", 2), "hang: ");
}

/* ---- nothing is left ---- */

/* Enters a guest, tells its pid, and waits to be killed. */
static void hold_guest(int tell) __attribute__((noreturn));
static void hold_guest(int tell)
{
	struct fixture f;

	alarm(120);
	fixture_init(&f, KERNEL, "");
	if (machine_enter(f.machine, 0, CLOCK_WALL, &f.env, &f.err) &&
		write(tell, &vm_of(&f)->guest.qemu.pid, sizeof(pid_t)) == sizeof(pid_t))
		pause();
	_exit(1);
}

static void guest_dies_with_its_runner(void **state)
{
	char *kernel = find_kernel();
	pid_t qemu = 0, runner;
	int tell[2], status;

	(void)state;
	free(kernel);
	assert_int_equal(pipe2(tell, O_CLOEXEC), 0);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0); /* orphans come to us */
	runner = fork();
	if (runner == 0)
		hold_guest(tell[1]);
	close(tell[1]);
	assert_int_equal(read(tell[0], &qemu, sizeof(qemu)), sizeof(qemu));
	close(tell[0]);
	assert_int_equal(kill(qemu, 0), 0);
	kill(runner, SIGKILL);
	assert_int_equal(waitpid(runner, &status, 0), runner);
	for (int i = 0; i < 500 && waitpid(qemu, &status, WNOHANG) != qemu; i++)
		usleep(10000);
	assert_int_equal(kill(qemu, 0), -1);
	assert_int_equal(errno, ESRCH);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* ---- acceleration ---- */

static void probe_is_honest(void **state)
{
	struct machine_accel accel;
	char *worker = find_worker();
	struct machine_options options = {worker, &interrupts};

	(void)state;
	free(find_kernel());
	interrupts = 0;
	machine_accel_probe(&options, KERNEL, &accel);
	print_message("accel '%s' %s\n", accel.name, accel.why);
	if (strcmp(accel.name, "kvm") != 0) {
		assert_string_equal(accel.name, "tcg");
		assert_string_not_equal(accel.why, "");
	} else {
		assert_string_equal(accel.why, "");
	}
	options.worker = "/nonexistent/worker";
	machine_accel_probe(&options, NULL, &accel);
	assert_string_equal(accel.name, "");
	assert_non_null(strstr(accel.why, "/nonexistent/worker"));
	free(worker);
}

/* The probe's firmware is good: where it runs it says so. */
static void firmware_answers(void **state)
{
	char *worker = find_worker();
	struct qemu qemu;
	struct error err;

	(void)state;
	free(find_kernel());
	assert_true(qemu_start_firmware(worker, "tcg", &qemu, &err));
	siginfo_t info = {0};
	for (int i = 0; i < 1000 && info.si_pid == 0; i++) {
		waitid(P_PID, (id_t)qemu.pid, &info, WEXITED | WNOHANG | WNOWAIT);
		usleep(10000);
	}
	int status = qemu_stop(&qemu);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), QEMU_FIRMWARE_STATUS);
	free(worker);
}

/* In a mount namespace of its own: exit code 77 where there cannot be one. */
static void probe_without_kvm(void) __attribute__((noreturn));
static void probe_without_kvm(void)
{
	struct machine_accel accel;
	char *worker = find_worker();
	struct machine_options options = {worker, &interrupts};

	alarm(60);
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		mount("/dev/null", "/dev/kvm", NULL, MS_BIND, NULL))
		_exit(77);
	machine_accel_probe(&options, NULL, &accel);
	_exit(strcmp(accel.name, "tcg") == 0 && *accel.why ? 0 : 1);
}

static void unusable_kvm_is_not_used(void **state)
{
	int status;

	(void)state;
	free(find_kernel());
	pid_t pid = fork();
	if (pid == 0)
		probe_without_kvm();
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		print_message("not tested: no right to put another /dev/kvm in place\n");
		skip();
	}
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(firmware_answers),
		cmocka_unit_test(probe_is_honest),
		cmocka_unit_test(unusable_kvm_is_not_used),
		cmocka_unit_test(measures_by_wall_clock),
		cmocka_unit_test(counts_instructions),
		cmocka_unit_test(interrupted_launch_ends_at_once),
		cmocka_unit_test(tells_a_panic),
		cmocka_unit_test(tells_a_wrong_kernel),
		cmocka_unit_test(tells_what_does_not_boot),
		cmocka_unit_test(tells_a_hang),
		cmocka_unit_test(guest_dies_with_its_runner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
