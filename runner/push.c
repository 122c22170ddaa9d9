/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/push.h"

#include <math.h>
#include <sodium.h>

#include "model/environment-json.h"
#include "model/url.h"
#include "runner/push-parts.h"

#define WAIT_FIRST_S 1.0
#define WAIT_MOST_S 300.0 /* between two tries; a server that asks for more is not waited for */

/* Full jitter: many that failed at once do not come back at once. */
static double backoff_s(unsigned try)
{
	double most = fmin(WAIT_FIRST_S * pow(2, try), WAIT_MOST_S);
	return most * (double)randombytes_random() / (double)UINT32_MAX;
}

static void sleep_s(double seconds)
{
	struct timespec left = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
	while (nanosleep(&left, &left) != 0)
		;
}

struct attempt {
	enum push_outcome outcome;
	bool again;
	double wait_s; /* at least */
};

static struct attempt attempt(struct push *push, const char *url, const char *digest,
	const struct text *form, const char *id, struct error *err)
{
	struct push_answer answer;
	struct attempt attempt = {.outcome = PUSH_FAILED};
	bool final;
	if (push_try(push, url, form, &answer, &final, err)) {
		attempt.outcome = push_answer_read(&answer, digest, id, err);
		attempt.again = push_answer_is_temporary(&answer);
		attempt.wait_s = answer.retry_after_s;
	} else {
		attempt.again = !final;
	}
	push_answer_release(&answer);
	return attempt;
}

enum push_outcome push_form(struct push *push, const struct text *form, const char *id,
	struct error *err)
{
	char digest[DIGEST_BYTES];
	struct attempt last = {.outcome = PUSH_FAILED};
	digest_of(form->bytes, form->length, digest);
	char *url = xasprintf("%s" URL_UPLOADS "%s", push->base, digest);
	for (unsigned try = 0; try < push->options.tries; try++) {
		last = attempt(push, url, digest, form, id, err);
		double wait_s = last.wait_s + backoff_s(try);
		if (last.outcome == PUSH_STORED || last.outcome == PUSH_THERE || !last.again)
			break;
		if (try + 1 == push->options.tries || last.wait_s > WAIT_MOST_S)
			break;
		if (push->options.again)
			push->options.again(push->options.context, err, wait_s);
		sleep_s(wait_s);
	}
	free(url);
	return last.outcome;
}

char *push_page_url(const struct push *push, const char *id)
{
	return xasprintf("%s/c/%s", push->base, id);
}

/* A header is one line of visible ASCII. */
static bool check_token(const char *token, struct error *err)
{
	for (const char *c = token; *c; c++)
		if (*c <= ' ' || *c > '~')
			return error_set(err, "the token holds a character that no token has");
	return *token || error_set(err, "the token is empty");
}

struct push *push_new(const struct push_options *options, struct error *err)
{
	struct push *push = xcalloc(1, sizeof(*push));
	push->options = *options;
	if (push_check_url(push, err) && check_token(options->token, err)) {
		push->curl = curl_global_init(CURL_GLOBAL_DEFAULT) == 0 ? curl_easy_init() : NULL;
		if (!push->curl)
			error_set(err, "curl cannot be used here");
	}
	if (push->curl) {
		push_set_up(push);
		return push;
	}
	push_free(push);
	return NULL;
}

void push_free(struct push *push)
{
	if (!push)
		return;
	curl_easy_cleanup(push->curl);
	free(push->base);
	free(push);
}
