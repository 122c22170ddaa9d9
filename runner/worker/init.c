/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/init.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "runner/protocol.h"
#include "runner/worker/child.h"
#include "runner/worker/files.h"
#include "runner/worker/request.h"

#define SERIAL "/dev/ttyS1"

/*
 * A launch ends itself at its deadline; init steps in only where it could not. Thousands of
 * processes take an emulated guest a while to kill.
 */
#define GRACE_NS (30 * INT64_C(1000000000))

static void power_off(void) __attribute__((noreturn));
static void power_off(void)
{
	sync();
	reboot(RB_POWER_OFF);
	for (;;)
		pause();
}

/* The serial port is -1 until it is open: then the kernel's log has to do. */
static void give_up(int serial, const char *what) __attribute__((noreturn));
static void give_up(int serial, const char *what)
{
	int fd = serial >= 0 ? serial : open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	protocol_send(fd, "fail init: %s: %s", what, strerror(errno));
	if (serial >= 0)
		tcdrain(serial);
	power_off();
}

static void mount_all(void)
{
	static const struct {
		const char *type, *path;
		bool needed;
	} mounts[] = {
		{"devtmpfs", "/dev", true},
		{"proc", "/proc", true},
		{"sysfs", "/sys", true},
		{"debugfs", "/sys/kernel/debug", false},
		{"tmpfs", "/tmp", false},
	};

	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].path, 0755);
		if (mount(mounts[i].type, mounts[i].path, mounts[i].type, 0, NULL) != 0 &&
			errno != EBUSY && mounts[i].needed)
			give_up(-1, mounts[i].path);
	}
}

/* The console is the kernel's: init and its children neither read nor write there. */
static void leave_console(void)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0)
		give_up(-1, "/dev/null");
	for (int fd = 0; fd <= 2; fd++)
		dup2(null, fd);
	if (null > 2)
		close(null);
}

static int open_serial(void)
{
	struct termios raw;
	int serial = open(SERIAL, O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (serial < 0 || tcgetattr(serial, &raw) != 0)
		give_up(-1, SERIAL);
	cfmakeraw(&raw);
	raw.c_cflag |= CLOCAL | CREAD;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	cfsetspeed(&raw, B115200);
	if (tcsetattr(serial, TCSANOW, &raw) != 0)
		give_up(-1, SERIAL);
	return serial;
}

static void say_hello(int serial)
{
	char boot_id[64] = "";
	struct utsname name;
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");

	if (!file || fscanf(file, "%63s", boot_id) != 1)
		give_up(serial, "boot id");
	fclose(file);
	uname(&name);
	if (!protocol_send(serial, "hello %d %s %s", PROTOCOL_VERSION, boot_id, name.release))
		give_up(serial, "hello");
}

/* Reads a line; one too long is cut, and then has no right frame. */
static void read_line(int serial, FILE *from, char line[static PROTOCOL_LINE_BYTES + 1])
{
	size_t length = 0;
	int c;

	while ((c = getc(from)) != '\n') {
		if (c == EOF)
			give_up(serial, "reading the serial port");
		if (length < PROTOCOL_LINE_BYTES)
			line[length++] = (char)c;
	}
	line[length] = '\0';
}

/* The words of a line, in place, ended by NULL. */
static void split(char *line, char *words[static PROTOCOL_LINE_BYTES / 2 + 1])
{
	size_t n = 0;
	char *rest = NULL;

	for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		words[n++] = word;
	words[n] = NULL;
}

/* Kills what is left of a process group and reaps every zombie; how many there were. */
static unsigned clear_group(pid_t group)
{
	const struct timespec while_they_die = {0, 1000000};
	unsigned left = 0;

	for (;;) {
		bool gone = kill(-group, SIGKILL) != 0 && errno == ESRCH;
		pid_t pid = waitpid(-1, NULL, WNOHANG);

		if (pid > 0)
			left++;
		else if (gone)
			return left;
		else
			nanosleep(&while_they_die, NULL);
	}
}

static void exec_launch(int serial, char *words[])
{
	char name[] = "schedlab-worker";
	char *argv[PROTOCOL_LINE_BYTES / 2 + 2] = {name};

	for (size_t i = 0; words[i]; i++)
		argv[i + 1] = words[i];
	dup2(serial, STDOUT_FILENO);
	execv("/proc/self/exe", argv);
	protocol_send(serial, "fail exec: %s", strerror(errno));
	_exit(1);
}

/*
 * The launch says its own last line unless it dies or hangs; its exit status tells. The group's
 * number is set on both sides, as either may run first.
 */
static void serve_launch(int serial, char *words[])
{
	struct request request;
	char reason[64];
	unsigned left;
	bool in_time;
	int status;
	pid_t pid;

	request_parse(words + 1, &request, reason, sizeof(reason));
	pid = child_fork();
	if (pid < 0) {
		protocol_send(serial, "fail fork of the launch: %s", strerror(errno));
		return;
	}
	if (pid == 0) {
		setpgid(0, 0);
		exec_launch(serial, words);
	}
	setpgid(pid, pid);
	in_time = child_wait(pid,
		child_now_ns() + request.deadline_ms * INT64_C(1000000) + GRACE_NS, &status);
	left = clear_group(pid);
	if (!in_time)
		protocol_send(serial, "timeout the launch hung past its deadline of %u ms",
			request.deadline_ms);
	else if (WIFSIGNALED(status))
		protocol_send(serial, "fail the launch was killed by signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) > 1)
		protocol_send(serial, "fail the launch ended with status %d", WEXITSTATUS(status));
	if (left > 0)
		protocol_send(serial, "left %u", left);
}

static void serve_facts(int serial, char *words[])
{
	for (size_t i = 1; words[i]; i++)
		if (!files_send(serial, words[i]))
			give_up(serial, "sending facts");
	protocol_send(serial, "facts-end");
}

static void serve(int serial, char *line)
{
	char *words[PROTOCOL_LINE_BYTES / 2 + 1];

	if (!protocol_unframe(line)) {
		protocol_send(serial, "fail protocol: a line without a right frame");
		return;
	}
	split(line, words);
	if (words[0] && strcmp(words[0], "launch") == 0)
		serve_launch(serial, words);
	else if (words[0] && strcmp(words[0], "facts") == 0)
		serve_facts(serial, words);
	else if (words[0] && strcmp(words[0], "off") == 0)
		power_off();
	else
		protocol_send(serial, "fail protocol: no such request: %s", words[0] ? words[0] : "");
}

void init_run(void)
{
	/* Descriptors are cheap; the kernel's guess for processes (threads-max) fits the memory. */
	const struct rlimit files = {1 << 20, 1 << 20};
	char line[PROTOCOL_LINE_BYTES + 1];
	FILE *from;
	int serial;

	mount_all();
	leave_console();
	setrlimit(RLIMIT_NOFILE, &files);
	serial = open_serial();
	from = fdopen(serial, "r");
	if (!from)
		give_up(serial, "serial port");
	say_hello(serial);
	for (;;) {
		if (!protocol_send(serial, "ready"))
			give_up(serial, "ready");
		read_line(serial, from, line);
		serve(serial, line);
	}
}
