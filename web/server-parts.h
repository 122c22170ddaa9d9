/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the server's files share: server.c starts and ends it, asked.c answers each request. */
#ifndef WEB_SERVER_PARTS_H
#define WEB_SERVER_PARTS_H

#include <microhttpd.h>

#include "web/answer.h"
#include "web/guard.h"
#include "web/listen.h"
#include "web/metrics.h"
#include "web/server.h"
#include "web/upload.h"

/* One address that is listened on. */
struct server_door {
	struct MHD_Daemon *daemon;
	char url[LISTEN_URL_BYTES];
};

struct server {
	struct server_door doors[SERVER_LISTEN_MAX];
	size_t doors_n;
	struct connections *connections;
	struct pool *pool;
	struct uploads *uploads; /* NULL: none are taken */
	struct cache *pictures;
	struct answers *answers;
	struct metrics *metrics;
	struct log *log; /* borrowed */
	char *store_path, *site_url;
	char **hosts;
	struct guard_policy policy;
	struct site site;
};

/* What the library calls for each connection and request, with the server as its context. */
enum MHD_Result asked_admit(void *context, const struct sockaddr *address, socklen_t length);
void asked_connection(void *context, struct MHD_Connection *connection, void **socket_context,
	enum MHD_ConnectionNotificationCode code);
void *asked_target(void *context, const char *target, struct MHD_Connection *connection);
enum MHD_Result asked_request(void *context, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *data_bytes,
	void **state);
void asked_completed(void *context, struct MHD_Connection *connection, void **state,
	enum MHD_RequestTerminationCode why);

#endif
