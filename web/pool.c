/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pool.h"

#include <pthread.h>
#include <sched.h>

struct job {
	pool_job *run;
	void *context;
};

struct pool {
	pthread_mutex_t mutex;
	pthread_cond_t changed; /* a job more, or closing */
	struct job *queue;      /* a ring */
	size_t queue_max, first, queued;
	pthread_t *threads;
	size_t threads_n;
	bool closing;
};

static unsigned usable_cpus(void)
{
	cpu_set_t cpus;
	int n = sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? CPU_COUNT(&cpus) : 0;
	return n > 2 ? (unsigned)n : 2;
}

/* The next job; false when there is none and will be none. */
static bool take(struct pool *pool, struct job *job)
{
	pthread_mutex_lock(&pool->mutex);
	while (!pool->queued && !pool->closing)
		pthread_cond_wait(&pool->changed, &pool->mutex);
	bool taken = pool->queued > 0;
	if (taken) {
		*job = pool->queue[pool->first];
		pool->first = (pool->first + 1) % pool->queue_max;
		pool->queued--;
	}
	pthread_mutex_unlock(&pool->mutex);
	return taken;
}

static void *work(void *context)
{
	struct pool *pool = context;
	struct job job;
	while (take(pool, &job))
		job.run(job.context);
	return NULL;
}

struct pool *pool_new(size_t queue_max, struct error *err)
{
	struct pool *pool = xcalloc(1, sizeof(*pool));
	unsigned threads = usable_cpus();
	pthread_mutex_init(&pool->mutex, NULL);
	pthread_cond_init(&pool->changed, NULL);
	pool->queue_max = queue_max;
	pool->queue = xcalloc(queue_max, sizeof(*pool->queue));
	pool->threads = xcalloc(threads, sizeof(*pool->threads));
	while (pool->threads_n < threads &&
		pthread_create(&pool->threads[pool->threads_n], NULL, work, pool) == 0)
		pool->threads_n++;
	if (pool->threads_n > 0)
		return pool;
	error_set(err, "no thread could be started");
	pool_free(pool);
	return NULL;
}

bool pool_add(struct pool *pool, pool_job *job, void *context)
{
	pthread_mutex_lock(&pool->mutex);
	bool added = !pool->closing && pool->queued < pool->queue_max;
	if (added) {
		pool->queue[(pool->first + pool->queued++) % pool->queue_max] =
			(struct job){job, context};
		pthread_cond_signal(&pool->changed);
	}
	pthread_mutex_unlock(&pool->mutex);
	return added;
}

void pool_close(struct pool *pool)
{
	pthread_mutex_lock(&pool->mutex);
	pool->closing = true;
	pthread_cond_broadcast(&pool->changed);
	pthread_mutex_unlock(&pool->mutex);
	for (size_t i = 0; i < pool->threads_n; i++)
		pthread_join(pool->threads[i], NULL);
	pool->threads_n = 0;
}

void pool_free(struct pool *pool)
{
	if (!pool)
		return;
	pool_close(pool);
	pthread_cond_destroy(&pool->changed);
	pthread_mutex_destroy(&pool->mutex);
	free(pool->threads);
	free(pool->queue);
	free(pool);
}
