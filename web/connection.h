/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every open connection in one table: how many there may be, how many of one address, and until
 * when each has to be done. The library's own timeout is for silence only: a byte a second holds
 * a connection for ever. Here a phase has an absolute end, and a thread of the table's own cuts
 * what is past it.
 *
 *     open -> HEADER -> (BODY) -> ANSWER -> IDLE -> HEADER -> … -> close
 *
 * Safe from any thread. A connection's descriptor is closed by the library after
 * connection_close(), so that the table never cuts a descriptor that is somebody else's by now.
 */
#ifndef WEB_CONNECTION_H
#define WEB_CONNECTION_H

#include <sys/socket.h>

#include "model/error.h"

struct connections;
struct connection;

enum connection_phase {
	CONNECTION_HEADER, /* until the request's header has ended */
	CONNECTION_BODY,   /* until its body has */
	CONNECTION_ANSWER, /* until the answer is sent */
	CONNECTION_IDLE,   /* until the next request's first line */
	CONNECTION_PHASE_N
};

struct connection_limits {
	unsigned connections;  /* at once */
	unsigned loopback;     /* of these for loopback addresses alone */
	unsigned per_address;  /* at once, of one IPv4 address or one IPv6 /64; 0: no limit */
	unsigned requests;     /* of one connection, then it ends */
	unsigned time_s[CONNECTION_PHASE_N]; /* a body has a second more for each 16 KiB */
};

/* 4096 connections, 64 of them for loopback, 64 of one address; the times of `serve --help`. */
struct connection_limits connection_limits_default(void);

/*
 * Raises this process's limit of descriptors to the most it may have, and lowers the limits of
 * connections to what that leaves room for: out of descriptors, the library spins.
 */
void connection_limits_fit(struct connection_limits *limits);

/* NULL where there is no thread left. End with connections_free(), when none is open. */
struct connections *connections_new(const struct connection_limits *limits, struct error *err);
void connections_free(struct connections *connections);

/* Whether one more of this address may come. */
bool connections_admit(struct connections *connections, const struct sockaddr *address);

struct connection *connection_open(struct connections *connections, int fd,
	const struct sockaddr *address);
void connection_close(struct connections *connections, struct connection *connection);

/*
 * Enters a phase; body_bytes counts for CONNECTION_BODY alone. Entering HEADER counts a request.
 * Returns whether the request is the connection's last, which its answer should say.
 */
bool connection_enter(struct connections *connections, struct connection *connection,
	enum connection_phase phase, uint64_t body_bytes);

/* "192.0.2.7", and the address of ours that it came in at. They live as long as it. */
const char *connection_peer(const struct connection *connection);
const char *connection_local(const struct connection *connection);
bool connection_is_loopback(const struct connection *connection); /* the peer */

/*
 * For the end: cuts what is idle, lets what is being answered finish, and returns when none is
 * left or the time is over.
 */
void connections_drain(struct connections *connections, unsigned seconds);

struct connection_counts {
	uint64_t open, opened, turned_away;
	uint64_t cut[CONNECTION_PHASE_N]; /* by the phase that lasted too long */
};

struct connection_counts connections_count(struct connections *connections);

#endif
