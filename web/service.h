/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A server under systemd: sockets that it opened for us, and what it is told. */
#ifndef WEB_SERVICE_H
#define WEB_SERVICE_H

#include "model/error.h"

/*
 * The listening sockets that were handed over (LISTEN_FDS), at most `room` of them: TCP, set up as
 * listen_open() would. *n is 0 where there are none. False where one is something else.
 */
bool service_sockets(int *sockets, size_t room, size_t *n, struct error *err);

/* These say so where somebody listens, else nothing. */
void service_ready(const char *status);
void service_stopping(void);
void service_alive(void);

/* How often service_alive() has to be called, in ms; 0 where nobody waits for it. */
unsigned service_alive_ms(void);

#endif
