/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/guest.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "model/now.h"

#define SLICE_NS (NS_PER_S / 5) /* how late an interrupt may be seen */
#define PANIC_NS (2 * NS_PER_S) /* for the rest of a panic's words, where QEMU does not end */

bool guest_start(struct guest *guest, const struct qemu_options *options,
	const volatile sig_atomic_t *interrupts, struct error *err)
{
	*guest = (struct guest){.qemu = QEMU_NONE, .interrupts = interrupts};
	return qemu_start(options, &guest->qemu, err);
}

/* Bytes that are there, 0 where none are yet, -1 at the end of the stream. */
static ssize_t receive(int fd, char *bytes, size_t room)
{
	ssize_t got = recv(fd, bytes, room, MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	return got > 0 ? got : -1;
}

static void close_end(int *fd)
{
	close(*fd);
	*fd = -1;
}

static void read_console(struct guest *guest)
{
	char bytes[16384];
	ssize_t got;

	if (guest->qemu.console < 0)
		return;
	while ((got = receive(guest->qemu.console, bytes, sizeof(bytes))) > 0)
		console_add(&guest->console, bytes, (size_t)got);
	if (got < 0)
		close_end(&guest->qemu.console);
	if (*guest->console.panic && !guest->panicked_ns)
		guest->panicked_ns = now_steady_ns();
}

static void read_protocol(struct guest *guest)
{
	ssize_t got;

	if (guest->silent_port || guest->pending_length == sizeof(guest->pending))
		return;
	got = receive(guest->qemu.protocol, guest->pending + guest->pending_length,
		sizeof(guest->pending) - guest->pending_length);
	if (got > 0)
		guest->pending_length += (size_t)got;
	guest->silent_port = got < 0;
}

/*
 * Takes lines from what is pending until one is ours. What is longer than a line can be is
 * dropped as noise: it ends at the next newline and has no right frame.
 */
static bool take_line(struct guest *guest, char payload[static PROTOCOL_LINE_BYTES])
{
	size_t taken = 0;
	bool ours = false;

	while (!ours) {
		char *start = guest->pending + taken;
		size_t left = guest->pending_length - taken;
		char *newline = memchr(start, '\n', left);
		size_t length = newline ? (size_t)(newline - start) : left;
		if (!newline && length < PROTOCOL_LINE_BYTES)
			break;
		if (newline && length < PROTOCOL_LINE_BYTES) {
			memcpy(payload, start, length);
			payload[length] = '\0';
			ours = strlen(payload) == length && protocol_unframe(payload);
		}
		taken += length + (newline != NULL);
		if (!ours)
			guest->noise_bytes += length + 1;
	}
	guest->pending_length -= taken;
	memmove(guest->pending, guest->pending + taken, guest->pending_length);
	return ours;
}

/* Waits for one of the ports, for a slice of time at most. */
static void wait_ports(const struct guest *guest, int64_t deadline_ns)
{
	struct pollfd fds[] = {
		{.fd = guest->qemu.console, .events = POLLIN}, /* poll() skips negative descriptors */
		{.fd = guest->silent_port ? -1 : guest->qemu.protocol, .events = POLLIN},
	};
	int64_t wait_ns = deadline_ns - now_steady_ns();

	if (wait_ns > SLICE_NS)
		wait_ns = SLICE_NS;
	if (wait_ns < 0)
		wait_ns = 0;
	poll(fds, ARRAY_LENGTH(fds), (int)((wait_ns + 999999) / 1000000));
}

static bool has_ended(const struct guest *guest)
{
	return guest->qemu.pid == 0 || (guest->qemu.console < 0 && guest->silent_port);
}

enum guest_event guest_line(struct guest *guest, int64_t deadline_ns,
	char payload[static PROTOCOL_LINE_BYTES])
{
	if (guest->qemu.pid == 0)
		return GUEST_ENDED;
	for (;;) {
		bool ended = has_ended(guest);
		if (take_line(guest, payload))
			return GUEST_LINE;
		if (guest->noise_bytes > GUEST_NOISE_BYTES)
			return GUEST_FLOOD;
		if (*guest->interrupts >= 2)
			return GUEST_INTERRUPTED;
		if (guest->panicked_ns && (ended || now_steady_ns() > guest->panicked_ns + PANIC_NS))
			return GUEST_PANIC;
		if (ended)
			return GUEST_ENDED;
		if (now_steady_ns() >= deadline_ns)
			return GUEST_SILENT;
		wait_ports(guest, deadline_ns);
		read_console(guest);
		read_protocol(guest);
	}
}

void guest_send(struct guest *guest, const char *payload)
{
	const struct timespec now = {0, 0};
	sigset_t pipe, before;

	if (guest->qemu.pid == 0)
		return;
	/* A write to a QEMU that is gone is no reason for this process to die. */
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &pipe, &before);
	if (!protocol_send(guest->qemu.protocol, "%s", payload) && errno == EPIPE)
		sigtimedwait(&pipe, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* What QEMU said about itself, or else the kernel's last line. */
static char *last_words(const struct guest *guest)
{
	char *words = qemu_last_words(&guest->qemu);

	if (!*words && *guest->console.last) {
		free(words);
		words = xasprintf("its console's last line: %s", guest->console.last);
	}
	return words;
}

bool guest_error(const struct guest *guest, enum guest_event event, const char *what,
	struct error *err)
{
	char *words;

	switch (event) {
	case GUEST_LINE:
		return error_set(err, "protocol: an unexpected line instead of %s", what);
	case GUEST_PANIC:
		return error_set(err, "kernel panic: %s",
			guest->console.panic + strlen("Kernel panic - "));
	case GUEST_FLOOD:
		return error_set(err, "protocol: %d MiB of noise instead of %s",
			GUEST_NOISE_BYTES >> 20, what);
	case GUEST_INTERRUPTED:
		return error_set(err, "interrupted while waiting for %s", what);
	case GUEST_ENDED:
	case GUEST_SILENT:
		break;
	}
	words = last_words(guest);
	if (event == GUEST_ENDED)
		error_set(err, "QEMU ended before %s%s%s", what, *words ? "; " : "", words);
	else
		error_set(err, "hang: %s did not come in time%s%s", what, *words ? "; " : "", words);
	free(words);
	return false;
}

bool guest_wait_end(struct guest *guest, int64_t deadline_ns)
{
	char payload[PROTOCOL_LINE_BYTES];
	enum guest_event event;

	do
		event = guest_line(guest, deadline_ns, payload);
	while (event == GUEST_LINE);
	return event == GUEST_ENDED || event == GUEST_PANIC;
}

void guest_stop(struct guest *guest)
{
	if (guest->qemu.pid)
		read_console(guest);
	qemu_stop(&guest->qemu);
	guest->pending_length = 0;
}

void guest_release(struct guest *guest)
{
	guest_stop(guest);
	console_release(&guest->console);
}
