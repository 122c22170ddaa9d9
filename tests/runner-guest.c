/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of a guest's ports, with this test in the guest's place. */
#include "runner/guest-files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/now.h"
#include "model/text.h"

#define MS 1000000

static volatile sig_atomic_t interrupts;

/* The guest's ends of the ports. */
struct fake {
	struct guest guest;
	int console, protocol;
};

static void port(int *ours, int *theirs)
{
	int pair[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	*ours = pair[0];
	*theirs = pair[1];
}

/* A process that waits stands for QEMU, as guest_stop() kills one. */
static void fake_init(struct fake *fake)
{
	*fake = (struct fake){.guest = {.qemu = QEMU_NONE, .interrupts = &interrupts}};
	interrupts = 0;
	fake->guest.qemu.pid = fork();
	if (fake->guest.qemu.pid == 0) {
		alarm(60);
		pause();
		_exit(0);
	}
	setpgid(fake->guest.qemu.pid, fake->guest.qemu.pid);
	port(&fake->guest.qemu.console, &fake->console);
	port(&fake->guest.qemu.protocol, &fake->protocol);
}

static void fake_end(struct fake *fake)
{
	if (fake->console >= 0)
		close(fake->console);
	if (fake->protocol >= 0)
		close(fake->protocol);
	fake->console = fake->protocol = -1;
}

static void fake_release(struct fake *fake)
{
	fake_end(fake);
	guest_release(&fake->guest);
}

static void say(int fd, const char *bytes)
{
	assert_int_equal(write(fd, bytes, strlen(bytes)), strlen(bytes));
}

static enum guest_event next(struct fake *fake, char line[static PROTOCOL_LINE_BYTES])
{
	return guest_line(&fake->guest, now_steady_ns() + 300 * MS, line);
}

static void skips_noise(void **state)
{
	struct fake fake;
	char line[PROTOCOL_LINE_BYTES];

	(void)state;
	fake_init(&fake);
	say(fake.protocol, "kernel noise\nhello 1 *00000000\n");
	protocol_send(fake.protocol, "hello %d", 1);
	for (unsigned i = 0; i < 9; i++)
		say(fake.protocol, "a line longer than any of ours, of more than a page of memory; "
			"it is sent in one piece without a newline until the very end of it all ");
	say(fake.protocol, "\n");
	protocol_send(fake.protocol, "ready");
	assert_int_equal(next(&fake, line), GUEST_LINE);
	assert_string_equal(line, "hello 1");
	assert_int_equal(next(&fake, line), GUEST_LINE);
	assert_string_equal(line, "ready");
	assert_int_equal(next(&fake, line), GUEST_SILENT);
	fake_release(&fake);
}

static void lines_come_before_the_end(void **state)
{
	struct fake fake;
	struct error err;
	char line[PROTOCOL_LINE_BYTES];

	(void)state;
	fake_init(&fake);
	protocol_send(fake.protocol, "done");
	say(fake.console, "[ 1.0] last words\r\n");
	fake_end(&fake);
	assert_int_equal(next(&fake, line), GUEST_LINE);
	assert_string_equal(line, "done");
	assert_int_equal(next(&fake, line), GUEST_ENDED);
	guest_error(&fake.guest, GUEST_ENDED, "ready", &err);
	assert_non_null(strstr(err.message, "last words"));
	guest_send(&fake.guest, "off"); /* nobody reads it: no signal either */
	fake_release(&fake);
}

static void tells_a_panic(void **state)
{
	struct fake fake;
	struct error err;
	char line[PROTOCOL_LINE_BYTES];

	(void)state;
	fake_init(&fake);
	say(fake.console, "[ 1.0] Kernel panic - not syncing: Fatal exception\r\n");
	fake_end(&fake);
	assert_int_equal(next(&fake, line), GUEST_PANIC);
	guest_error(&fake.guest, GUEST_PANIC, "ready", &err);
	assert_string_equal(err.message, "kernel panic: not syncing: Fatal exception");
	fake_release(&fake);
}

static void an_interrupt_ends_the_wait(void **state)
{
	struct fake fake;
	char line[PROTOCOL_LINE_BYTES];

	(void)state;
	fake_init(&fake);
	interrupts = 1;
	assert_int_equal(next(&fake, line), GUEST_SILENT);
	interrupts = 2;
	assert_int_equal(next(&fake, line), GUEST_INTERRUPTED);
	fake_release(&fake);
}

static void a_flood_ends(void **state)
{
	struct fake fake;
	char line[PROTOCOL_LINE_BYTES], noise[4096];
	struct error err;

	(void)state;
	fake_init(&fake);
	pid_t writer = fork();
	if (writer == 0) {
		alarm(60);
		close(fake.guest.qemu.protocol); /* or it would never see that nobody reads */
		memset(noise, '\n', sizeof(noise));
		memset(noise, 'x', sizeof(noise) / 2);
		for (unsigned i = 0; i < (GUEST_NOISE_BYTES >> 12) + 100; i++)
			if (send(fake.protocol, noise, sizeof(noise), MSG_NOSIGNAL) < 0)
				break;
		_exit(0);
	}
	assert_int_equal(guest_line(&fake.guest, now_steady_ns() + INT64_C(60000) * MS, line),
		GUEST_FLOOD);
	guest_error(&fake.guest, GUEST_FLOOD, "it was up", &err);
	assert_memory_equal(err.message, "protocol:", 9);
	fake_release(&fake);
	assert_int_equal(waitpid(writer, NULL, 0), writer);
}

/* What a guest answers to a request for files, and what comes of it. */
static bool fetch(const char *const lines[], char folder[], struct error *err)
{
	static const char *const patterns[] = {"/proc/*", NULL};
	struct fake fake;

	fake_init(&fake);
	memcpy(folder, "/tmp/schedlab-files.XXXXXX", 27);
	assert_non_null(mkdtemp(folder));
	for (size_t i = 0; lines[i]; i++)
		protocol_send(fake.protocol, "%s", lines[i]);
	bool ok = guest_files_fetch(&fake.guest, patterns, folder, now_steady_ns() + 300 * MS, err);
	fake_release(&fake);
	return ok;
}

static void remove_file(const char *folder, const char *path)
{
	char *whole = xasprintf("%s%s", folder, path);

	assert_int_equal(remove(whole), 0);
	free(whole);
}

static void keeps_files(void **state)
{
	static const char *const lines[] = {"file /proc/a/b 4", "data SGkh", "data Cg==",
		"file /proc/empty 0", "missing /proc/c", "facts-end", "ready", NULL};
	struct text text = TEXT_EMPTY;
	struct error err;
	char folder[64], *path;

	(void)state;
	assert_true(fetch(lines, folder, &err));
	path = xasprintf("%s/proc/a/b", folder);
	assert_true(text_read_file(&text, path, 100, &err));
	assert_string_equal(text.bytes, "Hi!\n");
	remove_file(folder, "/proc/a/b");
	remove_file(folder, "/proc/a");
	remove_file(folder, "/proc/empty");
	remove_file(folder, "/proc");
	remove_file(folder, "");
	text_release(&text);
	free(path);
}

static void refuses_hostile_files(void **state)
{
	static const char *const answers[][4] = {
		{"file /etc/../root/.profile 4", "ready"},
		{"file proc/a 4", "ready"},
		{"file /home/a 4", "ready"},
		{"file /proc/a", "ready"},
		{"file /proc/a -1", "ready"},
		{"file /proc/a 99999999999999999999", "ready"},
		{"file /proc/a 4", "data SGkhCg==SGkh", "ready"},
		{"file /proc/a 2", "data SGkhCg==", "ready"},
		{"file /proc/a 9", "data SGkhCg==", "ready"},
		{"file /proc/a 3", "data SGk", "ready"},
		{"what is this", "ready"},
		{"facts-end", NULL},
	};
	struct error err;
	char folder[64];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(answers); i++) {
		assert_false(fetch(answers[i], folder, &err));
		assert_true(strncmp(err.message, "protocol:", 9) == 0 ||
			strncmp(err.message, "hang:", 5) == 0);
		remove_file(folder, "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(skips_noise),
		cmocka_unit_test(lines_come_before_the_end),
		cmocka_unit_test(tells_a_panic),
		cmocka_unit_test(an_interrupt_ends_the_wait),
		cmocka_unit_test(a_flood_ends),
		cmocka_unit_test(keeps_files),
		cmocka_unit_test(refuses_hostile_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
