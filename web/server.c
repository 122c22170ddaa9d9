/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <microhttpd.h>
#include <unistd.h>

#include "web/answer.h"
#include "web/listen.h"
#include "web/pages.h"

#define THREADS 2
#define QUEUE_MAX 256                    /* jobs; as many as there are connections */
#define CONNECTIONS_MAX 256              /* well under half of the usual limit of descriptors */
#define CONNECTION_BYTES (16 * 1024)     /* also the limit of a request's header */
#define IDLE_S 15
#define PICTURES_BYTES (32 * 1024 * 1024) /* a few hundred pictures */
#define ANSWERS_BYTES (64 * 1024 * 1024)

struct server {
	struct MHD_Daemon *daemon;
	struct pool *pool;
	struct cache *pictures;
	struct answers *answers;
	char *store_path, *site_url;
	struct site site;
	char url[LISTEN_URL_BYTES];
};

/* One request, from its first line to the end of its answer. */
struct asked {
	struct answer_waiter waiter; /* first, so that it leads here */
	struct MHD_Connection *connection;
	char *target; /* as it was sent: the library's own copy has %00 and %2f decoded */
	bool headers_seen;
	struct reply_wish wish;
	struct answer *answer; /* once it has been asked for */
};

static void *on_target(void *context, const char *target, struct MHD_Connection *connection)
{
	(void)context;
	struct asked *asked = xcalloc(1, sizeof(*asked));
	asked->connection = connection;
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
	if (asked) {
		answer_release(asked->answer);
		free(asked->target);
	}
	free(asked);
	*state = NULL;
}

static void wake(struct answer_waiter *waiter)
{
	MHD_resume_connection(((struct asked *)waiter)->connection);
}

/* Sends the answer, or sleeps until it is made and this is called again. */
static enum MHD_Result answer_get(struct server *server, struct asked *asked)
{
	if (!asked->answer)
		asked->answer = answers_get(server->answers, asked->target, asked->wish.gzip);
	if (!answer_is_made(asked->answer)) {
		asked->waiter.wake = wake;
		MHD_suspend_connection(asked->connection);
		if (!answer_await(asked->answer, &asked->waiter))
			MHD_resume_connection(asked->connection);
		return MHD_YES;
	}
	struct reply_sent sent;
	return reply_send(answer_reply(asked->answer), asked->connection, &asked->wish, &sent);
}

/* What is no GET. */
static enum MHD_Result refuse(const struct server *server, struct asked *asked)
{
	struct page page;
	struct error err;
	struct reply_sent sent;
	page_init(&page);
	error_set(&err, "this site is only read, with GET and HEAD");
	page_error(&page, &(struct request){.store_path = server->store_path}, 405, &err);
	struct reply *reply = reply_new(&page, 405);
	page_release(&page);
	enum MHD_Result result = reply_send(reply, asked->connection, &asked->wish, &sent);
	reply_release(reply);
	return result;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
	const char *url, const char *method, const char *version, const char *data,
	size_t *data_bytes, void **state)
{
	(void)url;
	(void)version;
	(void)data;
	struct server *server = context;
	struct asked *asked = *state;
	if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
		return refuse(server, asked);
	/* The first call comes before a body, which a GET should not have: it is dropped. */
	if (!asked->headers_seen || *data_bytes) {
		asked->headers_seen = true;
		*data_bytes = 0;
		return MHD_YES;
	}
	if (!asked->answer)
		reply_wish_read(connection, method, &asked->wish);
	return answer_get(server, asked);
}

static bool start(struct server *server, const char *listen, struct error *err)
{
	int fd = listen_open(listen, err);
	if (fd < 0)
		return false;
	listen_url(fd, server->url);
	server->daemon = MHD_start_daemon(
		MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request,
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
	server->site_url = xstrdup_null(options->url);
	server->pictures = cache_new(PICTURES_BYTES);
	server->site = (struct site){.store_path = server->store_path,
		.url = server->site_url,
		.pictures = server->pictures};
	server->pool = pool_new(QUEUE_MAX, err);
	server->answers = answers_new(&server->site, server->pool, ANSWERS_BYTES);
	if (server->pool && start(server, options->listen, err))
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
	/* Nobody may sleep when the daemon stops: what is begun is made, what comes is refused. */
	if (server->pool)
		pool_close(server->pool);
	if (server->daemon)
		MHD_stop_daemon(server->daemon); /* closes the socket too */
	pool_free(server->pool);
	answers_free(server->answers);
	cache_free(server->pictures);
	free(server->store_path);
	free(server->site_url);
	free(server);
}
