/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/answer.h"

#include <pthread.h>
#include <stdatomic.h>

#include "model/lock.h"
#include "model/now.h"
#include "web/pages.h"
#include "web/stamp.h"

#define BUCKETS 4096
#define RUNNING_NS NS_PER_S /* how old an answer may be while a campaign runs */
#define PATIENCE_MS 1500    /* with whoever has locked the store, from the request on */

struct answer {
	struct answers *answers;
	atomic_uint users; /* the table is one, a job another */
	char *target;
	const char *pattern; /* of its route */
	struct stamp stamp; /* of the store before it was read for this */
	int64_t asked_ns;
	struct reply *reply; /* NULL until it is made, but where only the encoding is missing */
	size_t bytes;        /* what it counts for while it is kept */
	atomic_bool made;
	bool running, gzip;            /* below: under the mutex */
	struct answer_waiter *waiters;
	struct answer *next;           /* in its bucket */
	struct answer *newer, *older;  /* by when it was last asked for */
};

struct answers {
	const struct site *site;
	struct pool *pool;
	size_t limit_bytes;
	struct answer *refused;
	pthread_mutex_t mutex;
	struct answer *buckets[BUCKETS], *newest, *oldest;
	bool running; /* a campaign was, when an answer was last made */
	struct answers_count count;
};

static const char *pattern_of(const char *target)
{
	struct request request;
	char *path = xstrndup(target, strcspn(target, "?#"));
	const struct route *route = route_find(path, &request);
	free(path);
	return route ? route->pattern : NULL;
}

static struct answer *answer_new(struct answers *answers, const char *target)
{
	struct answer *answer = xcalloc(1, sizeof(*answer));
	answer->answers = answers;
	answer->target = xstrdup(target);
	answer->pattern = pattern_of(target);
	atomic_init(&answer->users, 1);
	return answer;
}

void answer_release(struct answer *answer)
{
	if (!answer || atomic_fetch_sub(&answer->users, 1) > 1)
		return;
	reply_release(answer->reply);
	free(answer->target);
	free(answer);
}

/* ---- the table, and the order of use; all under the mutex ---- */

static struct answer **bucket_of(struct answers *answers, const char *target)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (const char *c = target; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619u;
	return &answers->buckets[hash % BUCKETS];
}

static struct answer *find(struct answers *answers, const char *target)
{
	struct answer *answer = *bucket_of(answers, target);
	while (answer && strcmp(answer->target, target) != 0)
		answer = answer->next;
	return answer;
}

static void order_remove(struct answers *answers, struct answer *answer)
{
	*(answer->newer ? &answer->newer->older : &answers->newest) = answer->older;
	*(answer->older ? &answer->older->newer : &answers->oldest) = answer->newer;
}

static void order_add(struct answers *answers, struct answer *answer)
{
	answer->newer = NULL;
	answer->older = answers->newest;
	*(answers->newest ? &answers->newest->newer : &answers->oldest) = answer;
	answers->newest = answer;
}

static void forget(struct answers *answers, struct answer *answer)
{
	struct answer **at = bucket_of(answers, answer->target);
	while (*at != answer)
		at = &(*at)->next;
	*at = answer->next;
	order_remove(answers, answer);
	answers->count.bytes -= answer->bytes;
	answers->count.answers--;
	answer_release(answer);
}

static void remember(struct answers *answers, struct answer *answer)
{
	struct answer **at = bucket_of(answers, answer->target);
	answer->next = *at;
	*at = answer;
	order_add(answers, answer);
	answers->count.answers++;
	atomic_fetch_add(&answer->users, 1);
}

/* Whether the table still leads to it: another may have taken its place. */
static bool is_remembered(struct answers *answers, const struct answer *answer)
{
	return find(answers, answer->target) == answer;
}

static void make_room(struct answers *answers)
{
	struct answer *answer = answers->oldest;
	while (answer && answers->count.bytes > answers->limit_bytes) {
		struct answer *newer = answer->newer;
		if (atomic_load(&answer->made))
			forget(answers, answer);
		answer = newer;
	}
}

/* ---- making ---- */

static struct reply *make_reply(struct answer *answer)
{
	struct site site = *answer->answers->site;
	int waited_ms = (int)((now_steady_ns() - answer->asked_ns) / 1000000);
	struct page page;
	struct error err;
	site.patience_ms = waited_ms < PATIENCE_MS ? PATIENCE_MS - waited_ms : 1;
	page_init(&page);
	int status = site_get(&site, answer->target, &page, &err);
	struct reply *reply = reply_new(&page, status);
	page_release(&page);
	return reply;
}

static void wake_all(struct answer_waiter *waiter)
{
	while (waiter) {
		struct answer_waiter *next = waiter->next; /* a woken one may be gone */
		waiter->wake(waiter);
		waiter = next;
	}
}

/*
 * From here on it can be sent. What is not a 200 is told to those who wait, and not kept; neither
 * is what would push everything else out.
 */
static struct answer_waiter *finish(struct answer *answer)
{
	struct answers *answers = answer->answers;
	answer->bytes = reply_bytes(answer->reply) + sizeof(*answer) + strlen(answer->target);
	atomic_store(&answer->made, true);
	if (is_remembered(answers, answer)) {
		answers->count.bytes += answer->bytes;
		if (reply_status(answer->reply) != 200 || reply_is_fresh(answer->reply) ||
			answer->bytes > answers->limit_bytes / 4)
			forget(answers, answer);
		make_room(answers);
	}
	struct answer_waiter *waiters = answer->waiters;
	answer->waiters = NULL;
	return waiters;
}

static void make(void *context)
{
	struct answer *answer = context;
	struct answers *answers = answer->answers;
	char id[CAMPAIGN_ID_BYTES];
	bool running = lock_holder(answers->site->store_path, id);
	if (!answer->reply)
		answer->reply = make_reply(answer);

	pthread_mutex_lock(&answers->mutex);
	bool gzip = answer->gzip;
	answers->running = answer->running = running;
	pthread_mutex_unlock(&answers->mutex);
	if (gzip)
		reply_compress(answer->reply);

	pthread_mutex_lock(&answers->mutex);
	struct answer_waiter *waiters = finish(answer);
	pthread_mutex_unlock(&answers->mutex);
	wake_all(waiters);
	answer_release(answer);
}

/* ---- asking ---- */

/* Whether it is, or will be, what would be made now. */
static bool is_fresh(const struct answer *answer, const struct stamp *stamp, int64_t now)
{
	if (answer->running)
		return now - answer->asked_ns < RUNNING_NS;
	return stamp_same(&answer->stamp, stamp) &&
		(answer->stamp.trusted || !atomic_load(&answer->made));
}

/* NULL where the pool takes no more. */
static struct answer *begin(struct answers *answers, const char *target, const struct stamp *stamp,
	int64_t now, struct answer *uncompressed)
{
	struct answer *answer = answer_new(answers, target);
	answer->stamp = *stamp;
	answer->asked_ns = now;
	answer->running = answers->running;
	if (uncompressed) {
		answer->stamp = uncompressed->stamp;
		answer->asked_ns = uncompressed->asked_ns;
		answer->reply = reply_hold(uncompressed->reply);
	}
	atomic_fetch_add(&answer->users, 1); /* the job */
	if (pool_add(answers->pool, make, answer))
		return answer;
	answer_release(answer);
	answer_release(answer);
	return NULL;
}

static struct answer *find_or_begin(struct answers *answers, const char *target, bool gzip,
	const struct stamp *stamp, int64_t now)
{
	struct answer *old = find(answers, target), *uncompressed = NULL;
	if (old && is_fresh(old, stamp, now)) {
		bool made = atomic_load(&old->made);
		if (made && gzip && reply_is_uncompressed(old->reply)) {
			uncompressed = old;
		} else {
			*(made ? &answers->count.kept : &answers->count.joined) += 1;
			old->gzip |= gzip;
			order_remove(answers, old);
			order_add(answers, old);
			atomic_fetch_add(&old->users, 1);
			return old;
		}
	}
	struct answer *answer = begin(answers, target, stamp, now, uncompressed);
	if (!answer) {
		answers->count.refused++;
		atomic_fetch_add(&answers->refused->users, 1);
		return answers->refused;
	}
	answers->count.made++;
	answer->gzip = gzip;
	if (old)
		forget(answers, old);
	remember(answers, answer);
	return answer;
}

struct answer *answers_get(struct answers *answers, const char *target, bool gzip)
{
	struct stamp stamp;
	stamp_take(answers->site->store_path, &stamp);
	int64_t now = now_steady_ns();
	pthread_mutex_lock(&answers->mutex);
	struct answer *answer = find_or_begin(answers, target, gzip, &stamp, now);
	pthread_mutex_unlock(&answers->mutex);
	return answer;
}

bool answer_is_made(const struct answer *answer)
{
	return atomic_load(&answer->made);
}

bool answer_await(struct answer *answer, struct answer_waiter *waiter)
{
	struct answers *answers = answer->answers;
	pthread_mutex_lock(&answers->mutex);
	bool waits = !atomic_load(&answer->made);
	if (waits) {
		waiter->next = answer->waiters;
		answer->waiters = waiter;
	}
	pthread_mutex_unlock(&answers->mutex);
	return waits;
}

struct reply *answer_reply(const struct answer *answer)
{
	return answer->reply;
}

const char *answer_pattern(const struct answer *answer)
{
	return answer->pattern;
}

struct answers_count answers_count(struct answers *answers)
{
	pthread_mutex_lock(&answers->mutex);
	struct answers_count count = answers->count;
	pthread_mutex_unlock(&answers->mutex);
	return count;
}

/* ---- all of them ---- */

static struct answer *refusal(struct answers *answers)
{
	struct answer *answer = answer_new(answers, "");
	struct page page;
	struct error err;
	error_set(&err, "there is too much to do already, try again in a moment");
	page_init(&page);
	page_error(&page, &(struct request){.store_path = answers->site->store_path}, 503, &err);
	answer->reply = reply_new(&page, 503);
	page_release(&page);
	atomic_init(&answer->made, true);
	return answer;
}

struct answers *answers_new(const struct site *site, struct pool *pool, size_t limit_bytes)
{
	struct answers *answers = xcalloc(1, sizeof(*answers));
	answers->site = site;
	answers->pool = pool;
	answers->limit_bytes = limit_bytes;
	pthread_mutex_init(&answers->mutex, NULL);
	answers->refused = refusal(answers);
	return answers;
}

void answers_free(struct answers *answers)
{
	if (!answers)
		return;
	while (answers->oldest)
		forget(answers, answers->oldest);
	answer_release(answers->refused);
	pthread_mutex_destroy(&answers->mutex);
	free(answers);
}
