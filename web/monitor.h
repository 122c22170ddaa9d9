/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said to whoever watches the server, not the site: /metrics, and /healthz to loopback. */
#ifndef WEB_MONITOR_H
#define WEB_MONITOR_H

#include "web/server-parts.h"

/*
 * The reply where the target is the server's own business, with its pattern; NULL where it is the
 * site's, as /healthz is for loopback (page-health.c): it reads the store.
 */
struct reply *monitor_reply(struct server *server, struct MHD_Connection *connection,
	const char *target, bool loopback, const char **pattern);

#endif
