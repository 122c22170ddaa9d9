/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/receive.h"

/*
 * The library's calls: one when the header is there, again after a sleep in it; then one for each
 * piece of the body, and one with no bytes at its end, again after a sleep.
 */
enum stage {
	STAGE_HEADER, /* nothing is known yet */
	STAGE_BODY,   /* the upload has begun */
	STAGE_ANSWER  /* there is an answer */
};

struct receive {
	struct uploads *uploads;
	struct pool *pool;
	struct MHD_Connection *connection;
	const char *digest;
	const struct sockaddr *address;
	enum stage stage;
	bool body_begun; /* the calls before the body are over */
	bool whole;
	struct upload *upload;
	struct upload_answer answer;
};

struct receive *receive_new(struct uploads *uploads, struct pool *pool,
	struct MHD_Connection *connection, const char *digest, const struct sockaddr *address)
{
	struct receive *receive = xcalloc(1, sizeof(*receive));
	receive->uploads = uploads;
	receive->pool = pool;
	receive->connection = connection;
	receive->digest = digest;
	receive->address = address;
	return receive;
}

void receive_free(struct receive *receive)
{
	if (!receive)
		return;
	upload_free(receive->upload);
	upload_answer_release(&receive->answer);
	free(receive);
}

static const char *header(const struct receive *receive, const char *name)
{
	return MHD_lookup_connection_value(receive->connection, MHD_HEADER_KIND, name);
}

static void begin(void *context)
{
	struct receive *receive = context;
	const struct upload_request request = {.digest = receive->digest,
		.authorization = header(receive, "Authorization"),
		.content_length = header(receive, "Content-Length"),
		.content_type = header(receive, "Content-Type"),
		.content_encoding = header(receive, "Content-Encoding"),
		.content_range = header(receive, "Content-Range"),
		.address = receive->address};
	receive->upload = upload_begin(receive->uploads, &request, &receive->answer);
	receive->stage = receive->upload ? STAGE_BODY : STAGE_ANSWER;
	MHD_resume_connection(receive->connection);
}

static void finish(void *context)
{
	struct receive *receive = context;
	upload_finish(receive->upload, &receive->answer);
	receive->stage = STAGE_ANSWER;
	MHD_resume_connection(receive->connection);
}

/* The connection sleeps until the job is done, or is refused at once. */
static void sleep_during(struct receive *receive, pool_job *job)
{
	MHD_suspend_connection(receive->connection);
	if (pool_add(receive->pool, job, receive))
		return;
	upload_answer_busy(&receive->answer);
	receive->stage = STAGE_ANSWER;
	MHD_resume_connection(receive->connection);
}

static struct reply *make_reply(struct receive *receive)
{
	struct upload_answer *answer = &receive->answer;
	struct page page;
	page_init(&page);
	page_turn(&page, PAGE_PROBLEM, answer->type);
	page.cache = PAGE_FRESH;
	page.retry_after_s = answer->retry_after_s;
	snprintf(page.location, sizeof(page.location), "%s", answer->location);
	text_add_bytes(&page.body, answer->body.bytes, answer->body.length);
	struct reply *reply = reply_new(&page, answer->status);
	page_release(&page);
	if (answer->challenge)
		reply_add(reply, "WWW-Authenticate", "Bearer realm=\"schedlab\"");
	if (!receive->upload) /* refused, and the body may still come */
		reply_add(reply, "Connection", "close");
	return reply;
}

/*
 * Refused before the body: who waits for "100 Continue" hears it at once. Others send the body in
 * any case, a proxy among them, and would see a connection that breaks instead of the answer: it
 * is dropped first.
 */
static struct reply *refuse(struct receive *receive, size_t *data_bytes)
{
	if (receive->whole || header(receive, "Expect"))
		return make_reply(receive);
	receive->whole = receive->body_begun && !*data_bytes;
	receive->body_begun = true;
	*data_bytes = 0;
	return receive->whole ? make_reply(receive) : NULL;
}

struct reply *receive_call(struct receive *receive, const char *data, size_t *data_bytes)
{
	if (receive->stage == STAGE_ANSWER)
		return refuse(receive, data_bytes);
	if (receive->stage == STAGE_HEADER) {
		sleep_during(receive, begin);
	} else if (*data_bytes) {
		receive->body_begun = true;
		upload_data(receive->upload, data, *data_bytes);
		*data_bytes = 0;
	} else if (!receive->body_begun) {
		receive->body_begun = true; /* the first call again, after its sleep */
	} else {
		receive->whole = true;
		sleep_during(receive, finish);
	}
	return NULL;
}

bool receive_is_whole(const struct receive *receive)
{
	return receive->whole;
}
