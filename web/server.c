/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <microhttpd.h>
#include <unistd.h>

#include "web/listen.h"
#include "web/pages.h"
#include "web/reply.h"
#include "web/site.h"

#define THREADS 2
#define CONNECTIONS_MAX 256              /* well under half of the usual limit of descriptors */
#define CONNECTION_BYTES (16 * 1024)     /* also the limit of a request's header */
#define IDLE_S 15
#define PICTURES_BYTES (64 * 1024 * 1024) /* a few hundred pictures */

struct server {
	struct MHD_Daemon *daemon;
	struct cache *pictures;
	char *store_path;
	struct site site;
	char url[LISTEN_URL_BYTES];
};

/* One request, from its first line to the end of its answer. */
struct asked {
	char *target; /* as it was sent: the library's own copy has %00 and %2f decoded */
	bool headers_seen;
};

static void *on_target(void *context, const char *target, struct MHD_Connection *connection)
{
	(void)context;
	(void)connection;
	struct asked *asked = xcalloc(1, sizeof(*asked));
	/* "http://host/path" means "/path" here. */
	if (!strncmp(target, "http://", 7))
		target += 7 + strcspn(target + 7, "/");
	asked->target = xstrdup(target);
	return asked;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
	enum MHD_RequestTerminationCode why)
{
	(void)context;
	(void)connection;
	(void)why;
	struct asked *asked = *state;
	if (asked)
		free(asked->target);
	free(asked);
	*state = NULL;
}

static enum MHD_Result send_page(struct MHD_Connection *connection, struct page *page, int status)
{
	struct MHD_Response *response = reply_new(page, &status,
		MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match"));
	if (status == 405) {
		MHD_add_response_header(response, "Allow", "GET, HEAD");
		MHD_add_response_header(response, "Connection", "close");
	}
	enum MHD_Result result = MHD_queue_response(connection, (unsigned)status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
	const char *url, const char *method, const char *version, const char *data,
	size_t *data_bytes, void **state)
{
	(void)url;
	(void)version;
	(void)data;
	const struct server *server = context;
	struct asked *asked = *state;
	bool reading = !strcmp(method, "GET") || !strcmp(method, "HEAD");
	/* The first call comes before a body, which a GET should not have: it is dropped. */
	if (reading && (!asked->headers_seen || *data_bytes)) {
		asked->headers_seen = true;
		*data_bytes = 0;
		return MHD_YES;
	}

	struct page page;
	struct error err;
	page_init(&page);
	int status = 405;
	if (reading) {
		status = site_get(&server->site, asked->target, &page, &err);
	} else {
		error_set(&err, "this site is only read, with GET and HEAD");
		page_error(&page, &(struct request){.store_path = server->store_path}, status, &err);
	}
	enum MHD_Result result = send_page(connection, &page, status);
	page_release(&page);
	return result;
}

static bool start(struct server *server, const char *listen, struct error *err)
{
	int fd = listen_open(listen, err);
	if (fd < 0)
		return false;
	listen_url(fd, server->url);
	server->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, on_request,
		server, MHD_OPTION_LISTEN_SOCKET, fd,
		MHD_OPTION_THREAD_POOL_SIZE, (unsigned)THREADS,
		MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S,
		MHD_OPTION_URI_LOG_CALLBACK, on_target, NULL,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL,
		MHD_OPTION_END);
	if (server->daemon)
		return true;
	close(fd);
	return error_set(err, "cannot serve on %s: no threads or descriptors left", listen);
}

struct server *server_start(const struct server_options *options, struct error *err)
{
	struct server *server = xcalloc(1, sizeof(*server));
	server->store_path = xstrdup(options->store_path);
	server->pictures = cache_new(PICTURES_BYTES);
	server->site = (struct site){server->store_path, server->pictures};
	if (start(server, options->listen, err))
		return server;
	server_stop(server);
	return NULL;
}

const char *server_url(const struct server *server)
{
	return server->url;
}

void server_stop(struct server *server)
{
	if (!server)
		return;
	if (server->daemon)
		MHD_stop_daemon(server->daemon); /* closes the socket too */
	cache_free(server->pictures);
	free(server->store_path);
	free(server);
}
