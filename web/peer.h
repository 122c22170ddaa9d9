/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses of the other side. An IPv4 address inside IPv6 (::ffff:192.0.2.7) is an IPv4 one. */
#ifndef WEB_PEER_H
#define WEB_PEER_H

#include <sys/socket.h>

#include "model/base.h"

/* "192.0.2.7", "2001:db8::1"; "-" where it is neither. */
#define PEER_BYTES 48
const char *peer_text(const struct sockaddr *address, char text[static PEER_BYTES]);

bool peer_is_loopback(const struct sockaddr *address);

/*
 * What one limit counts as one: an IPv4 address, and the /64 of an IPv6 address, which is what
 * one customer has.
 */
uint64_t peer_key(const struct sockaddr *address);

#endif
