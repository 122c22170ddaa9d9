/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether a guest really starts under KVM. That /dev/kvm can be opened is no answer: on a host
 * that is a guest itself it may be there and every virtual CPU hang.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/now.h"
#include "runner/machine-vm.h"

#define FIRMWARE_NS (2 * NS_PER_S)
#define KERNEL_NS (20 * NS_PER_S)
#define MEMORY_MIB 512

static bool refuse(struct machine_accel *accel, const char *why)
{
	snprintf(accel->why, sizeof(accel->why), "%.250s", why);
	return false;
}

/* Waits for the process without reaping it: qemu_stop() does. */
static bool ended_in_time(pid_t pid, int64_t wait_ns, const volatile sig_atomic_t *interrupts)
{
	const struct timespec pause = {0, 5000000};

	for (int64_t until_ns = now_steady_ns() + wait_ns; now_steady_ns() < until_ns;) {
		siginfo_t info = {0};
		if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
			info.si_pid == pid)
			return true;
		if (*interrupts >= 2)
			return false;
		nanosleep(&pause, NULL);
	}
	return false;
}

static bool firmware_runs(const struct machine_options *options, struct machine_accel *accel)
{
	struct qemu qemu;
	struct error err;

	if (!qemu_start_firmware(options->worker, "kvm", &qemu, &err))
		return refuse(accel, err.message);
	bool ended = ended_in_time(qemu.pid, FIRMWARE_NS, options->interrupts);
	char *words = qemu_last_words(&qemu);
	int status = qemu_stop(&qemu);
	bool runs = ended && WIFEXITED(status) && WEXITSTATUS(status) == QEMU_FIRMWARE_STATUS;
	if (!runs)
		snprintf(accel->why, sizeof(accel->why), "no guest starts under /dev/kvm (%s%.180s)",
			*words ? "" : ended ? "QEMU ended" : "no answer in 2 s", words);
	free(words);
	return runs;
}

static bool kernel_runs(const struct machine_options *options, const char *kernel,
	struct machine_accel *accel)
{
	struct guest guest;
	struct machine_vm_hello hello;
	struct error err;
	char *release = machine_kernel_release(kernel, &err);

	/* A bad image is no fault of KVM's: entering its variant will say so. */
	if (!release)
		return true;
	bool runs = guest_start(&guest, &(struct qemu_options){
		.worker = options->worker,
		.accel = "kvm",
		.cpus = 1,
		.memory_mib = MEMORY_MIB,
		.kernel = kernel,
	}, options->interrupts, &err) && machine_vm_greet(&guest, release,
		now_steady_ns() + KERNEL_NS, &hello, &err);
	if (!runs)
		snprintf(accel->why, sizeof(accel->why), "no kernel comes up under /dev/kvm (%.180s)",
			err.message);
	guest_release(&guest);
	free(release);
	return runs;
}

static bool kvm_runs(const struct machine_options *options, const char *kernel,
	struct machine_accel *accel)
{
	int kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);

	if (kvm < 0) {
		snprintf(accel->why, sizeof(accel->why), "/dev/kvm: %s", strerror(errno));
		return false;
	}
	close(kvm);
	return firmware_runs(options, accel) && (!kernel || kernel_runs(options, kernel, accel));
}

void machine_accel_probe(const struct machine_options *options, const char *kernel,
	struct machine_accel *accel)
{
	char *qemu = qemu_find();

	*accel = (struct machine_accel){"", ""};
	if (!qemu)
		refuse(accel, "qemu-system-x86_64 is not installed");
	else if (access(options->worker, X_OK))
		snprintf(accel->why, sizeof(accel->why), "cannot run the worker %.180s: %s",
			options->worker, strerror(errno));
	else
		memcpy(accel->name, kvm_runs(options, kernel, accel) ? "kvm" : "tcg", 4);
	free(qemu);
}
