/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Uploads without a socket: what is refused, with which status, and that it leaves nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/statvfs.h>

#include "model/amendment.h"
#include "model/store-token.h"
#include "tests/fixture.h"
#include "tests/temporary.h"
#include "web/allowance.h"
#include "web/upload.h"

#define LIMIT_BYTES (1 << 20)

/* A server's side of it, and a form to send. */
struct bench {
	char *path;
	struct uploads *uploads;
	struct text form;
	char authorization[TOKEN_BYTES + 16];
	struct sockaddr_in address;
};

static void add_token(struct bench *bench, const char *name, const char *machine,
	int64_t expires_us)
{
	char secret[TOKEN_BYTES], *own_name = xstrdup(name), *own = xstrdup_null(machine);
	struct token token = {own_name, own, 1, expires_us, 0};
	struct error err;
	struct store *store = store_open(bench->path, STORE_WRITE, &err);
	assert_non_null(store);
	assert_true(store_token_add(store, &token, secret, &err));
	snprintf(bench->authorization, sizeof(bench->authorization), "Bearer %s", secret);
	token_release(&token);
	store_close(store);
}

static void make_form(struct text *form)
{
	struct samples samples = {0};
	struct campaign campaign = fixture_make_complete(&samples);
	struct error err;
	assert_true(jsonl_write(&campaign, &samples, form, &err));
	samples_release(&samples);
	campaign_release(&campaign);
}

static struct bench *set_up(void **state)
{
	struct statvfs disk;
	if (statvfs(*state, &disk) == 0 && disk.f_bavail < disk.f_blocks / 9)
		skip(); /* every upload would be refused */
	struct bench *bench = xcalloc(1, sizeof(*bench));
	bench->path = temporary_path(state, "lab.db");
	bench->uploads = uploads_new(bench->path, LIMIT_BYTES);
	bench->address.sin_family = AF_INET;
	inet_pton(AF_INET, "192.0.2.1", &bench->address.sin_addr);
	add_token(bench, "lab", "lab", 0);
	make_form(&bench->form);
	return bench;
}

static void tear_down(struct bench *bench)
{
	uploads_free(bench->uploads);
	text_release(&bench->form);
	free(bench->path);
	free(bench);
}

static size_t stored(const struct bench *bench)
{
	struct campaign_brief *briefs;
	struct error err;
	size_t n;
	struct store *store = store_open(bench->path, STORE_READ, &err);
	assert_non_null(store);
	assert_true(store_campaign_list(store, &briefs, &n, &err));
	campaign_briefs_free(briefs, n);
	store_close(store);
	return n;
}

/* The form of the campaign in the store. */
static void read_form(const struct bench *bench, struct text *form)
{
	struct campaign campaign;
	struct samples samples;
	struct error err;
	struct store *store = store_open(bench->path, STORE_READ, &err);
	assert_int_equal(store_campaign_read_whole_at(store, FIXTURE_ID, 0, &campaign, &samples,
				 &err), STORE_FOUND);
	assert_true(jsonl_write(&campaign, &samples, form, &err));
	samples_release(&samples);
	campaign_release(&campaign);
	store_close(store);
}

/* Begins with the headers of a good upload of these bytes, after `change`; gives the status. */
static int put(struct bench *bench, const struct text *form,
	void (*change)(struct upload_request *), struct upload_answer *answer)
{
	char digest[DIGEST_BYTES], length[32];
	digest_of(form->bytes ? form->bytes : "", form->length, digest);
	snprintf(length, sizeof(length), "%zu", form->length);
	struct upload_request request = {.digest = digest,
		.authorization = bench->authorization,
		.content_length = length,
		.content_type = "application/x-ndjson",
		.address = (struct sockaddr *)&bench->address};
	if (change)
		change(&request);
	struct upload *upload = upload_begin(bench->uploads, &request, answer);
	for (size_t at = 0; upload && at < form->length; at += 1000)
		upload_data(upload, form->bytes + at,
			form->length - at < 1000 ? form->length - at : 1000);
	if (upload)
		upload_finish(upload, answer);
	upload_free(upload);
	return answer->status;
}

static void assert_status(struct bench *bench, const struct text *form,
	void (*change)(struct upload_request *), int status)
{
	struct upload_answer answer;
	put(bench, form, change, &answer);
	if (answer.status != status)
		fail_msg("%d instead of %d: %s", answer.status, status, answer.body.bytes);
	assert_non_null(answer.body.bytes);
	upload_answer_release(&answer);
}

static void a_campaign_is_stored_once(void **state)
{
	struct bench *bench = set_up(state);
	struct upload_answer answer;
	assert_int_equal(put(bench, &bench->form, NULL, &answer), 201);
	assert_string_equal(answer.location, "/c/" FIXTURE_ID);
	assert_non_null(strstr(answer.body.bytes, "\"url\":\"/c/" FIXTURE_ID "\""));
	upload_answer_release(&answer);
	assert_status(bench, &bench->form, NULL, 200);
	assert_int_equal(stored(bench), 1);

	struct text again = TEXT_EMPTY;
	read_form(bench, &again);
	assert_string_equal(again.bytes, bench->form.bytes);
	text_release(&again);
	tear_down(bench);
}

static void no_authorization(struct upload_request *request)
{
	request->authorization = NULL;
}
static void another_scheme(struct upload_request *request)
{
	request->authorization += strlen("Bearer ");
}
static void wrong_token(struct upload_request *request)
{
	request->authorization = "Bearer slt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
}
static void wrong_digest(struct upload_request *request)
{
	request->digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
}
static void no_digest(struct upload_request *request)
{
	request->digest = "../../etc/passwd";
}
static void upper_digest(struct upload_request *request)
{
	request->digest = "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef";
}
static void no_length(struct upload_request *request)
{
	request->content_length = NULL;
}
static void odd_length(struct upload_request *request)
{
	request->content_length = "+5";
}
static void large_length(struct upload_request *request)
{
	request->content_length = "1048577";
}
static void larger_length(struct upload_request *request)
{
	request->content_length = "999999999999999999";
}
static void longer_length(struct upload_request *request)
{
	request->content_length = "1048576";
}
static void encoded(struct upload_request *request)
{
	request->content_encoding = "gzip";
}
static void html(struct upload_request *request)
{
	request->content_type = "text/html";
}
static void typed(struct upload_request *request)
{
	request->content_type = "Application/JSONL; charset=utf-8";
}
static void ranged(struct upload_request *request)
{
	request->content_range = "bytes 0-9/10";
}

static void what_the_headers_say_decides(void **state)
{
	static const struct {
		void (*change)(struct upload_request *);
		int status;
	} cases[] = {{no_authorization, 401}, {another_scheme, 401}, {wrong_token, 401},
		{wrong_digest, 422}, {no_digest, 400}, {upper_digest, 400}, {no_length, 411},
		{odd_length, 400}, {large_length, 413}, {larger_length, 413},
		{longer_length, 400}, {encoded, 415}, {html, 415}, {ranged, 400}};
	struct bench *bench = set_up(state);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_status(bench, &bench->form, cases[i].change, cases[i].status);
	assert_int_equal(stored(bench), 0);
	assert_status(bench, &bench->form, typed, 201);
	tear_down(bench);
}

/* Replaces the first `old` in a copy of the form. */
static struct text changed(const struct text *form, const char *old, const char *new)
{
	struct text copy = TEXT_EMPTY;
	const char *at = strstr(form->bytes, old);
	assert_non_null(at);
	text_add_bytes(&copy, form->bytes, (size_t)(at - form->bytes));
	text_add(&copy, "%s%s", new, at + strlen(old));
	return copy;
}

static void what_is_no_whole_campaign_is_refused(void **state)
{
	static const struct {
		const char *old, *new;
	} cases[] = {{"\"value\":", "\"value\":NaN,\"x\":"}, {"\"value\":", "\"value\":1e999,\"x\":"},
		{"\"host\":\"lab\"", "\"host\":\"other\""}, {"{", "<script>"}, {"{", "\xef\xbb\xbf{"},
		{"\"kind\":\"seal\"", "\"kind\":\"open\""}, {"\"boots\":3", "\"boots\":03"},
		{"\"boots\":3", "\"boots\":3,\"boots\":3"}, {"lab", "\xff\xfe"}};
	struct bench *bench = set_up(state);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct text form = changed(&bench->form, cases[i].old, cases[i].new);
		struct upload_answer answer;
		assert_int_equal(put(bench, &form, NULL, &answer), 422);
		assert_null(strchr(answer.body.bytes, '<'));
		assert_ptr_equal(strchr(answer.body.bytes, '\n'),
			answer.body.bytes + answer.body.length - 1);
		upload_answer_release(&answer);
		text_release(&form);
	}
	assert_status(bench, &TEXT_EMPTY, NULL, 422);
	assert_int_equal(stored(bench), 0);
	tear_down(bench);
}

static void cut(struct bench *bench, size_t length)
{
	char digest[DIGEST_BYTES], said[32];
	struct upload_answer answer;
	digest_of(bench->form.bytes, bench->form.length, digest);
	snprintf(said, sizeof(said), "%zu", bench->form.length);
	struct upload_request request = {.digest = digest, .content_length = said,
		.authorization = bench->authorization,
		.address = (struct sockaddr *)&bench->address};
	struct upload *upload = upload_begin(bench->uploads, &request, &answer);
	assert_non_null(upload);
	upload_data(upload, bench->form.bytes, length);
	upload_free(upload);
}

static void one_that_breaks_off_leaves_nothing(void **state)
{
	struct bench *bench = set_up(state);
	for (unsigned i = 0; i <= 16; i++)
		cut(bench, bench->form.length * i / 16);
	assert_int_equal(stored(bench), 0);
	assert_status(bench, &bench->form, NULL, 201);
	tear_down(bench);
}

static void a_token_opens_what_it_is_for(void **state)
{
	struct bench *bench = set_up(state);
	struct error err;
	add_token(bench, "other", "lab-*", 0);
	assert_status(bench, &bench->form, NULL, 403);
	add_token(bench, "past", NULL, 2);
	assert_status(bench, &bench->form, NULL, 401);
	add_token(bench, "back", NULL, 0);
	struct store *store = store_open(bench->path, STORE_WRITE, &err);
	assert_true(store_token_revoke(store, "back", 3, &err));
	store_close(store);
	assert_status(bench, &bench->form, NULL, 401);
	assert_int_equal(stored(bench), 0);
	add_token(bench, "any", NULL, 0);
	assert_status(bench, &bench->form, NULL, 201);
	tear_down(bench);
}

static void who_fails_often_has_to_wait(void **state)
{
	struct bench *bench = set_up(state);
	struct upload_answer answer;
	for (unsigned i = 0; i < ALLOWANCE_FAILURES; i++)
		assert_status(bench, &bench->form, wrong_token, 401);
	assert_int_equal(put(bench, &bench->form, wrong_token, &answer), 429);
	assert_in_range(answer.retry_after_s, 1, 60);
	upload_answer_release(&answer);
	assert_status(bench, &bench->form, NULL, 429);
	inet_pton(AF_INET, "192.0.2.2", &bench->address.sin_addr);
	assert_status(bench, &bench->form, NULL, 201);

	/* Everybody behind a proxy on this host has its address. */
	inet_pton(AF_INET, "127.0.0.1", &bench->address.sin_addr);
	for (unsigned i = 0; i < ALLOWANCE_FAILURES; i++)
		assert_status(bench, &bench->form, wrong_token, 401);
	assert_status(bench, &bench->form, wrong_token, 429);
	assert_status(bench, &bench->form, NULL, 200);
	tear_down(bench);
}

static void only_so_many_at_once(void **state)
{
	struct bench *bench = set_up(state);
	struct upload *uploads[UPLOAD_TOGETHER];
	struct upload_answer answer;
	char digest[DIGEST_BYTES];
	digest_of(bench->form.bytes, bench->form.length, digest);
	struct upload_request request = {.digest = digest, .content_length = "100",
		.authorization = bench->authorization,
		.address = (struct sockaddr *)&bench->address};
	for (unsigned i = 0; i < UPLOAD_TOGETHER; i++)
		assert_non_null(uploads[i] = upload_begin(bench->uploads, &request, &answer));
	assert_int_equal(put(bench, &bench->form, NULL, &answer), 503);
	assert_int_not_equal(answer.retry_after_s, 0);
	upload_answer_release(&answer);
	upload_free(uploads[0]);
	assert_status(bench, &bench->form, NULL, 201);
	for (unsigned i = 1; i < UPLOAD_TOGETHER; i++)
		upload_free(uploads[i]);
	tear_down(bench);
}

static void amend(const char *path, const char *note)
{
	struct amendment amendment = {.kind = AMENDMENT_NOTE, .author = xstrdup("A. Tester"),
		.reason = xstrdup("a test"), .text = xstrdup(note),
		.dated_us = FIXTURE_STARTED_US};
	struct error err;
	struct store *store = store_open(path, STORE_WRITE, &err);
	if (!store_amendment_add(store, FIXTURE_ID, &amendment, &err))
		fail_msg("%s", err.message);
	store_close(store);
	amendment_release(&amendment);
}

static void amendments_are_added_and_another_seal_is_refused(void **state)
{
	struct bench *bench = set_up(state), *other = xcalloc(1, sizeof(*other));
	struct text amended = TEXT_EMPTY, differently = TEXT_EMPTY, now = TEXT_EMPTY;
	assert_status(bench, &bench->form, NULL, 201);
	amend(bench->path, "one");
	read_form(bench, &amended);

	other->path = temporary_path(state, "other.db");
	other->uploads = uploads_new(other->path, LIMIT_BYTES);
	add_token(other, "any", NULL, 0);
	assert_status(other, &bench->form, NULL, 201);
	assert_status(other, &amended, NULL, 200);
	read_form(other, &now);
	assert_string_equal(now.bytes, amended.bytes);
	assert_status(other, &bench->form, NULL, 200); /* an older revision of it: nothing new */
	amend(other->path, "two");

	text_release(&now);
	read_form(other, &now);
	amend(bench->path, "another two");
	assert_status(bench, &now, NULL, 409);
	read_form(bench, &differently);
	assert_status(other, &differently, NULL, 409);

	struct samples samples = {0};
	struct campaign campaign = fixture_make_complete(&samples);
	struct error err;
	samples.samples[0].value *= 2;
	free(campaign.digest);
	campaign.digest = xmalloc(DIGEST_BYTES);
	assert_true(jsonl_digest(&campaign, &samples, campaign.digest, &err));
	struct text forged = TEXT_EMPTY;
	assert_true(jsonl_write(&campaign, &samples, &forged, &err));
	assert_status(bench, &forged, NULL, 409);
	samples_release(&samples);
	campaign_release(&campaign);
	text_release(&forged);
	text_release(&amended);
	text_release(&differently);
	text_release(&now);
	tear_down(other);
	tear_down(bench);
}

static void *put_until_taken(void *context)
{
	struct bench *bench = context;
	struct upload_answer answer;
	for (unsigned i = 0; i < 200; i++) {
		int status = put(bench, &bench->form, NULL, &answer);
		upload_answer_release(&answer);
		if (status == 201 || status == 200)
			return (void *)(intptr_t)status;
		nanosleep(&(struct timespec){0, 20000000}, NULL);
	}
	return NULL;
}

static void many_at_once_are_one_campaign(void **state)
{
	struct bench *bench = set_up(state);
	pthread_t threads[12];
	unsigned new = 0, there = 0;
	for (size_t i = 0; i < ARRAY_LENGTH(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, put_until_taken, bench), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(threads); i++) {
		void *status;
		pthread_join(threads[i], &status);
		new += (intptr_t)status == 201;
		there += (intptr_t)status == 200;
	}
	assert_int_equal(new, 1);
	assert_int_equal(there, ARRAY_LENGTH(threads) - 1);
	assert_int_equal(stored(bench), 1);
	tear_down(bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(a_campaign_is_stored_once),
		temporary_test(what_the_headers_say_decides),
		temporary_test(what_is_no_whole_campaign_is_refused),
		temporary_test(one_that_breaks_off_leaves_nothing),
		temporary_test(a_token_opens_what_it_is_for),
		temporary_test(who_fails_often_has_to_wait),
		temporary_test(only_so_many_at_once),
		temporary_test(amendments_are_added_and_another_seal_is_refused),
		temporary_test(many_at_once_are_one_campaign),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
