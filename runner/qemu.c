/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/qemu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/text.h"
#include "runner/initramfs.h"
#include "runner/kernel-image.h"

#define PROGRAM "qemu-system-x86_64"
#define ARGUMENTS_MAX 64
#define FIRMWARE_BYTES 65536
#define ERRORS_BYTES 65536

/* The descriptors QEMU inherits, by number; -1 here = that one is not needed. */
enum { FD_CONSOLE = 3, FD_PROTOCOL, FD_INITRAMFS, FD_KERNEL, FD_FIRMWARE, FD_END };

extern char **environ;

struct arguments {
	char *argv[ARGUMENTS_MAX + 1];
	size_t length;
};

static void add(struct arguments *arguments, const char *argument)
{
	if (arguments->length < ARGUMENTS_MAX)
		arguments->argv[arguments->length++] = xstrdup(argument);
}

static void add_option(struct arguments *arguments, const char *option, char *value)
{
	add(arguments, option);
	add(arguments, value);
	free(value);
}

static void arguments_release(struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->length; i++)
		free(arguments->argv[i]);
}

/* What all machines have in common, the worker's own words in front. */
static void add_machine(struct arguments *arguments, const char *worker, const char *accel)
{
	static const char *const fixed[] = {
		"-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-M", "pc",
	};

	add(arguments, worker);
	add_option(arguments, "exec", xasprintf("%ld", (long)getpid()));
	add(arguments, PROGRAM);
	for (size_t i = 0; i < ARRAY_LENGTH(fixed); i++)
		add(arguments, fixed[i]);
	add_option(arguments, "-accel", xstrdup(accel));
	if (strcmp(accel, "kvm") == 0)
		add_option(arguments, "-cpu", xstrdup("host"));
}

static void add_serial(struct arguments *arguments, const char *name, int fd)
{
	add_option(arguments, "-chardev", xasprintf("socket,id=%s,fd=%d", name, fd));
	add_option(arguments, "-serial", xasprintf("chardev:%s", name));
}

static void add_guest(struct arguments *arguments, const struct qemu_options *options,
	bool unpacked)
{
	if (options->counted)
		add_option(arguments, "-icount", xstrdup("shift=0,sleep=off"));
	else
		add_option(arguments, "-smp", xasprintf("%u", options->cpus));
	/* Its threads then have names: runner/disturbance-guest.c looks for those of the CPUs. */
	add_option(arguments, "-name", xstrdup("debug-threads=on"));
	add_option(arguments, "-m", xasprintf("%uM", options->memory_mib));
	add_option(arguments, "-kernel", unpacked ? xasprintf("/proc/self/fd/%d", FD_KERNEL) :
		xstrdup(options->kernel));
	add_option(arguments, "-initrd", xasprintf("/proc/self/fd/%d", FD_INITRAMFS));
	/*
	 * panic=-1: a panic restarts at once, which ends QEMU (-no-reboot). The kernel's tests of its
	 * own ciphers would take a second of every boot. What the variant adds comes last and wins.
	 */
	add_option(arguments, "-append", xasprintf("console=ttyS0 panic=-1 cryptomgr.notests%s%s",
		options->cmdline && *options->cmdline ? " " : "",
		options->cmdline ? options->cmdline : ""));
	add_serial(arguments, "console", FD_CONSOLE);
	add_serial(arguments, "protocol", FD_PROTOCOL);
}

static int add_descriptors(posix_spawn_file_actions_t *actions, const int fds[static FD_END],
	int errors)
{
	int failure = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDWR, 0);

	if (!failure)
		failure = posix_spawn_file_actions_adddup2(actions, errors, 1);
	if (!failure)
		failure = posix_spawn_file_actions_adddup2(actions, errors, 2);
	for (int to = FD_CONSOLE; to < FD_END && !failure; to++)
		if (fds[to] >= 0)
			failure = posix_spawn_file_actions_adddup2(actions, fds[to], to);
	return failure ? failure : posix_spawn_file_actions_addclosefrom_np(actions, FD_END);
}

/* Returns 0 or an error number. */
static int spawn(pid_t *pid, char *const argv[], const int fds[static FD_END], int errors)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int failure;

	sigemptyset(&none);
	sigfillset(&all);
	if ((failure = posix_spawn_file_actions_init(&actions)))
		return failure;
	if ((failure = posix_spawnattr_init(&attributes))) {
		posix_spawn_file_actions_destroy(&actions);
		return failure;
	}
	/* A group of its own: the terminal's ^C is for the runner, which lets a launch finish. */
	if (!(failure = add_descriptors(&actions, fds, errors)) &&
		!(failure = posix_spawnattr_setsigmask(&attributes, &none)) &&
		!(failure = posix_spawnattr_setsigdefault(&attributes, &all)) &&
		!(failure = posix_spawnattr_setpgroup(&attributes, 0)) &&
		!(failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
				POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)))
		failure = posix_spawn(pid, argv[0], &actions, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return failure;
}

/* Moves a descriptor out of the range of the child's numbers, where dup2 could overwrite it. */
static bool lift(int *fd)
{
	int high = *fd < 0 ? -1 : fcntl(*fd, F_DUPFD_CLOEXEC, FD_END);

	if (*fd >= 0)
		close(*fd);
	*fd = high;
	return high >= 0;
}

static void close_all(int fds[static FD_END])
{
	for (int i = FD_CONSOLE; i < FD_END; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

/* Starts it with these descriptors, which are closed here whatever comes of it. */
static bool start(struct qemu *qemu, char *const argv[], int fds[static FD_END],
	struct error *err)
{
	int failure = 0;

	qemu->errors = memfd_create("qemu-errors", MFD_CLOEXEC);
	for (int i = FD_CONSOLE; i < FD_END; i++)
		if (fds[i] >= 0 && !lift(&fds[i]))
			failure = errno;
	if (!lift(&qemu->errors))
		failure = errno;
	if (!failure)
		failure = spawn(&qemu->pid, argv, fds, qemu->errors);
	close_all(fds);
	if (!failure)
		return true;
	qemu->pid = 0;
	qemu_stop(qemu);
	return error_set(err, "cannot start %s: %s", argv[0], strerror(failure));
}

/* A serial port: our end and QEMU's. */
static bool port(int *ours, int *theirs)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return false;
	*ours = pair[0];
	*theirs = pair[1];
	return true;
}

bool qemu_start(const struct qemu_options *options, struct qemu *qemu, struct error *err)
{
	struct arguments arguments = {.length = 0};
	int fds[FD_END];

	*qemu = QEMU_NONE;
	for (int i = 0; i < FD_END; i++)
		fds[i] = -1;
	fds[FD_INITRAMFS] = initramfs_new(options->worker, err);
	if (fds[FD_INITRAMFS] < 0)
		return false;
	if (!port(&qemu->console, &fds[FD_CONSOLE]) || !port(&qemu->protocol, &fds[FD_PROTOCOL])) {
		error_set(err, "no sockets for a guest: %s", strerror(errno));
		close_all(fds);
		qemu_stop(qemu);
		return false;
	}
	/* A real CPU unpacks a kernel quickly enough. */
	if (strcmp(options->accel, "kvm") != 0)
		fds[FD_KERNEL] = kernel_image_unpack(options->kernel);
	add_machine(&arguments, options->worker, options->accel);
	add_guest(&arguments, options, fds[FD_KERNEL] >= 0);
	arguments.argv[arguments.length] = NULL;
	bool started = start(qemu, arguments.argv, fds, err);
	arguments_release(&arguments);
	return started;
}

/* At the place where a CPU begins (16 bytes from the end): outb(33, 0xf4), then rest. */
static int firmware_new(void)
{
	static const char code[16] = {
		'\xba', '\xf4', '\x00', /* mov dx, 0xf4 */
		'\xb0', '\x21',         /* mov al, 33: the debug port ends QEMU with 2 * 33 + 1 */
		'\xee',                 /* out dx, al */
		'\xf4',                 /* hlt */
		'\xeb', '\xfd',         /* jmp to hlt */
	};
	int fd = memfd_create("firmware", MFD_CLOEXEC);

	if (fd >= 0 && (ftruncate(fd, FIRMWARE_BYTES) ||
		pwrite(fd, code, sizeof(code), FIRMWARE_BYTES - sizeof(code)) != sizeof(code))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

bool qemu_start_firmware(const char *worker, const char *accel, struct qemu *qemu,
	struct error *err)
{
	struct arguments arguments = {.length = 0};
	int fds[FD_END];

	*qemu = QEMU_NONE;
	for (int i = 0; i < FD_END; i++)
		fds[i] = -1;
	fds[FD_FIRMWARE] = firmware_new();
	if (fds[FD_FIRMWARE] < 0)
		return error_set(err, "no memory for firmware: %s", strerror(errno));
	add_machine(&arguments, worker, accel);
	add_option(&arguments, "-m", xstrdup("16M"));
	add_option(&arguments, "-bios", xasprintf("/proc/self/fd/%d", FD_FIRMWARE));
	add_option(&arguments, "-device", xstrdup("isa-debug-exit,iobase=0xf4,iosize=4"));
	arguments.argv[arguments.length] = NULL;
	bool started = start(qemu, arguments.argv, fds, err);
	arguments_release(&arguments);
	return started;
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int qemu_stop(struct qemu *qemu)
{
	int status = 0;

	if (qemu->pid > 0) {
		kill(-qemu->pid, SIGKILL);
		while (waitpid(qemu->pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	qemu->pid = 0;
	close_end(&qemu->console);
	close_end(&qemu->protocol);
	close_end(&qemu->errors);
	return status;
}

char *qemu_last_words(const struct qemu *qemu)
{
	char raw[ERRORS_BYTES];
	struct text words = TEXT_EMPTY;
	ssize_t got = qemu->errors < 0 ? 0 : pread(qemu->errors, raw, sizeof(raw), 0);
	size_t end = got < 0 ? 0 : (size_t)got, begin;

	while (end > 0 && (raw[end - 1] == '\n' || raw[end - 1] == '\r'))
		end--;
	for (begin = end; begin > 0 && raw[begin - 1] != '\n';)
		begin--;
	if (end - begin > strlen(PROGRAM ": ") &&
		memcmp(raw + begin, PROGRAM ": ", strlen(PROGRAM ": ")) == 0)
		begin += strlen(PROGRAM ": ");
	text_add_utf8(&words, raw + begin, end - begin);
	return text_take(&words);
}

char *qemu_find(void)
{
	const char *folders = getenv("PATH");

	for (folders = folders ? folders : "/usr/local/bin:/usr/bin:/bin"; *folders;) {
		size_t length = strcspn(folders, ":");
		char *path = xasprintf("%.*s/" PROGRAM, length ? (int)length : 1,
			length ? folders : ".");
		if (access(path, X_OK) == 0)
			return path;
		free(path);
		folders += length + (folders[length] == ':');
	}
	return NULL;
}
