/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/machine-vm.h"

#include <errno.h>
#include <math.h>
#include <unistd.h>

#include "model/now.h"
#include "runner/child.h"
#include "runner/disturbance-guest.h"
#include "runner/guest-facts.h"

#define BOOT_NS (120 * NS_PER_S)   /* emulated, on a busy machine; 3 to 10 s are usual */
#define GRACE_NS (45 * NS_PER_S)   /* init itself steps in 30 s after a launch's deadline */
#define OFF_NS (3 * NS_PER_S)
#define VERSION_NS (10 * NS_PER_S)

/*
 * A counted guest's clock runs by instructions: at 100 to 190 million a second it is 5 to 10
 * times slower than the host's. Its own deadline is that much shorter; ours, the last resort, is
 * longer, as a slow launch is only a failed sample but a hang is the end of the entry.
 */
#define COUNTED_SLOWER 8
#define COUNTED_PATIENCE 3

/* ---- entering ---- */

/* "hello VERSION BOOT_ID RELEASE" */
static bool hello_parse(char *line, struct machine_vm_hello *hello, struct error *err)
{
	char *word = strsep(&line, " "), *version = strsep(&line, " ");
	char *boot_id = strsep(&line, " "), *release = strsep(&line, " ");
	char *end;

	if (strcmp(word, "hello") != 0)
		return error_set(err, "protocol: '%.80s' instead of hello", word);
	if (!version || strtol(version, &end, 10) != PROTOCOL_VERSION || *end)
		return error_set(err, "protocol: the guest's init speaks version %.20s, not %d",
			version ? version : "?", PROTOCOL_VERSION);
	if (!boot_id || !release || strlen(boot_id) >= sizeof(hello->boot_id) ||
		strlen(release) >= sizeof(hello->release))
		return error_set(err, "protocol: the guest's hello is not whole");
	memcpy(hello->boot_id, boot_id, strlen(boot_id) + 1);
	memcpy(hello->release, release, strlen(release) + 1);
	return true;
}

bool machine_vm_greet(struct guest *guest, const char *release, int64_t deadline_ns,
	struct machine_vm_hello *hello, struct error *err)
{
	char line[PROTOCOL_LINE_BYTES];
	enum guest_event event = guest_line(guest, deadline_ns, line);

	if (event == GUEST_LINE) {
		if (!hello_parse(line, hello, err))
			return false;
		if (strcmp(hello->release, release) != 0)
			return error_set(err, "wrong kernel: %s came up, the image says %s",
				hello->release, release);
		event = guest_line(guest, deadline_ns, line);
		if (event == GUEST_LINE && strcmp(line, "ready") == 0)
			return true;
	}
	guest_error(guest, event, "the guest's hello", err);
	return event == GUEST_ENDED ? error_prefix(err, "did not boot") : false;
}

/* "QEMU emulator version 7.2.22 (Debian …)" */
static void set_qemu_version(struct machine_vm *vm, struct environment *env)
{
	struct child_result result = {0};
	struct error unknown;
	char *path = qemu_find(), option[] = "--version";
	char *argv[] = {path, option, NULL};
	const char *version = NULL;

	if (path && child_run(&(struct child_request){argv, VERSION_NS, vm->options.interrupts},
		&result, &unknown) && result.output.length) {
		result.output.bytes[strcspn(result.output.bytes, "\n")] = '\0';
		version = strstr(result.output.bytes, "version ");
	}
	environment_set(env, "qemu.version", version ? version + strlen("version ") : NULL);
	child_result_release(&result);
	free(path);
}

static void set_dmesg(struct machine_vm *vm, struct environment *env)
{
	char *log = console_log(&vm->guest.console);

	environment_set(env, "dmesg", log);
	free(log);
}

/* What the guest said of itself, and what only the host knows. */
static void set_facts(struct machine_vm *vm, enum clock clock, struct environment *env,
	const struct machine_vm_hello *hello)
{
	const char *name = clock == CLOCK_COUNTED ? "tcg" : vm->accel.name;
	char *hypervisor = xasprintf("qemu %s", name);

	environment_set(env, "hypervisor", hypervisor);
	free(hypervisor);
	if (*hello->release) {
		environment_set(env, "boot_id", hello->boot_id);
		environment_set(env, "release", hello->release);
	}
}

static bool start(struct machine_vm *vm, const struct plan_variant *variant, enum clock clock,
	struct error *err)
{
	bool counted = clock == CLOCK_COUNTED;

	return guest_start(&vm->guest, &(struct qemu_options){
		.worker = vm->options.worker,
		.accel = counted ? "tcg" : vm->accel.name,
		.counted = counted,
		.cpus = counted ? 1 : vm->plan->vm_cpus,
		.memory_mib = vm->plan->vm_memory_mib,
		.kernel = variant->kernel,
		.cmdline = variant->cmdline,
	}, vm->options.interrupts, err) || error_prefix(err, "did not boot");
}

static bool vm_enter(struct machine *machine, size_t number, enum clock clock,
	struct environment *env, struct error *err)
{
	struct machine_vm *vm = (struct machine_vm *)machine;
	const struct plan_variant *variant = &vm->plan->variants[number];
	struct machine_vm_hello hello = {"", ""};
	char *release = NULL;
	bool entered = false;

	guest_release(&vm->guest);
	if (!variant->kernel)
		return error_set(err, "did not boot: the variant has no kernel");
	release = machine_kernel_release(variant->kernel, err);
	if (!release)
		return error_prefix(err, "did not boot");
	set_qemu_version(vm, env);
	if (!start(vm, variant, clock, err))
		goto out;
	entered = machine_vm_greet(&vm->guest, release, now_steady_ns() + vm->boot_ns, &hello,
			err) && guest_facts(&vm->guest, variant->config, env, err);
	set_facts(vm, clock, env, &hello);
	set_dmesg(vm, env);
out:
	if (!entered)
		guest_release(&vm->guest);
	free(release);
	return entered;
}

/* ---- launching ---- */

static void send_request(struct machine_vm *vm, const struct launch_request *request)
{
	struct launch_request words = *request;
	struct text text = TEXT_EMPTY;

	if (request->clock == CLOCK_COUNTED)
		words.deadline_ns /= COUNTED_SLOWER;
	launch_request_words(&words, &text);
	guest_send(&vm->guest, text.bytes);
	text_release(&text);
}

/* Takes in replies until the guest is ready for the next launch. */
static enum guest_event collect(struct machine_vm *vm, const struct launch_request *request,
	struct launch_reply *reply)
{
	int64_t patience = request->clock == CLOCK_COUNTED ? COUNTED_PATIENCE : 1;
	int64_t deadline_ns = now_steady_ns() + request->deadline_ns * patience + vm->grace_ns;
	char line[PROTOCOL_LINE_BYTES];
	enum guest_event event;

	while ((event = guest_line(&vm->guest, deadline_ns, line)) == GUEST_LINE) {
		if (strcmp(line, "ready") == 0)
			break;
		launch_reply_line(reply, line);
	}
	return event;
}

static void fail_sample(struct sample *sample, enum sample_status status, const char *reason)
{
	free(sample->reason);
	sample->value = sample->raw = sample->overhead = sample->spread = NAN;
	sample->status = status;
	sample->reason = xstrdup(reason);
}

/* What is watched around a launch that has a value; the bound one uses one CPU of the guest's. */
static void mark(const struct machine_vm *vm, const struct guest_watch *watch,
	const struct launch_request *request, struct sample *sample)
{
	struct disturbance disturbance;

	guest_watch_end(watch, request->cpus ? 1 : vm->plan->vm_cpus, &disturbance);
	disturbance_mark(&disturbance, request->disturbance, sample);
	disturbance_release(&disturbance);
}

static bool vm_launch(struct machine *machine, const struct launch_request *request,
	struct sample *sample, struct error *err)
{
	struct machine_vm *vm = (struct machine_vm *)machine;
	struct launch_reply reply;
	struct guest_watch watch = {.qemu = 0};
	bool there = true;

	int64_t started_us = now_unix_us(), begun_ns = now_steady_ns();
	launch_reply_init(&reply);
	if (request->disturbance)
		watch = guest_watch_begin(vm->guest.qemu.pid);
	send_request(vm, request);
	enum guest_event event = collect(vm, request, &reply);
	if (event == GUEST_LINE) {
		launch_reply_sample(&reply, request, sample);
		if (request->disturbance)
			mark(vm, &watch, request, sample);
	} else if (event == GUEST_INTERRUPTED) {
		fail_sample(sample, SAMPLE_INTERRUPTED, "interrupted");
	} else {
		there = guest_error(&vm->guest, event, "the end of the launch", err);
		fail_sample(sample, SAMPLE_FAILED, err->message);
	}
	if (event != GUEST_LINE)
		guest_stop(&vm->guest);
	sample->started_us = started_us;
	sample->duration_ns = now_steady_ns() - begun_ns;
	launch_reply_release(&reply);
	return there;
}

/* ---- leaving ---- */

static void vm_leave(struct machine *machine, struct environment *env)
{
	struct machine_vm *vm = (struct machine_vm *)machine;

	if (vm->guest.qemu.pid) {
		guest_facts_renew(&vm->guest, env);
		guest_send(&vm->guest, "off");
		guest_wait_end(&vm->guest, now_steady_ns() + OFF_NS);
	}
	if (vm->guest.console.head.length)
		set_dmesg(vm, env);
	guest_release(&vm->guest);
}

static void vm_free(struct machine *machine)
{
	struct machine_vm *vm = (struct machine_vm *)machine;

	guest_release(&vm->guest);
	free(vm);
}

struct machine *machine_vm_new(const struct plan *plan, const struct machine_accel *accel,
	const struct machine_options *options, struct error *err)
{
	static const struct machine_ops ops = {vm_enter, vm_launch, vm_leave, vm_free, NULL};

	if (!*accel->name) {
		error_set(err, "no guest can be run here: %s", accel->why);
		return NULL;
	}
	/* Before the first guest: its facts come here, and without them no entry would count. */
	if (access(guest_facts_folder(), W_OK | X_OK)) {
		error_set(err, "temporary folder %s: %s", guest_facts_folder(), strerror(errno));
		return NULL;
	}
	if (access(options->worker, X_OK)) {
		error_set(err, "cannot run the worker %s: %s", options->worker, strerror(errno));
		return NULL;
	}
	struct machine_vm *vm = xcalloc(1, sizeof(*vm));
	*vm = (struct machine_vm){
		.machine.ops = &ops,
		.plan = plan,
		.options = *options,
		.accel = *accel,
		.boot_ns = BOOT_NS,
		.grace_ns = GRACE_NS,
		.guest = {.qemu = QEMU_NONE},
	};
	return &vm->machine;
}
