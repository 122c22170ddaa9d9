/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether something comes out the same when several threads make it at once. After cmocka.h. */
#ifndef TESTS_THREADS_H
#define TESTS_THREADS_H

#include <pthread.h>

#include "model/text.h"

typedef struct text threads_make(void);

struct threads_task {
	threads_make *make;
	struct text wanted;
};

static inline void *threads_run(void *context)
{
	const struct threads_task *task = context;
	bool same = true;
	for (unsigned i = 0; i < 4; i++) {
		struct text made = task->make();
		same = same && made.length == task->wanted.length &&
			memcmp(made.bytes, task->wanted.bytes, made.length) == 0;
		text_release(&made);
	}
	return same ? context : NULL;
}

/* Each of four threads gets, each time, the bytes that one alone gets. */
static inline void threads_assert_same(threads_make *make)
{
	struct threads_task task = {make, make()};
	pthread_t threads[4];
	for (size_t i = 0; i < ARRAY_LENGTH(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, threads_run, &task), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(threads); i++) {
		void *same;
		pthread_join(threads[i], &same);
		assert_ptr_equal(same, &task);
	}
	text_release(&task.wanted);
}

#endif
