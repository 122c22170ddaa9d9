/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The worker as process 1 of a guest: the guest's side of runner/protocol.h. */
#ifndef WORKER_INIT_H
#define WORKER_INIT_H

/* Mounts, says hello on the second serial port, serves requests; ends by powering off. */
void init_run(void) __attribute__((noreturn));

#endif
