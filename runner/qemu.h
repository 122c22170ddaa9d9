/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * QEMU as a process: its command line, its start in a process group of its own, its end. It dies
 * with the thread that started it, whatever that one dies of (schedlab-worker exec sees to it).
 * Nothing it needs has a name in the file system: images and ports are descriptors it inherits.
 */
#ifndef RUNNER_QEMU_H
#define RUNNER_QEMU_H

#include <sys/types.h>

#include "model/error.h"

struct qemu_options {
	const char *worker;  /* schedlab-worker, on this host */
	const char *accel;   /* "kvm" or "tcg" */
	bool counted;        /* one CPU, a nanosecond an instruction; tcg only */
	unsigned cpus, memory_mib;
	const char *kernel;  /* a bzImage */
	const char *cmdline; /* what is added to the kernel's command line */
};

struct qemu {
	pid_t pid;    /* 0: none */
	int console;  /* the first serial port: a stream socket */
	int protocol; /* the second */
	int errors;   /* what QEMU itself writes, to be read from offset 0 */
};

#define QEMU_NONE ((struct qemu){0, -1, -1, -1})

/* The qemu-system-x86_64 that would be started, or NULL. The caller frees it. */
char *qemu_find(void);

/* Starts a guest. On failure *qemu is QEMU_NONE. */
bool qemu_start(const struct qemu_options *options, struct qemu *qemu, struct error *err);

/*
 * Starts a machine that has no kernel but 64 KiB of firmware (a descriptor), which says that it
 * runs by ending QEMU with QEMU_FIRMWARE_STATUS.
 */
#define QEMU_FIRMWARE_STATUS 67
bool qemu_start_firmware(const char *worker, const char *accel, struct qemu *qemu,
	struct error *err);

/* Kills what is left of it and reaps it; returns its wait status, 0 where none ran. */
int qemu_stop(struct qemu *qemu);

/* The last line QEMU wrote about itself, as valid UTF-8; "" where it wrote none. Caller frees. */
char *qemu_last_words(const struct qemu *qemu);

#endif
