/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Answers: made once for all who ask at the same time, kept while they are true, refused where
 * there is too much to do. And the pool that makes them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/lock.h"
#include "tests/filled.h"
#include "web/answer.h"

static const char campaign[] = "/c/" FIXTURE_ID;

/* One who waits, as a connection would. */
struct waiter {
	struct answer_waiter waiter;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	unsigned woken;
};

static void wake(struct answer_waiter *context)
{
	struct waiter *waiter = (struct waiter *)context;
	pthread_mutex_lock(&waiter->mutex);
	waiter->woken++;
	pthread_cond_signal(&waiter->changed);
	pthread_mutex_unlock(&waiter->mutex);
}

static void wait_for(struct answer *answer)
{
	struct waiter waiter = {.waiter = {.wake = wake}};
	pthread_mutex_init(&waiter.mutex, NULL);
	pthread_cond_init(&waiter.changed, NULL);
	if (answer_await(answer, &waiter.waiter)) {
		pthread_mutex_lock(&waiter.mutex);
		while (!waiter.woken)
			pthread_cond_wait(&waiter.changed, &waiter.mutex);
		pthread_mutex_unlock(&waiter.mutex);
	}
	pthread_cond_destroy(&waiter.changed);
	pthread_mutex_destroy(&waiter.mutex);
	assert_true(answer_is_made(answer));
}

static int get(struct answers *answers, const char *target, bool gzip)
{
	struct answer *answer = answers_get(answers, target, gzip);
	wait_for(answer);
	int status = reply_status(answer_reply(answer));
	answer_release(answer);
	return status;
}

struct fixture {
	struct site site;
	struct pool *pool;
	struct answers *answers;
};

static void start(struct fixture *fixture, size_t queue_max, size_t limit_bytes)
{
	struct error err;
	fixture->site = (struct site){.store_path = filled_path};
	fixture->pool = pool_new(queue_max, &err);
	assert_non_null(fixture->pool);
	fixture->answers = answers_new(&fixture->site, fixture->pool, limit_bytes);
}

static void stop(struct fixture *fixture)
{
	pool_free(fixture->pool);
	answers_free(fixture->answers);
}

/* The store's time as it would be long after the last change: then it is trusted. */
static void settle(void)
{
	struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = time(NULL) - 10}};
	assert_int_equal(utimensat(AT_FDCWD, filled_path, times, 0), 0);
}

static void test_kept(void **state)
{
	(void)state;
	struct fixture f;
	settle();
	start(&f, 8, 1 << 24);
	assert_int_equal(get(f.answers, campaign, false), 200);
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(get(f.answers, campaign, false), 200);
	assert_int_equal(answers_count(f.answers).made, 1);
	assert_int_equal(answers_count(f.answers).kept, 5);

	/* Compressed it is another form of the same, made once; the plain one stays. */
	assert_int_equal(get(f.answers, campaign, true), 200);
	assert_int_equal(get(f.answers, campaign, true), 200);
	assert_int_equal(get(f.answers, campaign, false), 200);
	assert_int_equal(answers_count(f.answers).made, 2);

	/* A store that changed answers anew; one that changed just now is not trusted. */
	assert_int_equal(utimensat(AT_FDCWD, filled_path, NULL, 0), 0);
	assert_int_equal(get(f.answers, campaign, false), 200);
	assert_int_equal(answers_count(f.answers).made, 3);
	settle();
	assert_int_equal(get(f.answers, campaign, false), 200);
	assert_int_equal(get(f.answers, campaign, false), 200);
	assert_int_equal(answers_count(f.answers).made, 4);

	/* What is not there is not kept. */
	assert_int_equal(get(f.answers, "/nothing", false), 404);
	assert_int_equal(get(f.answers, "/nothing", false), 404);
	assert_int_equal(answers_count(f.answers).made, 6);
	assert_int_equal(answers_count(f.answers).answers, 1);
	stop(&f);
}

/* While a campaign runs the store changes all the time: then a second is close enough. */
static void test_running(void **state)
{
	(void)state;
	struct fixture f;
	struct error err;
	settle();
	int lock = lock_take(filled_path, FIXTURE_EMPTY_ID, &err);
	assert_true(lock >= 0);
	start(&f, 8, 1 << 24);
	assert_int_equal(get(f.answers, campaign, false), 200);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(utimensat(AT_FDCWD, filled_path, NULL, 0), 0);
		assert_int_equal(get(f.answers, campaign, false), 200);
	}
	struct answers_count count = answers_count(f.answers);
	assert_int_equal(count.made + count.kept, 4); /* on a slow machine more than one was made */
	assert_int_equal(close(lock), 0);
	stop(&f);
}

#define ASKING 8

static void *ask(void *context)
{
	for (unsigned i = 0; i < 20; i++) {
		char target[64];
		snprintf(target, sizeof(target), "%s?%u", campaign, i / 4);
		assert_int_equal(get(context, target, i % 2 != 0), 200);
	}
	return NULL;
}

static void test_many(void **state)
{
	(void)state;
	struct fixture f;
	pthread_t threads[ASKING];
	settle();
	start(&f, 64, 1 << 24);
	for (size_t i = 0; i < ASKING; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, ask, f.answers), 0);
	for (size_t i = 0; i < ASKING; i++)
		pthread_join(threads[i], NULL);
	struct answers_count count = answers_count(f.answers);
	assert_int_equal(count.made + count.kept + count.joined, ASKING * 20);
	assert_true(count.made >= 5 && count.made <= 10); /* five targets, in two forms at most */
	assert_int_equal(count.answers, 5);
	stop(&f);
}

static void test_bound(void **state)
{
	(void)state;
	struct fixture f;
	settle();
	start(&f, 8, 200000);
	for (unsigned i = 0; i < 40; i++) {
		char target[64];
		snprintf(target, sizeof(target), "/robots.txt?%u", i);
		assert_int_equal(get(f.answers, target, false), 200);
		snprintf(target, sizeof(target), "/?%u", i);
		assert_int_equal(get(f.answers, target, false), 200);
		assert_true(answers_count(f.answers).bytes <= 200000);
	}
	/* The page is larger than a quarter of what is kept: it would push all others out. */
	assert_int_equal(get(f.answers, campaign, false), 200);
	size_t answers = answers_count(f.answers).answers;
	assert_int_equal(get(f.answers, campaign, false), 200);
	assert_true(answers > 0);
	assert_int_equal(answers_count(f.answers).answers, answers);
	stop(&f);
}

/* ---- the pool ---- */

struct gate {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	unsigned entered, left;
	bool open;
};

static void pass(void *context)
{
	struct gate *gate = context;
	pthread_mutex_lock(&gate->mutex);
	gate->entered++;
	pthread_cond_broadcast(&gate->changed);
	while (!gate->open)
		pthread_cond_wait(&gate->changed, &gate->mutex);
	gate->left++;
	pthread_mutex_unlock(&gate->mutex);
}

/* As pool.h says it. */
static unsigned threads(void)
{
	cpu_set_t allowed;
	assert_int_equal(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
	unsigned n = (unsigned)CPU_COUNT(&allowed);
	return n < 2 ? 2 : n;
}

/* Keeps every thread busy and the queue full. Returns how many jobs that took. */
static unsigned stuff(struct pool *pool, struct gate *gate, unsigned queue_max)
{
	unsigned added = 0, all = threads() + queue_max;
	for (unsigned i = 0; i < 20000 && added < all; i++) {
		if (pool_add(pool, pass, gate))
			added++;
		else /* a thread that takes one makes room for another */
			usleep(1000);
	}
	assert_int_equal(added, all);
	assert_false(pool_add(pool, pass, gate));
	return added;
}

static void open_gate(struct gate *gate)
{
	pthread_mutex_lock(&gate->mutex);
	gate->open = true;
	pthread_cond_broadcast(&gate->changed);
	pthread_mutex_unlock(&gate->mutex);
}

static void test_pool(void **state)
{
	(void)state;
	struct error err;
	struct gate gate = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
	struct pool *pool = pool_new(3, &err);
	assert_non_null(pool);
	unsigned added = stuff(pool, &gate, 3);
	open_gate(&gate);
	pool_close(pool);
	assert_int_equal(gate.left, added); /* what was taken was done */
	assert_false(pool_add(pool, pass, &gate));
	pool_free(pool);
	pool_free(NULL);
}

static void test_refused(void **state)
{
	(void)state;
	struct fixture f;
	struct gate gate = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
	settle();
	start(&f, 2, 1 << 24);
	assert_int_equal(get(f.answers, "/robots.txt", false), 200);
	stuff(f.pool, &gate, 2);
	assert_int_equal(get(f.answers, campaign, false), 503);
	assert_int_equal(get(f.answers, "/robots.txt", false), 200); /* kept: nothing to do */
	assert_int_equal(answers_count(f.answers).refused, 1);
	open_gate(&gate);
	pool_close(f.pool);
	assert_int_equal(get(f.answers, campaign, false), 503); /* and so is what comes too late */
	stop(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_running),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_bound),
		cmocka_unit_test(test_pool),
		cmocka_unit_test(test_refused),
	};
	return cmocka_run_group_tests_name("web answer", tests, filled_make, filled_remove);
}
