/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One request, from its first line to the end of its answer:
 *
 *     target -> guard -> a refusal, and the connection's end
 *                     -> GET: an answer that is there, or the connection sleeps until it is made
 *                     -> PUT: an upload, which sleeps while it begins and ends (receive.h)
 */
#include "web/server-parts.h"

#include "model/now.h"
#include "model/url.h"
#include "web/monitor.h"
#include "web/receive.h"

#define METHOD_BYTES 16

struct asked {
	struct answer_waiter waiter; /* first, so that it leads here */
	struct server *server;
	struct MHD_Connection *connection;
	struct connection *open;
	char *target; /* as it was sent: the library's own copy has %00 and %2f decoded */
	char method[METHOD_BYTES];
	char *agent, *referrer; /* for the log, else NULL */
	int64_t at_us, begun_ns; /* for the log; to tell how long it took */
	bool guarded;            /* the first call has been */
	struct reply_wish wish;
	struct answer *answer; /* once it has been asked for */
	struct receive *receive; /* of an upload */
	struct reply_sent sent;
	const char *pattern; /* of its address, NULL where there is no such */
	int refused;         /* with which status, 0: it was not */
};

/* ---- connections ---- */

enum MHD_Result asked_admit(void *context, const struct sockaddr *address, socklen_t length)
{
	(void)length;
	struct server *server = context;
	return connections_admit(server->connections, address) ? MHD_YES : MHD_NO;
}

void asked_connection(void *context, struct MHD_Connection *connection, void **socket_context,
	enum MHD_ConnectionNotificationCode code)
{
	struct server *server = context;
	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		connection_close(server->connections, *socket_context);
		return;
	}
	const union MHD_ConnectionInfo *fd =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	const union MHD_ConnectionInfo *address =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	*socket_context =
		connection_open(server->connections, fd->connect_fd, address->client_addr);
}

/* ---- the request's line ---- */

void *asked_target(void *context, const char *target, struct MHD_Connection *connection)
{
	struct server *server = context;
	struct asked *asked = xcalloc(1, sizeof(*asked));
	asked->server = server;
	asked->connection = connection;
	asked->open = MHD_get_connection_info(connection,
		MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
	asked->target = xstrdup(target);
	asked->at_us = now_unix_us();
	asked->begun_ns = now_steady_ns();
	connection_enter(server->connections, asked->open, CONNECTION_HEADER, 0);
	return asked;
}

/* ---- the guard ---- */

struct headers {
	struct guard_header list[GUARD_HEADERS_MAX + 1];
	size_t n;
};

static enum MHD_Result take_header(void *context, enum MHD_ValueKind kind, const char *name,
	size_t name_length, const char *value, size_t value_length)
{
	(void)kind;
	struct headers *headers = context;
	headers->list[headers->n++] = (struct guard_header){
		name, value ? value : "", name_length, value ? value_length : 0};
	return headers->n < ARRAY_LENGTH(headers->list) ? MHD_YES : MHD_NO;
}

static struct guard_answer guard(const struct asked *asked, const char *method,
	const char *version)
{
	struct headers headers;
	headers.n = 0;
	MHD_get_connection_values_n(asked->connection, MHD_HEADER_KIND, take_header, &headers);
	const struct guard_request request = {.method = method, .version = version,
		.target = asked->target, .local = connection_local(asked->open),
		.headers = headers.list, .headers_n = headers.n};
	return guard_check(&asked->server->policy, &request);
}

/* Sends a reply that is for this request alone. */
static enum MHD_Result send_once(struct asked *asked, struct reply *reply)
{
	enum MHD_Result result = reply_send(reply, asked->connection, &asked->wish, &asked->sent);
	reply_release(reply);
	return result;
}

static enum MHD_Result refuse(struct asked *asked, const struct guard_answer *answer)
{
	struct reply *reply = reply_new_line(answer->status, answer->line);
	reply_add(reply, "Connection", "close");
	if (answer->allow)
		reply_add(reply, "Allow", answer->allow);
	asked->refused = answer->status;
	return send_once(asked, reply);
}

static void note_for_log(struct asked *asked)
{
	asked->agent = xstrdup_null(
		MHD_lookup_connection_value(asked->connection, MHD_HEADER_KIND, "User-Agent"));
	asked->referrer = xstrdup_null(
		MHD_lookup_connection_value(asked->connection, MHD_HEADER_KIND, "Referer"));
}

/* ---- PUT ---- */

static enum MHD_Result take_upload(struct asked *asked, const char *data, size_t *data_bytes)
{
	struct reply *reply = receive_call(asked->receive, data, data_bytes);
	if (reply || receive_is_whole(asked->receive))
		connection_enter(asked->server->connections, asked->open, CONNECTION_ANSWER, 0);
	return reply ? send_once(asked, reply) : MHD_YES;
}

static enum MHD_Result begin_upload(struct asked *asked)
{
	struct server *server = asked->server;
	size_t none = 0;
	asked->pattern = URL_UPLOADS "DIGEST";
	asked->receive = receive_new(server->uploads, server->pool, asked->connection,
		asked->target + strlen(URL_UPLOADS),
		MHD_get_connection_info(asked->connection,
			MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);
	return take_upload(asked, NULL, &none);
}

/* ---- the first call ---- */

static enum MHD_Result first_call(struct asked *asked, const char *method, const char *version)
{
	struct server *server = asked->server;
	asked->guarded = true;
	snprintf(asked->method, sizeof(asked->method), "%s", method);
	if (log_wants_requests(server->log))
		note_for_log(asked);
	struct guard_answer answer = guard(asked, method, version);
	asked->wish.last = connection_enter(server->connections, asked->open,
		answer.body_bytes ? CONNECTION_BODY : CONNECTION_ANSWER, answer.body_bytes);
	if (answer.status) {
		asked->wish.head = !strcmp(method, "HEAD");
		return refuse(asked, &answer);
	}
	return strcmp(method, "PUT") == 0 ? begin_upload(asked) : MHD_YES;
}

/* ---- GET ---- */

static void wake(struct answer_waiter *waiter)
{
	MHD_resume_connection(((struct asked *)waiter)->connection);
}

/* Sends the answer, or sleeps until it is made and this is called again. */
static enum MHD_Result send_answer(struct asked *asked)
{
	if (!answer_is_made(asked->answer)) {
		asked->waiter.wake = wake;
		MHD_suspend_connection(asked->connection);
		if (!answer_await(asked->answer, &asked->waiter))
			MHD_resume_connection(asked->connection);
		return MHD_YES;
	}
	return reply_send(answer_reply(asked->answer), asked->connection, &asked->wish,
		&asked->sent);
}

static enum MHD_Result get(struct asked *asked, const char *method)
{
	if (asked->answer)
		return send_answer(asked);
	struct server *server = asked->server;
	reply_wish_read(asked->connection, method, &asked->wish);
	struct reply *reply = monitor_reply(server, asked->connection, asked->target,
		connection_is_loopback(asked->open), &asked->pattern);
	if (reply)
		return send_once(asked, reply);
	asked->answer = answers_get(server->answers, asked->target, asked->wish.gzip);
	asked->pattern = answer_pattern(asked->answer);
	return send_answer(asked);
}

enum MHD_Result asked_request(void *context, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *data_bytes,
	void **state)
{
	(void)context;
	(void)connection;
	(void)url;
	struct asked *asked = *state;
	if (!asked->guarded)
		return first_call(asked, method, version);
	if (asked->receive)
		return take_upload(asked, data, data_bytes);
	if (*data_bytes) {
		*data_bytes = 0; /* of a request that was refused */
		return MHD_YES;
	}
	return get(asked, method);
}

/* ---- the end ---- */

static void note(const struct asked *asked)
{
	const struct server *server = asked->server;
	int64_t took_us = (now_steady_ns() - asked->begun_ns) / 1000;
	if (asked->refused)
		metrics_refused(server->metrics, asked->refused);
	else
		metrics_answered(server->metrics, asked->pattern, (int)asked->sent.status,
			asked->sent.bytes, took_us);
	if (!log_wants_requests(server->log))
		return;
	log_request(server->log, &(struct log_request){.peer = connection_peer(asked->open),
		.method = asked->method, .target = asked->target, .agent = asked->agent,
		.referrer = asked->referrer, .at_us = asked->at_us, .took_us = took_us,
		.status = (int)asked->sent.status, .bytes = asked->sent.bytes});
}

void asked_completed(void *context, struct MHD_Connection *connection, void **state,
	enum MHD_RequestTerminationCode why)
{
	(void)why;
	(void)connection;
	struct server *server = context;
	struct asked *asked = *state;
	*state = NULL;
	if (!asked)
		return;
	note(asked);
	connection_enter(server->connections, asked->open, CONNECTION_IDLE, 0);
	answer_release(asked->answer);
	receive_free(asked->receive);
	free(asked->target);
	free(asked->agent);
	free(asked->referrer);
	free(asked);
}
