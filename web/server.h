/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The site on a socket. Two threads read requests and send what there is; what has to be made is
 * made on others meanwhile (pool.h, answer.h). The caller's thread is free.
 */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include "model/error.h"

struct server;

struct server_options {
	const char *store_path; /* the store's file; opened anew for each request, only to read */
	const char *url;        /* where the site is for the world (model/url.h), or NULL */
	const char *listen;     /* "127.0.0.1:8080", "[::1]:8080"; port 0 takes a free one */
};

/*
 * Listens and answers from then on; NULL with a clear line where it cannot. The threads inherit
 * the caller's signal mask and allowed CPUs.
 */
struct server *server_start(const struct server_options *options, struct error *err);

/* "http://127.0.0.1:8080/", for people and scripts; lives as long as the server. */
const char *server_url(const struct server *server);

/* Ends the listening, then the threads. NULL is fine. */
void server_stop(struct server *server);

#endif
