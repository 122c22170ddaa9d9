/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/timing.h"

#include <inttypes.h>
#include <time.h>

/* More than this in one interval means that an operation takes no time at all. */
#define OPS_MAX (UINT64_C(1) << 27)

/* Below this a measurement is too coarse to extrapolate from. */
#define SCALABLE_NS 150000

uint64_t timing_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The number of operations to try next, aiming 10 % beyond the shortest interval. */
static uint64_t rescale(uint64_t ops, uint64_t elapsed_ns, uint64_t time_ns)
{
	double elapsed = (double)elapsed_ns, wanted = (double)time_ns;

	if (elapsed >= 0.99 * wanted && elapsed <= 1.2 * wanted)
		return ops;
	if (elapsed_ns > SCALABLE_NS || elapsed > wanted)
		return (uint64_t)((double)ops / elapsed * 1.1 * wanted) + 1;
	return ops * 8;
}

bool timing_run(const struct timing *timing, struct intervals *into, struct outcome *outcome)
{
	uint64_t ops = timing->fixed_ops ? timing->fixed_ops : 1;
	unsigned accepted = 0;

	while (accepted < timing->warm_up + timing->intervals) {
		uint64_t start_ns, elapsed_ns;

		if (ops > OPS_MAX && !timing->fixed_ops)
			return outcome_fail(outcome, "%s: %" PRIu64 " operations take under %" PRIu64 " ns",
				timing->what, OPS_MAX, timing->time_ns);
		start_ns = timing_now_ns();
		if (!timing->operate(timing->context, ops))
			return false;
		elapsed_ns = timing_now_ns() - start_ns;
		if (timing->fixed_ops || (double)elapsed_ns > 0.95 * (double)timing->time_ns) {
			if (accepted++ >= timing->warm_up)
				into->at[into->n++] = (struct interval){elapsed_ns, ops};
		}
		if (!timing->fixed_ops)
			ops = rescale(ops, elapsed_ns, timing->time_ns);
	}
	return true;
}
