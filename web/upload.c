/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/upload.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "web/allowance.h"
#include "web/problem.h"
#include "web/upload-parts.h"

struct uploads *uploads_new(const char *store_path, uint64_t limit_bytes)
{
	struct uploads *uploads = xcalloc(1, sizeof(*uploads));
	const char *slash = strrchr(store_path, '/');
	uploads->store_path = xstrdup(store_path);
	uploads->folder =
		slash ? xstrndup(store_path, (size_t)(slash - store_path) + 1) : xstrdup(".");
	uploads->limit_bytes = limit_bytes;
	uploads->allowance = allowance_new();
	pthread_mutex_init(&uploads->mutex, NULL);
	pthread_mutex_init(&uploads->taking, NULL);
	return uploads;
}

void uploads_free(struct uploads *uploads)
{
	if (!uploads)
		return;
	allowance_free(uploads->allowance);
	pthread_mutex_destroy(&uploads->mutex);
	pthread_mutex_destroy(&uploads->taking);
	free(uploads->store_path);
	free(uploads->folder);
	free(uploads);
}

void upload_answer_release(struct upload_answer *answer)
{
	text_release(&answer->body);
}

void upload_answer_busy(struct upload_answer *answer)
{
	upload_refuse(answer, 503, UPLOAD_BUSY_S, "there is too much to do here now");
}

bool upload_refuse(struct upload_answer *answer, int status, unsigned retry_after_s,
	const char *detail)
{
	*answer = (struct upload_answer){.status = status, .type = PROBLEM_TYPE,
		.retry_after_s = retry_after_s, .challenge = status == 401};
	problem_add(&answer->body, status, detail);
	return false;
}

/* A file without a name: whatever happens to us, nothing of it stays. */
static int open_spool(const char *folder)
{
	int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT))
		return fd;
	char *path = xasprintf("%s/.upload.XXXXXX", folder);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	free(path);
	return fd;
}

static bool enter(struct uploads *uploads)
{
	pthread_mutex_lock(&uploads->mutex);
	bool room = uploads->running < UPLOAD_TOGETHER;
	uploads->running += room;
	pthread_mutex_unlock(&uploads->mutex);
	return room;
}

static void leave(struct uploads *uploads)
{
	pthread_mutex_lock(&uploads->mutex);
	uploads->running--;
	pthread_mutex_unlock(&uploads->mutex);
}

uint64_t uploads_count(struct uploads *uploads)
{
	pthread_mutex_lock(&uploads->mutex);
	uint64_t stored = uploads->stored;
	pthread_mutex_unlock(&uploads->mutex);
	return stored;
}

struct upload *upload_begin(struct uploads *uploads, const struct upload_request *request,
	struct upload_answer *answer)
{
	struct token token = {0};
	uint64_t length = 0;
	if (!upload_check_token(uploads, request, &token, answer))
		return NULL;
	bool ok = upload_check_headers(uploads, request, &length, answer);
	if (ok && !enter(uploads))
		ok = upload_refuse(answer, 503, UPLOAD_BUSY_S, "other uploads are under way");
	else if (ok && !upload_check_room(uploads, &token, length, answer)) {
		leave(uploads);
		ok = false;
	}
	if (!ok) {
		token_release(&token);
		return NULL;
	}
	struct upload *upload = xcalloc(1, sizeof(*upload));
	upload->uploads = uploads;
	upload->token = token;
	upload->length = length;
	memcpy(upload->digest, request->digest, DIGEST_BYTES);
	crypto_hash_sha256_init(&upload->hash);
	upload->spool = open_spool(uploads->folder);
	upload->spool_errno = upload->spool < 0 ? errno : 0;
	return upload;
}

void upload_data(struct upload *upload, const void *bytes, size_t length)
{
	const char *at = bytes;
	upload->received += length;
	if (upload->spool_errno || upload->received > upload->length)
		return;
	crypto_hash_sha256_update(&upload->hash, bytes, length);
	while (length) {
		ssize_t written = write(upload->spool, at, length);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0) {
			upload->spool_errno = written < 0 ? errno : ENOSPC;
			return;
		}
		at += written;
		length -= (size_t)written;
	}
}

void upload_free(struct upload *upload)
{
	if (!upload)
		return;
	if (upload->spool >= 0)
		close(upload->spool);
	if (upload->received < upload->length)
		allowance_give_back(upload->uploads->allowance, upload->token.name,
			upload->length - upload->received);
	leave(upload->uploads);
	token_release(&upload->token);
	free(upload);
}
