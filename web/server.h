/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The site on sockets. For each address two threads read requests and send what there is; what
 * has to be made is made on others meanwhile (pool.h, answer.h). One table holds the connections
 * of all addresses (connection.h), one guard stands before them (guard.h). The caller's thread is
 * free.
 */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include "web/connection.h"
#include "web/log.h"

struct server;

#define SERVER_LISTEN_MAX 16

struct server_options {
	const char *store_path;      /* the store's file; opened anew for each page, only to read */
	const char *const *listen;   /* "127.0.0.1:8080", "[::1]:8080"; port 0 takes a free one */
	size_t listen_n;
	const int *sockets;          /* that listen already; the server closes them */
	size_t sockets_n;            /* both together: 1 to SERVER_LISTEN_MAX */
	const char *const *hosts;    /* names it answers to, beside its addresses; none: all */
	size_t hosts_n;
	const char *url;             /* where the site is for the world (model/url.h), or NULL */
	bool read_only;              /* no uploads */
	uint64_t upload_max_bytes;
	struct connection_limits limits;
	struct log *log;             /* lives longer than the server */
};

/*
 * Listens and answers from then on; NULL with a clear line where it cannot. Strings need not live
 * longer than the call. The threads inherit the caller's signal mask and allowed CPUs.
 */
struct server *server_start(const struct server_options *options, struct error *err);

/*
 * "http://127.0.0.1:8080/", for people and scripts, of each address: NULL behind the last. They
 * live as long as the server.
 */
const char *server_url(const struct server *server, size_t i);

/* Takes no more connections, and returns when those that are open have ended, or the time has. */
void server_drain(struct server *server, unsigned seconds);

/* Ends the listening, then the threads. NULL is fine. */
void server_stop(struct server *server);

#endif
