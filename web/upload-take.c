/* SPDX-License-Identifier: GPL-2.0-or-later */
/* After the last byte: from the spool into the store. */
#include <errno.h>
#include <unistd.h>

#include "model/formats/jsonl.h"
#include "web/upload-parts.h"

static bool check_bytes(struct upload *upload, struct upload_answer *answer)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char digest[DIGEST_BYTES];
	if (upload->received != upload->length)
		return upload_refuse(answer, 400, 0,
			"the body is not as long as its Content-Length says");
	if (upload->spool_errno == ENOSPC || upload->spool_errno == EDQUOT ||
		upload->spool_errno == EFBIG)
		return upload_refuse(answer, 507, 0, "the disk is full here");
	if (upload->spool_errno)
		return upload_refuse(answer, 500, 0, "the upload cannot be kept here");
	crypto_hash_sha256_final(&upload->hash, hash);
	sodium_bin2hex(digest, sizeof(digest), hash, sizeof(hash));
	return strcmp(digest, upload->digest) == 0 ||
		upload_refuse(answer, 422, 0, "the body's SHA-256 is not the one in the address");
}

static bool read_spool(const struct upload *upload, struct text *form)
{
	char *buffer = xmalloc(upload->length + 1);
	uint64_t at = 0;
	while (at < upload->length) {
		ssize_t n = pread(upload->spool, buffer + at, upload->length - at, (off_t)at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		at += (uint64_t)n;
	}
	buffer[at] = 0;
	*form = (struct text){buffer, at, upload->length + 1};
	return at == upload->length;
}

static void accept_campaign(const struct upload *upload, const struct campaign *campaign,
	int status, size_t amendments, struct upload_answer *answer)
{
	*answer = (struct upload_answer){.status = status, .type = "application/json"};
	snprintf(answer->location, sizeof(answer->location), "/c/%s", campaign->id);
	text_add(&answer->body,
		"{\"id\":\"%s\",\"url\":\"%s\",\"digest\":\"%s\",\"seal\":\"%s\","
		"\"new_amendments\":%zu}\n",
		campaign->id, answer->location, upload->digest, campaign->digest, amendments);
}

/* After a failure to store: whose fault it was, and whether it is worth another try. */
static void refuse_storing(const struct uploads *uploads, enum store_trouble trouble,
	const struct error *err, struct upload_answer *answer)
{
	size_t prefix = strlen(uploads->store_path);
	const char *detail = err->message;
	if (strncmp(detail, uploads->store_path, prefix) == 0 && detail[prefix] == ':')
		detail += prefix + 1 + strspn(detail + prefix + 1, " ");
	switch (trouble) {
	case STORE_TROUBLE_BUSY:
		upload_refuse(answer, 503, UPLOAD_BUSY_S, "the store is being written to");
		return;
	case STORE_TROUBLE_FULL:
		upload_refuse(answer, 507, 0, "the disk is full here");
		return;
	case STORE_TROUBLE_NONE:
	case STORE_TROUBLE_REFUSED:
		upload_refuse(answer, 422, 0, detail);
		return;
	case STORE_TROUBLE_OTHER:
		break;
	}
	upload_refuse(answer, 500, 0, "the store failed");
}

static void take(const struct upload *upload, struct campaign *campaign,
	const struct samples *samples, struct upload_answer *answer)
{
	const struct uploads *uploads = upload->uploads;
	struct error err;
	size_t amendments;
	struct store *store = store_open(uploads->store_path, STORE_WRITE, &err);
	if (!store) {
		upload_refuse(answer, 503, UPLOAD_BUSY_S, "the store cannot be written to now");
		return;
	}
	switch (store_campaign_take(store, campaign, samples, &amendments, &err)) {
	case STORE_TAKEN:
		accept_campaign(upload, campaign, 201, campaign->amendments_n, answer);
		break;
	case STORE_THERE:
		accept_campaign(upload, campaign, 200, amendments, answer);
		break;
	case STORE_OTHER:
		upload_refuse(answer, 409, 0, err.message);
		break;
	case STORE_REFUSED:
		refuse_storing(uploads, store_trouble(store), &err, answer);
		break;
	}
	store_close(store);
}

static void read_and_take(struct upload *upload, struct upload_answer *answer)
{
	struct text form = TEXT_EMPTY;
	struct campaign campaign = {0};
	struct samples samples = {0};
	struct error err;
	if (!read_spool(upload, &form))
		upload_refuse(answer, 500, 0, "the upload cannot be read back here");
	else if (!jsonl_read(&form, "line", &campaign, &samples, &err))
		upload_refuse(answer, 422, 0, err.message);
	else if (!campaign.digest)
		upload_refuse(answer, 422, 0,
			"the campaign is not complete: only sealed ones are taken");
	else if (!token_allows(&upload->token, campaign.host))
		upload_refuse(answer, 403, 0, "this token is not for campaigns of that machine");
	else {
		text_release(&form); /* it may be large, and so is what follows */
		take(upload, &campaign, &samples, answer);
	}
	text_release(&form);
	samples_release(&samples);
	campaign_release(&campaign);
}

void upload_finish(struct upload *upload, struct upload_answer *answer)
{
	if (!check_bytes(upload, answer))
		return;
	pthread_mutex_lock(&upload->uploads->taking);
	read_and_take(upload, answer);
	pthread_mutex_unlock(&upload->uploads->taking);
	pthread_mutex_lock(&upload->uploads->mutex);
	upload->uploads->stored += answer->status == 201;
	pthread_mutex_unlock(&upload->uploads->mutex);
}
