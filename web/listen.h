/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The socket that is listened on: ours, so that "in use" can say what to do about it. */
#ifndef WEB_LISTEN_H
#define WEB_LISTEN_H

#include "model/error.h"

/* Whether it is written as one: numbers alone, "127.0.0.1:8080" or "[::1]:8080". */
bool listen_is_address(const char *address, struct error *err);

/*
 * Opens a listening socket for "127.0.0.1:8080" or "[::1]:8080"; port 0 takes a free one.
 * Returns it, or -1: "127.0.0.1:8080 is in use …".
 */
int listen_open(const char *address, struct error *err);

/* Where it really listens, as a browser takes it: "http://[::1]:8080/". */
#define LISTEN_URL_BYTES 80
void listen_url(int fd, char url[static LISTEN_URL_BYTES]);

#endif
