/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <unistd.h>

#include "web/server-parts.h"

#define THREADS 2                         /* of each address */
#define QUEUE_MAX 256                     /* pages to be made; whoever comes then gets a 503 */
#define CONNECTION_BYTES (16 * 1024)      /* a request's header, and what the library makes of it */
#define PICTURES_BYTES (32 * 1024 * 1024) /* a few hundred pictures */
#define ANSWERS_BYTES (64 * 1024 * 1024)

/* What one client did wrong is no fault of ours, and its own affair. */
static void on_fault(void *context, const char *format, va_list arguments)
{
	/* In the library's words: a request that is none, too large or broken off; a client gone. */
	static const char *const clients[] = {"losing connection", "memory in pool to",
		"incomplete request", "when reading request", "Failed to send the",
		"Failed to send data", "request without"};
	const struct server *server = context;
	char message[LOG_LINE_BYTES];
	for (size_t i = 0; i < ARRAY_LENGTH(clients); i++)
		if (strstr(format, clients[i]))
			return;
	vsnprintf(message, sizeof(message), format, arguments);
	log_fault(server->log, "%s", message);
}

/*
 * The limit of connections is our table's. The library's own is for one thread each, where it
 * would stop to accept; and it would spin without descriptors, which the table's limit prevents.
 */
static bool open_door(struct server *server, int fd, const struct connection_limits *limits,
	struct error *err)
{
	struct server_door *door = &server->doors[server->doors_n];
	listen_url(fd, door->url);
	unsigned longest_s = 0;
	for (size_t i = 0; i < CONNECTION_PHASE_N; i++)
		if (limits->time_s[i] > longest_s)
			longest_s = limits->time_s[i];
	door->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
			MHD_USE_ERROR_LOG,
		0, asked_admit, server, asked_request, server,
		MHD_OPTION_EXTERNAL_LOGGER, on_fault, server,
		MHD_OPTION_LISTEN_SOCKET, fd,
		MHD_OPTION_THREAD_POOL_SIZE, (unsigned)THREADS,
		MHD_OPTION_CONNECTION_LIMIT, THREADS * (limits->connections + THREADS),
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, longest_s + 1,
		MHD_OPTION_NOTIFY_CONNECTION, asked_connection, server,
		MHD_OPTION_URI_LOG_CALLBACK, asked_target, server,
		MHD_OPTION_NOTIFY_COMPLETED, asked_completed, server,
		MHD_OPTION_END);
	if (!door->daemon) {
		close(fd);
		return error_set(err, "cannot serve at %s: no threads or descriptors left",
			door->url);
	}
	server->doors_n++;
	return true;
}

static bool open_doors(struct server *server, const struct server_options *options,
	const struct connection_limits *limits, struct error *err)
{
	for (size_t i = 0; i < options->sockets_n; i++)
		if (!open_door(server, options->sockets[i], limits, err))
			return false;
	for (size_t i = 0; i < options->listen_n; i++) {
		int fd = listen_open(options->listen[i], err);
		if (fd < 0 || !open_door(server, fd, limits, err))
			return false;
	}
	return true;
}

static struct server *server_new(const struct server_options *options)
{
	struct server *server = xcalloc(1, sizeof(*server));
	server->store_path = xstrdup(options->store_path);
	server->site_url = xstrdup_null(options->url);
	server->log = options->log;
	server->metrics = metrics_new();
	server->pictures = cache_new(PICTURES_BYTES);
	server->site = (struct site){.store_path = server->store_path,
		.url = server->site_url, .pictures = server->pictures};
	server->hosts = xcalloc(options->hosts_n + 1, sizeof(*server->hosts));
	for (size_t i = 0; i < options->hosts_n; i++)
		server->hosts[i] = xstrdup(options->hosts[i]);
	server->policy = (struct guard_policy){
		.hosts = (const char *const *)server->hosts,
		.hosts_n = options->hosts_n,
		.uploads = !options->read_only,
		.body_max_bytes = options->upload_max_bytes,
	};
	if (!options->read_only)
		server->uploads = uploads_new(server->store_path, options->upload_max_bytes);
	return server;
}

struct server *server_start(const struct server_options *options, struct error *err)
{
	struct connection_limits limits = options->limits;
	struct server *server = server_new(options);
	connection_limits_fit(&limits);
	server->connections = connections_new(&limits, err);
	if (server->connections)
		server->pool = pool_new(QUEUE_MAX, err);
	server->answers = answers_new(&server->site, server->pool, ANSWERS_BYTES);
	if (server->pool && open_doors(server, options, &limits, err))
		return server;
	server_stop(server);
	return NULL;
}

const char *server_url(const struct server *server, size_t i)
{
	return i < server->doors_n ? server->doors[i].url : NULL;
}

void server_drain(struct server *server, unsigned seconds)
{
	for (size_t i = 0; i < server->doors_n; i++) {
		int fd = MHD_quiesce_daemon(server->doors[i].daemon);
		if (fd >= 0)
			close(fd);
	}
	connections_drain(server->connections, seconds);
}

void server_stop(struct server *server)
{
	if (!server)
		return;
	/* Nobody may sleep when a daemon stops: what is begun is made, what comes is refused. */
	if (server->pool)
		pool_close(server->pool);
	for (size_t i = 0; i < server->doors_n; i++)
		MHD_stop_daemon(server->doors[i].daemon); /* closes the socket too */
	pool_free(server->pool);
	answers_free(server->answers);
	uploads_free(server->uploads);
	connections_free(server->connections);
	cache_free(server->pictures);
	metrics_free(server->metrics);
	for (char **host = server->hosts; *host; host++)
		free(*host);
	free(server->hosts);
	free(server->store_path);
	free(server->site_url);
	free(server);
}
