/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guest: QEMU, its console, and the lines its init sends over the second serial port. Whoever
 * waits for a line gets a line or the one reason why there will be none.
 */
#ifndef RUNNER_GUEST_H
#define RUNNER_GUEST_H

#include <signal.h>

#include "runner/console.h"
#include "runner/protocol.h"
#include "runner/qemu.h"

#define GUEST_NOISE_BYTES (64 << 20) /* on the protocol's port, besides whole lines */

enum guest_event {
	GUEST_LINE,
	GUEST_PANIC,
	GUEST_ENDED,  /* QEMU is gone, and there was no panic */
	GUEST_SILENT, /* the deadline passed */
	GUEST_FLOOD,  /* more than GUEST_NOISE_BYTES that are no lines of ours */
	GUEST_INTERRUPTED,
};

struct guest {
	struct qemu qemu; /* pid 0: there is no guest */
	struct console console;
	const volatile sig_atomic_t *interrupts; /* from 2 on nothing is waited for */
	char pending[16384]; /* received, not yet taken as lines */
	size_t pending_length;
	uint64_t noise_bytes;
	int64_t panicked_ns; /* when the panic was seen; 0 */
	bool silent_port;    /* the protocol's port is at its end */
};

/* Start with {.qemu = QEMU_NONE}. False where QEMU itself could not be started. */
bool guest_start(struct guest *guest, const struct qemu_options *options,
	const volatile sig_atomic_t *interrupts, struct error *err);

/*
 * Waits for the next line with a right frame and hands over its payload. Lines that arrived
 * before the guest's end are handed over first.
 */
enum guest_event guest_line(struct guest *guest, int64_t deadline_ns,
	char payload[static PROTOCOL_LINE_BYTES]);

/* Sends one framed line. Where the guest is gone, the wait for its answer tells. */
void guest_send(struct guest *guest, const char *payload);

/* Says what an event other than GUEST_LINE means while waiting for `what`; returns false. */
bool guest_error(const struct guest *guest, enum guest_event event, const char *what,
	struct error *err);

/* Reads the console for as long as QEMU runs, at most until the deadline; true where it ended. */
bool guest_wait_end(struct guest *guest, int64_t deadline_ns);

/* Kills it, if it is there. The console stays until guest_release(). */
void guest_stop(struct guest *guest);
void guest_release(struct guest *guest);

#endif
