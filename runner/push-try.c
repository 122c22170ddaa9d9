/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One try to send one campaign: the only place where libcurl moves bytes. */
#include <sodium.h>

#include "model/formats/jsonl.h"
#include "runner/push-parts.h"

#define CONNECT_S 10L
#define LOW_SPEED_BYTES 100L
#define LOW_SPEED_S 60L /* a large campaign is checked for some seconds before the answer */
#define TOTAL_S 600L
#define ANSWER_BYTES_MAX (64 * 1024)

/* One campaign on its way. */
struct body {
	const struct text *form;
	size_t at;
	struct push *push;
	struct text answer;
};

static size_t read_body(char *buffer, size_t size, size_t n, void *context)
{
	struct body *body = context;
	size_t left = body->form->length - body->at;
	size_t bytes = size * n < left ? size * n : left;
	memcpy(buffer, body->form->bytes + body->at, bytes);
	body->at += bytes;
	return bytes;
}

static int seek_body(void *context, curl_off_t offset, int origin)
{
	struct body *body = context;
	if (origin != SEEK_SET || offset < 0 || (uint64_t)offset > body->form->length)
		return CURL_SEEKFUNC_CANTSEEK;
	body->at = (size_t)offset;
	return CURL_SEEKFUNC_OK;
}

/* Beyond the limit nothing is taken, which ends the transfer. */
static size_t write_answer(char *bytes, size_t size, size_t n, void *context)
{
	struct body *body = context;
	if (body->answer.length + size * n > ANSWER_BYTES_MAX)
		return 0;
	text_add_bytes(&body->answer, bytes, size * n);
	return size * n;
}

static int on_progress(void *context, curl_off_t down_all, curl_off_t down, curl_off_t up_all,
	curl_off_t up)
{
	const struct body *body = context;
	const struct push_options *options = &body->push->options;
	(void)down_all, (void)down;
	if (options->sent && up_all > 0)
		options->sent(options->context, (uint64_t)up, (uint64_t)up_all);
	return 0;
}

static void set(CURLcode code)
{
	if (code != CURLE_OK)
		abort(); /* out of memory, or an option that this curl does not know */
}

void push_set_up(struct push *push)
{
	CURL *curl = push->curl;
	set(curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L));
	set(curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, push->why));
	set(curl_easy_setopt(curl, CURLOPT_USERAGENT, "schedlab/" SCHEDLAB_VERSION));
	set(curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https"));
	set(curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1));
	set(curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L));
	set(curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_S));
	set(curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, LOW_SPEED_BYTES));
	set(curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, LOW_SPEED_S));
	set(curl_easy_setopt(curl, CURLOPT_TIMEOUT, TOTAL_S));
	set(curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L));
	set(curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_body));
	set(curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, seek_body));
	set(curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, write_answer));
	set(curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress));
	set(curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L));
	if (push->options.ca_file)
		set(curl_easy_setopt(curl, CURLOPT_CAINFO, push->options.ca_file));
	if (push->local)
		set(curl_easy_setopt(curl, CURLOPT_NOPROXY, "*"));
}

/*
 * "Expect" is for every size: who is refused hears why, instead of a connection that breaks while
 * the body is on its way.
 */
static struct curl_slist *make_headers(const struct push *push)
{
	char *authorization = xasprintf("Authorization: Bearer %s", push->options.token);
	const char *const lines[] = {
		authorization, "Content-Type: " JSONL_TYPE, "Expect: 100-continue"};
	struct curl_slist *headers = NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
		headers = curl_slist_append(headers, lines[i]);
		if (!headers)
			abort(); /* out of memory */
	}
	sodium_memzero(authorization, strlen(authorization));
	free(authorization);
	return headers;
}

static void read_answer(CURL *curl, struct push_answer *answer)
{
	curl_off_t retry_s = 0;
	char *redirect = NULL;
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
	curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_s);
	curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &redirect);
	answer->retry_after_s = (double)retry_s;
	answer->redirect = xstrdup_null(redirect);
}

static CURLcode put(struct push *push, const char *url, struct body *body,
	struct push_answer *answer)
{
	CURL *curl = push->curl;
	struct curl_slist *headers = make_headers(push);
	body->at = 0;
	push->why[0] = 0;
	set(curl_easy_setopt(curl, CURLOPT_URL, url));
	set(curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers));
	set(curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)body->form->length));
	set(curl_easy_setopt(curl, CURLOPT_READDATA, body));
	set(curl_easy_setopt(curl, CURLOPT_SEEKDATA, body));
	set(curl_easy_setopt(curl, CURLOPT_WRITEDATA, body));
	set(curl_easy_setopt(curl, CURLOPT_XFERINFODATA, body));
	CURLcode code = curl_easy_perform(curl);
	*answer = (struct push_answer){0};
	/* A refusal may come before the body is through, and then sending fails: it counts. */
	if (code == CURLE_OK || code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR)
		read_answer(curl, answer);
	if (answer->status < 200)
		answer->status = 0;
	answer->body = body->answer;
	body->answer = TEXT_EMPTY;
	set(curl_easy_setopt(curl, CURLOPT_HTTPHEADER, NULL));
	curl_slist_free_all(headers);
	return code;
}

/* What no further try makes good. */
static bool is_final(CURLcode code)
{
	return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
		code == CURLE_SSL_ISSUER_ERROR || code == CURLE_UNSUPPORTED_PROTOCOL ||
		code == CURLE_WRITE_ERROR;
}

static bool explain(const struct push *push, CURLcode code, struct error *err)
{
	const char *why = push->why[0] ? push->why : curl_easy_strerror(code);
	if (code == CURLE_PEER_FAILED_VERIFICATION)
		return error_set(err,
			"the server's certificate is not trusted (%s): --ca-file names the "
			"authority to trust, where it is your own",
			why);
	if (code == CURLE_SSL_CACERT_BADFILE)
		return error_set(err, "--ca-file %s: no certificates can be read from it",
			push->options.ca_file ? push->options.ca_file : "");
	if (code == CURLE_WRITE_ERROR)
		return error_set(err, "the answer is too long: is this a schedlab server?");
	return error_set(err, "%s", why);
}

bool push_try(struct push *push, const char *url, const struct text *form,
	struct push_answer *answer, bool *final, struct error *err)
{
	struct body body = {.form = form, .push = push};
	CURLcode code = put(push, url, &body, answer);
	*final = is_final(code);
	return answer->status || explain(push, code, err);
}
